import Frames
import Testing

@testable import Statistics

@Suite struct ZoneGeometryTests {
  static let sizes = [(8, 4), (16, 8), (17, 9), (90, 16), (160, 120), (641, 479), (1921, 1081)]
  static let grids = [(1, 1), (2, 2), (7, 5), (16, 16), (32, 24), (64, 48)]
  static let formats: [PixelFormat] = [
    .grey(.bits8), .packedYUV(.yuyv), .semiPlanarYUV(.yuv420, .cbCr), .bayer(.rggb, .bits8),
  ]

  private static func checkEdges(_ edges: [Int], parts: Int, length: Int, granule: Int) {
    #expect(edges[0] == 0)
    #expect(edges[edges.count - 1] == length)
    let kept = max(1, min(parts, length / granule))
    #expect(edges.count == kept + 1)
    for index in 1..<edges.count { #expect(edges[index] > edges[index - 1]) }
    for index in 1..<edges.count - 1 {
      #expect(edges[index] % granule == 0)
      // An edge is the multiple of the granule that is nearest to its even share.
      let even = Double(index * length) / Double(kept)
      #expect(abs(Double(edges[index]) - even) <= Double(granule) / 2)
    }
  }

  @Test(arguments: formats, grids)
  func edgesAreRoundedToGranules(_ format: PixelFormat, _ grid: (Int, Int)) throws {
    for (width, height) in Self.sizes {
      let layout = try FrameLayout(format: format, width: width, height: height)
      let configuration = StatisticsConfiguration(
        grid: ZoneGridSize(columns: grid.0, rows: grid.1)!)
      let extractor: StatisticsExtractor
      do {
        extractor = try StatisticsExtractor(layout, configuration: configuration)
      } catch {
        #expect(width < 16)
        continue
      }
      let (cellWidth, cellHeight) =
        switch format {
        case .grey: (1, 1)
        case .packedYUV: (2, 1)
        default: (2, 2)
        }
      let scale = format == .bayer(.rggb, .bits8) ? 2 : 1
      let geometry = extractor.geometry
      Self.checkEdges(
        geometry.columnEdges, parts: grid.0, length: width / cellWidth * cellWidth,
        granule: 8 * scale)
      Self.checkEdges(
        geometry.rowEdges, parts: grid.1, length: height / cellHeight * cellHeight,
        granule: 4 * scale)
      #expect(geometry.zoneCount == geometry.columns * geometry.rows)
    }
  }

  @Test func aRegionIsRoundedToGranulesAndKeepsTheFramesEdge() throws {
    let layout = try FrameLayout(format: .grey(.bits8), width: 163, height: 121)
    let configuration = StatisticsConfiguration(
      region: NormalisedRectangle(x: 0.25, y: 0.25, width: 0.75, height: 0.5)!)
    let geometry = try StatisticsExtractor(layout, configuration: configuration).geometry
    #expect(geometry.columnEdges[0] == 40)
    #expect(geometry.columnEdges[geometry.columns] == 163)
    #expect(geometry.rowEdges[0] == 32)
    #expect(geometry.rowEdges[geometry.rows] == 92)
  }

  @Test func zonesAreFoundByTheirPoints() throws {
    let layout = try FrameLayout(format: .grey(.bits8), width: 641, height: 479)
    let geometry = try StatisticsExtractor(layout).geometry
    for zone in 0..<geometry.zoneCount {
      let place = geometry.rectangle(ofZone: zone)
      #expect(
        geometry.zone(atX: place.x + place.width / 2, y: place.y + place.height / 2) == zone)
    }
  }

  @Test(arguments: [
    (-1.0, -1.0, 0), (0, 0, 0), (0.49, 0.49, 0), (0.5, 0.5, 3), (0.5, 0.49, 1), (0.49, 0.5, 2),
    (1, 1, 3), (7, 0, 1), (.infinity, .infinity, 3), (.nan, .nan, 0), (-.infinity, 0, 0),
  ])
  func pointsOutsideFindTheNearestZone(_ x: Double, _ y: Double, _ zone: Int) throws {
    let geometry = try ZoneGeometry(
      frameWidth: 100, frameHeight: 100, columnEdges: [0, 50, 100], rowEdges: [0, 50, 100])
    #expect(geometry.zone(atX: x, y: y) == zone)
  }

  @Test func rectanglesTileTheMeteredRegion() throws {
    let geometry = try ZoneGeometry(
      frameWidth: 100, frameHeight: 50, columnEdges: [10, 30, 90], rowEdges: [5, 45])
    #expect(
      geometry.rectangle(ofZone: 0) == NormalisedRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.8))
    #expect(abs(geometry.rectangle(ofZone: 1).maxX - 0.9) < 1e-15)
  }

  @Test(arguments: [
    [0], [], [0, 0], [5, 3], [0, 101], [-1, 50], Array(0...65), [0, 10, 10, 20], [Int.min, .max],
  ])
  func refusesEdges(_ edges: [Int]) {
    #expect(throws: StatisticsError.invalidGeometry) {
      try ZoneGeometry(frameWidth: 100, frameHeight: 100, columnEdges: edges, rowEdges: [0, 100])
    }
    #expect(throws: StatisticsError.invalidGeometry) {
      try ZoneGeometry(frameWidth: 100, frameHeight: 100, columnEdges: [0, 100], rowEdges: edges)
    }
  }

  @Test(arguments: [
    (0, 1, false), (1, 0, false), (1, 1, true), (64, 48, true), (65, 48, false), (64, 49, false),
    (-1, 5, false), (.max, .max, false),
  ])
  func gridsHaveBounds(_ columns: Int, _ rows: Int, _ isSound: Bool) {
    #expect((ZoneGridSize(columns: columns, rows: rows) != nil) == isSound)
  }
}
