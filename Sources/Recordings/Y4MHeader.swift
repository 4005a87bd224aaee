import Frames

/// The stream header of a YUV4MPEG2 file, as mjpegtools' yuv4mpeg(5) defines it.
struct Y4MHeader: Hashable {
  static let magic = Array("YUV4MPEG2".utf8)

  let format: PixelFormat
  let width: Int
  let height: Int
  let range: SignalRange
  /// Seconds from frame to frame; `nil` where the header leaves it open.
  let frameDuration: Double?
  /// The bytes of the header with its line feed.
  let byteCount: Int

  /// 4 KiB: real headers have about 100 bytes.
  static let mostBytes = 1 << 12

  init(_ bytes: [UInt8]) throws(FrameError) {
    guard bytes.starts(with: Self.magic) else {
      throw .header(format: "Y4M", detail: "YUV4MPEG2 is missing")
    }
    guard let end = bytes.firstIndex(of: 0x0A) else {
      throw .header(format: "Y4M", detail: "it has no end within \(bytes.count) bytes")
    }
    var (width, height): (Int?, Int?) = (nil, nil)
    var format: PixelFormat? = .planarYUV(.yuv420, .cbCr)
    var colourSpace = ""
    var (range, duration): (SignalRange, Double?) = (.limited, nil)
    for parameter in bytes[Self.magic.count..<end].split(separator: 0x20) {
      let value = String(decoding: parameter.dropFirst(), as: UTF8.self)
      switch parameter.first {
      case UInt8(ascii: "W"): width = Self.number(value)
      case UInt8(ascii: "H"): height = Self.number(value)
      case UInt8(ascii: "F"): duration = Self.duration(value)
      case UInt8(ascii: "C"): (colourSpace, format) = (value, Self.format(value))
      case UInt8(ascii: "X") where value == "COLORRANGE=FULL": range = .full
      default: break  // interlacing, pixel aspect and comments don't matter to metering
      }
    }
    guard let width, let height else {
      throw .header(format: "Y4M", detail: "width or height is missing or not a number")
    }
    guard let format else {
      throw .unsupported(format: "Y4M", detail: "colour space C\(colourSpace)")
    }
    (self.format, self.width, self.height) = (format, width, height)
    (self.range, frameDuration, byteCount) = (range, duration, end + 1)
  }

  private static func format(_ name: String) -> PixelFormat? {
    switch name {
    case "420", "420jpeg", "420mpeg2", "420paldv": .planarYUV(.yuv420, .cbCr)
    case "422": .planarYUV(.yuv422, .cbCr)
    case "mono": .grey(.bits8)
    default: nil
    }
  }

  /// A plain number of at most 9 digits; nothing else that `Int` would take.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func duration(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let frames = number(parts[0]), let seconds = number(parts[1]),
      frames > 0, seconds > 0
    else { return nil }
    return Double(seconds) / Double(frames)
  }
}
