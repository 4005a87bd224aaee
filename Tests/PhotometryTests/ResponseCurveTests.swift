import Photometry
import Testing

@Suite("Response curve")
struct ResponseCurveTests {
  /// The curves that are formulas; a failure to make one is a failure of every test.
  static let formulas: [ResponseCurve] =
    [.linear, .bt709, .sRGB] + [0.1, 0.45, 1, 1.8, 2.2, 5, 10].compactMap { try? .gamma($0) }

  @Test("all formulas were made")
  func made() {
    #expect(ResponseCurveTests.formulas.count == 10)
  }

  @Test("ends are exact, and whatever is outside is clamped", arguments: formulas)
  func ends(curve: ResponseCurve) {
    for low in [0, -0.0, -1, -Double.infinity, Double.nan] {
      #expect(curve.linear(fromEncoded: low) == 0)
      #expect(curve.encoded(fromLinear: low) == 0)
    }
    for high in [1, 1.5, Double.infinity] {
      #expect(curve.linear(fromEncoded: high) == 1)
      #expect(curve.encoded(fromLinear: high) == 1)
    }
  }

  @Test("encoded values survive the round trip", arguments: formulas)
  func encodedRoundTrip(curve: ResponseCurve) {
    var doubles = Doubles()
    var worst = (error: 0.0, encoded: 0.0)
    for _ in 0..<20_000 {
      let encoded = doubles.unit()
      let error = (curve.encoded(fromLinear: curve.linear(fromEncoded: encoded)) - encoded)
        .magnitude
      if error > worst.error { worst = (error, encoded) }
    }
    #expect(worst.error <= 1e-15, "\(worst), seed \(Doubles.seed)")
  }

  @Test("linear light survives the round trip", arguments: formulas)
  func linearRoundTrip(curve: ResponseCurve) {
    var doubles = Doubles()
    var worst = (error: 0.0, linear: 0.0)
    for _ in 0..<20_000 {
      let linear = doubles.unit()
      let isGap = curve == .sRGB && (0.003130804...0.003130808).contains(linear)
      let back = curve.linear(fromEncoded: curve.encoded(fromLinear: linear))
      let error = (back - linear).magnitude / (isGap ? 2.4e6 : 1)
      if error > worst.error { worst = (error, linear) }
    }
    #expect(worst.error <= 1e-15, "\(worst), seed \(Doubles.seed)")
  }

  @Test("never falls", arguments: formulas)
  func rising(curve: ResponseCurve) {
    let knees = [0.04045, 0.04045 / 12.92, 0.018053968510807, 4.5 * 0.018053968510807]
    let evenly = (1...100).map { Double($0) / 101 }
    for centre in knees + evenly {
      let around = Doubles.around(centre)
      let decoded = around.map { curve.linear(fromEncoded: $0) }
      let encoded = around.map { curve.encoded(fromLinear: $0) }
      #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 <= $1 }, "decoding at \(centre)")
      #expect(zip(encoded, encoded.dropFirst()).allSatisfy { $0 <= $1 }, "encoding at \(centre)")
    }
  }

  @Test("slope agrees with a difference", arguments: formulas)
  func slope(curve: ResponseCurve) {
    for encoded in [0.01, 0.03, 0.1, 0.2, 0.5, 0.75, 0.99] {
      let step = 1e-6
      let above = curve.linear(fromEncoded: encoded + step)
      let below = curve.linear(fromEncoded: encoded - step)
      let difference = (above - below) / (2 * step)
      let slope = curve.slope(atEncoded: encoded)
      #expect((difference - slope).magnitude <= 1e-6 * max(slope, 1e-3), "at \(encoded)")
    }
  }

  @Test("slope at the ends and outside")
  func slopeAtEnds() throws {
    #expect(ResponseCurve.linear.slope(atEncoded: .nan) == 1)
    #expect(ResponseCurve.bt709.slope(atEncoded: -1) == 1 / 4.5)
    #expect(ResponseCurve.sRGB.slope(atEncoded: 0) == 1 / 12.92)
    #expect(ResponseCurve.sRGB.slope(atEncoded: 7) == 2.4 / 1.055)
    #expect(try ResponseCurve.gamma(2.2).slope(atEncoded: 0) == 0)
    #expect(try ResponseCurve.gamma(1).slope(atEncoded: 0) == 1)
    #expect(try ResponseCurve.gamma(0.5).slope(atEncoded: 0) == .infinity)
    #expect(try ResponseCurve.gamma(2).slope(atEncoded: 0.25) == 0.5)
  }

  /// Values of the standards' formulas, from mpmath at 200 bits with the constants documented.
  @Test(
    "known values",
    arguments: [
      (ResponseCurve.bt709, 0.01, 0.045), (.bt709, 0.018053968510807, 0.0812428582986315),
      (.bt709, 0.18, 0.408848108891225), (.bt709, 0.5, 0.7054355530556183),
      (.sRGB, 0.002, 0.02584), (.sRGB, 0.18, 0.46135612950044164), (.sRGB, 0.5, 0.7353569830524495),
    ])
  func knownValues(curve: ResponseCurve, linear: Double, encoded: Double) {
    #expect((curve.encoded(fromLinear: linear) - encoded).magnitude <= 3e-16)
    #expect((curve.linear(fromEncoded: encoded) - linear).magnitude <= 3e-16)
  }

  @Test("mid-grey is sRGB code 118")
  func midGrey() {
    let code = ResponseCurve.sRGB.encoded(fromLinear: ExposureValue.midGrey) * 255
    #expect(code.rounded() == 118)
  }

  @Test("rounded constants of BT.709 differ by less than 2.5e-4")
  func roundedConstants() {
    for index in 0...1000 {
      let linear = Double(index) / 1000
      let power = 1.099 * Exact.power(linear, 0.45) - 0.099
      let rounded = linear < 0.018 ? 4.5 * linear : power
      #expect((ResponseCurve.bt709.encoded(fromLinear: linear) - rounded).magnitude < 2.5e-4)
    }
  }

  @Test(
    "refuses exponents outside 0.1...10", arguments: [0, -1, 0.09, 10.1, .infinity, -.infinity])
  func gammaRefused(exponent: Double) {
    #expect(throws: ResponseCurveError.gamma(exponent)) { try ResponseCurve.gamma(exponent) }
  }

  @Test("refuses NaN as an exponent")
  func gammaNaN() {
    #expect(throws: ResponseCurveError.self) { try GammaExponent(.nan) }
  }

  @Test(
    "errors say what to pass",
    arguments: [
      (ResponseCurveError.gamma(-1), "gamma -1.0 is outside 0.1...10; pass"),
      (.codeRange(black: 9, white: 3), "black code 9.0 is not below white code 3.0"),
      (.codes(0), "0 codes are outside 1...65536; pass"),
    ])
  func descriptions(error: ResponseCurveError, start: String) {
    #expect(error.description.hasPrefix(start))
  }
}
