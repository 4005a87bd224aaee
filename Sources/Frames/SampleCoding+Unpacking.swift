extension SampleCoding {
  /// Reads one sample of a row.
  ///
  /// - Parameters:
  ///   - index: The sample's place in the row.
  ///   - row: The row's bytes; holds the sample.
  ///   - alignment: Where the significant bits of a 16-bit word lie.
  /// - Returns: The code, 0…2^bitDepth − 1. Bits above the depth in a low-aligned word read as the
  ///   greatest code: a driver that sets them has sent something brighter than it can say.
  /// - Precondition: The row holds the sample.
  @inline(__always)
  public func sample(
    _ index: Int, ofRow row: borrowing Span<UInt8>, alignment: SampleAlignment = .low
  ) -> Int {
    switch self {
    case .bits8:
      return Int(row[index])
    case .bits10, .bits12, .bits14, .bits16:
      let word = Int(row[2 * index]) | Int(row[2 * index + 1]) << 8
      switch alignment {
      case .low: return min(word, (1 << bitDepth) - 1)
      case .high: return word >> (16 - bitDepth)
      }
    case .packed10:
      // MIPI CSI-2 section 11.4.4: four high bytes, then a byte of low pairs, first sample lowest.
      let group = index / 4 * 5
      let place = index % 4
      let low = Int(row[group + 4]) >> (2 * place) & 3
      return Int(row[group + place]) << 2 | low
    case .packed12:
      // MIPI CSI-2 section 11.4.5: two high bytes, then a byte of low nibbles, first sample lowest.
      let group = index / 2 * 3
      let place = index % 2
      let low = Int(row[group + 2]) >> (4 * place) & 15
      return Int(row[group + place]) << 4 | low
    }
  }
}
