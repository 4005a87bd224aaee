/// Watches whether exposure swings about its aim: steps that each pass it and do not get smaller.
///
/// So it does where only some values act. Each step by itself may look as though the response curve
/// were off, so that a swing is reason for a closer look, not a proof.
struct SwingWatch: Hashable, Sendable {
  /// So many steps past the aim in a row are no accident.
  private static let enough = 3
  /// Errors in stops below which nothing swings: noise.
  private static let leastError = 0.08
  /// So many changes are looked at closely.
  private static let suspiciousTrials = 6

  /// So many passes without a step that ended at the aim are a cycle, whatever causes it.
  private static let endless = 6
  /// A cycle's errors up to so many stops are put up with; what is more is worth going on.
  private static let greatestBand = 0.5

  private var passes = 0
  private var trialsLeft = 0
  private var rounds = 0
  /// Errors in stops that are left alone to end a cycle, until the light changes.
  private(set) var band = 0.0

  /// Whether changes are to be judged strictly.
  var isSuspicious: Bool { trialsLeft > 0 }

  /// Takes a change of settings.
  ///
  /// - Parameters:
  ///   - before: How far the picture was from its aim before, in stops.
  ///   - after: How far it is now.
  mutating func step(before: Double, after: Double) {
    trialsLeft = max(0, trialsLeft - 1)
    let (size, rest) = (before.magnitude, after.magnitude)
    let isPass = before * after < 0 && min(size, rest) > Self.leastError
    rounds = isPass ? rounds + 1 : 0
    if size > 2 * band + 0.2 { band = 0 }
    if rounds >= Self.endless {
      rounds = 0
      band = max(band, min(min(size, rest) + 0.04, Self.greatestBand))
    }
    if rest <= Self.leastError || rest < 0.5 * size && before * after < 0 {
      passes = 0
    } else if before * after < 0, size > Self.leastError {
      passes += 1
    }
    guard passes >= Self.enough else { return }
    passes = 0
    trialsLeft = Self.suspiciousTrials
  }

  /// A closer look has been taken.
  mutating func settle() { (passes, trialsLeft) = (0, 0) }
}
