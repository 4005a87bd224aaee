/// Numbers for tests: drawn from a seed that is printed on failure, or next to given ones.
struct Doubles {
  /// The seed that every test prints in its messages.
  static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state = seed

  /// Draws 64 bits: xorshift, G. Marsaglia, "Xorshift RNGs", 2003, shifts 13, 7 and 17.
  mutating func bits() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Draws a number from 0 up to 1, evenly.
  mutating func unit() -> Double {
    Double(bits() >> 11) * 0x1p-53
  }

  /// Draws a number between two others, evenly.
  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// Draws a positive finite number of any magnitude, subnormal ones included.
  mutating func ofAnyMagnitude() -> Double {
    let drawn = Double(bitPattern: bits() >> 1)
    return drawn.isFinite && drawn > 0 ? drawn : 1.5
  }

  /// Lists the numbers around another: `reach` neighbours to both sides, rising.
  static func around(_ centre: Double, reach: Int = 40) -> [Double] {
    var first = centre
    for _ in 0..<reach { first = first.nextDown }
    var list = [first]
    for _ in 0..<(2 * reach) { list.append(list[list.count - 1].nextUp) }
    return list
  }
}

/// Counts the doubles between two numbers of the same sign; equal special values are 0 apart.
func ulps(_ a: Double, _ b: Double) -> UInt64 {
  if a == b || (a.isNaN && b.isNaN) { return 0 }
  guard a.sign == b.sign, !a.isNaN, !b.isNaN else { return .max }
  let (low, high) = (min(a.bitPattern, b.bitPattern), max(a.bitPattern, b.bitPattern))
  return high - low
}

/// Condenses bit patterns: FNV-1a, 64 bits, over bytes from the lowest (Fowler, Noll and Vo).
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: Double) {
    var rest = number.bitPattern
    for _ in 0..<8 {
      value = (value ^ (rest & 0xFF)) &* 0x100_0000_01B3
      rest >>= 8
    }
  }
}
