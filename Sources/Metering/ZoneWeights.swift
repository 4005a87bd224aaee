internal import Frames
internal import Photometry
internal import Statistics

/// Weights a pixel that follow from the zones' places alone.
enum ZoneWeights {
  /// The distance from the centre, in frame heights, at which centre-weighting has fallen to half.
  static let centreHalfDistance = 0.3
  /// The same for matrix metering's preference, whose centre lies a little below the frame's: skies
  /// are above, subjects below (field case B30).
  static let matrixHalfDistance = 0.35
  static let matrixCentreY = 0.6

  /// The weights of a pattern, before anything in the picture changes them.
  static func pattern(_ pattern: MeteringPattern, _ geometry: ZoneGeometry) -> [Double] {
    switch pattern {
    case .average, .highlightWeighted:
      [Double](repeating: 1, count: geometry.zoneCount)
    case .centreWeighted:
      bell(geometry, centreY: 0.5, halfDistance: centreHalfDistance)
    case .matrix:
      bell(geometry, centreY: matrixCentreY, halfDistance: matrixHalfDistance)
    case .spot(let spot):
      self.spot(spot, geometry)
    case .custom(let grid):
      resampled(grid, geometry)
    }
  }

  /// Weights of rectangles, by the share of each zone that they cover; `nil` where none has any.
  static func rectangles(
    _ rectangles: [WeightedRectangle], _ geometry: ZoneGeometry
  ) -> [Double]? {
    var weights = [Double](repeating: 0, count: geometry.zoneCount)
    for weighted in rectangles where weighted.weight > 0 {
      for zone in weights.indices {
        let share = coverage(of: geometry.rectangle(ofZone: zone), by: weighted.rectangle)
        weights[zone] += Double(weighted.weight) * share
      }
    }
    return weights.contains { $0 > 0 } ? weights : nil
  }

  /// The numbers of rectangles that share nothing with the frame.
  static func outside(_ rectangles: [WeightedRectangle]) -> [Int] {
    rectangles.indices.filter { rectangles[$0].rectangle.intersection(.full) == nil }
  }

  /// The share of a zone's area that a rectangle covers, 0…1.
  private static func coverage(
    of zone: NormalisedRectangle, by other: NormalisedRectangle
  ) -> Double {
    guard let common = zone.intersection(other) else { return 0 }
    return min(1, common.width * common.height / (zone.width * zone.height))
  }

  /// A bell over the frame: 2^−(distance / halfDistance)², distance in frame heights.
  private static func bell(
    _ geometry: ZoneGeometry, centreY: Double, halfDistance: Double
  ) -> [Double] {
    let aspect = Double(geometry.frameWidth) / Double(geometry.frameHeight)
    return (0..<geometry.zoneCount).map { zone in
      let place = geometry.rectangle(ofZone: zone)
      let dx = (place.x + place.width / 2 - 0.5) * aspect
      let dy = place.y + place.height / 2 - centreY
      return Exact.exp2(-(dx * dx + dy * dy) / (halfDistance * halfDistance))
    }
  }

  /// The share of each zone that a circle covers, on 8×8 points; a spot that misses all points
  /// counts for the zone that holds it.
  private static func spot(_ spot: MeteringPattern.Spot, _ geometry: ZoneGeometry) -> [Double] {
    let points = 8
    let aspect = Double(geometry.frameWidth) / Double(geometry.frameHeight)
    let radius = spot.diameter / 2
    var weights = (0..<geometry.zoneCount).map { zone in
      let place = geometry.rectangle(ofZone: zone)
      var inside = 0
      for row in 0..<points {
        for column in 0..<points {
          let x = place.x + place.width * (Double(column) + 0.5) / Double(points)
          let y = place.y + place.height * (Double(row) + 0.5) / Double(points)
          let (dx, dy) = ((x - spot.x) * aspect, y - spot.y)
          if dx * dx + dy * dy <= radius * radius { inside += 1 }
        }
      }
      return Double(inside) / Double(points * points)
    }
    if !weights.contains(where: { $0 > 0 }) { weights[geometry.zone(atX: spot.x, y: spot.y)] = 1 }
    return weights
  }

  /// The mean weight over each zone of a grid that covers the frame evenly.
  private static func resampled(
    _ grid: MeteringPattern.WeightGrid, _ geometry: ZoneGeometry
  ) -> [Double] {
    (0..<geometry.zoneCount).map { zone in
      let place = geometry.rectangle(ofZone: zone)
      var sum = 0.0
      for row in 0..<grid.rows {
        for column in 0..<grid.columns {
          let cell = NormalisedRectangle(
            x: Double(column) / Double(grid.columns), y: Double(row) / Double(grid.rows),
            width: 1 / Double(grid.columns), height: 1 / Double(grid.rows))
          guard let cell else { continue }
          sum += grid.weights[row * grid.columns + column] * coverage(of: place, by: cell)
        }
      }
      return sum
    }
  }
}
