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

/// Why a camera lacks a part.
public enum MissingReason: Hashable, Sendable, CaseIterable {
  /// There is no such control.
  case noControl
  /// There is one, and it takes one value only.
  case fixed
  /// The camera's own automatic cannot be switched off.
  case permanentAutomatic
  /// The frames have no colour.
  case noColour
}
