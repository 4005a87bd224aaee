/// A pixel format's four-character code, as V4L2 names it.
///
/// Bit 31 marks the big-endian variant of a code; it is printed as V4L2 does, with `-BE` behind.
public struct FourCC: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The code as the kernel's `v4l2_fourcc` makes it, first character in the low byte.
  public let rawValue: UInt32

  /// Takes a code as the kernel delivers it; every value is accepted.
  ///
  /// - Parameter rawValue: The 32-bit code.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Reads a code from its characters, padding short names with blanks (`Y10` is `Y10 `).
  ///
  /// The result is `nil` for anything else.
  ///
  /// - Parameter name: One to four printable ASCII characters, with `-BE` behind or not.
  public init?(_ name: String) {
    var characters = Array(name.utf8)
    var bigEndian = false
    if characters.count > 3, characters.suffix(3).elementsEqual("-BE".utf8) {
      bigEndian = true
      characters.removeLast(3)
    }
    guard (1...4).contains(characters.count), characters.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    var value: UInt32 = bigEndian ? 1 << 31 : 0
    for index in 0..<4 {
      let character = index < characters.count ? characters[index] : 0x20
      value |= UInt32(character) << UInt32(8 * index)
    }
    rawValue = value
  }

  /// The four characters, e.g. `YUYV` or `Y10 `; unprintable bytes are shown as `.`.
  public var description: String {
    var text = ""
    for index in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: (rawValue & 0x7FFF_FFFF) >> UInt32(8 * index))
      let printable = (0x20...0x7E).contains(byte) ? byte : 0x2E
      text.unicodeScalars.append(Unicode.Scalar(printable))
    }
    return rawValue >> 31 == 1 ? text + "-BE" : text
  }
}
