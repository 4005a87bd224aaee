/// Who runs an algorithm.
public enum Strategy: String, Hashable, Sendable, CaseIterable {
  /// The library: the camera's own automatic is switched off, and its values are written.
  case software
  /// The camera: its own automatic stays on and is steered, by bias and lock where it has them.
  case hardware
  /// Nobody of ours: the picture is measured and reported, nothing is written.
  case meterOnly
}

/// One of the three algorithms.
public enum Algorithm: String, Hashable, Sendable, CaseIterable {
  /// Exposure time and gain.
  case exposure
  /// The lens.
  case focus
  /// The colour gains.
  case whiteBalance
}
