/// The colour of a light as a correlated colour temperature and its distance from the Planckian locus.
///
/// The temperature is that of the nearest black body in CIE 1960 (CIE 15), the distance is Duv (ANSI
/// C78.377): above 0 greener, below 0 more magenta. ``tint`` counts from the white that people expect
/// at a temperature instead: a black body up to 4,000 K, daylight from 5,000 K on, and between them a
/// mixture that changes smoothly. So lamps, the sun and the sky all have tint 0, on one scale.
///
/// To a chromaticity and back a temperature comes within 10⁻⁵ K from 2,000 to 12,000 K, Duv within
/// 10⁻¹². The Planckian locus itself errs by 6·10⁻¹³ in u and v against Planck's law summed in steps of
/// 1 nm, the daylight locus by 3·10⁻¹¹ against the formulas of the CIE; between the CIE's two formulas
/// there is a step of 3·10⁻⁹ at 6,998 K.
public struct ColourTemperature: Hashable, Sendable {
  /// The temperatures that are taken, in kelvins: from embers to the bluest sky.
  public static let kelvins = 1000.0...40_000.0
  /// The distances from the Planckian locus that are taken; beyond them light has no colour
  /// temperature (CIE 15).
  public static let duvs = -0.05...0.05
  /// The temperatures between which the white of the scale leaves the black body for daylight.
  public static let blending = 4000.0...5000.0

  /// The correlated colour temperature in kelvins.
  public let kelvin: Double
  /// The distance from the Planckian locus in CIE 1960, above 0 on the green side.
  public let duv: Double

  /// Takes a temperature and Duv. The result is `nil` unless both are of ``kelvins`` and ``duvs``.
  ///
  /// - Parameters:
  ///   - kelvin: The correlated colour temperature.
  ///   - duv: The distance from the Planckian locus.
  public init?(kelvin: Double, duv: Double) {
    guard Self.kelvins.contains(kelvin), Self.duvs.contains(duv) else { return nil }
    self.kelvin = kelvin
    self.duv = duv
  }

  /// Takes a temperature and tint. The result is `nil` unless the temperature is of ``kelvins`` and
  /// Duv comes to lie in ``duvs``.
  ///
  /// - Parameters:
  ///   - kelvin: The correlated colour temperature.
  ///   - tint: The distance from the white of the scale in CIE 1960, above 0 on the green side.
  public init?(kelvin: Double, tint: Double) {
    guard Self.kelvins.contains(kelvin) else { return nil }
    self.init(kelvin: kelvin, duv: Self.whiteDuv(kelvin) + tint)
  }

  /// Finds the temperature of a chromaticity. The result is `nil` where it lies beyond ``kelvins`` or
  /// ``duvs``.
  ///
  /// - Parameter colour: The chromaticity.
  public init?(_ colour: Chromaticity) {
    guard
      let mired = PlanckianLocus.mired(
        of: colour, in: 1e6 / Self.kelvins.upperBound...1e6 / Self.kelvins.lowerBound)
    else { return nil }
    self.init(kelvin: 1e6 / mired, duv: PlanckianLocus.point(mired: mired).duv(colour))
  }

  /// The chromaticity; `nil` where the distance leads out of what ``Chromaticity`` takes, which no
  /// value of the ranges does.
  public var chromaticity: Chromaticity? {
    let point = PlanckianLocus.point(mired: mired)
    let length = (point.du * point.du + point.dv * point.dv).squareRoot()
    return Chromaticity(
      u: point.u - duv * point.dv / length, v: point.v + duv * point.du / length)
  }

  /// The reciprocal temperature in reciprocal megakelvins, in which equal steps look alike.
  public var mired: Double { 1e6 / kelvin }

  /// The distance from the white of the scale in CIE 1960, above 0 on the green side.
  public var tint: Double { duv - Self.whiteDuv(kelvin) }

  /// The Duv of tint 0.
  ///
  /// Above 24,913 K, where the CIE defines no daylight, daylight's last distance is kept.
  ///
  /// - Parameter kelvin: The temperature.
  /// - Returns: 0 below 4,000 K, daylight's 0.003 above 5,000 K.
  public static func whiteDuv(_ kelvin: Double) -> Double {
    let share = daylightShare(kelvin)
    return share > 0 ? share * DaylightLocus.duv(mired: 1e6 / kelvin) : 0
  }

  /// How much of the scale's white is daylight: 0 below 4,000 K, 1 above 5,000 K, and between without a
  /// kink.
  static func daylightShare(_ kelvin: Double) -> Double {
    guard kelvin > blending.lowerBound else { return 0 }
    guard kelvin < blending.upperBound else { return 1 }
    let share =
      (kelvin - blending.lowerBound) / (blending.upperBound - blending.lowerBound)
    return share * share * (3 - 2 * share)
  }
}
