internal import Photometry

/// Noise that depends on seed, frame and place alone, not on what was drawn before.
///
/// A counter is hashed and the hash picks one of 4,096 equally likely values of a normal
/// distribution. So a pixel's noise can be had in any order, and the same seed gives the same bytes
/// on every machine. The values end at 3.7 standard deviations, which a frame's statistics do not
/// show.
struct CounterNoise: Sendable {
  /// 2⁶⁴ over the golden ratio: steps of it spread evenly, and it keeps zeros from hashing to zero.
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private let key: UInt64

  /// Chooses a frame's noise.
  init(seed: UInt64, frame: Int) {
    let frameKey = Self.mixed(UInt64(bitPattern: Int64(frame)) &+ Self.step)
    key = Self.mixed(seed &+ frameKey)
  }

  /// Which of the table's values a counter gets, 0…4095.
  func index(_ counter: UInt64) -> Int {
    Int(word(counter >> 2) >> ((counter & 3) * 16) & 4095)
  }

  /// The hash of four neighbouring counters: 16 bits each, of which 12 are used.
  @inline(__always)
  func word(_ quadruple: UInt64) -> UInt64 {
    Self.mixed(key &+ quadruple &* Self.step)
  }

  /// The finaliser of SplitMix64 (Steele, Lea and Flood 2014, with Stafford's constants, mix 13).
  static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// 4,096 values of the standard normal distribution: mean 0, variance 1 after scaling.
  static let normal: [Float] = {
    let count = 4096
    let half = (0..<count / 2).map { index in
      upperQuantile((Double(index) + 0.5) / Double(count))
    }
    var squares = 0.0
    for value in half { squares += value * value }
    let scale = 1 / (2 * squares / Double(count)).squareRoot()
    return half.map { Float(-$0 * scale) } + half.reversed().map { Float($0 * scale) }
  }()

  /// The value that a standard normal variable exceeds with a probability, 0 to ½.
  ///
  /// Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23; error below 4.5 · 10⁻⁴.
  private static func upperQuantile(_ probability: Double) -> Double {
    let t = (-2 * Exact.log2(probability) * 0.693_147_180_559_945_3).squareRoot()
    let numerator = 2.515517 + t * (0.802853 + t * 0.010328)
    let denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    return t - numerator / denominator
  }
}
