/// Makes times and gaps of what a driver stamps on its frames.
///
/// Drivers deliver timestamps of another clock, ones that stand still or run backwards, and ones that
/// jump by an hour (field case B56). One that cannot be true is replaced by the time of arrival; the
/// time from frame to frame is always within ``leastInterval``…``greatestInterval``.
public struct FrameClock: Hashable, Sendable {
  /// 1 ms: no camera that is steered frame by frame is faster.
  public static let leastInterval = 0.001
  /// 1 s: whatever lasts longer was a pause, not a frame.
  public static let greatestInterval = 1.0
  /// A stamp may be this much older than its arrival, seconds: a queue of 32 slow frames.
  static let greatestAge = 10.0
  /// A stamp may be this much younger, seconds: some drivers stamp what they expect.
  static let greatestLead = 0.1

  /// Of which clock a driver says its stamps are.
  public enum Source: Hashable, Sendable {
    /// It does not say (`V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN`).
    case unknown
    /// The monotonic clock.
    case monotonic
    /// Copied from an output buffer, so of any clock.
    case copied
  }

  /// When a frame was taken.
  public struct Timing: Hashable, Sendable {
    /// The driver's number of the frame, counted on over the 32 bits of the kernel's counter; it falls
    /// where a stream begins anew.
    public let sequence: Int
    /// Seconds on the monotonic clock; always greater than the frame's before.
    public let time: Double
    /// Seconds since the frame before, 0.001…1; the nominal interval for the first.
    public let interval: Double
    /// Frames that were taken or counted between the one before and this one, and not delivered.
    public let lostFrames: Int
    /// Whether the driver's own stamp was used, and not the time of arrival.
    public let isStamped: Bool
  }

  private let nominalInterval: Double
  private var lastTime: Double?
  private var lastStamp: Double?
  private var lastArrival: Double?
  private var lastSequence: UInt32?
  private var count = 0

  /// Begins with a stream.
  ///
  /// - Parameter nominalInterval: Seconds from frame to frame as the driver says it.
  public init(nominalInterval: Double) {
    self.nominalInterval = Self.clamped(nominalInterval)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - stamp: The driver's timestamp in seconds; anything.
  ///   - source: Of which clock it says that is.
  ///   - sequence: The driver's number of the frame; anything.
  ///   - arrival: Seconds on the monotonic clock when the frame came.
  /// - Returns: Its time.
  public mutating func step(
    stamp: Double, source: Source, sequence: UInt32, arrival: Double
  ) -> Timing {
    let isPlausible =
      source != .copied && stamp >= arrival - Self.greatestAge
      && stamp <= arrival + Self.greatestLead
    let runsOn = lastStamp.map { stamp > $0 } ?? true
    let isStamped = isPlausible && runsOn
    var interval = nominalInterval
    if isStamped, let lastStamp {
      interval = Self.clamped(stamp - lastStamp)
    } else if let lastArrival {
      interval = Self.clamped(arrival - lastArrival)
    }
    var time = isStamped ? stamp : arrival.isFinite ? arrival : 0
    if let lastTime, !(time >= lastTime + Self.leastInterval) {
      time = lastTime + Self.leastInterval
    }
    let lost = lostFrames(before: sequence)
    lastTime = time
    lastStamp = isStamped ? stamp : nil
    lastArrival = arrival
    lastSequence = sequence
    return Timing(
      sequence: count, time: time, interval: interval, lostFrames: lost, isStamped: isStamped)
  }

  /// Numbers that repeat or run backwards, as after a restart, and jumps beyond a million frames tell
  /// nothing; the kernel's counter of 32 bits may run over.
  private mutating func lostFrames(before sequence: UInt32) -> Int {
    let step = lastSequence.map { sequence &- $0 } ?? .max
    guard step <= 1_000_000 else {
      count = Int(sequence)
      return 0
    }
    count += Int(step)
    return max(0, Int(step) - 1)
  }

  private static func clamped(_ seconds: Double) -> Double {
    guard seconds > leastInterval else { return leastInterval }
    return min(seconds, greatestInterval)
  }
}
