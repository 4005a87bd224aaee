internal import Photometry
internal import Statistics

/// The zones of a frame in the sensor's linear colours, with how much each counts.
struct ZoneColours: Hashable, Sendable {
  /// The sensor's light of each zone; 0 where all cells are clipped.
  private(set) var colours: [ZoneColour] = []
  /// The unclipped cells of each zone.
  private(set) var cells: [Double] = []
  /// The unclipped cells, fewer where others of the zone are clipped high and where it is dark.
  private(set) var weights: [Double] = []
  private(set) var columns = 0
  /// The share of zones of each brightness, for percentiles.
  private var brightness = [Double](repeating: 0, count: 1024)
  private var curve = CurveTable()

  /// The light at which a zone counts half, all channels summed: near the noise of small sensors.
  static let darkness = 0.003
  /// The light of a channel below which its colour is not looked at.
  static let least = 1e-5

  /// Takes the zones of a frame.
  ///
  /// - Returns: Whether any has light.
  mutating func take(
    _ statistics: FrameStatistics, response: ResponseCurve, inForce: WhiteBalanceGains
  ) -> Bool {
    let count = statistics.zones.count
    if colours.count != count {
      colours = [ZoneColour](repeating: ZoneColour(), count: count)
      cells = [Double](repeating: 0, count: count)
      weights = cells
    }
    columns = max(1, statistics.geometry.columns)
    curve.set(response)
    let (red, blue) = (1 / inForce.red, 1 / inForce.blue)
    var isLit = false
    for index in statistics.zones.indices {
      (colours[index], cells[index], weights[index]) = (ZoneColour(), 0, 0)
      guard let codes = statistics.meanChannels(of: statistics.zones[index]) else { continue }
      let colour = ZoneColour(
        red: curve.light(codes.red) * red, green: curve.light(codes.green),
        blue: curve.light(codes.blue) * blue)
      guard colour.sum > 0, colour.sum < .infinity else { continue }
      let zone = statistics.zones[index]
      let unclipped = Double(zone.unclipped)
      let share = unclipped / (unclipped + Double(zone.clippedHigh))
      colours[index] = colour
      cells[index] = unclipped
      weights[index] = unclipped * share * share * colour.sum / (colour.sum + Self.darkness)
      isLit = true
    }
    return isLit
  }

  /// Calls for each zone whose colour can be told, with its place and its weight by brightness.
  @inline(__always)
  func forEachColour(_ body: (ChromaPlace, Double) -> Void) {
    for index in colours.indices where weights[index] > 0 {
      guard let place = Self.place(colours[index]) else { continue }
      body(place, weights[index] * colours[index].sum)
    }
  }

  /// Calls for each two neighbouring zones with the place of their difference and its strength.
  @inline(__always)
  func forEachDifference(_ body: (ZoneColour) -> Void) {
    for index in colours.indices where cells[index] > 0 {
      if (index + 1) % columns != 0 { difference(index, index + 1, body) }
      difference(index, index + columns, body)
    }
  }

  @inline(__always)
  private func difference(_ first: Int, _ second: Int, _ body: (ZoneColour) -> Void) {
    guard second < colours.count, cells[second] > 0 else { return }
    let (a, b) = (colours[first], colours[second])
    body(
      ZoneColour(
        red: abs(a.red - b.red), green: abs(a.green - b.green), blue: abs(a.blue - b.blue)))
  }

  /// The place of a colour by a fast logarithm; `nil` where a channel is too dark.
  @inline(__always)
  static func place(_ colour: ZoneColour) -> ChromaPlace? {
    guard colour.red > least, colour.green > least, colour.blue > least else { return nil }
    let green = QuickLogarithm.log2(colour.green)
    return ChromaPlace(
      red: QuickLogarithm.log2(colour.red) - green, blue: QuickLogarithm.log2(colour.blue) - green)
  }

  // MARK: Means

  /// The mean of all unclipped cells.
  var plainMean: ZoneColour {
    var mean = ZoneColour()
    for index in colours.indices { mean.add(colours[index], cells[index]) }
    return mean
  }

  /// The mean in which dark zones, zones with clipped cells and zones far from every light count less.
  func robustMean(_ lights: PlausibleLights) -> ZoneColour {
    var mean = ZoneColour()
    for index in colours.indices where weights[index] > 0 {
      guard let place = Self.place(colours[index]) else { continue }
      // Half at 0.3 stop from the nearest light: leaves and blue cloth are more than twice as far.
      let off = lights.squaredDistance(place) / 0.09
      mean.add(colours[index], weights[index] / (1 + off))
    }
    return mean
  }

  /// The Minkowski mean of an order, 1…16.
  func minkowskiMean(_ order: Double) -> ZoneColour {
    let p = order >= 1 ? min(order, 16) : 1
    var sum = ZoneColour()
    for index in colours.indices where weights[index] > 0 {
      let colour = colours[index]
      sum.add(
        ZoneColour(
          red: Exact.power(colour.red, p), green: Exact.power(colour.green, p),
          blue: Exact.power(colour.blue, p)),
        weights[index])
    }
    return ZoneColour(
      red: Exact.power(sum.red, 1 / p), green: Exact.power(sum.green, 1 / p),
      blue: Exact.power(sum.blue, 1 / p))
  }

  /// The mean of the zones brighter than a percentile, 0…99.9.
  mutating func brightMean(_ percentile: Double) -> ZoneColour {
    for bin in brightness.indices { brightness[bin] = 0 }
    var total = 0.0
    for index in colours.indices where weights[index] > 0 {
      brightness[Self.brightnessBin(colours[index])] += weights[index]
      total += weights[index]
    }
    let kept = 1 - (percentile > 0 ? min(percentile, 99.9) : 0) / 100
    var (left, bin) = (kept * total, brightness.count - 1)
    while bin > 0, left > brightness[bin] {
      left -= brightness[bin]
      bin -= 1
    }
    // The bin that the percentile falls into counts by the part of it that is above.
    let part = brightness[bin] > 0 ? min(left / brightness[bin], 1) : 0
    var mean = ZoneColour()
    for index in colours.indices where weights[index] > 0 {
      let found = Self.brightnessBin(colours[index])
      if found >= bin { mean.add(colours[index], weights[index] * (found > bin ? 1 : part)) }
    }
    return mean
  }

  /// The bin of a brightness: 1/48 stop each, the last one for the brightest.
  private static func brightnessBin(_ colour: ZoneColour) -> Int {
    let stops = QuickLogarithm.log2(colour.sum)
    return stops > -18 ? Int(min((stops + 18) * 48, 1023)) : 0
  }

  /// The mean difference of neighbouring zones.
  var edgeMean: ZoneColour {
    var mean = ZoneColour()
    forEachDifference { mean.add($0, 1) }
    return mean
  }
}
