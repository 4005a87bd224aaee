import Glibc
import Photometry
import Testing

@Suite("Sine and cosine")
struct SineTests {
  /// From mpmath at 200 bits, of the doubles as written.
  @Test(
    "within 2 ulp of high-precision values",
    arguments: [
      (0.1, 0x1.2cf2304755a5ep-1, 0x1.9e3779b97f4a8p-1),
      (0.3, 0x1.e6f0e13445500p-1, -0x1.3c6ef372fe94ep-2),
      (-0.07, -0x1.b3ff7c925819cp-2, 0x1.cf457dcdc158bp-1),
      (0.124999, 0x1.6a095153c2243p-1, 0x1.6a0a7b7be7f26p-1),
      (0.2, 0x1.e6f0e13445500p-1, 0x1.3c6ef372fe94ep-2),
      (12345.678, -0x1.cc7ed85aa7580p-1, -0x1.bf9b468956944p-2),
      (1.0 / 3, 0x1.bb67ae8584cabp-1, -0x1.ffffffffffffep-2),
      (0x1p-40, 0x1.921fb54442d18p-38, 1),
      (0.4999, 0x1.496b7ae8204bfp-11, -0x1.fffff9606a38ep-1),
    ])
  func references(turns: Double, sine: Double, cosine: Double) {
    #expect(ulps(Exact.sine(turns: turns), sine) <= 2)
    #expect(ulps(Exact.cosine(turns: turns), cosine) <= 2)
  }

  @Test("multiples of a quarter turn are exact")
  func quarters() {
    for quarter in -8...8 {
      let turns = Double(quarter) / 4
      let expected: [Double] = [0, 1, 0, -1]
      #expect(Exact.sine(turns: turns) == expected[quarter & 3])
      #expect(Exact.cosine(turns: turns) == expected[(quarter + 1) & 3])
    }
    // Beyond 2⁵² every double is a whole number of turns.
    #expect(Exact.sine(turns: 1e300) == 0)
    #expect(Exact.cosine(turns: -1e300) == 1)
  }

  @Test("what is no angle gives one NaN", arguments: [Double.infinity, -.infinity, .nan, -.nan])
  func noAngle(turns: Double) {
    #expect(Exact.sine(turns: turns).bitPattern == Double.nan.bitPattern)
    #expect(Exact.cosine(turns: turns).bitPattern == Double.nan.bitPattern)
  }

  @Test("near the C library, whose argument is already rounded")
  func againstLibrary() {
    var doubles = Doubles()
    for _ in 0..<30_000 {
      let turns = doubles.between(-0.5, 0.5)
      let angle = turns * 2 * Double.pi
      #expect(abs(Exact.sine(turns: turns) - Glibc.sin(angle)) < 1e-15, "\(turns)")
      #expect(abs(Exact.cosine(turns: turns) - Glibc.cos(angle)) < 1e-15, "\(turns)")
    }
  }

  @Test("symmetries hold to the bit, whole turns change nothing where they are exact")
  func symmetries() {
    var doubles = Doubles()
    for _ in 0..<10_000 {
      // 40 binary places, so that adding a whole turn is exact.
      let turns = (doubles.between(-0.5, 0.5) * 0x1p40).rounded() * 0x1p-40
      #expect(Exact.sine(turns: -turns) == -Exact.sine(turns: turns), "\(turns)")
      #expect(Exact.cosine(turns: -turns) == Exact.cosine(turns: turns), "\(turns)")
      #expect(Exact.sine(turns: turns + 7) == Exact.sine(turns: turns), "\(turns)")
      let (sine, cosine) = (Exact.sine(turns: turns), Exact.cosine(turns: turns))
      #expect(abs(sine * sine + cosine * cosine - 1) < 1e-15, "\(turns)")
    }
  }
}
