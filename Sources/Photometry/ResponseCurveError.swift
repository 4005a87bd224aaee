/// A reason why a response curve can't be made or tabulated; each carries the value refused.
public enum ResponseCurveError: Error, Hashable, Sendable {
  /// The exponent isn't a number from 0.1 to 10.
  case gamma(Double)

  /// The black and white codes aren't finite numbers with black below white.
  case codeRange(black: Double, white: Double)

  /// The number of codes isn't from 1 to 65,536.
  case codes(Int)
}

extension ResponseCurveError: CustomStringConvertible {
  /// What was wrong, with which value, and what to pass instead.
  public var description: String {
    switch self {
    case .gamma(let value):
      "gamma \(value) is outside 0.1...10; pass the decoding exponent, as 2.2"
    case .codeRange(let black, let white):
      "black code \(black) is not below white code \(white), or not finite; swap or measure them"
    case .codes(let count):
      "\(count) codes are outside 1...65536; pass two to the number of bits"
    }
  }
}
