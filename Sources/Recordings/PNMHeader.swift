/// The header of a binary PGM or PPM picture, as netpbm's pgm(5) and ppm(5) define it.
struct PNMHeader: Hashable {
  /// 1 for grey, 3 for colour.
  let channels: Int
  let width: Int
  let height: Int
  /// The code of white, 1…65,535.
  let greatest: Int
  /// The bytes from the picture's start to its first sample.
  let byteCount: Int

  /// 64 KiB: comments are the only long part of a header.
  static let mostBytes = 1 << 16

  /// Whether bytes begin like any kind of netpbm picture.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let head = Array(bytes.prefix(3))
    guard head.count == 3, head[0] == UInt8(ascii: "P") else { return false }
    return (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(head[1])
      && (isBlank(head[2]) || head[2] == UInt8(ascii: "#"))
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  init(_ bytes: [UInt8]) throws(FrameError) {
    channels = try Self.channels(bytes)
    var scanner = PNMScanner(bytes: bytes, place: 2)
    width = try scanner.number("width")
    height = try scanner.number("height")
    greatest = try scanner.number("greatest value")
    guard (1...65_535).contains(greatest) else {
      throw .header(
        format: "PNM", detail: "greatest value \(greatest) is outside 1 to 65535; rewrite it")
    }
    try scanner.endOfHeader()
    byteCount = scanner.place
  }

  private static func channels(_ bytes: [UInt8]) throws(FrameError) -> Int {
    guard begins(bytes) else {
      throw .header(format: "PNM", detail: "P5 or P6 is missing; the data before it may be cut")
    }
    switch bytes[1] {
    case UInt8(ascii: "5"): return 1
    case UInt8(ascii: "6"): return 3
    case UInt8(ascii: "2"), UInt8(ascii: "3"):
      throw .unsupported(
        format: "PNM", detail: "samples as text (P\(bytes[1] - 48); binary files have P5 or P6)")
    case UInt8(ascii: "1"), UInt8(ascii: "4"):
      throw .unsupported(format: "PNM", detail: "a bitmap of black and white (P\(bytes[1] - 48))")
    default:
      throw .unsupported(format: "PNM", detail: "a PAM picture (P7)")
    }
  }
}

/// Takes a header's numbers, which blanks and comments keep apart.
private struct PNMScanner {
  let bytes: [UInt8]
  var place: Int

  mutating func number(_ name: String) throws(FrameError) -> Int {
    let start = place
    skipBlanksAndComments()
    guard place > start else { throw problem(name) }
    var value = 0
    var digits = 0
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
      // 8 digits are beyond every limit, and far from overflow.
      guard digits < 8 else { throw problem(name) }
      value = value * 10 + Int(bytes[place] - 0x30)
      digits += 1
      place += 1
    }
    guard digits > 0 else { throw problem(name) }
    return value
  }

  /// Exactly one blank stands before the samples; the next byte may look like one and be a sample.
  mutating func endOfHeader() throws(FrameError) {
    guard place < bytes.count, PNMHeader.isBlank(bytes[place]) else {
      throw problem("blank before the samples")
    }
    place += 1
  }

  private mutating func skipBlanksAndComments() {
    while place < bytes.count {
      if PNMHeader.isBlank(bytes[place]) {
        place += 1
      } else if bytes[place] == UInt8(ascii: "#") {
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      } else {
        return
      }
    }
  }

  private func problem(_ name: String) -> FrameError {
    .header(
      format: "PNM", detail: "no \(name) at its byte \(place); the file is damaged or cut off")
  }
}
