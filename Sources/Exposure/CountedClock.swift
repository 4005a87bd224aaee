/// Turns the timestamps of frames into a time that never jumps.
///
/// The counted time starts at zero and only grows. A gap counts as at most ``longestGap``, so that a
/// late frame moves nothing by a leap; a step backwards, as after a clock was set, counts as nothing,
/// and time goes on from there.
///
/// It is a difference of timestamps, not a sum of gaps: between the same two instants, with no gap
/// too long, the same time is counted to the bit, however many frames lie in between.
struct CountedClock: Hashable, Sendable {
  /// Seconds that a gap between two frames counts as at most.
  ///
  /// Three frames at 30 frames/s: one that was dropped still counts in full, a pause does not.
  static let longestGap = 0.1

  /// Counted seconds since the first frame; zero or more.
  private(set) var now = 0.0
  private var frames = Frames.none

  private enum Frames: Hashable, Sendable {
    case none
    /// The last timestamp, and the one at which the counted time would be zero.
    case seen(last: Double, origin: Double)
  }

  /// Takes a frame's timestamp.
  ///
  /// - Parameter timestamp: Seconds. One that is not finite is passed over.
  mutating func step(to timestamp: Double) {
    guard timestamp.isFinite else { return }
    switch frames {
    case .none:
      frames = .seen(last: timestamp, origin: timestamp)
    case .seen(let last, _) where timestamp < last:
      frames = .seen(last: timestamp, origin: timestamp - now)
    case .seen(let last, _) where timestamp - last > Self.longestGap:
      now += Self.longestGap
      frames = .seen(last: timestamp, origin: timestamp - now)
    case .seen(_, let origin):
      // A coarse timestamp rounds the origin, which must neither turn time back nor be a leap.
      now = min(max(now, timestamp - origin), now + Self.longestGap)
      frames = .seen(last: timestamp, origin: origin)
    }
  }
}
