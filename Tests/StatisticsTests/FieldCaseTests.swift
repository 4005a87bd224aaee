import Frames
import Testing

@testable import Statistics

/// Faults that people who meter frames have reported; the numbers are those of the field cases.
@Suite struct FieldCaseTests {
  static let seed: UInt64 = 20_261_202

  // MARK: B38, short frames

  /// A frame that the driver didn't fill is refused before a byte of it is read.
  @Test(arguments: [0, 4000, 6143])
  func b38ShortFramesAreRefused(_ count: Int) throws {
    let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 64, height: 48)
    let whole = [UInt8](repeating: 90, count: 6144)
    var extractor = try StatisticsExtractor(layout)
    var statistics = try extractor.extract(FrameView(layout, whole.span))
    let before = statistics
    let short = [UInt8](repeating: 200, count: count)
    do {
      try extractor.extract(FrameView(layout, short.span), into: &statistics)
      Issue.record("\(count) bytes were metered")
    } catch let error as FrameViewError {
      #expect(error == .bufferTooShort(buffer: 0, bytes: count, needed: 6144))
    }
    #expect(statistics == before)
    let after = try extractor.extract(FrameView(layout, whole.span))
    #expect(after == before)
  }

  // MARK: B39, padded rows

  struct Padded: CustomTestStringConvertible {
    let format: PixelFormat
    let width: Int
    let height: Int
    let stride: Int
    var testDescription: String { "\(format) \(width)×\(height), stride \(stride)" }
  }

  static let padded: [Padded] = [
    Padded(format: .packedYUV(.yuyv), width: 90, height: 16, stride: 192),
    Padded(format: .grey(.bits8), width: 50, height: 10, stride: 64),
    Padded(format: .semiPlanarYUV(.yuv420, .cbCr), width: 66, height: 34, stride: 128),
    Padded(format: .semiPlanarYUV(.yuv420, .cbCr), width: 65, height: 33, stride: 66),
    Padded(format: .packedYUV(.yuyv), width: 65, height: 17, stride: 133),
    Padded(format: .grey(.bits8), width: 65, height: 17, stride: 67),
    Padded(format: .planarYUV(.yuv420, .crCb), width: 65, height: 33, stride: 96),
    Padded(format: .rgb(.bgr, .bits8), width: 65, height: 17, stride: 196),
    Padded(format: .bayer(.gbrg, .packed10), width: 65, height: 17, stride: 96),
  ]

  @Test(arguments: padded)
  func b39PaddingIsNotMetered(_ row: Padded) throws {
    var generator = Generator(seed: Self.seed)
    let tight = try FrameLayout(format: row.format, width: row.width, height: row.height)
    let layout = try FrameLayout(
      format: row.format, width: row.width, height: row.height, stride: row.stride)
    let bytes = generator.bytes(count: tight.byteCounts[0])
    let expected = try statistics(tight, [bytes])
    for filler in [UInt8(0xFF), 0] {
      let found = try statistics(layout, moved(bytes, from: tight, to: layout, filler: filler))
      #expect(StatisticsExtractorTests.difference(found, expected) == nil)
    }
  }

  /// The same of every format at a width that fills no group, pair or quad.
  @Test(arguments: allFormats)
  func b39OddWidthsOfEveryFormat(_ format: PixelFormat) throws {
    var generator = Generator(seed: Self.seed)
    let tight = try FrameLayout(format: format, width: 65, height: 35)
    let planes = tight.planes.indices.map { index in
      FrameLayout.Plane(
        offset: tight.planes[index].offset * 3 + 5,
        stride: tight.rowByteCount(ofPlane: index) + 19)
    }
    let layout = try FrameLayout(format: format, width: 65, height: 35, planes: planes)
    let bytes = generator.bytes(count: tight.byteCounts[0])
    let found = try statistics(layout, moved(bytes, from: tight, to: layout))
    let expected = try statistics(tight, [bytes])
    #expect(StatisticsExtractorTests.difference(found, expected) == nil)
  }

  // MARK: B40, limited and full range

  @Test(arguments: [
    (UInt8(16), 0.0, 0.063), (126, 0.502, 0.494), (235, 1.0, 0.922),
  ])
  func b40VideoLevels(_ luma: UInt8, _ limited: Double, _ full: Double) throws {
    // V4L2's default of a YUV format is video range, whatever the colour space.
    for (range, expected) in [(SignalRange?.none, limited), (.limited, limited), (.full, full)] {
      let statistics = try uniformYUYV(luma, range: range)
      let mean = statistics.signal.levels.normalised(try #require(statistics.meanLumaCode))
      #expect(abs(mean - expected) < 0.0005)
    }
  }

  @Test(arguments: [
    (SignalRange.limited, UInt8(234), false), (.limited, 235, true), (.limited, 236, true),
    (.full, 235, false), (.full, 253, false), (.full, 254, true), (.full, 255, true),
  ])
  func b40ClipsAtTheRangesWhite(_ range: SignalRange, _ luma: UInt8, _ clips: Bool) throws {
    let total = try uniformYUYV(luma, range: range).total
    #expect(total.clippedHigh == (clips ? total.cells : 0))
    #expect(total.clippedLow == 0)
  }

  @Test(arguments: [
    (SignalRange.limited, UInt8(0), true), (.limited, 16, true), (.limited, 17, false),
    (.full, 1, true), (.full, 2, false), (.full, 16, false),
  ])
  func b40ClipsAtTheRangesBlack(_ range: SignalRange, _ luma: UInt8, _ clips: Bool) throws {
    let total = try uniformYUYV(luma, range: range).total
    #expect(total.clippedLow == (clips ? total.cells : 0))
    #expect(total.clippedHigh == 0)
  }

  // MARK: B41, wrong colour filter order

  enum Scene: String, CaseIterable { case plain, noise, texture, ramp }

  /// A mosaic of (200, 120, 60) as an order has it, with the scene's light on it.
  static func mosaic(
    _ order: CFAOrder, _ scene: Scene, width: Int = 96, height: Int = 64
  ) -> [UInt8] {
    var generator = Generator(seed: seed)
    let sites = [order.sites.0, order.sites.1, order.sites.2, order.sites.3]
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      let colour =
        switch sites[x % 2 + y % 2 * 2] {
        case .red: 200
        case .greenOnRedRow, .greenOnBlueRow: 120
        case .blue: 60
        }
      switch scene {
      case .plain: return UInt8(colour)
      case .noise: return UInt8(colour + Int.random(in: -12...12, using: &generator))
      // Stripes of 3 and 5 pixels, which are no multiples of the quad.
      case .texture: return UInt8(colour * (x / 3 % 2 + y / 5 % 2 + 2) / 4)
      case .ramp: return UInt8(colour * (x + y + 20) / (width + height + 20))
      }
    }
  }

  static func verdict(_ declared: CFAOrder, _ bytes: [UInt8]) throws -> CFAOrderVerdict {
    let layout = try FrameLayout(format: .bayer(declared, .bits8), width: 96, height: 64)
    return try statistics(layout, [bytes]).cfaOrderVerdict
  }

  @Test(arguments: CFAOrder.allCases, Scene.allCases)
  func b41WrongOrdersAreSuspicious(_ order: CFAOrder, _ scene: Scene) throws {
    let bytes = Self.mosaic(order, scene)
    for declared in CFAOrder.allCases {
      // Of the other three, the one with red and blue exchanged can't be told by the greens.
      let mirror = order.flippedHorizontally.flippedVertically
      let isRight = declared == order || declared == mirror
      #expect(try Self.verdict(declared, bytes) == (isRight ? .plausible : .suspicious))
    }
  }

  @Test func b41TheReportedCase() throws {
    let bytes = Self.mosaic(.rggb, .plain)
    #expect(try Self.verdict(.grbg, bytes) == .suspicious)
    #expect(try Self.verdict(.rggb, bytes) == .plausible)
  }

  @Test func b41GreysAndBlackSayNothing() throws {
    #expect(
      try Self.verdict(.rggb, [UInt8](repeating: 90, count: 96 * 64)) == .undetermined)
    #expect(try Self.verdict(.rggb, [UInt8](repeating: 0, count: 96 * 64)) == .undetermined)
    #expect(try Self.verdict(.rggb, [UInt8](repeating: 255, count: 96 * 64)) == .undetermined)
    #expect(try uniformYUYV(81, cb: 90, cr: 240).cfaOrderVerdict == .undetermined)
  }

  /// A sensor that is read out mirrored delivers the flipped order; the channels stay the same.
  @Test(arguments: CFAOrder.allCases, [(true, false), (false, true), (true, true)])
  func b41FlipsRemapTheOrder(_ order: CFAOrder, _ flip: (Bool, Bool)) throws {
    let bytes = Self.mosaic(order, .texture)
    let flipped = (0..<bytes.count).map { index in
      let (x, y) = (index % 96, index / 96)
      return bytes[(flip.1 ? 63 - y : y) * 96 + (flip.0 ? 95 - x : x)]
    }
    let format = PixelFormat.bayer(order, .bits8)
    let remapped = format.flipped(horizontally: flip.0, vertically: flip.1)
    func total(_ format: PixelFormat, _ bytes: [UInt8]) throws -> FrameStatistics {
      try statistics(FrameLayout(format: format, width: 96, height: 64), [bytes])
    }
    let found = try total(remapped, flipped)
    #expect(found.cfaOrderVerdict == .plausible)
    let (here, there) = (found.total.channels, try total(format, bytes).total.channels)
    #expect(here.first == there.first)
    #expect(here.third == there.third)
    #expect(here.second == there.second)
    #expect(here.fourth == there.fourth)
  }

  // MARK: B42, packed and aligned samples

  struct Packing: CustomTestStringConvertible {
    let packed: SampleCoding
    let word: SampleCoding
    let width: Int
    let stride: Int
    var testDescription: String { "\(packed), \(width) wide, stride \(stride)" }
  }

  static let packings: [Packing] = [
    Packing(packed: .packed10, word: .bits10, width: 64, stride: 80),
    // CSI-2 receivers pad lines to 32 or 64 bytes.
    Packing(packed: .packed10, word: .bits10, width: 66, stride: 96),
    Packing(packed: .packed10, word: .bits10, width: 67, stride: 128),
    Packing(packed: .packed12, word: .bits12, width: 64, stride: 96),
    Packing(packed: .packed12, word: .bits12, width: 66, stride: 128),
    Packing(packed: .packed12, word: .bits12, width: 67, stride: 128),
  ]

  @Test(arguments: packings, [true, false])
  func b42TheSameCodesGiveTheSameStatistics(_ row: Packing, _ isBayer: Bool) throws {
    var generator = Generator(seed: Self.seed)
    let height = 40
    let greatest = (1 << row.packed.bitDepth) - 1
    let codes = (0..<row.width * height).map { index in
      index % 50 == 0
        ? generator.pick([0, greatest]) : Int.random(in: 0...greatest, using: &generator)
    }
    func take(
      _ coding: SampleCoding, _ alignment: SampleAlignment, stride: Int
    ) throws -> FrameStatistics {
      let format = isBayer ? PixelFormat.bayer(.gbrg, coding) : .grey(coding)
      let layout = try FrameLayout(
        format: format, width: row.width, height: height, stride: stride, alignment: alignment)
      let bytes = stored(
        codes, width: row.width, coding, alignment: alignment, stride: stride, noise: &generator)
      return try statistics(layout, [bytes])
    }
    let words = try take(row.word, .low, stride: row.width * 2)
    let packed = try take(row.packed, .low, stride: row.stride)
    let high = try take(row.word, .high, stride: row.width * 2 + 6)
    #expect(StatisticsExtractorTests.difference(packed, words) == nil)
    #expect(StatisticsExtractorTests.difference(high, words) == nil)
    // And the sum is that of the codes, so that all three aren't wrong alike.
    let (evenWidth, cellCodes) = (row.width / 2 * 2, words.signal.codesPerSample)
    if !isBayer { #expect(words.total.lumaSum == UInt64(codes.reduce(0, +))) }
    if isBayer {
      let sum = codes.indices.filter { $0 % row.width < evenWidth }.reduce(0) { $0 + codes[$1] }
      #expect(words.total.lumaSum == UInt64(sum))
      #expect(cellCodes == 4)
    }
  }

  /// One half of full scale is one half at any depth: never codes of 255.
  @Test(arguments: SampleCoding.allCases, [true, false])
  func b42ScalesByDepth(_ coding: SampleCoding, _ isBayer: Bool) throws {
    var generator = Generator(seed: Self.seed)
    let code = 1 << (coding.bitDepth - 1)
    let format = isBayer ? PixelFormat.bayer(.rggb, coding) : .grey(coding)
    let layout = try FrameLayout(format: format, width: 64, height: 48)
    let bytes = stored(
      [Int](repeating: code, count: 64 * 48), width: 64, coding,
      stride: coding.byteCount(ofSamples: 64), noise: &generator)
    let found = try statistics(layout, [bytes])
    #expect(found.meanLumaCode == Double(code))
    let middle = try #require(found.percentile(0.5))
    let place = found.signal.levels.normalised(middle)
    let half = Double(code) / Double((1 << coding.bitDepth) - 1)
    #expect(abs(place - half) < 1 / Double(found.signal.binCount))
    #expect(found.signal.levels.normalised(Double(code)) == half)
  }

  // MARK: B44, several buffers

  @Test func b44NV12InTwoBuffersIsNV12() throws {
    var generator = Generator(seed: Self.seed)
    let format = PixelFormat.semiPlanarYUV(.yuv420, .cbCr)
    let tight = try FrameLayout(format: format, width: 66, height: 34)
    let separate = try FrameLayout(
      format: format, width: 66, height: 34,
      planes: [.init(buffer: 0, offset: 64, stride: 128), .init(buffer: 1, stride: 128)])
    let bytes = generator.bytes(count: tight.byteCounts[0])
    let buffers = moved(bytes, from: tight, to: separate)
    #expect(buffers.count == 2)
    let (found, expected) = (try statistics(separate, buffers), try statistics(tight, [bytes]))
    #expect(StatisticsExtractorTests.difference(found, expected) == nil)
  }

  @Test(arguments: ["NM12", "NM21", "NM16", "NM61", "YM12", "YM21", "YM16", "YM61"])
  func b44SeparateBuffersOfEveryFormat(_ name: String) throws {
    var generator = Generator(seed: Self.seed)
    let meaning = try #require(FourCC(name)?.meaning)
    #expect(meaning.hasSeparateBuffers)
    let tight = try FrameLayout(format: meaning.format, width: 67, height: 35)
    let planes = tight.planes.indices.map {
      FrameLayout.Plane(
        buffer: $0, offset: 64 * $0, stride: tight.rowByteCount(ofPlane: $0) + 31)
    }
    let separate = try FrameLayout(format: meaning.format, width: 67, height: 35, planes: planes)
    let bytes = generator.bytes(count: tight.byteCounts[0])
    let found = try statistics(separate, moved(bytes, from: tight, to: separate))
    let expected = try statistics(tight, [bytes])
    #expect(StatisticsExtractorTests.difference(found, expected) == nil)
  }

  /// YUYV through the multi-planar interface: one plane, with a data_offset.
  @Test func b44MultiPlanarYUYVIsYUYV() throws {
    var generator = Generator(seed: Self.seed)
    let tight = try FrameLayout(format: .packedYUV(.yuyv), width: 64, height: 48)
    let plane = try FrameLayout(
      format: .packedYUV(.yuyv), width: 64, height: 48,
      planes: [.init(buffer: 0, offset: 32, stride: 128)])
    let bytes = generator.bytes(count: tight.byteCounts[0])
    let found = try statistics(plane, moved(bytes, from: tight, to: plane))
    #expect(StatisticsExtractorTests.difference(found, try statistics(tight, [bytes])) == nil)
  }
}
