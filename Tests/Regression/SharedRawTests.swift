import Frames
import Photometry
import Recordings
import Statistics
import Testing
import WhiteBalance

@Suite struct SharedRawTests {
  private func raw(
    _ name: String, _ format: String, _ size: (Int, Int), black: Int? = nil, white: Int? = nil
  ) throws -> FrameStatistics {
    var options = SourceOptions()
    options.format = FourCC(format)
    (options.width, options.height) = size
    (options.blackLevel, options.whiteLevel) = (black, white)
    return try statistics(of: SharedFrames.frame(name, options))
  }

  private func nikon(_ order: String, as format: String) throws -> FrameStatistics {
    try raw(
      "raw/nikon/DSC_1339_768x512_\(order).raw", format, (768, 512), black: 600, white: 15_520)
  }

  private func means(_ statistics: FrameStatistics) throws -> [Double] {
    let means = try #require(ChannelMeans(statistics, response: .linear))
    return [means.red, means.green, means.blue]
  }

  /// Both files hold the same samples, in other places of each quad.
  @Test(.needsFrames(.nikonOrders))
  func nikonOrders() throws {
    let (rggb, gbrg) = (try nikon("rggb", as: "RG14"), try nikon("gbrg", as: "GB14"))
    #expect(rggb.cfaOrderVerdict == .plausible)
    #expect(gbrg.cfaOrderVerdict == .plausible)
    for (one, other) in zip(try means(rggb), try means(gbrg)) {
      #expect(abs(one / other - 1) < 0.005)
    }
  }

  @Test(
    .needsFrames(.nikonDeclaredWrongly),
    arguments: [("rggb", "GB14"), ("rggb", "GR14"), ("gbrg", "RG14"), ("gbrg", "BG14")])
  func nikonDeclaredWrongly(_ order: String, _ declared: String) throws {
    #expect(try nikon(order, as: declared).cfaOrderVerdict == .suspicious)
  }

  /// Means over all quads: declared as 12 bits, where none of its codes clips. 723 quads of the
  /// 518,400 are black and don't count, which the tolerance of 0.2 % covers.
  @Test(.needsFrames(.openISPPlanes))
  func openISPPlanes() throws {
    let total = try raw("raw/openisp/test.RAW", "RG12", (1920, 1080)).total
    #expect(total.clippedHigh == 0)
    #expect(total.clippedLow == 723)
    let sums = [
      total.channels.first, total.channels.second, total.channels.fourth, total.channels.third,
    ]
    for (sum, expected) in zip(sums, [320.33, 479.79, 480.78, 442.71]) {
      #expect(abs(Double(sum) / Double(total.unclipped) / expected - 1) < 0.002)
    }
  }

  /// The sensor stops at 1020 of 1023, three codes short of what its format promises.
  @Test(.needsFrames(.openISPClipping))
  func openISPClipping() throws {
    let statistics = try raw("raw/openisp/test.RAW", "RG10", (1920, 1080))
    #expect(statistics.cfaOrderVerdict == .plausible)
    let greatest = try #require(statistics.histogram.lastIndex { $0 > 0 })
    #expect(statistics.signal.code(ofBin: greatest) == 1020.375)
    // NumPy counts as many quads with a sample of 1019 or more.
    #expect(statistics.total.clippedHigh == 91_880)
  }
}
