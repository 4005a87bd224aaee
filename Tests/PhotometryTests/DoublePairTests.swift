import Glibc
import Testing

@testable import Photometry

@Suite("Pair of doubles")
struct DoublePairTests {
  @Test("a product keeps what its rounding lost")
  func product() {
    var doubles = Doubles()
    for _ in 0..<50_000 {
      let a = doubles.between(-4, 4)
      let b = doubles.between(-4, 4) * Glibc.exp2(doubles.between(-60, 60).rounded())
      let pair = DoublePair(product: a, b)
      #expect(pair.high == a * b)
      let lost = Glibc.fma(a, b, -pair.high)
      #expect((pair.low - lost).magnitude <= 0x1p-104 * pair.high.magnitude, "seed \(Doubles.seed)")
    }
  }

  @Test("a sum loses nothing")
  func sum() {
    let pair = DoublePair(larger: 1, plus: 0x1p-60)
    #expect(pair == DoublePair(high: 1, low: 0x1p-60))
    #expect(DoublePair(larger: 0, plus: 0.1) == DoublePair(high: 0.1, low: 0))
  }

  @Test("tables have their length, and their values where exactness rests on them")
  func tables() {
    #expect(DoublePair.log2OfCentres.count == 91)
    #expect(DoublePair.log2OfCentres[128 - 91] == DoublePair(high: 0, low: 0))
    #expect(DoublePair.exp2OfSteps.count == 64)
    #expect(DoublePair.exp2OfSteps[0] == DoublePair(high: 1, low: 0))
    for pair in DoublePair.log2OfCentres {
      let steps = pair.high * 0x1p+42
      #expect(steps == steps.rounded())
    }
  }

  @Test("tabulated logarithms and powers agree with the C library to its last bit")
  func tablesAgainstLibrary() {
    for (index, pair) in DoublePair.log2OfCentres.enumerated() {
      #expect(ulps(pair.high + pair.low, Glibc.log2(Double(index + 91) / 128)) <= 1)
      #expect(pair.low.magnitude <= 0x1p-43)
    }
    for (step, pair) in DoublePair.exp2OfSteps.enumerated() {
      #expect(ulps(pair.high, Glibc.exp2(Double(step) / 64)) <= 1)
      #expect(pair.low.magnitude <= 0x1p-53)
    }
  }
}
