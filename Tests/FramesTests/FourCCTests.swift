import Frames
import Testing

@Suite struct FourCCTests {
  /// A line of `linux/videodev2.h`: the kernel's name, the four letters, and what its comment and
  /// documentation say of the format.
  struct Row: CustomTestStringConvertible {
    let name: String
    let code: String
    let format: PixelFormat
    var separate = false
    var alignment = SampleAlignment.low
    var testDescription: String { "\(name) \(code)" }

    init(
      _ name: String, _ code: String, _ format: PixelFormat, separate: Bool = false,
      alignment: SampleAlignment = .low
    ) {
      self.name = name
      self.code = code
      self.format = format
      self.separate = separate
      self.alignment = alignment
    }
  }

  static let rows: [Row] = [
    Row("GREY", "GREY", .grey(.bits8)),
    Row("Y10", "Y10 ", .grey(.bits10)),
    Row("Y12", "Y12 ", .grey(.bits12)),
    Row("Y14", "Y14 ", .grey(.bits14)),
    Row("Y16", "Y16 ", .grey(.bits16)),
    Row("Y10P", "Y10P", .grey(.packed10)),
    Row("Y12P", "Y12P", .grey(.packed12)),
    // 12 bits in the high bits of a word, Linux 6.6 and later.
    Row("Y012", "Y012", .grey(.bits12), alignment: .high),
    Row("YUYV", "YUYV", .packedYUV(.yuyv)),
    Row("UYVY", "UYVY", .packedYUV(.uyvy)),
    Row("YVYU", "YVYU", .packedYUV(.yvyu)),
    Row("VYUY", "VYUY", .packedYUV(.vyuy)),
    Row("NV12", "NV12", .semiPlanarYUV(.yuv420, .cbCr)),
    Row("NV21", "NV21", .semiPlanarYUV(.yuv420, .crCb)),
    Row("NV16", "NV16", .semiPlanarYUV(.yuv422, .cbCr)),
    Row("NV61", "NV61", .semiPlanarYUV(.yuv422, .crCb)),
    Row("NV12M", "NM12", .semiPlanarYUV(.yuv420, .cbCr), separate: true),
    Row("NV21M", "NM21", .semiPlanarYUV(.yuv420, .crCb), separate: true),
    Row("NV16M", "NM16", .semiPlanarYUV(.yuv422, .cbCr), separate: true),
    Row("NV61M", "NM61", .semiPlanarYUV(.yuv422, .crCb), separate: true),
    Row("YUV420", "YU12", .planarYUV(.yuv420, .cbCr)),
    Row("YVU420", "YV12", .planarYUV(.yuv420, .crCb)),
    Row("YUV422P", "422P", .planarYUV(.yuv422, .cbCr)),
    Row("YUV420M", "YM12", .planarYUV(.yuv420, .cbCr), separate: true),
    Row("YVU420M", "YM21", .planarYUV(.yuv420, .crCb), separate: true),
    Row("YUV422M", "YM16", .planarYUV(.yuv422, .cbCr), separate: true),
    Row("YVU422M", "YM61", .planarYUV(.yuv422, .crCb), separate: true),
    Row("RGB24", "RGB3", .rgb(.rgb, .bits8)),
    Row("BGR24", "BGR3", .rgb(.bgr, .bits8)),
    // The names of 32-bit formats say a word's letters, the comments the bytes in memory.
    Row("XBGR32", "XR24", .rgb(.bgrx, .bits8)),
    Row("ABGR32", "AR24", .rgb(.bgrx, .bits8)),
    Row("BGR32", "BGR4", .rgb(.bgrx, .bits8)),
    Row("RGBX32", "XB24", .rgb(.rgbx, .bits8)),
    Row("RGBA32", "AB24", .rgb(.rgbx, .bits8)),
    Row("XRGB32", "BX24", .rgb(.xrgb, .bits8)),
    Row("ARGB32", "BA24", .rgb(.xrgb, .bits8)),
    Row("RGB32", "RGB4", .rgb(.xrgb, .bits8)),
    Row("BGRX32", "RX24", .rgb(.xbgr, .bits8)),
    Row("BGRA32", "RA24", .rgb(.xbgr, .bits8)),
    Row("RGB48", "RGB6", .rgb(.rgb, .bits16)),
    Row("BGR48", "BGR6", .rgb(.bgr, .bits16)),
    Row("SRGGB8", "RGGB", .bayer(.rggb, .bits8)),
    Row("SGRBG8", "GRBG", .bayer(.grbg, .bits8)),
    Row("SGBRG8", "GBRG", .bayer(.gbrg, .bits8)),
    Row("SBGGR8", "BA81", .bayer(.bggr, .bits8)),
    Row("SRGGB10", "RG10", .bayer(.rggb, .bits10)),
    Row("SGRBG10", "BA10", .bayer(.grbg, .bits10)),
    Row("SGBRG10", "GB10", .bayer(.gbrg, .bits10)),
    Row("SBGGR10", "BG10", .bayer(.bggr, .bits10)),
    Row("SRGGB10P", "pRAA", .bayer(.rggb, .packed10)),
    Row("SGRBG10P", "pgAA", .bayer(.grbg, .packed10)),
    Row("SGBRG10P", "pGAA", .bayer(.gbrg, .packed10)),
    Row("SBGGR10P", "pBAA", .bayer(.bggr, .packed10)),
    Row("SRGGB12", "RG12", .bayer(.rggb, .bits12)),
    Row("SGRBG12", "BA12", .bayer(.grbg, .bits12)),
    Row("SGBRG12", "GB12", .bayer(.gbrg, .bits12)),
    Row("SBGGR12", "BG12", .bayer(.bggr, .bits12)),
    Row("SRGGB12P", "pRCC", .bayer(.rggb, .packed12)),
    Row("SGRBG12P", "pgCC", .bayer(.grbg, .packed12)),
    Row("SGBRG12P", "pGCC", .bayer(.gbrg, .packed12)),
    Row("SBGGR12P", "pBCC", .bayer(.bggr, .packed12)),
    Row("SRGGB14", "RG14", .bayer(.rggb, .bits14)),
    Row("SGRBG14", "GR14", .bayer(.grbg, .bits14)),
    Row("SGBRG14", "GB14", .bayer(.gbrg, .bits14)),
    Row("SBGGR14", "BG14", .bayer(.bggr, .bits14)),
    Row("SRGGB16", "RG16", .bayer(.rggb, .bits16)),
    Row("SGRBG16", "GR16", .bayer(.grbg, .bits16)),
    Row("SGBRG16", "GB16", .bayer(.gbrg, .bits16)),
    Row("SBGGR16", "BYR2", .bayer(.bggr, .bits16)),
    Row("MJPEG", "MJPG", .jpeg),
    Row("JPEG", "JPEG", .jpeg),
  ]

  @Test(arguments: rows)
  func meansWhatTheKernelSays(_ row: Row) throws {
    let code = try #require(FourCC(row.code))
    let meaning = try #require(code.meaning)
    #expect(meaning.format == row.format)
    #expect(meaning.hasSeparateBuffers == row.separate)
    #expect(meaning.alignment == row.alignment)
    #expect(code.description == row.code)
    let letters = Array(row.code.utf8).map { UInt32($0) }
    #expect(code.rawValue == letters[0] | letters[1] << 8 | letters[2] << 16 | letters[3] << 24)
  }

  @Test func theTableHoldsEveryKnownCodeOnce() {
    #expect(Set(FourCC.known.map(\.description)) == Set(Self.rows.map(\.code)))
    #expect(FourCC.known.count == Self.rows.count)
  }

  /// A format's own code may have an older or alpha twin; what is printed is one of them.
  @Test(arguments: FourCC.known)
  func knownCodesComeBackThroughTheirMeaning(_ code: FourCC) throws {
    #expect(FourCC(code.description) == code)
    let meaning = try #require(code.meaning)
    let again = try #require(
      FourCC(
        meaning.format, separateBuffers: meaning.hasSeparateBuffers, alignment: meaning.alignment))
    #expect(again.meaning == meaning)
  }

  @Test(arguments: [
    ("Y10", "Y10 "), ("Y16 -BE", "Y16 -BE"), ("Y16-BE", "Y16 -BE"), ("A", "A   "), ("-BE", "-BE "),
    ("AR15-BE", "AR15-BE"), ("    ", "    "),
  ])
  func parsesAndPrints(_ text: String, _ printed: String) {
    #expect(FourCC(text)?.description == printed)
  }

  @Test(arguments: ["", "YUYV2", "Y\u{7F}", "Ünde", "AB\n", "YUYV-be", "ABCDE-BE"])
  func refuses(_ text: String) { #expect(FourCC(text) == nil) }

  /// The big-endian variant of a known code is another format, which nothing here reads.
  @Test(arguments: ["ABCD", "Y16 -BE", "yuyv", "H264", "pREE", "Z16 "])
  func unknownCodesMeanNothing(_ text: String) throws {
    #expect(try #require(FourCC(text)).meaning == nil)
  }

  @Test func bit31IsTheBigEndianMark() {
    #expect(FourCC("Y16 -BE")!.rawValue == FourCC("Y16 ")!.rawValue | 1 << 31)
  }

  @Test func printsAnyNumber() {
    #expect(FourCC(rawValue: 0).description == "....")
    #expect(FourCC(rawValue: .max).description == "....-BE")
    #expect(FourCC(rawValue: 0x0041_4243).description == "CBA.")
  }

  @Test func formatsWithoutACodeHaveNone() {
    #expect(FourCC(.rgb(.rgb, .bits12)) == nil)
    #expect(FourCC(.grey(.bits10), alignment: .high) == nil)
    #expect(FourCC(.grey(.bits8), separateBuffers: true) == nil)
  }
}
