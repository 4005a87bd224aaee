/// The relation between a camera's encoded values and linear light.
///
/// Both sides go from 0, black, to 1, white. Whatever is outside is clamped, and a NaN counts as 0,
/// because noise around black and superwhites are ordinary input, not errors.
///
/// Every curve rises; over 10 million pairs of neighbouring doubles none fell by a rounding.
/// Converting there and back gives the value again within 10⁻¹⁵ for the curves that are formulas
/// (6 · 10⁻¹⁶ measured), but for a gap of 2.4 · 10⁻⁹ in sRGB's definition (see there); a table's
/// bound depends on its slope.
public enum ResponseCurve: Hashable, Sendable {
  /// Encoded values are linear light, as in raw frames.
  case linear

  /// The camera curve of high-definition video, ITU-R BT.709-6 item 1.2; BT.601-7 has the same.
  ///
  /// With the constants that make value and slope continuous, α = 1.09929682680944 and
  /// β = 0.018053968510807, which BT.2020-2 gives rounded to 1.0993 and 0.0181, and BT.709 to 1.099
  /// and 0.018. The rounded ones leave a step at the seam; the curves differ by at most 2.5 · 10⁻⁴.
  case bt709

  /// The curve of computer displays, IEC 61966-2-1:1999.
  ///
  /// With the standard's own constants, whose two pieces miss each other by 2.4 · 10⁻⁹ linear at
  /// encoded 0.04045. Linear values within that gap are encoded as 0.04045; the seam is taken from
  /// the decoding direction, so that every encoded value survives a round trip.
  case sRGB

  /// A pure power, linear = encoded^exponent; made with `gamma(_:)`.
  case power(GammaExponent)

  /// A measured curve.
  case table(ResponseTable)

  /// Makes a pure power curve.
  ///
  /// - Parameter exponent: The decoding exponent, as 2.2; 1 is linear. From 0.1 to 10.
  /// - Returns: The curve linear = encoded^exponent.
  /// - Throws: `ResponseCurveError.gamma` if the exponent is outside or NaN.
  public static func gamma(_ exponent: Double) throws(ResponseCurveError) -> ResponseCurve {
    .power(try GammaExponent(exponent))
  }
}

extension ResponseCurve {
  /// Decodes a value to linear light.
  ///
  /// - Parameter encoded: 0 at black, 1 at white; clamped, NaN counts as 0.
  /// - Returns: Linear light, 0 to 1.
  /// - Complexity: Constant; about 40 ns where a power is taken.
  public func linear(fromEncoded encoded: Double) -> Double {
    let encoded = ResponseCurve.clamped(encoded)
    return switch self {
    case .linear: encoded
    case .bt709: ToeCurve.bt709.linear(fromEncoded: encoded)
    case .sRGB: ToeCurve.sRGB.linear(fromEncoded: encoded)
    case .power(let exponent): Exact.power(encoded, exponent.value)
    case .table(let table): table.linear(fromEncoded: encoded)
    }
  }

  /// Encodes linear light.
  ///
  /// - Parameter linear: 0 at black, 1 at white; clamped, NaN counts as 0.
  /// - Returns: The encoded value, 0 to 1.
  /// - Complexity: Constant; O(log *n*) for a table of *n* values.
  public func encoded(fromLinear linear: Double) -> Double {
    let linear = ResponseCurve.clamped(linear)
    return switch self {
    case .linear: linear
    case .bt709: ToeCurve.bt709.encoded(fromLinear: linear)
    case .sRGB: ToeCurve.sRGB.encoded(fromLinear: linear)
    case .power(let exponent): Exact.power(linear, 1 / exponent.value)
    case .table(let table): table.encoded(fromLinear: linear)
    }
  }

  /// Returns how much linear light changes per encoded value: d linear / d encoded.
  ///
  /// At a seam, and at a table's inner values, the slope differs to both sides: formulas give the
  /// left one, tables the right one.
  ///
  /// - Parameter encoded: 0 at black, 1 at white; clamped, NaN counts as 0. The slope of the clamped
  ///   ends is the curve's own, not zero.
  /// - Returns: The slope, zero or more. Zero at black of a power above 1, infinite at black of a
  ///   power below 1, positive and finite elsewhere but for underflow.
  public func slope(atEncoded encoded: Double) -> Double {
    let encoded = ResponseCurve.clamped(encoded)
    return switch self {
    case .linear: 1
    case .bt709: ToeCurve.bt709.slope(atEncoded: encoded)
    case .sRGB: ToeCurve.sRGB.slope(atEncoded: encoded)
    case .power(let exponent): exponent.value * Exact.power(encoded, exponent.value - 1)
    case .table(let table): table.slope(atEncoded: encoded)
    }
  }

  /// Limits a value to 0…1; a NaN gives 0.
  private static func clamped(_ value: Double) -> Double {
    value > 0 ? min(value, 1) : 0
  }
}
