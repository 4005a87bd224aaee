import Photometry
import Testing

/// Proves that machines agree: the constants were computed once and must come out everywhere.
@Suite("Bits are the same on every machine")
struct BitExactnessTests {
  @Test("100,000 logarithms")
  func log2() {
    var doubles = Doubles()
    var checksum = Checksum()
    for _ in 0..<50_000 {
      checksum.add(Exact.log2(doubles.ofAnyMagnitude()))
      checksum.add(Exact.log2(doubles.between(0.5, 2)))
    }
    #expect(checksum.value == 0xC0F7_DB21_B00A_095E, "seed \(Doubles.seed)")
  }

  @Test("100,000 powers of two")
  func exp2() {
    var doubles = Doubles()
    var checksum = Checksum()
    for _ in 0..<50_000 {
      checksum.add(Exact.exp2(doubles.between(-1080, 1025)))
      checksum.add(Exact.exp2(doubles.between(-1, 1)))
    }
    #expect(checksum.value == 0x79EA_B2C5_B818_E80D, "seed \(Doubles.seed)")
  }

  @Test("100,000 powers")
  func power() {
    var doubles = Doubles()
    var checksum = Checksum()
    for _ in 0..<50_000 {
      checksum.add(Exact.power(doubles.ofAnyMagnitude(), doubles.between(-2, 2)))
      checksum.add(Exact.power(doubles.unit(), doubles.between(0.1, 10)))
    }
    #expect(checksum.value == 0x0FE2_99CF_591A_C083, "seed \(Doubles.seed)")
  }

  @Test("100,000 sines and cosines")
  func circle() {
    var doubles = Doubles()
    var checksum = Checksum()
    for _ in 0..<50_000 {
      checksum.add(Exact.sine(turns: doubles.between(-1000, 1000)))
      checksum.add(Exact.cosine(turns: doubles.between(-0.5, 0.5)))
    }
    #expect(checksum.value == 0x7414_2054_9D25_45FD, "seed \(Doubles.seed)")
  }

  @Test("every 16-bit code through the video curves")
  func curves() throws {
    var checksum = Checksum()
    for curve in [ResponseCurve.bt709, .sRGB, try .gamma(2.2)] {
      for linear in try curve.lookUp(black: 4096, white: 60_160, codes: 65_536) {
        checksum.add(linear)
        checksum.add(curve.encoded(fromLinear: linear))
      }
    }
    #expect(checksum.value == 0xA4D9_57BE_A57D_66F4)
  }
}
