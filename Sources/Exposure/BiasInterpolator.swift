internal import Photometry

/// Moves an exposure bias to its target evenly in time, whatever the frame rate.
///
/// What is left decays by 15 % in each 1/30 s: from −2 to +2 EV takes 1.23 s. The bias never passes
/// its target, never moves away from it, and ends exactly on it, at the first frame at which less than
/// ``arrivalDistance`` would be left. A new target on the way is taken from where the bias is.
///
/// Time is the frames' own. A gap counts as at most 0.1 s, so that a late frame is no leap; timestamps
/// that go backwards or are not finite move nothing.
///
/// What is left is computed from the difference at the time of the last new target, never from frame
/// to frame: so the arrival does not depend on the frame rate, and the same timestamps give the same
/// bits on every processor.
public struct BiasInterpolator: Hashable, Sendable {
  /// EV below which what is left is not worth another frame.
  ///
  /// It is 0.7 % of the light: at mid-grey less than half a code of 8-bit video.
  public static let arrivalDistance = 0.01

  /// The decay's speed: halvings per second, log2(1 / 0.85) · 30.
  ///
  /// From the time constant τ = (1/30) / −ln 0.85 = 0.2051 s: exp(−t/τ) = 2^(−t · log2(e) / τ). The
  /// figure is 7.03395760911068818848…, from mpmath at 300 bits; hexadecimal because decimal literals
  /// are rounded twice on x86-64.
  static let halvingsPerSecond = 0x1.c22c5c89252b2p+2

  /// The biases that the device can hold, in EV.
  public let range: ClosedRange<Double>
  /// The bias in EV that holds now; in ``range``.
  public private(set) var bias: Double
  /// Where the bias goes, in EV; in ``range``.
  public private(set) var target: Double
  private var clock = CountedClock()
  private var motion = Motion.resting

  private enum Motion: Hashable, Sendable {
    /// The bias is the target.
    case resting
    /// What was left (EV, signed) at a counted time in seconds.
    case moving(difference: Double, since: Double)
  }

  /// Starts at rest.
  ///
  /// The result is `nil` unless the range's bounds are finite, from −1000 to 1000.
  ///
  /// - Parameters:
  ///   - range: The biases that the device can hold, in EV.
  ///   - bias: The bias at first, in EV; clamped to the range, NaN as 0 is.
  public init?(range: ClosedRange<Double>, bias: Double = 0) {
    guard range.lowerBound >= -1000, range.upperBound <= 1000 else { return nil }
    self.range = range
    self.bias = Self.clamp(bias.isNaN ? 0 : bias, to: range)
    target = self.bias
  }

  /// Starts at rest at 0, in a range that is known to be sound and to hold 0.
  init(unchecked range: ClosedRange<Double>) {
    self.range = range
    bias = 0
    target = 0
  }

  /// What became of a target that was asked for.
  public enum TargetOutcome: Hashable, Sendable {
    /// The bias goes there.
    case taken
    /// The device cannot hold it; the bias goes to the nearest that it can, in EV.
    case clamped(to: Double)
    /// It is not a number; the target stays what it was.
    case refused
  }

  /// Sets where the bias goes, from the next frame on.
  ///
  /// The way is counted from the last frame; the bias itself stays until the next. The target in
  /// force, asked for once more, changes nothing.
  ///
  /// - Parameter wanted: EV.
  /// - Returns: Whether the bias can go there.
  @discardableResult
  public mutating func setTarget(_ wanted: Double) -> TargetOutcome {
    if wanted.isNaN { return .refused }
    let reachable = Self.clamp(wanted, to: range)
    if reachable != target {
      target = reachable
      let difference = target - bias
      motion = difference == 0 ? .resting : .moving(difference: difference, since: clock.now)
    }
    return reachable == wanted ? .taken : .clamped(to: reachable)
  }

  /// Ends the way at once: the bias is its target from now on.
  public mutating func jump() {
    bias = target
    motion = .resting
  }

  /// Takes one frame's time and moves the bias.
  ///
  /// - Parameter timestamp: The frame's, in seconds on any clock.
  /// - Returns: The bias for this frame, in EV.
  /// - Complexity: Constant.
  @discardableResult
  public mutating func step(at timestamp: Double) -> Double {
    clock.step(to: timestamp)
    switch motion {
    case .resting:
      break  // There already.
    case .moving(let difference, let since):
      let elapsed = clock.now - since
      let left = difference * Exact.exp2(-elapsed * Self.halvingsPerSecond)
      if left.magnitude < Self.arrivalDistance {
        bias = target
        motion = .resting
      } else if difference > 0 {
        // Rounding must not turn the way back by a bit.
        bias = max(bias, target - left)
      } else {
        bias = min(bias, target - left)
      }
    }
    return bias
  }

  /// Whether the bias is its target.
  public var hasArrived: Bool { motion == .resting }

  private static func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound) + 0  // + 0 turns −0 into 0
  }
}
