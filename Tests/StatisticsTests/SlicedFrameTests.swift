import Frames
import Testing

@testable import Statistics

/// Frames that arrive in slices.
@Suite struct SlicedFrameTests {
  static let seed: UInt64 = 20_261_203

  /// A frame of which only the first rows have arrived: the rest is noise yet.
  private static func arrived(
    _ rows: Int, of bytes: [UInt8], _ layout: FrameLayout, _ generator: inout Generator
  ) -> [UInt8] {
    var partial = bytes.map { _ in UInt8.random(in: 0...255, using: &generator) }
    for (index, plane) in layout.planes.enumerated() {
      // Of a subsampled plane only rows whose pixels are all there are used.
      let isHalf = layout.rowCount(ofPlane: index) < layout.height
      for y in 0..<(isHalf ? rows / 2 : rows) {
        let start = plane.offset + y * plane.stride
        let end = start + layout.rowByteCount(ofPlane: index)
        partial.replaceSubrange(start..<end, with: bytes[start..<end])
      }
    }
    return partial
  }

  @Test(arguments: allFormats)
  func slicesGiveTheWholeFramesStatistics(_ format: PixelFormat) throws {
    var generator = Generator(seed: Self.seed)
    for round in 0..<6 {
      let layout = try generator.layout(format)
      var configuration = generator.configuration()
      if round % 2 == 1 { configuration.implementation = .reference }
      let bytes = generator.bytes(count: layout.byteCounts[0])
      var extractor: StatisticsExtractor
      do {
        extractor = try StatisticsExtractor(layout, configuration: configuration)
      } catch { continue }
      let whole = try extractor.extract(FrameView(layout, bytes.span))
      var sliced = extractor.makeStatistics()
      extractor.begin()
      var rows = 0
      while rows < layout.height {
        rows += Int.random(in: 0...max(1, layout.height / 3), using: &generator)
        let ready = min(rows, layout.height)
        let partial = Self.arrived(ready, of: bytes, layout, &generator)
        try extractor.consume(FrameView(layout, partial.span), rows: ready)
        // Less than before, or nonsense, changes nothing.
        try extractor.consume(FrameView(layout, partial.span), rows: rows / 2)
        try extractor.consume(FrameView(layout, partial.span), rows: .min)
      }
      try extractor.finish(FrameView(layout, bytes.span), into: &sliced)
      let place = Comment("seed \(Self.seed), round \(round), \(layout), \(configuration)")
      #expect(StatisticsExtractorTests.difference(sliced, whole) == nil, place)
    }
  }

  /// What was consumed of a frame that never came to its end leaves no trace.
  @Test(arguments: [
    PixelFormat.grey(.bits8), .semiPlanarYUV(.yuv420, .cbCr), .bayer(.grbg, .packed10),
    .packedYUV(.uyvy),
  ])
  func anUnfinishedFrameIsForgotten(_ format: PixelFormat) throws {
    var generator = Generator(seed: Self.seed)
    let layout = try FrameLayout(format: format, width: 97, height: 70)
    var configuration = StatisticsConfiguration(decimation: .every)
    configuration.mask = FrameMask(circle: FrameMask.Circle(radius: 0.5))
    var extractor = try StatisticsExtractor(layout, configuration: configuration)
    let (first, second) = (
      [UInt8](repeating: 255, count: layout.byteCounts[0]),
      (0..<layout.byteCounts[0]).map { _ in UInt8.random(in: 0...255, using: &generator) }
    )
    let expected = try StatisticsExtractorTests.extract(layout, second, configuration)
    for rows in [1, 2, 5, 37, 69, 70] {
      extractor.begin()
      try extractor.consume(FrameView(layout, first.span), rows: rows)
      extractor.begin()
      try extractor.consume(FrameView(layout, second.span), rows: 33)
      var result = extractor.makeStatistics()
      try extractor.finish(FrameView(layout, second.span), into: &result)
      #expect(StatisticsExtractorTests.difference(result, expected) == nil)
      // And without a begin of its own: extract begins anew.
      try extractor.consume(FrameView(layout, first.span), rows: rows)
      let again = try extractor.extract(FrameView(layout, second.span))
      #expect(StatisticsExtractorTests.difference(again, expected) == nil)
    }
  }

  @Test(arguments: allFormats)
  func theSameFrameTwiceGivesTheSame(_ format: PixelFormat) throws {
    var generator = Generator(seed: Self.seed)
    let layout = try FrameLayout(format: format, width: 83, height: 61)
    let frame = generator.bytes(count: layout.byteCounts[0])
    let other = (0..<layout.byteCounts[0]).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var extractor = try StatisticsExtractor(layout)
    let first = try extractor.extract(FrameView(layout, frame.span))
    _ = try extractor.extract(FrameView(layout, other.span))
    let second = try extractor.extract(FrameView(layout, frame.span))
    #expect(StatisticsExtractorTests.difference(first, second) == nil)
  }

  /// A result of another extractor is made fit, and its stamps belong to the caller.
  @Test func resultsOfAnotherSizeAreReplaced() throws {
    let small = try FrameLayout(format: .grey(.bits8), width: 16, height: 8)
    let large = try FrameLayout(format: .grey(.bits10), width: 64, height: 48)
    var result = try statistics(small, [[UInt8](repeating: 50, count: 128)])
    result.timestamp = 7
    result.sequence = 3
    var extractor = try StatisticsExtractor(large)
    let bytes = [UInt8](repeating: 1, count: 64 * 48 * 2)
    try extractor.extract(FrameView(large, bytes.span), into: &result)
    #expect(result == (try statistics(large, [bytes])))
    #expect(result.timestamp == nil)
    #expect(result.sequence == nil)
  }
}
