import Glibc
import Photometry
import Testing

@Suite("Base-2 logarithm")
struct Log2Tests {
  @Test(
    "special values",
    arguments: [
      (0, -Double.infinity), (-0.0, -.infinity), (.infinity, .infinity), (-1, .nan),
      (-.infinity, .nan), (.nan, .nan), (-.leastNonzeroMagnitude, .nan), (1, 0),
      (.leastNonzeroMagnitude, -1074), (.leastNormalMagnitude, -1022),
      (.greatestFiniteMagnitude, 1024), (Double(1).nextDown, -0x1.71547652b82fep-53),
    ])
  func specialValues(x: Double, expected: Double) {
    #expect(ulps(Exact.log2(x), expected) == 0)
  }

  @Test("an invalid argument gives one NaN, whatever its bits")
  func oneNaN() {
    for x in [-1, -Double.nan, Double(nan: 77, signaling: false), .signalingNaN] {
      #expect(Exact.log2(x).bitPattern == Double.nan.bitPattern)
    }
  }

  @Test("powers of two are exact")
  func powersOfTwo() {
    for exponent in -1074...1023 {
      #expect(Exact.log2(Glibc.ldexp(1, Int32(exponent))) == Double(exponent))
    }
    #expect(Exact.log2(1).sign == .plus)
  }

  @Test("within 1 ulp of the C library")
  func againstLibrary() {
    var doubles = Doubles()
    var worst: (ulps: UInt64, x: Double) = (0, 1)
    for _ in 0..<50_000 {
      let near = 1 + doubles.between(-0.5, 0.5) * Glibc.exp2(doubles.between(-50, 0))
      for x in [doubles.ofAnyMagnitude(), doubles.between(0.5, 2), near] {
        let distance = ulps(Exact.log2(x), Glibc.log2(x))
        if distance > worst.ulps { worst = (distance, x) }
      }
    }
    #expect(worst.ulps <= 1, "\(worst), seed \(Doubles.seed)")
  }

  @Test("subnormal numbers are as good as others")
  func subnormal() {
    var doubles = Doubles()
    for _ in 0..<5_000 {
      let x = Double(bitPattern: (doubles.bits() & 0xF_FFFF_FFFF_FFFF) >> (doubles.bits() & 31) | 1)
      #expect(ulps(Exact.log2(x), Glibc.log2(x)) <= 1, "\(x), seed \(Doubles.seed)")
    }
  }

  @Test("never falls, at the seams of table and exponent")
  func rising() {
    let seams = (180...364).map { Double($0) / 256 }
    let others = [
      Double(0.5).squareRoot(), Double(2).squareRoot(), 0x1p-1022, 0x1p-1000, 0x1p+1000,
    ]
    for seam in seams + others {
      let values = Doubles.around(seam).map(Exact.log2)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "at \(seam)")
    }
  }
}
