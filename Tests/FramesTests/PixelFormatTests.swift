import Frames
import Testing

@Suite struct PixelFormatTests {
  struct Row: CustomTestStringConvertible {
    let format: PixelFormat
    let planes: Int
    let depth: Int
    let isYUV: Bool
    let storesWords: Bool
    var testDescription: String { "\(format)" }
  }

  static let rows: [Row] = [
    Row(format: .grey(.bits8), planes: 1, depth: 8, isYUV: false, storesWords: false),
    Row(format: .grey(.bits14), planes: 1, depth: 14, isYUV: false, storesWords: true),
    Row(format: .grey(.packed12), planes: 1, depth: 12, isYUV: false, storesWords: false),
    Row(format: .bayer(.bggr, .packed10), planes: 1, depth: 10, isYUV: false, storesWords: false),
    Row(format: .bayer(.rggb, .bits16), planes: 1, depth: 16, isYUV: false, storesWords: true),
    Row(format: .packedYUV(.vyuy), planes: 1, depth: 8, isYUV: true, storesWords: false),
    Row(
      format: .semiPlanarYUV(.yuv420, .crCb), planes: 2, depth: 8, isYUV: true, storesWords: false),
    Row(format: .planarYUV(.yuv422, .cbCr), planes: 3, depth: 8, isYUV: true, storesWords: false),
    Row(format: .rgb(.bgrx, .bits8), planes: 1, depth: 8, isYUV: false, storesWords: false),
    Row(format: .rgb(.rgb, .bits16), planes: 1, depth: 16, isYUV: false, storesWords: true),
    Row(format: .jpeg, planes: 1, depth: 8, isYUV: false, storesWords: false),
  ]

  @Test(arguments: rows)
  func describesItself(_ row: Row) {
    #expect(row.format.planeCount == row.planes)
    #expect(row.format.bitDepth == row.depth)
    #expect(row.format.isYUV == row.isYUV)
    #expect(row.format.storesWords == row.storesWords)
  }

  /// Field case B41.
  @Test(arguments: [
    (true, false, CFAOrder.grbg), (false, true, .gbrg), (true, true, .bggr), (false, false, .rggb),
  ])
  func flipsRemapTheMosaic(_ horizontally: Bool, _ vertically: Bool, _ order: CFAOrder) {
    let format = PixelFormat.bayer(.rggb, .packed10)
    let flipped = format.flipped(horizontally: horizontally, vertically: vertically)
    #expect(flipped == .bayer(order, .packed10))
    #expect(flipped.flipped(horizontally: horizontally, vertically: vertically) == format)
  }

  @Test(arguments: rows.map(\.format))
  func flipsLeaveOtherFormatsAlone(_ format: PixelFormat) {
    if case .bayer = format { return }
    #expect(format.flipped(horizontally: true, vertically: true) == format)
  }

  @Test(arguments: [
    (PixelFormat.RGBOrder.rgb, "rgb"), (.bgr, "bgr"), (.xrgb, "xrgb"), (.xbgr, "xbgr"),
    (.rgbx, "rgbx"), (.bgrx, "bgrx"),
  ])
  func componentsLieAsTheNameSays(_ order: PixelFormat.RGBOrder, _ name: String) {
    let letters = Array(name)
    #expect(order.componentCount == letters.count)
    #expect(letters[order.componentOffsets.red] == "r")
    #expect(letters[order.componentOffsets.green] == "g")
    #expect(letters[order.componentOffsets.blue] == "b")
  }
}
