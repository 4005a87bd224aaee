import Glibc
import Photometry
import Testing

@Suite("Power")
struct PowerTests {
  /// Base, exponent and what is expected; the table of the documentation, line by line.
  static let table: [(Double, Double, Double)] = [
    (.nan, 0, .nan), (2, .nan, .nan), (1, .nan, .nan), (-1, 2, .nan), (-1, 0, .nan),
    (-.infinity, 1, .nan), (-.leastNonzeroMagnitude, 3, .nan),
    (0, 0, 1), (-0.0, 0, 1), (.infinity, 0, 1), (5, -0.0, 1), (1, .infinity, 1),
    (1, -.infinity, 1), (1, .greatestFiniteMagnitude, 1),
    (0, 2, 0), (-0.0, 3, 0), (0, -2, .infinity), (-0.0, -3, .infinity),
    (0, .infinity, 0), (0, -.infinity, .infinity),
    (.infinity, 2, .infinity), (.infinity, -2, 0), (.infinity, .infinity, .infinity),
    (0.5, .infinity, 0), (0.5, -.infinity, .infinity), (2, .infinity, .infinity),
    (2, -.infinity, 0),
    (2, 1024, .infinity), (2, -1074, .leastNonzeroMagnitude), (2, -1076, 0),
    (.greatestFiniteMagnitude, .greatestFiniteMagnitude, .infinity),
    (.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0), (.leastNonzeroMagnitude, 0.5, 0x1p-537),
    (Double(1).nextDown, 1e300, 0), (Double(1).nextUp, .leastNonzeroMagnitude, 1),
    (.greatestFiniteMagnitude, 1, .greatestFiniteMagnitude),
    (.leastNormalMagnitude, 1, .leastNormalMagnitude),
  ]

  @Test("special values", arguments: table)
  func specialValues(base: Double, exponent: Double, expected: Double) {
    let power = Exact.power(base, exponent)
    #expect(ulps(power, expected) == 0)
    #expect(power.isNaN || power.sign == .plus)
  }

  @Test("small whole powers are exact")
  func wholePowers() {
    for base in 1...40 {
      var product = 1.0
      for exponent in 0...6 {
        #expect(Exact.power(Double(base), Double(exponent)) == product)
        product *= Double(base)
      }
    }
  }

  @Test(
    "within 1 ulp of the C library over the range of results",
    arguments: [
      -1075.0...1024, -1075...(-1020), -30...30, -1...1,
    ])
  func againstLibrary(logarithms: ClosedRange<Double>) {
    var doubles = Doubles()
    var worst: (ulps: UInt64, base: Double, exponent: Double) = (0, 1, 1)
    for _ in 0..<15_000 {
      let near = 1 + doubles.between(-0.5, 0.5) * Glibc.exp2(doubles.between(-45, 0))
      for base in [doubles.ofAnyMagnitude(), doubles.unit(), near] where base != 1 && base > 0 {
        let target = doubles.between(logarithms.lowerBound, logarithms.upperBound)
        let exponent = target / Glibc.log2(base)
        let distance = ulps(Exact.power(base, exponent), Glibc.pow(base, exponent))
        if distance > worst.ulps { worst = (distance, base, exponent) }
      }
    }
    #expect(worst.ulps <= 1, "\(worst), seed \(Doubles.seed)")
  }

  @Test("never falls for the exponents of cameras", arguments: [0.45, 1 / 2.4, 2.2, 2.4, 20.0 / 9])
  func rising(exponent: Double) {
    for seam in (1...256).map({ Double($0) / 256 }) {
      let values = Doubles.around(seam, reach: 20).map { Exact.power($0, exponent) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "at \(seam)")
    }
  }
}
