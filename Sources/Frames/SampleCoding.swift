/// How one sample of a grey, Bayer or RGB picture is stored in memory.
public enum SampleCoding: Hashable, Sendable, CaseIterable {
  /// 8 bits in a byte.
  case bits8
  /// 10 bits in a little-endian 16-bit word.
  case bits10
  /// 12 bits in a little-endian 16-bit word.
  case bits12
  /// 14 bits in a little-endian 16-bit word.
  case bits14
  /// 16 bits in a little-endian 16-bit word.
  case bits16
  /// MIPI CSI-2 RAW10: four samples in five bytes, the fifth holding their low bits.
  case packed10
  /// MIPI CSI-2 RAW12: two samples in three bytes, the third holding their low bits.
  case packed12

  /// The number of significant bits: 8, 10, 12, 14 or 16.
  public var bitDepth: Int {
    switch self {
    case .bits8: 8
    case .bits10, .packed10: 10
    case .bits12, .packed12: 12
    case .bits14: 14
    case .bits16: 16
    }
  }

  /// Whether each sample fills a 16-bit word of its own.
  public var isWord: Bool {
    switch self {
    case .bits10, .bits12, .bits14, .bits16: true
    case .bits8, .packed10, .packed12: false
    }
  }

  /// The bytes that `count` neighbouring samples need; a packed group that is begun is counted
  /// whole, as CSI-2 receivers write it.
  ///
  /// - Parameter count: The number of samples, 0…65,535 × 4.
  /// - Returns: The number of bytes.
  public func byteCount(ofSamples count: Int) -> Int {
    switch self {
    case .bits8: count
    case .bits10, .bits12, .bits14, .bits16: count * 2
    case .packed10: (count + 3) / 4 * 5
    case .packed12: (count + 1) / 2 * 3
    }
  }
}
