/// A video curve of two pieces: a straight toe, then a power with an offset.
///
/// encoded = slope · linear up to the knee, scale · linear^exponent − (scale − 1) above it. Arguments
/// are in 0…1; not checked.
struct ToeCurve: Hashable, Sendable {
  /// The toe's slope, encoded per linear.
  let toeSlope: Double

  /// The factor of the power, which reaches 1 at 1.
  let scale: Double

  /// The exponent that decodes.
  let decoding: Double

  /// The exponent that encodes, 1 over the other.
  let encoding: Double

  /// The encoded value where the toe ends.
  let encodedKnee: Double

  /// The linear value where the toe ends; the encoded one decoded, to the bit.
  let linearKnee: Double

  init(toeSlope: Double, scale: Double, decoding: Double, encoding: Double, encodedKnee: Double) {
    self.toeSlope = toeSlope
    self.scale = scale
    self.decoding = decoding
    self.encoding = encoding
    self.encodedKnee = encodedKnee
    self.linearKnee = encodedKnee / toeSlope
  }

  /// ITU-R BT.709-6 item 1.2, with unrounded constants: β · 4.5 and α.
  static let bt709 = ToeCurve(
    toeSlope: 4.5, scale: 1.09929682680944, decoding: 20.0 / 9, encoding: 9.0 / 20,
    encodedKnee: 4.5 * 0.018053968510807)

  /// IEC 61966-2-1:1999.
  static let sRGB = ToeCurve(
    toeSlope: 12.92, scale: 1.055, decoding: 12.0 / 5, encoding: 5.0 / 12, encodedKnee: 0.04045)

  // The offset is written scale − 1, which is exact, so that white gives 1 and not 1 − 10⁻¹⁶. The
  // limits keep both directions from falling where the two pieces don't quite meet.

  /// Decodes a value from 0 to 1 to linear light.
  func linear(fromEncoded encoded: Double) -> Double {
    guard encoded > encodedKnee else { return encoded / toeSlope }
    let power = Exact.power((encoded + (scale - 1)) / scale, decoding)
    return min(max(power, linearKnee), 1)
  }

  /// Encodes linear light from 0 to 1.
  func encoded(fromLinear linear: Double) -> Double {
    guard linear > linearKnee else { return linear * toeSlope }
    let power = scale * Exact.power(linear, encoding) - (scale - 1)
    return min(max(power, encodedKnee), 1)
  }

  /// Returns d linear / d encoded; at the knee, that of the toe.
  func slope(atEncoded encoded: Double) -> Double {
    guard encoded > encodedKnee else { return 1 / toeSlope }
    let power = Exact.power((encoded + (scale - 1)) / scale, decoding - 1)
    return decoding / scale * power
  }
}
