import Frames
import Photometry
import Statistics
import Testing
import WhiteBalance

/// Which frames may drive white balance.
@Suite struct ColourEvidenceTests {
  private static func evidence(
    _ layout: FrameLayout, _ bytes: [UInt8], _ response: ResponseCurve = .sRGB
  ) throws -> ColourEvidence {
    var extractor = try StatisticsExtractor(
      layout,
      configuration: StatisticsConfiguration(grid: #require(ZoneGridSize(columns: 8, rows: 6))))
    return ColourEvidence(
      try extractor.extract(FrameView(layout, bytes.span)), response: response)
  }

  private static func rgb(_ pixel: (Int) -> [UInt8]) throws -> ColourEvidence {
    try evidence(
      FrameLayout(format: .rgb(.rgb, .bits8), width: 64, height: 48),
      (0..<64 * 48).flatMap(pixel))
  }

  @Test func coloursCount() throws {
    #expect(try Self.rgb { _ in [60, 160, 60] } == .usable)
    #expect(try Self.rgb { [128, 128, UInt8($0 % 64 < 8 ? 131 : 128)] } == .usable)
  }

  @Test func greyFramesDoNot() throws {
    let rising = try Self.rgb { index in
      let code = UInt8(index / 64 * 4 + 20)
      return [code, code, code]
    }
    #expect(rising == .colourless)
    let grey = try FrameLayout(format: .grey(.bits8), width: 64, height: 48)
    #expect(try Self.evidence(grey, [UInt8](repeating: 90, count: 64 * 48)) == .colourless)
    // Infrared as YUV: Cb and Cr stand still.
    let yuv = try FrameLayout(format: .packedYUV(.yuyv), width: 64, height: 48)
    let bytes = (0..<64 * 48).flatMap { index -> [UInt8] in [UInt8(index / 64 * 4 + 20), 128] }
    #expect(try Self.evidence(yuv, bytes) == .colourless)
  }

  @Test func clippedAndBlackFramesDoNot() throws {
    #expect(try Self.rgb { $0 % 64 < 34 ? [255, 200, 100] : [60, 160, 60] } == .clipped)
    #expect(try Self.rgb { $0 % 64 < 30 ? [255, 200, 100] : [60, 160, 60] } == .usable)
    #expect(try Self.rgb { _ in [0, 0, 0] } == .dark)
    #expect(try Self.rgb { _ in [2, 4, 1] } == .dark)
  }

  /// Field case B41: a mosaic of (200, 120, 60) in the order RGGB, said to be GRBG.
  @Test func aWrongFilterOrderDoesNot() throws {
    func frame(_ order: CFAOrder) throws -> ColourEvidence {
      let layout = try FrameLayout(format: .bayer(order, .bits8), width: 64, height: 48)
      let bytes = (0..<64 * 48).map { index -> UInt8 in
        [[200, 120], [120, 60]][index / 64 % 2][index % 2]
      }
      return try Self.evidence(layout, bytes, .linear)
    }
    #expect(try frame(.rggb) == .usable)
    #expect(try frame(.grbg) == .filterOrder)
  }
}
