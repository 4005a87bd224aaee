/// The exponent that decodes a pure power curve.
///
/// Checked once, when it is made, so that a curve never has to be.
public struct GammaExponent: Hashable, Sendable {
  /// The exponent, from 0.1 to 10.
  public let value: Double

  /// Takes an exponent.
  ///
  /// - Parameter value: linear = encoded^value. From 0.1 to 10: the kernel's gamma controls go from
  ///   about 0.7 to 5, and a steeper curve has no slope left that a camera could resolve.
  /// - Throws: `ResponseCurveError.gamma` if it is outside or NaN.
  public init(_ value: Double) throws(ResponseCurveError) {
    guard value >= 0.1, value <= 10 else { throw .gamma(value) }
    self.value = value
  }
}
