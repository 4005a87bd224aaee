/// What the bytes of a frame mean: colour model, sample order and depth.
///
/// Strides, offsets and range belong to ``FrameLayout``. Names of V4L2 (`YUYV`, `RG10`) are parsed
/// and printed by ``FourCC``.
public enum PixelFormat: Hashable, Sendable {
  /// Luminance only (V4L2 `GREY`, `Y10 `, `Y12 `, `Y16 `, `Y10P`, …).
  case grey(SampleCoding)
  /// A colour filter mosaic, one sample a pixel (V4L2 `RGGB`, `BG10`, `pRAA`, …).
  case bayer(CFAOrder, SampleCoding)
  /// 8-bit Y, Cb and Cr interleaved in 4-byte pairs of pixels, 4:2:2 (V4L2 `YUYV` and its kin).
  case packedYUV(PackedYUVOrder)
  /// 8-bit Y plane followed by one plane of Cb and Cr pairs (V4L2 `NV12`, `NV21`, `NV16`, `NV61`).
  case semiPlanarYUV(ChromaSubsampling, ChromaOrder)
  /// 8-bit Y, Cb and Cr planes (V4L2 `YU12`, `YV12`, `422P`).
  case planarYUV(ChromaSubsampling, ChromaOrder)
  /// 8 or 16 bits of red, green and blue a pixel (V4L2 `RGB3`, `BGR3`, `XR24`, `RGB6`, …).
  case rgb(RGBOrder, SampleCoding)
  /// A JPEG picture, as MJPEG cameras deliver; decoded before it is metered (V4L2 `MJPG`, `JPEG`).
  case jpeg

  /// The bytes of a 4:2:2 pair of pixels in memory order.
  public enum PackedYUVOrder: Hashable, Sendable, CaseIterable {
    /// Y0 Cb Y1 Cr.
    case yuyv
    /// Cb Y0 Cr Y1.
    case uyvy
    /// Y0 Cr Y1 Cb.
    case yvyu
    /// Cr Y0 Cb Y1.
    case vyuy
  }

  /// How many pixels share one Cb and Cr.
  public enum ChromaSubsampling: Hashable, Sendable, CaseIterable {
    /// 2×2 pixels.
    case yuv420
    /// 2×1 pixels.
    case yuv422
  }

  /// Which of the two colour differences comes first in memory.
  public enum ChromaOrder: Hashable, Sendable, CaseIterable {
    /// Cb, then Cr.
    case cbCr
    /// Cr, then Cb.
    case crCb
  }

  /// The components of a pixel in memory order; `x` is a filler or alpha and is not metered.
  public enum RGBOrder: Hashable, Sendable, CaseIterable {
    /// Red, green, blue.
    case rgb
    /// Blue, green, red.
    case bgr
    /// Filler, red, green, blue.
    case xrgb
    /// Filler, blue, green, red.
    case xbgr
    /// Red, green, blue, filler.
    case rgbx
    /// Blue, green, red, filler.
    case bgrx

    /// The number of components in memory: 3 or 4.
    public var componentCount: Int {
      switch self {
      case .rgb, .bgr: 3
      case .xrgb, .xbgr, .rgbx, .bgrx: 4
      }
    }

    /// The places of red, green and blue among a pixel's components, 0…3.
    public var componentOffsets: (red: Int, green: Int, blue: Int) {
      switch self {
      case .rgb, .rgbx: (0, 1, 2)
      case .bgr, .bgrx: (2, 1, 0)
      case .xrgb: (1, 2, 3)
      case .xbgr: (3, 2, 1)
      }
    }
  }

  /// The significant bits of a sample: 8, 10, 12, 14 or 16.
  public var bitDepth: Int {
    switch self {
    case .grey(let coding), .bayer(_, let coding), .rgb(_, let coding): coding.bitDepth
    case .packedYUV, .semiPlanarYUV, .planarYUV, .jpeg: 8
    }
  }

  /// Whether brightness and colour are stored as Y, Cb and Cr.
  public var isYUV: Bool {
    switch self {
    case .packedYUV, .semiPlanarYUV, .planarYUV: true
    case .grey, .bayer, .rgb, .jpeg: false
    }
  }

  /// Whether samples are stored in 16-bit words, which may be aligned to either end.
  public var storesWords: Bool {
    switch self {
    case .grey(let coding), .bayer(_, let coding), .rgb(_, let coding): coding.isWord
    case .packedYUV, .semiPlanarYUV, .planarYUV, .jpeg: false
    }
  }

  /// The number of planes in memory: 1, 2 or 3.
  public var planeCount: Int {
    switch self {
    case .grey, .bayer, .packedYUV, .rgb, .jpeg: 1
    case .semiPlanarYUV: 2
    case .planarYUV: 3
    }
  }

  /// The same mosaic as a flipped read-out delivers it; formats without a mosaic are unchanged.
  ///
  /// - Parameters:
  ///   - horizontally: Whether the read-out is mirrored left to right (V4L2 `HFLIP`).
  ///   - vertically: Whether the read-out is mirrored top to bottom (V4L2 `VFLIP`).
  /// - Returns: The format with the colour filter order that results.
  public func flipped(horizontally: Bool, vertically: Bool) -> PixelFormat {
    guard case .bayer(var order, let coding) = self else { return self }
    if horizontally { order = order.flippedHorizontally }
    if vertically { order = order.flippedVertically }
    return .bayer(order, coding)
  }
}
