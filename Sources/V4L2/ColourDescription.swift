internal import CV4L2
public import Frames
public import Photometry

/// What the driver says of a format's colours, with V4L2's defaults resolved.
///
/// The defaults are those of `V4L2_MAP_QUANTIZATION_DEFAULT` and its kin in linux/videodev2.h.
public struct ColourDescription: Hashable, Sendable {
  /// Which codes are black and white.
  public let range: SignalRange
  /// The weights of luma; BT.2020's, which this library does not have, count as BT.709's.
  public let matrix: ColourMatrix
  /// How codes become light, as far as the driver knows; a profile's measured curve is better.
  public let response: ResponseCurve

  /// Resolves what the kernel says (`enum v4l2_colorspace` and its kin).
  ///
  /// Grey and raw samples have the full range unless the driver says otherwise: V4L2's default for
  /// them is that of video, which no sensor delivers. MJPEG is full whatever the driver says, since
  /// decoders deliver it so (field case B40).
  ///
  /// - Parameters:
  ///   - space: The colour space.
  ///   - encoding: The encoding of colour differences; 0 follows from the colour space.
  ///   - quantisation: The range; 0 follows from format and colour space.
  ///   - transfer: The transfer function; 0 follows from the colour space.
  ///   - format: The pixel format.
  public init(
    space: UInt32, encoding: UInt32, quantisation: UInt32, transfer: UInt32, format: PixelFormat?
  ) {
    let isVideo = format?.isYUV ?? false
    let isJPEG = space == V4L2_COLORSPACE_JPEG.rawValue
    switch quantisation {
    case _ where format == .jpeg: range = .full
    case V4L2_QUANTIZATION_FULL_RANGE.rawValue: range = .full
    case V4L2_QUANTIZATION_LIM_RANGE.rawValue: range = .limited
    default: range = isVideo && !isJPEG ? .limited : .full
    }
    matrix = Self.matrix(space: space, encoding: encoding)
    response = Self.response(space: space, transfer: transfer, format: format)
  }

  private static func matrix(space: UInt32, encoding: UInt32) -> ColourMatrix {
    switch encoding {
    case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: return .bt601
    case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue,
      V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue,
      V4L2_YCBCR_ENC_SMPTE240M.rawValue:
      return .bt709
    default: break
    }
    switch space {
    case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue,
      V4L2_COLORSPACE_BT2020.rawValue, V4L2_COLORSPACE_SMPTE240M.rawValue:
      return .bt709
    default: return .bt601
    }
  }

  private static func response(
    space: UInt32, transfer: UInt32, format: PixelFormat?
  ) -> ResponseCurve {
    if case .bayer = format { return .linear }
    switch transfer {
    case V4L2_XFER_FUNC_709.rawValue: return .bt709
    case V4L2_XFER_FUNC_SRGB.rawValue: return .sRGB
    case V4L2_XFER_FUNC_NONE.rawValue: return .linear
    default: break
    }
    switch space {
    case V4L2_COLORSPACE_RAW.rawValue: return .linear
    case V4L2_COLORSPACE_SRGB.rawValue, V4L2_COLORSPACE_JPEG.rawValue,
      V4L2_COLORSPACE_DEFAULT.rawValue:
      return .sRGB
    default: return .bt709
    }
  }
}
