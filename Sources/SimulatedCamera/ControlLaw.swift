internal import Photometry

/// What a control's code means physically: seconds, a gain, dioptres or kelvin.
public enum ControlLaw: Hashable, Sendable {
  /// offset + code · perCode; exposure in 100 µs is `linear(perCode: 0.0001)`.
  case linear(perCode: Double, offset: Double = 0)
  /// base · 2^(code · stopsPerCode), as analogue amplifiers in decibels have.
  case exponential(base: Double, stopsPerCode: Double)
  /// range / (range − code), the analogue gain of many Sony sensors with a range of 256 or 1024.
  case ratio(range: Double)
  /// 1 / (1 + code · perCode): more code is less signal (field case B16).
  case reciprocal(perCode: Double)
  /// One value for each code from the control's minimum on; beyond the table its last value.
  case table([Double])

  /// The value of a code.
  ///
  /// - Parameters:
  ///   - code: The control's code.
  ///   - minimum: The control's least code, where a table begins.
  /// - Returns: The physical value, limited to 0…10⁹; NaN counts as 0.
  public func value(of code: Int, minimum: Int) -> Double {
    let number = Double(code)
    let value: Double
    switch self {
    case .linear(let perCode, let offset): value = offset + number * perCode
    case .exponential(let base, let stops): value = base * Exact.exp2(number * stops)
    case .ratio(let range): value = range > number ? range / (range - number) : 1e9
    case .reciprocal(let perCode): value = 1 / (1 + number * perCode)
    case .table(let table):
      guard !table.isEmpty else { return 0 }
      let (place, overflow) = code.subtractingReportingOverflow(minimum)
      value = table[overflow ? table.count - 1 : min(max(place, 0), table.count - 1)]
    }
    return value > 0 ? min(value, 1e9) : 0
  }
}
