internal import Photometry

/// Tells by frames' times how much time passed, late frames and clocks that jump put right.
struct FrameClock: Hashable, Sendable {
  /// The most that a gap between frames counts for, in seconds: a late frame is never a jump.
  static let longestGap = 0.1
  /// What is assumed between frames without times.
  static let usualGap = 1.0 / 30

  /// The seconds that counted so far.
  private(set) var now = 0.0
  private var last: Double?
  private var hasBegun = false

  /// Takes a frame's time.
  ///
  /// - Parameter time: Seconds on any clock, or `nil`; what is no number counts as none.
  /// - Returns: The seconds since the frame before, 0…0.1.
  mutating func step(to time: Double?) -> Double {
    let given = time.flatMap { $0.isFinite ? $0 : nil }
    var gap = hasBegun ? Self.usualGap : 0
    if let given, let last { gap = min(max(given - last, 0), Self.longestGap) }
    hasBegun = true
    last = given
    now += gap
    return gap
  }

  /// The share of a way that a first-order filter goes in some time.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - constant: The filter's time constant in seconds.
  /// - Returns: 1 − e^(−seconds / constant), 0…1; 1 of no constant.
  static func share(_ seconds: Double, _ constant: Double) -> Double {
    guard constant > 0 else { return 1 }
    return 1 - Exact.exp2(-seconds / constant * 1.4426950408889634)
  }
}
