import Photometry
import Testing

@Suite("Exposure value")
struct ExposureValueTests {
  @Test(
    "luminances to stops",
    arguments: [
      (0.18, 0.0), (0.36, 1), (0.09, -1), (0.72, 2), (0.18 * 0x1p-20, -20), (0, -20), (-0.0, -20),
      (-1, -20), (.nan, -20), (-.infinity, -20), (.leastNonzeroMagnitude, -20), (1e-12, -20),
      (.infinity, 20), (.greatestFiniteMagnitude, 20),
    ])
  func fromLinear(linear: Double, stops: Double) {
    #expect(ExposureValue(linear: linear).stops == stops)
  }

  @Test(
    "stops are clamped and never NaN",
    arguments: [
      (0.5, 0.5), (-20, -20), (20, 20), (-20.1, -20), (21, 20), (.infinity, 20), (-.infinity, -20),
      (.nan, -20),
    ])
  func fromStops(given: Double, kept: Double) {
    #expect(ExposureValue(stops: given).stops == kept)
  }

  @Test("white lies 2.47 stops above mid-grey")
  func white() {
    let stops = ExposureValue(linear: 1).stops
    #expect((stops - 2.473931188332412).magnitude < 1e-15)
  }

  @Test("luminance survives the round trip")
  func roundTrip() {
    var doubles = Doubles()
    for _ in 0..<20_000 {
      let linear = 0.18 * Exact.exp2(doubles.between(-20, 20))
      let back = ExposureValue(linear: linear).linear
      #expect((back / linear - 1).magnitude <= 4e-15, "\(linear), seed \(Doubles.seed)")
    }
    #expect(ExposureValue.floor.linear == 0.18 * 0x1p-20)
  }

  @Test("zero has one sign, so that equal values have equal hashes")
  func zero() {
    #expect(ExposureValue(stops: -0.0).stops.sign == .plus)
    #expect(ExposureValue(stops: -0.0).hashValue == ExposureValue(stops: 0).hashValue)
  }

  @Test("sums and differences")
  func arithmetic() {
    let value = ExposureValue(stops: 1.5)
    #expect((value + 0.5).stops == 2)
    #expect((value - 2).stops == -0.5)
    #expect(value - ExposureValue(stops: -1) == 2.5)
    #expect(value + 100 == .ceiling)
    #expect(value - Double.infinity == ExposureValue.floor)
    #expect(value + Double.nan == ExposureValue.floor)
    #expect(ExposureValue.ceiling - ExposureValue.floor == 40)
  }

  @Test("darker comes first")
  func order() {
    #expect(ExposureValue.floor < ExposureValue(stops: 0))
    #expect(ExposureValue(linear: 0.2) > ExposureValue(linear: 0.19))
  }

  @Test("ratios", arguments: [(1.0, 0.0), (2.0, 1.0), (0.25, -2.0), (1024.0, 10.0)])
  func ratios(ratio: Double, stops: Double) {
    #expect(ExposureValue.stops(ofRatio: ratio) == stops)
    #expect(ExposureValue.ratio(ofStops: stops) == ratio)
  }

  @Test("a ratio of zero is infinitely dark, one that isn't a ratio is NaN")
  func noRatio() {
    #expect(ExposureValue.stops(ofRatio: 0) == -Double.infinity)
    #expect(ExposureValue.ratio(ofStops: -Double.infinity) == 0)
    #expect(ExposureValue.stops(ofRatio: -1).isNaN)
    #expect(ExposureValue.ratio(ofStops: .nan).isNaN)
  }

  @Test("description has the unit")
  func description() {
    #expect(ExposureValue(stops: -1.5).description == "-1.5 EV")
  }
}
