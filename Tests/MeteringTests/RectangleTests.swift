import Frames
import Metering
import Photometry
import Statistics
import Testing

/// Rectangles that count instead of the pattern.
@Suite struct RectangleTests {
  /// Left half dark, right half bright.
  static let halves = try! GreyFrame(160, 128) { x, _ in x < 80 ? 50 : 200 }.statistics(
    StatisticsConfiguration(grid: ZoneGridSize(columns: 20, rows: 16)!))
  static let dark = ResponseCurve.sRGB.linear(fromEncoded: 50.0 / 255)
  static let bright = ResponseCurve.sRGB.linear(fromEncoded: 200.0 / 255)

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ weight: Int = 1000
  ) -> WeightedRectangle {
    WeightedRectangle(
      NormalisedRectangle(x: x, y: y, width: width, height: height)!, weight: weight)!
  }

  private static func linear(_ rectangles: WeightedRectangle...) throws -> Double {
    try metered(halves, .matrix, rectangles: rectangles).linear
  }

  @Test func metersInsideAlone() throws {
    #expect(try abs(Self.linear(Self.rectangle(0, 0, 0.5, 1)) - Self.dark) < 1e-9)
    #expect(try abs(Self.linear(Self.rectangle(0.5, 0.25, 0.25, 0.5)) - Self.bright) < 1e-9)
  }

  @Test func weightIsPerPixel() throws {
    // Four times the area at equal weight counts four times; a quarter of the weight evens it out.
    let equal = try Self.linear(
      Self.rectangle(0, 0, 0.25, 0.25), Self.rectangle(0.5, 0, 0.5, 0.5))
    #expect(abs(equal - (Self.dark + 4 * Self.bright) / 5) < 1e-9)
    let even = try Self.linear(
      Self.rectangle(0, 0, 0.25, 0.25, 1000), Self.rectangle(0.5, 0, 0.5, 0.5, 250))
    #expect(abs(even - (Self.dark + Self.bright) / 2) < 1e-9)
  }

  @Test func overlapsSum() throws {
    let found = try metered(
      Self.halves,
      rectangles: [
        Self.rectangle(0, 0, 1, 1, 100), Self.rectangle(0.5, 0, 0.5, 1, 200),
      ])
    #expect(abs(found.linear - (Self.dark + 3 * Self.bright) / 4) < 1e-9)
    let geometry = Self.halves.geometry
    let (left, right) = (
      found.zoneWeights[geometry.zone(atX: 0.1, y: 0.5)],
      found.zoneWeights[geometry.zone(atX: 0.9, y: 0.5)]
    )
    #expect(abs(right / left - 3) < 1e-9)
  }

  @Test func reachingOutsideIsClipped() throws {
    let found = try metered(
      Self.halves,
      rectangles: [
        Self.rectangle(-3, -3, 3.25, 3.25), Self.rectangle(0.75, 0.75, 100, 100),
      ])
    // Both cover a sixteenth of the frame.
    #expect(abs(found.linear - (Self.dark + Self.bright) / 2) < 1e-9)
    #expect(found.ignoredRectangles.isEmpty)
  }

  @Test func whatLiesOutsideIsIgnoredAndSaid() throws {
    let found = try metered(
      Self.halves,
      rectangles: [
        Self.rectangle(1, 0, 1, 1), Self.rectangle(0, 0, 0.5, 1), Self.rectangle(0, -2, 1, 1),
      ])
    #expect(abs(found.linear - Self.dark) < 1e-9)
    #expect(found.ignoredRectangles == [0, 2])
  }

  @Test func withoutAnyWeightThePatternMeters() throws {
    let pattern = try metered(Self.halves, .centreWeighted)
    let zero = try metered(
      Self.halves, .centreWeighted, rectangles: [Self.rectangle(0, 0, 0.5, 1, 0)])
    #expect(zero == pattern)
    var outside = try metered(
      Self.halves, .centreWeighted, rectangles: [Self.rectangle(2, 2, 1, 1)])
    #expect(outside.ignoredRectangles == [0])
    #expect(outside.linear == pattern.linear)
    outside = try metered(Self.halves, .centreWeighted, rectangles: [])
    #expect(outside == pattern)
  }

  @Test func aPartOfAZoneWeighsItsShare() throws {
    // Half of a zone in the dark half, a whole one in the bright half.
    let found = try Self.linear(
      Self.rectangle(0, 0, 0.025, 0.0625), Self.rectangle(0.5, 0, 0.05, 0.0625))
    #expect(abs(found - (Self.dark + 2 * Self.bright) / 3) < 1e-9)
  }

  @Test func weightsSumToOne() throws {
    let found = try metered(
      Self.halves,
      rectangles: [
        Self.rectangle(0.11, 0.23, 0.31, 0.17, 1), Self.rectangle(0.2, 0.1, 0.7, 0.8, 999),
      ])
    #expect(abs(found.zoneWeights.reduce(0, +) - 1) < 1e-9)
  }

  /// A rectangle that lies in what a mask leaves out: all that counts counts.
  @Test func aMaskedRectangleFallsBackToThePicture() throws {
    let frame = try GreyFrame(160, 128) { x, _ in x < 80 ? 50 : 200 }
    let masked = try frame.statistics(
      StatisticsConfiguration(mask: FrameMask.pillarbox(left: 0.5, right: 0)))
    let found = try metered(masked, rectangles: [Self.rectangle(0, 0, 0.25, 1)])
    #expect(abs(found.linear - Self.bright) < 1e-9)
  }
}
