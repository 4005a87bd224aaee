import Glibc

/// How many steps the model checks take.
///
/// The environment variable `GRAYCARD_ROUNDS` counts thousands of steps a machine; without it, so
/// many that the checks take seconds in a debug build. `GRAYCARD_ROUNDS=1000` is a million each.
enum ModelCheck {
  static let stepsOfRound = 1000

  static var rounds: Int {
    guard let text = unsafe getenv("GRAYCARD_ROUNDS"),
      let rounds = unsafe Int(String(cString: text))
    else { return 400 }
    return max(1, rounds)
  }

  /// Seeds, one a round: failures name theirs.
  static var seeds: ClosedRange<UInt64> { 1...UInt64(rounds) }
}
