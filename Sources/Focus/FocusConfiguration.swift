public import Frames

/// How a lens is searched.
public enum FocusStrategy: String, Hashable, Sendable, CaseIterable {
  /// Led by a model of defocus, which falls back on ``coarseToFine`` where it does not explain what is seen.
  case model
  /// Every place of the range, and a parabola through the best.
  case fullSweep
  /// Wide steps until detail falls again, then narrow ones around the best, as libcamera does it.
  case coarseToFine
  /// Steps uphill that are halved where detail falls.
  case hillClimb
}

/// What focus does.
public struct FocusConfiguration: Hashable, Sendable {
  /// What to focus on; none means the middle of the frame.
  public var rectangles: [WeightedRectangle]
  /// How a lens is searched.
  public var strategy: FocusStrategy
  /// The part of the lens's range in which is focused; ``FocusSpan/macro`` in the mode of that name.
  public var span: FocusSpan
  /// Seconds after which a search ends with what it has, 0.1…60.
  public var timeLimit: Double
  /// The variance of a luma sample's noise in squared codes, where it is known.
  public var noiseVariance: Double?

  /// Configures focus.
  ///
  /// - Parameters:
  ///   - rectangles: What to focus on.
  ///   - strategy: How a lens is searched.
  ///   - span: The part of the lens's range in which is focused.
  ///   - timeLimit: Seconds after which a search ends with what it has; brought into 0.1…60.
  ///   - noiseVariance: The variance of a luma sample's noise in squared codes.
  public init(
    rectangles: [WeightedRectangle] = [], strategy: FocusStrategy = .model,
    span: FocusSpan = .full, timeLimit: Double = 8, noiseVariance: Double? = nil
  ) {
    self.rectangles = rectangles
    self.strategy = strategy
    self.span = span
    self.timeLimit = timeLimit > 0.1 ? min(timeLimit, 60) : 0.1
    self.noiseVariance = noiseVariance
  }
}
