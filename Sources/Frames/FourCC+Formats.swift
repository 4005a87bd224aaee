extension FourCC {
  /// What a V4L2 code says of a frame.
  public struct Meaning: Hashable, Sendable {
    /// The colour model, order and depth.
    public let format: PixelFormat
    /// Whether each plane lies in a memory buffer of its own (V4L2's `NM12` and its kin).
    public let hasSeparateBuffers: Bool
    /// Where the significant bits of a 16-bit word lie.
    public let alignment: SampleAlignment
  }

  /// What the code means, or `nil` where the library does not meter the format.
  public var meaning: Meaning? {
    for entry in Self.table where entry.code == rawValue {
      return Meaning(
        format: entry.format, hasSeparateBuffers: entry.separate, alignment: entry.alignment)
    }
    return nil
  }

  /// The code that V4L2 gives to a format, or `nil` where V4L2 has none.
  ///
  /// - Parameters:
  ///   - format: The colour model, order and depth.
  ///   - separateBuffers: Whether each plane lies in a buffer of its own.
  ///   - alignment: Where the significant bits of a 16-bit word lie.
  public init?(
    _ format: PixelFormat, separateBuffers: Bool = false, alignment: SampleAlignment = .low
  ) {
    for entry in Self.table
    where entry.format == format && entry.separate == separateBuffers
      && entry.alignment == alignment
    {
      self.init(rawValue: entry.code)
      return
    }
    return nil
  }

  /// Every code that the library meters, in the table's order.
  public static var known: [FourCC] { table.map { FourCC(rawValue: $0.code) } }

  private struct Entry: Sendable {
    let code: UInt32
    let format: PixelFormat
    let separate: Bool
    let alignment: SampleAlignment

    init(
      _ name: StaticString, _ format: PixelFormat, separate: Bool = false,
      alignment: SampleAlignment = .low
    ) {
      code = FourCC(String(describing: name))?.rawValue ?? 0
      self.format = format
      self.separate = separate
      self.alignment = alignment
    }
  }

  // The first entry of a format is the one that is printed. Source: include/uapi/linux/videodev2.h
  // of Linux 6.12; where RGB32 has a deprecated code (`RGB4`, `BGR4`), it stands behind.
  private static let table: [Entry] = [
    Entry("GREY", .grey(.bits8)),
    Entry("Y10 ", .grey(.bits10)),
    Entry("Y12 ", .grey(.bits12)),
    Entry("Y14 ", .grey(.bits14)),
    Entry("Y16 ", .grey(.bits16)),
    Entry("Y10P", .grey(.packed10)),
    Entry("Y12P", .grey(.packed12)),
    Entry("Y012", .grey(.bits12), alignment: .high),

    Entry("YUYV", .packedYUV(.yuyv)),
    Entry("UYVY", .packedYUV(.uyvy)),
    Entry("YVYU", .packedYUV(.yvyu)),
    Entry("VYUY", .packedYUV(.vyuy)),

    Entry("NV12", .semiPlanarYUV(.yuv420, .cbCr)),
    Entry("NV21", .semiPlanarYUV(.yuv420, .crCb)),
    Entry("NV16", .semiPlanarYUV(.yuv422, .cbCr)),
    Entry("NV61", .semiPlanarYUV(.yuv422, .crCb)),
    Entry("NM12", .semiPlanarYUV(.yuv420, .cbCr), separate: true),
    Entry("NM21", .semiPlanarYUV(.yuv420, .crCb), separate: true),
    Entry("NM16", .semiPlanarYUV(.yuv422, .cbCr), separate: true),
    Entry("NM61", .semiPlanarYUV(.yuv422, .crCb), separate: true),
    Entry("YU12", .planarYUV(.yuv420, .cbCr)),
    Entry("YV12", .planarYUV(.yuv420, .crCb)),
    Entry("422P", .planarYUV(.yuv422, .cbCr)),
    Entry("YM12", .planarYUV(.yuv420, .cbCr), separate: true),
    Entry("YM21", .planarYUV(.yuv420, .crCb), separate: true),
    Entry("YM16", .planarYUV(.yuv422, .cbCr), separate: true),
    Entry("YM61", .planarYUV(.yuv422, .crCb), separate: true),

    Entry("RGB3", .rgb(.rgb, .bits8)),
    Entry("BGR3", .rgb(.bgr, .bits8)),
    Entry("XR24", .rgb(.bgrx, .bits8)),
    Entry("AR24", .rgb(.bgrx, .bits8)),
    Entry("BGR4", .rgb(.bgrx, .bits8)),
    Entry("XB24", .rgb(.rgbx, .bits8)),
    Entry("AB24", .rgb(.rgbx, .bits8)),
    Entry("BX24", .rgb(.xrgb, .bits8)),
    Entry("BA24", .rgb(.xrgb, .bits8)),
    Entry("RGB4", .rgb(.xrgb, .bits8)),
    Entry("RX24", .rgb(.xbgr, .bits8)),
    Entry("RA24", .rgb(.xbgr, .bits8)),
    Entry("RGB6", .rgb(.rgb, .bits16)),
    Entry("BGR6", .rgb(.bgr, .bits16)),

    Entry("RGGB", .bayer(.rggb, .bits8)),
    Entry("GRBG", .bayer(.grbg, .bits8)),
    Entry("GBRG", .bayer(.gbrg, .bits8)),
    Entry("BA81", .bayer(.bggr, .bits8)),
    Entry("RG10", .bayer(.rggb, .bits10)),
    Entry("BA10", .bayer(.grbg, .bits10)),
    Entry("GB10", .bayer(.gbrg, .bits10)),
    Entry("BG10", .bayer(.bggr, .bits10)),
    Entry("RG12", .bayer(.rggb, .bits12)),
    Entry("BA12", .bayer(.grbg, .bits12)),
    Entry("GB12", .bayer(.gbrg, .bits12)),
    Entry("BG12", .bayer(.bggr, .bits12)),
    Entry("RG14", .bayer(.rggb, .bits14)),
    Entry("GR14", .bayer(.grbg, .bits14)),
    Entry("GB14", .bayer(.gbrg, .bits14)),
    Entry("BG14", .bayer(.bggr, .bits14)),
    Entry("RG16", .bayer(.rggb, .bits16)),
    Entry("GR16", .bayer(.grbg, .bits16)),
    Entry("GB16", .bayer(.gbrg, .bits16)),
    Entry("BYR2", .bayer(.bggr, .bits16)),
    Entry("pRAA", .bayer(.rggb, .packed10)),
    Entry("pgAA", .bayer(.grbg, .packed10)),
    Entry("pGAA", .bayer(.gbrg, .packed10)),
    Entry("pBAA", .bayer(.bggr, .packed10)),
    Entry("pRCC", .bayer(.rggb, .packed12)),
    Entry("pgCC", .bayer(.grbg, .packed12)),
    Entry("pGCC", .bayer(.gbrg, .packed12)),
    Entry("pBCC", .bayer(.bggr, .packed12)),

    Entry("MJPG", .jpeg),
    Entry("JPEG", .jpeg),
  ]
}
