import Glibc
import Photometry
import Testing

@Suite("Power of two")
struct Exp2Tests {
  @Test(
    "special values",
    arguments: [
      (0, 1), (-0.0, 1), (Double.infinity, .infinity), (-.infinity, 0), (.nan, .nan),
      (1024, .infinity), (.greatestFiniteMagnitude, .infinity), (-.greatestFiniteMagnitude, 0),
      (-1075, 0), (-1076.5, 0), (Double(-1075).nextUp, .leastNonzeroMagnitude),
      (.leastNonzeroMagnitude, 1), (-.leastNonzeroMagnitude, 1),
      (0.5, 0x1.6a09e667f3bcdp+0), (Double(1024).nextDown, 0x1.ffffffffffd3ap+1023),
    ])
  func specialValues(x: Double, expected: Double) {
    #expect(ulps(Exact.exp2(x), expected) == 0)
  }

  @Test("a NaN gives one NaN, whatever its bits")
  func oneNaN() {
    for x in [-Double.nan, Double(nan: 77, signaling: false), .signalingNaN] {
      #expect(Exact.exp2(x).bitPattern == Double.nan.bitPattern)
    }
  }

  @Test("whole powers are exact, subnormal ones too")
  func wholePowers() {
    for exponent in -1074...1023 {
      #expect(Exact.exp2(Double(exponent)) == Glibc.ldexp(1, Int32(exponent)))
    }
  }

  @Test(
    "within 1 ulp of the C library",
    arguments: [
      -1080.0...1025, -1...1, -0.01...0.01, -1075...(-1021), -40...40,
    ])
  func againstLibrary(range: ClosedRange<Double>) {
    var doubles = Doubles()
    var worst: (ulps: UInt64, x: Double) = (0, 0)
    for _ in 0..<30_000 {
      let x = doubles.between(range.lowerBound, range.upperBound)
      let distance = ulps(Exact.exp2(x), Glibc.exp2(x))
      if distance > worst.ulps { worst = (distance, x) }
    }
    #expect(worst.ulps <= 1, "\(worst), seed \(Doubles.seed)")
  }

  @Test("never falls at the seams of the table")
  func rising() {
    let seams = (-256...256).map { Double($0) / 128 }
    for seam in seams + [-1074.5, -1022, -1021.5, 1023.5] {
      let values = Doubles.around(seam).map(Exact.exp2)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "at \(seam)")
    }
  }

  @Test("undoes the logarithm")
  func roundTrip() {
    var doubles = Doubles()
    for _ in 0..<10_000 {
      let stops = doubles.between(-20, 20)
      let back = Exact.log2(Exact.exp2(stops))
      #expect((back - stops).magnitude <= 4e-15, "\(stops), seed \(Doubles.seed)")
    }
  }
}
