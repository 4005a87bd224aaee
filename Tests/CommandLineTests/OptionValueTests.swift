import Frames
import Metering
import Photometry
import Statistics
import Testing

@testable import graycard

@Suite struct OptionValueTests {
  @Test(arguments: [
    ("average", MeteringPattern.average), ("centre", .centreWeighted),
    ("centre-weighted", .centreWeighted), ("center", .centreWeighted), ("matrix", .matrix),
    ("highlight", .highlightWeighted), ("highlight-weighted", .highlightWeighted),
    ("spot", .spot(.centre)), ("spot:0.25,0.75", spot(0.25, 0.75, 0.125)),
    ("spot:0,1,2", spot(0, 1, 2)),
  ])
  func patterns(_ text: String, _ pattern: MeteringPattern) throws {
    #expect(try OptionValue.pattern(text) == pattern)
  }

  private static func spot(_ x: Double, _ y: Double, _ diameter: Double) -> MeteringPattern {
    .spot(MeteringPattern.Spot(x: x, y: y, diameter: diameter)!)
  }

  @Test func weights() throws {
    let grid = MeteringPattern.WeightGrid(columns: 2, rows: 1, weights: [1, 0.5])!
    #expect(try OptionValue.weights("2x1:1,0.5") == .custom(grid))
  }

  @Test func rectangles() throws {
    let place = NormalisedRectangle(x: -0.5, y: 0.25, width: 1, height: 0.125)!
    #expect(try OptionValue.rectangle("-0.5,0.25,1,0.125") == WeightedRectangle(place))
    #expect(try OptionValue.rectangle("-0.5,0.25,1,0.125,7") == WeightedRectangle(place, weight: 7))
  }

  @Test(arguments: [
    ("1", HistogramDecimation.every), ("1x1", .every), ("2x2", .by2x2), ("4x2", .by4x2),
    ("4x4", .by4x4),
  ])
  func decimations(_ text: String, _ decimation: HistogramDecimation) throws {
    #expect(try OptionValue.decimation(text) == decimation)
  }

  @Test func masks() throws {
    #expect(
      try OptionValue.mask("circle:0.4") == FrameMask(circle: FrameMask.Circle(radius: 0.4)))
    #expect(
      try OptionValue.mask("circle:0.4,0.3,0.6")
        == FrameMask(circle: FrameMask.Circle(centreX: 0.3, centreY: 0.6, radius: 0.4)))
    #expect(
      try OptionValue.mask("letterbox:0.125,0.25") == FrameMask.letterbox(top: 0.125, bottom: 0.25))
    #expect(
      try OptionValue.mask("pillarbox:0.125,0.25") == FrameMask.pillarbox(left: 0.125, right: 0.25))
    // Two of a circle's three places are neither a radius nor a centre.
    #expect(throws: UsageError.self) { try OptionValue.mask("circle:0.4,0.3") }
  }

  @Test(arguments: [
    ("full", SignalRange.full), ("limited", .limited), ("64:1023", .levels(black: 64, white: 1023)),
  ])
  func ranges(_ text: String, _ range: SignalRange) throws {
    #expect(try OptionValue.range(text) == range)
  }

  @Test(arguments: [
    ("linear", ResponseCurve.linear), ("bt709", .bt709), ("srgb", .sRGB), ("sRGB", .sRGB),
    ("2.2", try! .gamma(2.2)),
  ])
  func responses(_ text: String, _ curve: ResponseCurve) throws {
    #expect(try OptionValue.response(text) == curve)
  }

  @Test(arguments: [("rggb", CFAOrder.rggb), ("GRBG", .grbg), ("gbrg", .gbrg), ("bggr", .bggr)])
  func orders(_ text: String, _ order: CFAOrder) throws {
    #expect(try OptionValue.cfa(text) == order)
  }

  @Test(arguments: ["", "x", "0x0", "1x", "x1", "1x1x1", "-1x1", "1.5x1", "٣x٣"])
  func gridsAreTwoNumbers(_ text: String) {
    #expect(throws: UsageError.self) { try OptionValue.grid(text) }
  }

  @Test(arguments: ["", "0", "-1", "1.5", "1e3", "99999999999999999999", " 1"])
  func countsAreWholeNumbers(_ text: String) {
    #expect(throws: UsageError.self) { try OptionValue.count(text) }
  }

  @Test(arguments: ["", "0", "-1", "nan", "inf", "x"])
  func ratesArePositive(_ text: String) {
    #expect(throws: UsageError.self) { try OptionValue.positive(text) }
  }

  @Test(arguments: [
    ("out.png", 0, "out.png"), ("out.png", 7, "out-0007.png"), ("a.b/out", 3, "a.b/out-0003"),
    ("a/out.v1.png", 12_345, "a/out.v1-12345.png"), (".png", 1, ".png-0001"),
  ])
  func overlaysAreNumbered(_ path: String, _ number: Int, _ name: String) {
    #expect(OverlayName(path).numbered(number) == name)
  }
}
