/// Little-endian numbers of USB, big-endian ones of USB/IP, in arrays of bytes.
extension [UInt8] {
  /// Appends a number's lowest bytes, the lowest first.
  public mutating func append(_ value: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Appends a number of 32 bits, the highest byte first.
  public mutating func appendBig(_ value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// A number of some bytes, the lowest first; bytes that are not there count as 0.
  public func little(_ place: Int, bytes: Int, isSigned: Bool = false) -> Int {
    var value = 0
    for index in 0..<bytes where indices.contains(place + index) {
      value |= Int(self[place + index]) << (8 * index)
    }
    let top = 1 << (8 * bytes - 1)
    return isSigned && bytes < 8 && value & top != 0 ? value - 2 * top : value
  }

  /// A number of 32 bits, the highest byte first; bytes that are not there count as 0.
  public func big(_ place: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      value = value << 8 | (indices.contains(place + index) ? UInt32(self[place + index]) : 0)
    }
    return value
  }
}
