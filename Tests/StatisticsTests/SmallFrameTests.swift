import Frames
import Testing

@testable import Statistics

/// Frames so small that the numbers are worked out by hand.
@Suite struct SmallFrameTests {
  /// 8×4, dark left of column 4: each of three rows sees the edge once, at 20².
  @Test func anUprightEdge() throws {
    let found = try grey(8, 4) { x, _ in x < 4 ? 10 : 30 }
    let zone = found.zones[0]
    #expect(found.zones.count == 1)
    #expect(zone.cells == 32)
    #expect(zone.lumaSum == 16 * 10 + 16 * 30)
    #expect(zone.unclippedLumaSum == zone.lumaSum)
    #expect(zone.focus.fine == 3 * 400)
    #expect(zone.focus.finePoints == 3 * 7)
    #expect(zone.focus.mediumPoints == 0)
    #expect(zone.focus.coarsePoints == 0)
    #expect(zone.focus.means.fine == 1200.0 / 21)
    #expect(zone.focus.means.medium == 0)
    #expect(found.histogram[10] == 16)
    #expect(found.histogram[30] == 16)
    #expect(found.histogramSampleCount == 32)
    #expect(Array(found.zoneHistograms[0..<3]) == [16, 16, 0])
    #expect(found.rowLumaSums == [160, 160, 160, 160])
    #expect(found.rowSampleCounts == [8, 8, 8, 8])
    #expect(found.meanLumaCode == 20)
  }

  /// Each of seven columns sees the edge between rows 1 and 2 once.
  @Test func aLevelEdge() throws {
    let focus = try grey(8, 4) { _, y in y < 2 ? 10 : 30 }.zones[0].focus
    #expect(focus.fine == 7 * 400)
    #expect(focus.finePoints == 21)
  }

  /// One bright pixel is seen from itself to the right and down, and from its left and upper
  /// neighbours.
  @Test func aPoint() throws {
    #expect(try grey(8, 4) { x, y in x == 3 && y == 1 ? 60 : 50 }.zones[0].focus.fine == 400)
    #expect(try grey(8, 4) { x, y in x == 0 && y == 0 ? 60 : 50 }.zones[0].focus.fine == 200)
    // The last corner is nobody's neighbour: the last row and column have no points.
    #expect(try grey(8, 4) { x, y in x == 7 && y == 3 ? 60 : 50 }.zones[0].focus.fine == 0)
  }

  /// A saturated pixel and its eight neighbours are used by no difference.
  @Test(arguments: [
    // In the middle: 9 points of its own and 3 whose right neighbour is one of them.
    (3, 1, 12), (0, 0, 4), (7, 3, 3), (7, 0, 4), (0, 3, 4),
  ])
  func aSaturatedPixelTakesItsNeighbourhood(_ x: Int, _ y: Int, _ lost: UInt32) throws {
    let zone = try grey(8, 4) { $0 == x && $1 == y ? 255 : 100 }.zones[0]
    #expect(zone.clippedHigh == 1)
    #expect(zone.unclipped == 31)
    #expect(zone.unclippedLumaSum == 3100)
    #expect(zone.lumaSum == 3355)
    #expect(zone.focus.finePoints == 21 - lost)
    #expect(zone.focus.fine == 0)
  }

  /// Blocks of 4×4: 160, 160, 320, 320; the middle pair differs by 160.
  @Test func aStepInTheMediumBand() throws {
    let focus = try grey(16, 8) { x, _ in x < 8 ? 10 : 20 }.zones[0].focus
    #expect(focus.medium == 160 * 160)
    #expect(focus.mediumPoints == 3)
    #expect(focus.coarsePoints == 0)
    // As a mean of squared samples: one of three differences is 10².
    #expect(focus.means.medium == 100.0 / 3)
    let level = try grey(16, 8) { _, y in y < 4 ? 10 : 20 }.zones[0].focus
    #expect(level.medium == 3 * 160 * 160)
  }

  /// An edge in the middle of a block is seen twice, half as high.
  @Test func aStepInsideABlock() throws {
    let focus = try grey(16, 8) { x, _ in x < 6 ? 10 : 20 }.zones[0].focus
    #expect(focus.medium == 2 * 80 * 80)
  }

  /// Blocks of 16×16 divided by 16: 160, 320, 320.
  @Test func aStepInTheCoarseBand() throws {
    let focus = try grey(48, 32) { x, _ in x < 16 ? 10 : 20 }.zones[0].focus
    #expect(focus.coarse == 160 * 160)
    #expect(focus.coarsePoints == 2)
    #expect(focus.means.coarse == 100.0 / 2)
  }

  /// A saturated pixel takes its block, and the blocks that its neighbourhood touches, out of the
  /// medium band; of 7×3 points, those of 2×2 blocks and of the blocks left of and above them.
  @Test func saturationTakesBlocks() throws {
    let focus = try grey(32, 16) { x, y in x == 16 && y == 8 ? 255 : 90 }.zones[0].focus
    // Unusable are blocks (3…4, 1…2); points (2…4, 1…2) and (3…4, 0) need one of them.
    #expect(focus.mediumPoints == 21 - 8)
    #expect(focus.medium == 0)
  }

  /// A difference belongs to the zone of its left upper sample.
  @Test func edgesBetweenZonesBelongToTheLeftAndUpper() throws {
    let configuration = StatisticsConfiguration(
      grid: ZoneGridSize(columns: 2, rows: 2)!, decimation: .every)
    let upright = try grey(16, 8, configuration) { x, _ in x < 8 ? 10 : 30 }
    #expect(upright.zones.map(\.focus.fine) == [4 * 400, 0, 3 * 400, 0])
    #expect(upright.zones.map(\.focus.finePoints) == [32, 28, 24, 21])
    let level = try grey(16, 8, configuration) { _, y in y < 4 ? 10 : 30 }
    #expect(level.zones.map(\.focus.fine) == [8 * 400, 7 * 400, 0, 0])
  }

  /// A mask takes its blocks, and the points beside them, out of everything.
  @Test func maskedSamplesDoNotCount() throws {
    var configuration = StatisticsConfiguration(
      grid: ZoneGridSize(columns: 1, rows: 1)!, decimation: .every)
    configuration.mask = FrameMask.pillarbox(left: 0.5, right: 0)
    let found = try grey(16, 8, configuration) { x, _ in x < 8 ? 250 : 30 }
    let zone = found.zones[0]
    #expect(zone.cells == 64)
    #expect(zone.lumaSum == 64 * 30)
    #expect(zone.focus.fine == 0)
    #expect(zone.focus.finePoints == 7 * 7)
    #expect(found.histogramSampleCount == 64)
    #expect(found.rowSampleCounts == [UInt32](repeating: 8, count: 8))
  }

  @Test(arguments: [
    (HistogramDecimation.every, 64 * 48), (.by2x2, 32 * 24), (.by4x2, 16 * 24), (.by4x4, 16 * 12),
  ])
  func decimationCountsEveryNthSample(_ decimation: HistogramDecimation, _ count: Int) throws {
    let configuration = StatisticsConfiguration(decimation: decimation)
    let found = try grey(64, 48, configuration) { x, y in x % 4 + y % 4 * 4 }
    #expect(found.histogramSampleCount == count)
    #expect(found.zoneHistograms.reduce(0, +) == UInt32(count))
    // Only the samples at multiples of the steps are taken.
    let (stepX, stepY) = decimation.pixelSteps
    for code in 0..<16 {
      let isTaken = code % 4 % stepX == 0 && code / 4 % stepY == 0
      #expect((found.histogram[code] > 0) == isTaken)
    }
  }
}
