import Glibc

/// Numbers from a seed, SplitMix64 (Steele, Lea, Flood 2014), so that a failure can be repeated.
struct Random {
  /// The seeds of random tests: `GRAYCARD_ROUNDS` thousand, or so many that they take seconds.
  static var seeds: ClosedRange<UInt64> {
    guard let text = unsafe getenv("GRAYCARD_ROUNDS"),
      let thousands = UInt64(unsafe String(cString: text)), thousands > 0
    else { return 1...150 }
    return 1...(min(thousands, 1000) * 1000)
  }

  private var state: UInt64

  init(seed: UInt64) {
    // Mixed once, or neighbouring seeds would give the same numbers, shifted.
    state = seed
    state = next() ^ seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
