internal import Foundation

/// Numbers drawn from a seed; SplitMix64, so that the same seed draws the same everywhere.
struct SceneRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// 0 up to, not with, 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// Evenly in the logarithm.
  mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  /// 0 up to, not with, a count above 0.
  mutating func index(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  /// Nearly normal with variance 1: the sum of four uniform numbers of 16 bits.
  mutating func normal() -> Float {
    let bits = next()
    let sum =
      (bits & 0xFFFF) &+ (bits >> 16 & 0xFFFF) &+ (bits >> 32 & 0xFFFF) &+ (bits >> 48)
    // Of n uniform numbers the variance is n/12.
    return (Float(sum) - 131_070) * (1.732_050_8 / 65_536)
  }
}
