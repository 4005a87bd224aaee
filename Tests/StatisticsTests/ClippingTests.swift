import Frames
import Testing

@testable import Statistics

/// Clipping is judged by channel: a clipped red hides in an unclipped luma.
@Suite struct ClippingTests {
  struct Colour: CustomTestStringConvertible {
    let name: String
    let y: UInt8
    let cb: UInt8
    let cr: UInt8
    let clips: Bool
    var testDescription: String { name }
  }

  // Colour bars in video range, ITU-R BT.601: 100 % clips, 75 % doesn't.
  static let bars601: [Colour] = [
    Colour(name: "red", y: 81, cb: 90, cr: 240, clips: true),
    Colour(name: "green", y: 145, cb: 54, cr: 34, clips: true),
    Colour(name: "blue", y: 41, cb: 240, cr: 110, clips: true),
    Colour(name: "yellow", y: 210, cb: 16, cr: 146, clips: true),
    Colour(name: "white", y: 235, cb: 128, cr: 128, clips: true),
    Colour(name: "red 75 %", y: 65, cb: 100, cr: 212, clips: false),
    Colour(name: "green 75 %", y: 112, cb: 72, cr: 58, clips: false),
    Colour(name: "blue 75 %", y: 35, cb: 212, cr: 114, clips: false),
    Colour(name: "white 75 %", y: 180, cb: 128, cr: 128, clips: false),
  ]

  @Test(arguments: bars601)
  func colourBars(_ colour: Colour) throws {
    let total = try uniformYUYV(colour.y, cb: colour.cb, cr: colour.cr).total
    #expect(total.clippedHigh == (colour.clips ? total.cells : 0))
    #expect(total.clippedLow == 0)
  }

  /// BT.709's red is darker in luma: the same codes say another colour.
  @Test func theMatrixMatters() throws {
    let total = try uniformYUYV(63, cb: 102, cr: 240, matrix: .bt709).total
    #expect(total.clippedHigh == total.cells)
    #expect(try uniformYUYV(63, cb: 102, cr: 240).total.clippedHigh == 0)
  }

  /// The mean colour of an unclipped bar is its own.
  @Test func meanChannelsOfABar() throws {
    let found = try uniformYUYV(65, cb: 100, cr: 212)
    let mean = try #require(found.meanChannels(of: found.total))
    #expect(abs(mean.red - 0.75) < 0.01)
    #expect(abs(mean.green) < 0.01)
    #expect(abs(mean.blue) < 0.01)
  }

  @Test func oneClippedChannelOfRGBClipsThePixel() throws {
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 16, height: 8)
    let bytes = (0..<16 * 8 * 3).map { UInt8($0 % 3 == 2 ? 255 : 20) }
    let total = try statistics(layout, [bytes]).total
    #expect(total.clippedHigh == 128)
    let filler = try FrameLayout(format: .rgb(.rgbx, .bits8), width: 16, height: 8)
    let alpha = (0..<16 * 8 * 4).map { UInt8($0 % 4 == 3 ? 255 : 20) }
    #expect(try statistics(filler, [alpha]).total.clippedHigh == 0)
  }

  @Test func oneClippedSiteClipsTheQuad() throws {
    let layout = try FrameLayout(format: .bayer(.rggb, .bits8), width: 16, height: 8)
    var bytes = [UInt8](repeating: 30, count: 128)
    bytes[16 + 1] = 254
    let total = try statistics(layout, [bytes]).total
    #expect(total.cells == 32)
    #expect(total.clippedHigh == 1)
    #expect(total.channels == ChannelSums(31 * 30, 31 * 30, 31 * 30, 31 * 30))
  }

  /// One bright sample of four clips the 4:2:0 cell; both samples of a pair are judged.
  @Test(arguments: [0, 1, 16, 17])
  func anySampleOfACellClipsIt(_ place: Int) throws {
    let layout = try FrameLayout(
      format: .semiPlanarYUV(.yuv420, .cbCr), width: 16, height: 8, range: .full)
    var bytes = [UInt8](repeating: 128, count: layout.byteCounts[0])
    bytes[place] = 255
    let total = try statistics(layout, [bytes]).total
    #expect(total.cells == 32)
    #expect(total.clippedHigh == 1)
    #expect(total.unclippedLumaSum == 31 * 4 * 128)
  }

  /// Black clips by the mean of the cell, not by its darkest sample.
  @Test func blackIsJudgedByTheCellsMean() throws {
    let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 16, height: 8)
    func clippedLow(_ first: UInt8, _ second: UInt8) throws -> UInt32 {
      let bytes = (0..<256).map { [first, 128, second, 128][$0 % 4] }
      return try statistics(layout, [bytes]).total.clippedLow
    }
    #expect(try clippedLow(16, 16) == 64)
    #expect(try clippedLow(14, 18) == 64)
    #expect(try clippedLow(14, 19) == 0)
  }
}
