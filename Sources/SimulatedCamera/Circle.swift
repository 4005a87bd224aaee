/// Sine and cosine from additions and multiplications alone, the same bits on every machine.
enum Circle {
  /// The sine of an angle in turns; error below 10⁻¹¹. Infinite angles give 0.
  static func sine(turns: Double) -> Double {
    guard turns.isFinite else { return 0 }
    // To −½…½, then by symmetry to −¼…¼, where the series converges quickly.
    var turn = turns - turns.rounded()
    if turn > 0.25 { turn = 0.5 - turn }
    if turn < -0.25 { turn = -0.5 - turn }
    let angle = turn * 6.283_185_307_179_586
    let square = angle * angle
    // Taylor series to angle¹⁷; the next term is below 10⁻¹³ at a quarter turn.
    var sum = 1.0
    for order in stride(from: 16.0, through: 2, by: -2) {
      sum = 1 - sum * square / (order * (order + 1))
    }
    return angle * sum
  }

  /// The cosine of an angle in turns.
  static func cosine(turns: Double) -> Double {
    sine(turns: turns + 0.25)
  }
}
