/// Why a description of a frame's memory was refused.
public enum FrameLayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Width or height is outside 1…65,535 pixels.
  case unsupportedSize(width: Int, height: Int)
  /// The samples' coding is not defined for this format (e.g. packed RGB).
  case unsupportedCoding(PixelFormat)
  /// The number of planes given differs from what the format has.
  case planeCount(given: Int, needed: Int)
  /// A row's stride is shorter than the row.
  case strideTooShort(plane: Int, stride: Int, needed: Int)
  /// A plane's offset or the sum of its bytes overflows, or an offset is negative.
  case planeOutOfReach(plane: Int, offset: Int, stride: Int)
  /// A plane names a buffer outside 0…2.
  case bufferIndex(plane: Int, buffer: Int)
  /// Black and white levels do not fit the depth or leave nothing between them.
  case levels(SignalRange, bitDepth: Int)
  /// JPEG data has no rows; decode it first.
  case compressed

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let height):
      "frame size \(width)×\(height) is outside 1×1 to 65535×65535; pass the driver's size"
    case .unsupportedCoding(let format):
      "samples of \(format) are not stored that way; 8 bits or, for rgb and bgr, 16 bits"
    case .planeCount(let given, let needed):
      "\(given) planes are given where the format has \(needed); describe each plane once"
    case .strideTooShort(let plane, let stride, let needed):
      "stride \(stride) of plane \(plane) is shorter than its row, \(needed) bytes; "
        + "pass the driver's bytesperline"
    case .planeOutOfReach(let plane, let offset, let stride):
      "plane \(plane) at offset \(offset) with stride \(stride) does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    case .bufferIndex(let plane, let buffer):
      "plane \(plane) names buffer \(buffer); a frame has buffers 0 to 2"
    case .levels(let range, let bitDepth):
      "\(Self.words(range)) leave no codes to meter in \(bitDepth) bits; black must be 0 or more, "
        + "white at most \((1 << bitDepth) - 1) and well above black"
    case .compressed:
      "JPEG data has no rows to meter; decode it first"
    }
  }

  private static func words(_ range: SignalRange) -> String {
    switch range {
    case .full: "the levels of full range"
    case .limited: "the levels of video range"
    case .levels(let black, let white): "black \(black) and white \(white)"
    }
  }
}

/// Why memory was refused as a frame of a layout.
public enum FrameViewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A buffer holds fewer bytes than the layout reaches.
  case bufferTooShort(buffer: Int, bytes: Int, needed: Int)
  /// Fewer buffers were given than the layout names.
  case bufferCount(given: Int, needed: Int)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .bufferTooShort(let buffer, let bytes, let needed):
      "buffer \(buffer) holds \(bytes) bytes where the layout needs \(needed); "
        + "the frame is short: skip it"
    case .bufferCount(let given, let needed):
      "\(given) buffers are given where the layout has \(needed)"
    }
  }
}
