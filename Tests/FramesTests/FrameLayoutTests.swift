import Frames
import Testing

@Suite struct FrameLayoutTests {
  private static func error(_ body: () throws -> FrameLayout) -> FrameLayoutError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? FrameLayoutError
    }
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let name: String
    let error: FrameLayoutError
    let sentence: String
    let make: @Sendable () throws -> FrameLayout
    var testDescription: String { name }

    init(
      _ name: String, _ error: FrameLayoutError, _ sentence: String,
      _ make: @escaping @Sendable () throws -> FrameLayout
    ) {
      self.name = name
      self.error = error
      self.sentence = sentence
      self.make = make
    }
  }

  private static func planes(_ planes: FrameLayout.Plane...) -> [FrameLayout.Plane] { planes }

  private static func nv12(_ planes: [FrameLayout.Plane]) throws -> FrameLayout {
    try FrameLayout(
      format: .semiPlanarYUV(.yuv420, .cbCr), width: 64, height: 48, planes: planes)
  }

  static let refusals: [Refusal] = [
    Refusal(
      "0×0", .unsupportedSize(width: 0, height: 0),
      "frame size 0×0 is outside 1×1 to 65535×65535; pass the driver's size"
    ) { try FrameLayout(format: .grey(.bits8), width: 0, height: 0) },
    Refusal(
      "65,536 wide", .unsupportedSize(width: 65_536, height: 1),
      "frame size 65536×1 is outside 1×1 to 65535×65535; pass the driver's size"
    ) { try FrameLayout(format: .grey(.bits8), width: 65_536, height: 1) },
    Refusal(
      "negative", .unsupportedSize(width: 4, height: Int.min),
      "frame size 4×-9223372036854775808 is outside 1×1 to 65535×65535; pass the driver's size"
    ) { try FrameLayout(format: .grey(.bits8), width: 4, height: Int.min) },
    Refusal(
      "packed RGB", .unsupportedCoding(.rgb(.rgb, .packed10)),
      "samples of rgb(Frames.PixelFormat.RGBOrder.rgb, Frames.SampleCoding.packed10) are not "
        + "stored that way; 8 bits or, for rgb and bgr, 16 bits"
    ) { try FrameLayout(format: .rgb(.rgb, .packed10), width: 4, height: 4) },
    Refusal(
      "four words a pixel", .unsupportedCoding(.rgb(.bgrx, .bits16)),
      "samples of rgb(Frames.PixelFormat.RGBOrder.bgrx, Frames.SampleCoding.bits16) are not "
        + "stored that way; 8 bits or, for rgb and bgr, 16 bits"
    ) { try FrameLayout(format: .rgb(.bgrx, .bits16), width: 4, height: 4) },
    Refusal(
      "one plane of NV12", .planeCount(given: 1, needed: 2),
      "1 planes are given where the format has 2; describe each plane once"
    ) { try nv12(planes(.init(stride: 64))) },
    Refusal(
      "three planes of NV12", .planeCount(given: 3, needed: 2),
      "3 planes are given where the format has 2; describe each plane once"
    ) { try nv12(planes(.init(stride: 64), .init(stride: 64), .init(stride: 64))) },
    // Field case B39.
    Refusal(
      "bytesperline 0", .strideTooShort(plane: 0, stride: 0, needed: 180),
      "stride 0 of plane 0 is shorter than its row, 180 bytes; pass the driver's bytesperline"
    ) { try FrameLayout(format: .packedYUV(.yuyv), width: 90, height: 16, stride: 0) },
    Refusal(
      "bytesperline in pixels", .strideTooShort(plane: 0, stride: 90, needed: 180),
      "stride 90 of plane 0 is shorter than its row, 180 bytes; pass the driver's bytesperline"
    ) { try FrameLayout(format: .packedYUV(.yuyv), width: 90, height: 16, stride: 90) },
    Refusal(
      "negative stride", .strideTooShort(plane: 1, stride: -64, needed: 64),
      "stride -64 of plane 1 is shorter than its row, 64 bytes; pass the driver's bytesperline"
    ) { try nv12(planes(.init(stride: 64), .init(stride: -64))) },
    Refusal(
      "odd NV12 in its luma's stride", .strideTooShort(plane: 1, stride: 65, needed: 66),
      "stride 65 of plane 1 is shorter than its row, 66 bytes; pass the driver's bytesperline"
    ) {
      try FrameLayout(
        format: .semiPlanarYUV(.yuv420, .cbCr), width: 65, height: 34, stride: 65)
    },
    Refusal(
      "greatest stride", .planeOutOfReach(plane: 0, offset: 0, stride: .max),
      "plane 0 at offset 0 with stride 9223372036854775807 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    ) { try FrameLayout(format: .grey(.bits8), width: 4, height: 4, stride: .max) },
    Refusal(
      "greatest stride, plane by plane", .planeOutOfReach(plane: 1, offset: 0, stride: .max),
      "plane 1 at offset 0 with stride 9223372036854775807 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    ) { try nv12(planes(.init(stride: 64), .init(stride: .max))) },
    Refusal(
      "greatest offset", .planeOutOfReach(plane: 0, offset: .max, stride: 4),
      "plane 0 at offset 9223372036854775807 with stride 4 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    ) {
      try FrameLayout(
        format: .grey(.bits8), width: 4, height: 1, planes: planes(.init(offset: .max, stride: 4)))
    },
    Refusal(
      "negative offset", .planeOutOfReach(plane: 0, offset: -1, stride: 4),
      "plane 0 at offset -1 with stride 4 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    ) {
      try FrameLayout(
        format: .grey(.bits8), width: 4, height: 1, planes: planes(.init(offset: -1, stride: 4)))
    },
    Refusal(
      "least offset", .planeOutOfReach(plane: 0, offset: .min, stride: 4),
      "plane 0 at offset -9223372036854775808 with stride 4 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"
    ) {
      try FrameLayout(
        format: .grey(.bits8), width: 4, height: 4, planes: planes(.init(offset: .min, stride: 4)))
    },
    Refusal(
      "buffer 3", .bufferIndex(plane: 1, buffer: 3),
      "plane 1 names buffer 3; a frame has buffers 0 to 2"
    ) { try nv12(planes(.init(stride: 64), .init(buffer: 3, stride: 64))) },
    Refusal(
      "buffer −1", .bufferIndex(plane: 0, buffer: -1),
      "plane 0 names buffer -1; a frame has buffers 0 to 2"
    ) { try nv12(planes(.init(buffer: -1, stride: 64), .init(stride: 64))) },
    Refusal(
      "no codes", .levels(.levels(black: 9, white: 9), bitDepth: 8),
      "black 9 and white 9 leave no codes to meter in 8 bits; black must be 0 or more, "
        + "white at most 255 and well above black"
    ) {
      try FrameLayout(
        format: .grey(.bits8), width: 4, height: 4, range: .levels(black: 9, white: 9))
    },
    Refusal("JPEG", .compressed, "JPEG data has no rows to meter; decode it first") {
      try FrameLayout(format: .jpeg, width: 4, height: 4)
    },
  ]

  @Test(arguments: refusals)
  func refuses(_ refusal: Refusal) {
    let error = Self.error(refusal.make)
    #expect(error == refusal.error)
    #expect(error?.description == refusal.sentence)
  }

  struct Contiguous: CustomTestStringConvertible {
    let name: String
    let width: Int
    let height: Int
    let stride: Int?
    let planes: [[Int]]
    let bytes: Int
    var testDescription: String { "\(name) \(width)×\(height), stride \(stride ?? 0)" }

    /// Planes are given as offset and stride.
    init(
      _ name: String, _ width: Int, _ height: Int, _ stride: Int?, _ planes: [[Int]], bytes: Int
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.stride = stride
      self.planes = planes
      self.bytes = bytes
    }
  }

  // The last row of the last plane needs no padding.
  static let contiguous: [Contiguous] = [
    Contiguous("GREY", 50, 10, 64, [[0, 64]], bytes: 9 * 64 + 50),
    Contiguous("GREY", 1, 1, nil, [[0, 1]], bytes: 1),
    Contiguous("YUYV", 90, 16, 192, [[0, 192]], bytes: 15 * 192 + 180),
    Contiguous("YUYV", 65, 3, nil, [[0, 132]], bytes: 396),
    Contiguous("RGB3", 65, 3, 200, [[0, 200]], bytes: 2 * 200 + 195),
    Contiguous("pRAA", 65, 2, 96, [[0, 96]], bytes: 96 + 85),
    Contiguous(
      "NV12", 66, 34, 128, [[0, 128], [34 * 128, 128]], bytes: 34 * 128 + 16 * 128 + 66),
    Contiguous("NV12", 65, 35, nil, [[0, 65], [2275, 66]], bytes: 2275 + 18 * 66),
    Contiguous("NV12", 65, 35, 66, [[0, 66], [2310, 66]], bytes: 2310 + 18 * 66),
    Contiguous("NV16", 65, 35, 80, [[0, 80], [2800, 80]], bytes: 2800 + 34 * 80 + 66),
    Contiguous(
      "YU12", 65, 35, nil, [[0, 65], [2275, 33], [2869, 33]], bytes: 2869 + 18 * 33),
    Contiguous(
      "YU12", 66, 34, 128, [[0, 128], [4352, 64], [5440, 64]], bytes: 5440 + 16 * 64 + 33),
    // Half of an odd stride is rounded up, or an odd row of chroma would not fit.
    Contiguous("YU12", 65, 2, 65, [[0, 65], [130, 33], [163, 33]], bytes: 163 + 33),
    Contiguous("422P", 65, 2, nil, [[0, 65], [130, 33], [196, 33]], bytes: 196 + 66),
  ]

  @Test(arguments: contiguous)
  func laysPlanesOneBehindTheOther(_ row: Contiguous) throws {
    let format = try #require(FourCC(row.name)?.meaning).format
    let layout = try FrameLayout(
      format: format, width: row.width, height: row.height, stride: row.stride)
    #expect(layout.planes.map { [$0.offset, $0.stride] } == row.planes)
    #expect(layout.planes.allSatisfy { $0.buffer == 0 })
    #expect(layout.byteCounts == [row.bytes])
    #expect(layout.bufferCount == 1)
  }

  @Test func countsTheBytesOfEachBuffer() throws {
    let layout = try FrameLayout(
      format: .semiPlanarYUV(.yuv420, .cbCr), width: 66, height: 34,
      planes: [.init(buffer: 0, offset: 64, stride: 128), .init(buffer: 1, offset: 8, stride: 96)])
    #expect(layout.byteCounts == [64 + 33 * 128 + 66, 8 + 16 * 96 + 66])
    #expect(layout.bufferCount == 2)
    #expect(layout.rowByteCount(ofPlane: 0) == 66)
    #expect(layout.rowByteCount(ofPlane: 1) == 66)
    #expect(layout.rowCount(ofPlane: 0) == 34)
    #expect(layout.rowCount(ofPlane: 1) == 17)
  }

  @Test func aBufferThatNoPlaneNamesNeedsNothing() throws {
    let layout = try FrameLayout(
      format: .grey(.bits8), width: 4, height: 4, planes: [.init(buffer: 2, stride: 4)])
    #expect(layout.byteCounts == [0, 0, 16])
  }

  @Test func planesMayLieInAnyOrderInABuffer() throws {
    let layout = try FrameLayout(
      format: .semiPlanarYUV(.yuv422, .cbCr), width: 8, height: 4,
      planes: [.init(offset: 100, stride: 8), .init(offset: 0, stride: 8)])
    #expect(layout.byteCounts == [132])
  }

  /// The greatest stride and offset that still fit, and one more.
  @Test func reachesToTheLastAddress() throws {
    func layout(offset: Int) throws -> FrameLayout {
      try FrameLayout(
        format: .grey(.bits8), width: 4, height: 1,
        planes: [.init(offset: offset, stride: Int.max)])
    }
    #expect(try layout(offset: Int.max - 4).byteCounts == [Int.max])
    #expect(Self.error { try layout(offset: Int.max - 3) } != nil)
  }

  @Test(arguments: [
    ("YUYV", SignalRange.limited), ("NV12", .limited), ("YU12", .limited), ("GREY", .full),
    ("RGB3", .full), ("RG10", .full),
  ])
  func takesTheFormatsRange(_ name: String, _ range: SignalRange) throws {
    let format = FourCC(name)!.meaning!.format
    let layout = try FrameLayout(format: format, width: 16, height: 16)
    #expect(layout.range == range)
    #expect(layout.levels == SignalLevels(range, bitDepth: format.bitDepth))
  }

  @Test func alignmentIsForWordsOnly() throws {
    func alignment(_ coding: SampleCoding) throws -> SampleAlignment {
      try FrameLayout(format: .grey(coding), width: 8, height: 8, alignment: .high).alignment
    }
    for coding in SampleCoding.allCases {
      #expect(try alignment(coding) == (coding.isWord ? .high : .low))
    }
  }

  @Test func theGreatestFrameOfEveryFormatFits() throws {
    for code in FourCC.known where code.meaning!.format != .jpeg {
      let layout = try FrameLayout(format: code.meaning!.format, width: 65_535, height: 65_535)
      #expect(layout.byteCounts[0] >= 65_535 * 65_535)
    }
  }
}
