import Frames
import Metering
import Photometry
import Statistics
import Testing

@Suite struct MeteringPatternTests {
  /// 640×480 in zones of 32×20, all alike.
  private static func uniform() throws -> FrameStatistics {
    try GreyFrame(640, 480) { _, _ in 100 }.statistics(
      StatisticsConfiguration(grid: ZoneGridSize(columns: 20, rows: 24)!))
  }

  /// Σ of the weights of zones whose centres lie within a radius, in frame heights.
  private static func share(
    within radius: Double, x: Double = 0.5, y: Double = 0.5, _ found: MeteredLuminance,
    _ geometry: ZoneGeometry
  ) -> Double {
    let aspect = Double(geometry.frameWidth) / Double(geometry.frameHeight)
    var sum = 0.0
    for zone in 0..<geometry.zoneCount {
      let place = geometry.rectangle(ofZone: zone)
      let dx = (place.x + place.width / 2 - x) * aspect
      let dy = place.y + place.height / 2 - y
      if dx * dx + dy * dy <= radius * radius { sum += found.zoneWeights[zone] }
    }
    return sum
  }

  // MARK: Centre-weighted

  @Test func centreWeightingPutsHalfItsWeightInTheMiddle() throws {
    let statistics = try Self.uniform()
    let found = try metered(statistics, .centreWeighted)
    let share = Self.share(within: 0.3, found, statistics.geometry)
    print("centre-weighted: \(share) of the weight within a circle 0.6 heights across")
    #expect((0.50...0.58).contains(share))
  }

  @Test func centreWeightingHalvesAtItsDistance() throws {
    let statistics = try Self.uniform()
    let (found, geometry) = (try metered(statistics, .centreWeighted), statistics.geometry)
    let middle = found.zoneWeights.max()!
    let beside = geometry.zone(atX: 0.5 + 0.3 * 0.75, y: 0.51)
    let place = geometry.rectangle(ofZone: beside)
    let (dx, dy) = ((place.x + place.width / 2 - 0.5) * 4 / 3, place.height / 2)
    // 2^−(r / 0.3)² of the zone's centre, relative to the zones around the middle.
    let near = (place.width / 2 * 4 / 3) * (place.width / 2 * 4 / 3) + dy * dy
    let halvings = (dx * dx + dy * dy - near) / (0.3 * 0.3)
    let expected = ExposureValue(stops: -halvings).linear / ExposureValue(stops: 0).linear
    #expect(abs(found.zoneWeights[beside] / middle - expected) < 1e-9)
    // Symmetric, and nothing weighs nothing.
    for zone in 0..<geometry.zoneCount {
      #expect(found.zoneWeights[zone] > 0)
      #expect(
        abs(found.zoneWeights[zone] - found.zoneWeights[geometry.zoneCount - 1 - zone]) < 1e-12)
    }
  }

  // MARK: Spot

  @Test(arguments: [(0.5, 0.5, 0.5), (0.3, 0.6, 0.4), (0.5, 0.5, 1.0)])
  func aSpotIsACircle(_ x: Double, _ y: Double, _ diameter: Double) throws {
    let statistics = try Self.uniform()
    let geometry = statistics.geometry
    let spot = MeteringPattern.Spot(x: x, y: y, diameter: diameter)!
    let found = try metered(statistics, .spot(spot))
    let heaviest = found.zoneWeights.max()!
    for zone in 0..<geometry.zoneCount {
      let place = geometry.rectangle(ofZone: zone)
      let dx = (place.x + place.width / 2 - x) * 640 / 480
      let dy = place.y + place.height / 2 - y
      let distance = (dx * dx + dy * dy).squareRoot()
      let reach = place.width
      if distance > diameter / 2 + reach { #expect(found.zoneWeights[zone] == 0) }
      if distance < diameter / 2 - reach {
        #expect(abs(found.zoneWeights[zone] - heaviest) < 1e-12)
      }
    }
    // The zones' weights relative to a whole zone's add up to the circle's area.
    let zones = found.zoneWeights.reduce(0, +) / heaviest
    let area = Double.pi * diameter * diameter / 4 * 480 * 480
    #expect(abs(zones * 32 * 20 / area - 1) < 0.02)
  }

  /// A spot smaller than a zone, wherever it lies in it, is that zone.
  @Test(arguments: [
    (0.5, 0.5, 0.001), (0.013, 0.987, 0.0001), (0, 0, 1e-9), (1, 1, 1e-300), (1, 0, 0.002),
    (0.51, 0.27, 0.01),
  ])
  func aSmallSpotIsItsZone(_ x: Double, _ y: Double, _ diameter: Double) throws {
    let statistics = try Self.uniform()
    let spot = MeteringPattern.Spot(x: x, y: y, diameter: diameter)!
    let found = try metered(statistics, .spot(spot))
    let zone = statistics.geometry.zone(atX: x, y: y)
    #expect(found.zoneWeights[zone] == 1)
  }

  @Test func aSpotMetersWhatLiesThere() throws {
    let frame = try GreyFrame(640, 480) { x, y in x < 320 ? y < 240 ? 20 : 90 : y < 240 ? 150 : 250
    }
    let statistics = try frame.statistics()
    for (x, y, code) in [(0.25, 0.25, 20), (0.25, 0.75, 90), (0.75, 0.25, 150), (0.75, 0.75, 250)] {
      let spot = MeteringPattern.Spot(x: x, y: y, diameter: 0.3)!
      let light = ResponseCurve.sRGB.linear(fromEncoded: Double(code) / 255)
      #expect(try abs(metered(statistics, .spot(spot)).linear - light) < 1e-9)
    }
  }

  @Test(arguments: [
    (-0.1, 0.5, 0.1), (0.5, 1.1, 0.1), (0.5, 0.5, 0), (0.5, 0.5, -1), (0.5, 0.5, 2.1),
    (.nan, 0.5, 0.1), (0.5, 0.5, .nan), (0.5, .infinity, 0.1),
  ])
  func refusesSpots(_ x: Double, _ y: Double, _ diameter: Double) {
    #expect(MeteringPattern.Spot(x: x, y: y, diameter: diameter) == nil)
  }

  // MARK: Highlight-weighted

  /// The brightest hundredth, at a quarter: here the patch is 2 % of the picture.
  @Test func highlightsAreTheBrightestHundredth() throws {
    let light = ResponseCurve.sRGB.linear(fromEncoded: 230.0 / 255)
    let frame = try GreyFrame(640, 480) { x, y in x < 64 && y < 96 ? 230 : 40 }
    let statistics = try frame.statistics(StatisticsConfiguration(decimation: .every))
    let found = try metered(statistics, .highlightWeighted)
    #expect(abs(found.linear - light / 4) < 1e-12)
    // All weight lies on the patch.
    for zone in found.zoneWeights.indices where statistics.zones[zone].lumaSum < 20_000 {
      #expect(found.zoneWeights[zone] == 0)
    }
  }

  /// A patch of half a hundredth shares the hundredth with the rest.
  @Test func aSmallHighlightCountsByItsArea() throws {
    let curve = ResponseCurve.sRGB
    let (bright, dark) = (
      curve.linear(fromEncoded: 230.0 / 255), curve.linear(fromEncoded: 40.0 / 255)
    )
    let frame = try GreyFrame(640, 480) { x, y in x < 32 && y < 48 ? 230 : 40 }
    let found = try metered(
      frame.statistics(StatisticsConfiguration(decimation: .every)), .highlightWeighted)
    #expect(abs(found.linear - (bright + dark) / 8) < 1e-12)
  }

  // MARK: Custom grids

  @Test func aGridOfTheZonesIsTakenAsItIs() throws {
    let weights = (0..<12).map { Double($0 * $0) }
    let grid = MeteringPattern.WeightGrid(columns: 4, rows: 3, weights: weights)!
    let statistics = try GreyFrame(64, 48) { _, _ in 100 }
      .statistics(StatisticsConfiguration(grid: ZoneGridSize(columns: 4, rows: 3)!))
    #expect(statistics.geometry.zoneCount == 12)
    let found = try metered(statistics, .custom(grid))
    let sum = weights.reduce(0, +)
    for zone in weights.indices {
      #expect(abs(found.zoneWeights[zone] - weights[zone] / sum) < 1e-12)
    }
  }

  /// On finer zones each has its cell's weight, on coarser ones the mean.
  @Test func gridsAreResampled() throws {
    let grid = MeteringPattern.WeightGrid(columns: 2, rows: 2, weights: [1, 2, 3, 4])!
    let fine = try GreyFrame(64, 48) { _, _ in 9 }
      .statistics(StatisticsConfiguration(grid: ZoneGridSize(columns: 4, rows: 4)!))
    let weights = try metered(fine, .custom(grid)).zoneWeights
    #expect(abs(weights[0] - 1.0 / 40) < 1e-12)
    #expect(abs(weights[3] - 2.0 / 40) < 1e-12)
    #expect(abs(weights[12] - 3.0 / 40) < 1e-12)
    #expect(abs(weights[15] - 4.0 / 40) < 1e-12)
    let coarse = try GreyFrame(64, 48) { _, _ in 9 }
      .statistics(StatisticsConfiguration(grid: ZoneGridSize(columns: 2, rows: 1)!))
    let halves = try metered(coarse, .custom(grid)).zoneWeights
    #expect(abs(halves[0] - 0.4) < 1e-12)
    #expect(abs(halves[1] - 0.6) < 1e-12)
  }

  @Test(arguments: [
    (0, 1, [1.0]), (1, 65, [Double](repeating: 1, count: 65)), (2, 2, [1, 2, 3]), (1, 1, [0]),
    (1, 2, [1, -1]), (1, 1, [.nan]), (1, 1, [.infinity]), (.max, .max, [1]),
  ])
  func refusesGrids(_ columns: Int, _ rows: Int, _ weights: [Double]) {
    #expect(MeteringPattern.WeightGrid(columns: columns, rows: rows, weights: weights) == nil)
  }
}
