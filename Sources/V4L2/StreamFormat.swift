internal import CV4L2
public import Frames

/// What is asked of a camera's stream; what is `nil` or empty is left to the camera.
public struct StreamWish: Hashable, Sendable {
  /// Pixel formats, the most wanted first. Empty: the first of the camera's formats that is metered
  /// without a conversion, or else its first.
  public var formats: [FourCC]
  /// Pixels in a row and rows; the camera takes the nearest size it has.
  public var size: FrameSizes.Size?
  /// Frames a second; the camera takes the nearest rate it has.
  public var frameRate: Double?
  /// How many buffers the driver is asked for, 2…32. More let a slow reader lose fewer frames, and
  /// make every control's effect come later.
  public var bufferCount: Int

  /// Makes a wish.
  ///
  /// - Parameters:
  ///   - formats: Pixel formats, the most wanted first.
  ///   - width: Pixels in a row; both sides or none are given.
  ///   - height: Rows.
  ///   - frameRate: Frames a second.
  ///   - bufferCount: Buffers, brought to 2…32.
  public init(
    formats: [FourCC] = [], width: Int? = nil, height: Int? = nil, frameRate: Double? = nil,
    bufferCount: Int = 4
  ) {
    self.formats = formats
    if let width, let height { size = FrameSizes.Size(width: width, height: height) }
    self.frameRate = frameRate
    self.bufferCount = min(max(bufferCount, 2), 32)
  }
}

/// The format that a camera took.
public struct StreamFormat: Hashable, Sendable {
  /// One memory buffer of a frame as the driver describes it.
  public struct Buffer: Hashable, Sendable {
    /// Bytes from row to row (`bytesperline`).
    public let stride: Int
    /// The most bytes of a frame (`sizeimage`).
    public let size: Int
  }

  /// The pixel format.
  public let code: FourCC
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Whether frames come by the multi-planar interface.
  public let isMultiPlanar: Bool
  /// The frame's buffers, 1…8.
  public let buffers: [Buffer]
  /// Range, matrix and curve.
  public let colour: ColourDescription
  /// Where each sample lies; `nil` for formats that are not metered as they come, as MJPEG.
  public let layout: FrameLayout?
  /// The time from frame to frame, where the driver says it.
  public var interval: FrameInterval?

  init(_ format: v4l2_pix_format, path: String) throws(DeviceError) {
    let code = FourCC(rawValue: format.pixelformat)
    let colour = ColourDescription(
      space: format.colorspace, encoding: format.ycbcr_enc, quantisation: format.quantization,
      transfer: format.xfer_func, format: code.meaning?.format)
    try self.init(
      code, width: format.width, height: format.height, isMultiPlanar: false,
      buffers: [Buffer(stride: Int(format.bytesperline), size: Int(format.sizeimage))],
      colour: colour, path: path)
  }

  init(_ format: v4l2_pix_format_mplane, path: String) throws(DeviceError) {
    let code = FourCC(rawValue: format.pixelformat)
    let colour = ColourDescription(
      space: format.colorspace, encoding: UInt32(format.ycbcr_enc),
      quantisation: UInt32(format.quantization), transfer: UInt32(format.xfer_func),
      format: code.meaning?.format)
    let count = min(max(Int(format.num_planes), 1), Int(VIDEO_MAX_PLANES))
    let planes = format.plane_fmt
    let all = [
      planes.0, planes.1, planes.2, planes.3, planes.4, planes.5, planes.6, planes.7,
    ]
    try self.init(
      code, width: format.width, height: format.height, isMultiPlanar: true,
      buffers: all.prefix(count).map {
        Buffer(stride: Int($0.bytesperline), size: Int($0.sizeimage))
      },
      colour: colour, path: path)
  }

  private init(
    _ code: FourCC, width: UInt32, height: UInt32, isMultiPlanar: Bool, buffers: [Buffer],
    colour: ColourDescription, path: String
  ) throws(DeviceError) {
    self.code = code
    self.width = Int(width)
    self.height = Int(height)
    self.isMultiPlanar = isMultiPlanar
    self.buffers = buffers
    self.colour = colour
    guard let meaning = code.meaning, meaning.format != .jpeg else {
      layout = nil
      return
    }
    do {
      layout = try Self.layout(
        meaning, width: Int(width), height: Int(height), buffers: buffers, colour: colour)
    } catch {
      throw .layout(path: path, code, error)
    }
  }

  /// The layout of a format's memory; `bytesperline` 0 or shorter than a row is refused there.
  private static func layout(
    _ meaning: FourCC.Meaning, width: Int, height: Int, buffers: [Buffer],
    colour: ColourDescription
  ) throws(FrameLayoutError) -> FrameLayout {
    if meaning.hasSeparateBuffers {
      let planes = buffers.enumerated().map { index, buffer in
        FrameLayout.Plane(buffer: index, stride: buffer.stride)
      }
      return try FrameLayout(
        format: meaning.format, width: width, height: height, planes: planes,
        range: colour.range, matrix: colour.matrix, alignment: meaning.alignment)
    }
    return try FrameLayout(
      format: meaning.format, width: width, height: height, stride: buffers.first?.stride ?? 0,
      range: colour.range, matrix: colour.matrix, alignment: meaning.alignment)
  }
}
