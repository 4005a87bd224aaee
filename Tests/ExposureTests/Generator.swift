/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same numbers on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Condenses bit patterns: FNV-1a, 64 bits, a whole number at a time (Fowler, Noll and Vo).
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: Double) {
    value = (value ^ number.bitPattern) &* 0x100_0000_01B3
  }
}
