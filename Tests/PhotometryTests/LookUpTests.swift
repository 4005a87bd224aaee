import Photometry
import Testing

@Suite("Look-up of codes")
struct LookUpTests {
  @Test("full range, linear")
  func fullRange() throws {
    let table = try ResponseCurve.linear.lookUp(black: 0, white: 255, codes: 256)
    #expect(table == (0...255).map { Double($0) / 255 })
  }

  @Test("limited range clamps foot and head room")
  func limitedRange() throws {
    let table = try ResponseCurve.bt709.lookUp(black: 16, white: 235, codes: 256)
    #expect(table[0...16].allSatisfy { $0 == 0 })
    #expect(table[235...].allSatisfy { $0 == 1 })
    #expect(table[17] == ResponseCurve.bt709.linear(fromEncoded: 1.0 / 219))
    #expect(zip(table[16...235], table[17...235]).allSatisfy { $0 < $1 })
  }

  @Test("a black level needn't be whole, nor lie among the codes")
  func fractions() throws {
    let raw = try ResponseCurve.linear.lookUp(black: 1.5, white: 3.5, codes: 5)
    #expect(raw == [0, 0, 0.25, 0.75, 1])
    let lifted = try ResponseCurve.linear.lookUp(black: -2, white: 2, codes: 3)
    #expect(lifted == [0.5, 0.75, 1])
  }

  @Test("the table is the curve, code by code", arguments: [ResponseCurve.sRGB, .bt709])
  func sameAsCurve(curve: ResponseCurve) throws {
    let table = try curve.lookUp(black: 0, white: 1023, codes: 1024)
    #expect(table == (0..<1024).map { curve.linear(fromEncoded: Double($0) / 1023) })
  }

  @Test(
    "refuses ranges that aren't",
    arguments: [
      (235.0, 16.0), (5, 5), (0, .infinity), (-.infinity, 0), (-1e308, 1e308),
      (.infinity, -.infinity),
    ])
  func rangeRefused(black: Double, white: Double) {
    #expect(throws: ResponseCurveError.codeRange(black: black, white: white)) {
      try ResponseCurve.linear.lookUp(black: black, white: white, codes: 256)
    }
  }

  @Test("refuses NaN", arguments: [(Double.nan, 1.0), (0, .nan)])
  func notANumber(black: Double, white: Double) {
    #expect(throws: ResponseCurveError.self) {
      try ResponseCurve.linear.lookUp(black: black, white: white, codes: 256)
    }
  }

  @Test("refuses numbers of codes", arguments: [0, -1, 65_537, .min, .max])
  func codesRefused(codes: Int) {
    #expect(throws: ResponseCurveError.codes(codes)) {
      try ResponseCurve.linear.lookUp(black: 0, white: 255, codes: codes)
    }
  }
}
