/// The chromaticities of daylight's phases (CIE 15, section 4.1.2).
public enum DaylightLocus {
  /// The nominal temperatures for which the CIE defines daylight, in kelvins.
  public static let kelvins = 4000.0...25_000.0

  /// A stretch of the distance from the Planckian locus as a polynomial.
  struct Piece: Sendable {
    /// Where it begins, in reciprocal megakelvins.
    let low: Double
    /// Where it ends.
    let high: Double
    /// The coefficients, powers rising, of the place in the piece from −1 to 1.
    let duv: [Double]
  }

  /// The chromaticity of a phase of daylight.
  ///
  /// The nominal temperature is the one that phases are named by; the correlated colour temperature of
  /// the chromaticity is up to 87 K lower at 25,000 K, 1.4 K at 6,504 K.
  ///
  /// - Parameter kelvin: The nominal temperature.
  /// - Returns: The chromaticity; `nil` outside ``kelvins``.
  public static func chromaticity(nominal kelvin: Double) -> Chromaticity? {
    guard kelvins.contains(kelvin) else { return nil }
    let inverse = 1000 / kelvin
    let x =
      kelvin <= 7000
      ? ((-4.6070 * inverse + 2.9678) * inverse + 0.09911) * inverse + 0.244063
      : ((-2.0064 * inverse + 1.9018) * inverse + 0.24748) * inverse + 0.237040
    return Chromaticity(x: x, y: (-3 * x + 2.870) * x - 0.275)
  }

  /// How far daylight lies above the Planckian locus, on an isotherm.
  ///
  /// - Parameter mired: Reciprocal megakelvins; beyond the daylight that is defined, what holds at its
  ///   end.
  /// - Returns: Duv, about 0.003.
  static func duv(mired: Double) -> Double {
    let piece = mired > warm.low ? warm : cold
    let inside = min(max(mired, piece.low), piece.high)
    let place = (inside - piece.low) * 2 / (piece.high - piece.low) - 1
    return PlanckianLocus.value(piece.duv, place).value
  }
}
