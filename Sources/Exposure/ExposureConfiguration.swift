/// A limit on how much of the picture may be how bright.
public struct ExposureConstraint: Hashable, Sendable {
  /// Which way the limit works.
  public enum Kind: Hashable, Sendable {
    /// The brightest share must lie at the level or below: protects highlights.
    case atMost
    /// The brightest share must reach the level: keeps a picture from staying dull.
    case atLeast
  }

  /// Which way the limit works.
  public let kind: Kind
  /// The share of the metered weight, counted from the brightest, 0…1.
  public let share: Double
  /// The light, 0…1 of the sensor's range.
  public let level: Double

  /// Makes a constraint. The result is `nil` unless share and level lie in 0…1 and are not 0.
  ///
  /// - Parameters:
  ///   - kind: Which way the limit works.
  ///   - share: The share of the metered weight, counted from the brightest.
  ///   - level: The light, 0…1 of the sensor's range.
  public init?(_ kind: Kind, share: Double, level: Double) {
    guard share > 0, share <= 1, level > 0, level <= 1 else { return nil }
    self.kind = kind
    self.share = share
    self.level = level
  }
}

/// How quickly exposure follows the light.
public enum ExposureSpeed: Hashable, Sendable {
  /// As fast as the camera's delays allow: start-up, a tap, a lock, precapture.
  case fast
  /// Smoothly, for running video: 63 % of a change in one time constant, in seconds.
  case smooth(timeConstant: Double)
}

/// What automatic exposure aims at.
public struct ExposureConfiguration: Hashable, Sendable {
  /// The mean light that is aimed at without bias, 0…1; mid-grey, 0.18, unless there is a reason.
  public var target: Double
  /// Limits that bend the target.
  public var constraints: [ExposureConstraint]
  /// How quickly exposure follows.
  public var speed: ExposureSpeed
  /// Frames at a stream's start that are let go by (field case B35: they are dark or tinted).
  public var warmUpFrames: Int

  /// Configures automatic exposure.
  ///
  /// - Parameters:
  ///   - target: The mean light that is aimed at, 0.01…0.9; values outside are brought inside.
  ///   - constraints: Limits that bend the target.
  ///   - speed: How quickly exposure follows.
  ///   - warmUpFrames: Frames at a stream's start that are let go by, 0…100.
  public init(
    target: Double = 0.18, constraints: [ExposureConstraint] = [], speed: ExposureSpeed = .fast,
    warmUpFrames: Int = 3
  ) {
    self.target = target > 0.01 ? min(target, 0.9) : 0.01
    self.constraints = constraints
    self.speed = speed
    self.warmUpFrames = min(max(warmUpFrames, 0), 100)
  }
}
