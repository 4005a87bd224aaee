/// The descriptors of a UVC 1.1 camera with one bulk endpoint for frames and one for events.
///
/// USB Device Class Definition for Video Devices 1.1, §3; the payload formats of the companion documents.
public struct UVCDescriptors: Hashable, Sendable {
  /// How pixels are packed.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// YUYV.
    case yuyv
    /// NV12.
    case nv12

    /// Bits of a pixel.
    public var bitsPerPixel: Int { self == .yuyv ? 16 : 12 }

    /// `YUY2` or `NV12`, then the rest that all such identifiers share.
    var identifier: [UInt8] {
      let code: [UInt8] = self == .yuyv ? [0x59, 0x55, 0x59, 0x32] : [0x4E, 0x56, 0x31, 0x32]
      return code + [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
    }
  }

  /// A size in pixels.
  public struct Size: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Makes a size.
    public init(_ width: Int, _ height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The pixel format.
  public let format: Format
  /// The frame sizes; the first is the default.
  public let sizes: [Size]
  /// The frame intervals in units of 100 ns; the first is the default.
  public let intervals: [Int]
  /// The controls.
  public let controls: [UVCControl]

  /// The endpoint of events, as the host names it without the direction.
  public static let eventEndpoint = 1
  /// The endpoint of frames.
  public static let frameEndpoint = 2
  /// Bytes of a payload, header included: 32 packets of 512.
  public static let payloadBytes = 16_384

  /// Describes a camera.
  public init(
    format: Format = .yuyv, sizes: [Size], intervals: [Int] = [333_333, 666_666],
    controls: [UVCControl] = UVCControl.all
  ) {
    self.format = format
    self.sizes = sizes
    self.intervals = intervals
    self.controls = controls
  }

  /// Bytes of a frame.
  public func frameBytes(_ size: Size) -> Int {
    size.width * size.height * format.bitsPerPixel / 8
  }

  /// The device descriptor.
  public var device: [UInt8] {
    var bytes: [UInt8] = [18, 1]
    bytes.append(0x0200, bytes: 2)
    // A device of several interfaces that an association joins; Linux's own vendor and product.
    bytes += [0xEF, 2, 1, 64]
    for number in [0x1D6B, 0x0102, 0x0100] { bytes.append(number, bytes: 2) }
    return bytes + [1, 2, 3, 1]
  }

  /// What a high-speed device says of its life at full speed.
  public var qualifier: [UInt8] { [10, 6, 0x00, 0x02, 0xEF, 2, 1, 64, 1, 0] }

  /// The configuration with all interfaces.
  public var configuration: [UInt8] {
    let body = association + controlInterface + streamingInterface
    var bytes: [UInt8] = [9, 2]
    bytes.append(9 + body.count, bytes: 2)
    return bytes + [2, 1, 0, 0x80, 250] + body
  }

  /// A string of the device; `nil` for one that it has not.
  public func string(_ index: Int) -> [UInt8]? {
    if index == 0 { return [4, 3, 0x09, 0x04] }
    let texts = ["GrayCard", "GrayCard Virtual Camera", "SIM0001"]
    guard (1...texts.count).contains(index) else { return nil }
    let units = Array(texts[index - 1].utf16)
    var bytes: [UInt8] = [UInt8(2 + 2 * units.count), 3]
    for unit in units { bytes.append(Int(unit), bytes: 2) }
    return bytes
  }

  private var association: [UInt8] { [8, 0x0B, 0, 2, 0x0E, 3, 0, 2] }

  private func bits(_ entity: UVCControl.Entity) -> Int {
    controls.filter { $0.entity == entity }.reduce(0) { $0 | 1 << $1.bit }
  }

  private var controlInterface: [UInt8] {
    // The camera terminal, 3 bytes of controls.
    var camera: [UInt8] = [18, 0x24, 2, 1, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    camera.append(bits(.camera), bytes: 3)
    var processing: [UInt8] = [13, 0x24, 5, 2, 1, 0, 0, 3]
    processing.append(bits(.processing), bytes: 3)
    processing += [0, 0]
    // To the host, from the processing unit.
    let output: [UInt8] = [9, 0x24, 3, 3, 0x01, 0x01, 0, 2, 0]
    let units = camera + processing + output
    var header: [UInt8] = [13, 0x24, 1]
    header.append(0x0110, bytes: 2)
    header.append(13 + units.count, bytes: 2)
    header.append(48_000_000, bytes: 4)
    header += [1, 1]
    let endpoint: [UInt8] = [7, 5, 0x81, 3, 16, 0, 8, 5, 0x25, 3, 16, 0]
    return [9, 4, 0, 0, 1, 0x0E, 1, 0, 2] + header + units + endpoint
  }

  private var streamingInterface: [UInt8] {
    var frames: [UInt8] = []
    for (index, size) in sizes.enumerated() { frames += frame(index + 1, size) }
    var format: [UInt8] = [27, 0x24, 4, 1, UInt8(sizes.count)]
    format += self.format.identifier
    format += [UInt8(self.format.bitsPerPixel), 1, 0, 0, 0, 0]
    // sRGB primaries, BT.709 curve, BT.601 matrix.
    let colours: [UInt8] = [6, 0x24, 0x0D, 1, 1, 4]
    let body = format + frames + colours
    var header: [UInt8] = [14, 0x24, 1, 1]
    header.append(14 + body.count, bytes: 2)
    header += [0x82, 0, 3, 0, 0, 0, 1, 0]
    let endpoint: [UInt8] = [7, 5, 0x82, 2, 0x00, 0x02, 0]
    return [9, 4, 1, 0, 1, 0x0E, 2, 0, 0] + header + body + endpoint
  }

  private func frame(_ index: Int, _ size: Size) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(26 + 4 * intervals.count), 0x24, 5, UInt8(index), 0]
    bytes.append(size.width, bytes: 2)
    bytes.append(size.height, bytes: 2)
    let perSecond = intervals.map { frameBytes(size) * 8 * 10_000_000 / max($0, 1) }
    bytes.append(perSecond.min() ?? 0, bytes: 4)
    bytes.append(perSecond.max() ?? 0, bytes: 4)
    bytes.append(frameBytes(size), bytes: 4)
    bytes.append(intervals.first ?? 333_333, bytes: 4)
    bytes.append(UInt8(intervals.count))
    for interval in intervals { bytes.append(interval, bytes: 4) }
    return bytes
  }
}
