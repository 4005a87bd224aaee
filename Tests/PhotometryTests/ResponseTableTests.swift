import Photometry
import Testing

@Suite("Response table")
struct ResponseTableTests {
  @Test("a line of two values")
  func line() throws {
    let curve = ResponseCurve.table(try ResponseTable([0, 1]))
    for value in [0, 0.25, 0.5, 0.7, 1] {
      #expect(curve.linear(fromEncoded: value) == value)
      #expect(curve.encoded(fromLinear: value) == value)
      #expect(curve.slope(atEncoded: value) == 1)
    }
  }

  @Test(
    "interpolates, inverts and knows its slope",
    arguments: [
      (0, 0.1, 0.2), (0.25, 0.15, 0.2), (0.5, 0.2, 1.2), (0.75, 0.5, 1.2), (1, 0.8, 1.2),
    ])
  func threeValues(encoded: Double, linear: Double, slope: Double) throws {
    let curve = ResponseCurve.table(try ResponseTable([0.1, 0.2, 0.8]))
    #expect((curve.linear(fromEncoded: encoded) - linear).magnitude <= 2.3e-16)
    #expect((curve.encoded(fromLinear: linear) - encoded).magnitude <= 1e-15)
    #expect((curve.slope(atEncoded: encoded) - slope).magnitude <= 1e-15)
  }

  @Test("beyond the ends is clamped")
  func beyond() throws {
    let curve = ResponseCurve.table(try ResponseTable([0.1, 0.2, 0.8]))
    for low in [0.05, 0, -1, -Double.infinity, Double.nan] {
      #expect(curve.encoded(fromLinear: low) == 0)
    }
    for high in [0.9, 1, 2, Double.infinity] {
      #expect(curve.encoded(fromLinear: high) == 1)
    }
    #expect(curve.linear(fromEncoded: .nan) == 0.1)
    #expect(curve.linear(fromEncoded: 3) == 0.8)
  }

  @Test("values of the table are met exactly in the inverse", arguments: [2, 3, 50, 256, 4096])
  func nodes(count: Int) throws {
    let table = try squares(count)
    let curve = ResponseCurve.table(table)
    for (index, value) in table.values.enumerated() {
      let encoded = Double(index) / Double(count - 1)
      #expect(curve.encoded(fromLinear: value) == encoded)
      #expect((curve.linear(fromEncoded: encoded) - value).magnitude <= 1e-15)
    }
  }

  @Test("round trips stay within the bound that the slope gives", arguments: [2, 3, 50, 256, 4096])
  func roundTrips(count: Int) throws {
    let table = try squares(count)
    let curve = ResponseCurve.table(table)
    let slopeLimit = 2.0  // of x²
    var doubles = Doubles()
    for _ in 0..<5_000 {
      let value = doubles.unit()
      let slope = curve.slope(atEncoded: value)
      let encoded = curve.encoded(fromLinear: curve.linear(fromEncoded: value))
      #expect((encoded - value).magnitude <= 0x1p-51 / slope + 0x1p-51, "seed \(Doubles.seed)")
      let light = doubles.between(table.values[0], 1)
      let back = curve.linear(fromEncoded: curve.encoded(fromLinear: light))
      #expect((back - light).magnitude <= 0x1p-51 * slopeLimit, "seed \(Doubles.seed)")
    }
  }

  @Test("never falls where pieces meet, however steep")
  func rising() throws {
    let values = [0, 1e-300, 0.1, 0.1.nextUp, 0.3, 0.9, 1]
    let curve = ResponseCurve.table(try ResponseTable(values))
    for centre in (1...5).map({ Double($0) / 6 }) {
      let decoded = Doubles.around(centre).map { curve.linear(fromEncoded: $0) }
      #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 <= $1 }, "at \(centre)")
    }
    for centre in values.dropFirst().dropLast() {
      let encoded = Doubles.around(centre).map { curve.encoded(fromLinear: $0) }
      #expect(zip(encoded, encoded.dropFirst()).allSatisfy { $0 <= $1 }, "at \(centre)")
    }
  }

  @Test("refuses too few and too many values", arguments: [0, 1, 4097])
  func counts(count: Int) {
    #expect(throws: ResponseTableError.count(count)) {
      try ResponseTable((0..<count).map { Double($0) / 5000 })
    }
  }

  @Test(
    "refuses values, and says where",
    arguments: [
      ([0, 0.5, 0.5, 1], ResponseTableError.notRising(index: 2, previous: 0.5, value: 0.5)),
      ([0, 0.5, 0.4, 1], .notRising(index: 2, previous: 0.5, value: 0.4)),
      ([-0.1, 1], .outOfRange(index: 0, value: -0.1)),
      ([0, 1.1], .outOfRange(index: 1, value: 1.1)),
      ([0, .infinity], .outOfRange(index: 1, value: .infinity)),
      ([-0.0, 0], .notRising(index: 1, previous: -0.0, value: 0)),
    ])
  func refused(values: [Double], error: ResponseTableError) {
    #expect(throws: error) { try ResponseTable(values) }
  }

  @Test("refuses NaN")
  func notANumber() {
    #expect(throws: ResponseTableError.self) { try ResponseTable([0, .nan, 1]) }
  }

  @Test(
    "errors say where and what to do",
    arguments: [
      (ResponseTableError.count(1), "1 values are outside 2...4096; resample"),
      (.outOfRange(index: 3, value: 2), "value 2.0 at index 3 is outside 0...1; scale"),
      (
        .notRising(index: 3, previous: 0.5, value: 0.25),
        "value 0.25 at index 3 is not above 0.5 before it; smooth"
      ),
    ])
  func descriptions(error: ResponseTableError, start: String) {
    #expect(error.description.hasPrefix(start))
  }

  /// Makes a table of (index + 1)² , scaled so that the last value is 1.
  private func squares(_ count: Int) throws -> ResponseTable {
    try ResponseTable(
      (1...count).map { Double($0) / Double(count) * (Double($0) / Double(count)) })
  }
}
