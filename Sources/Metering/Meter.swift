internal import Frames
public import Photometry
public import Statistics

/// Meters frames of one layout: statistics in, luminance and the weight of every zone out.
///
/// A meter has no memory of earlier frames; its state is storage and what was worked out for the
/// zones' places. The same statistics give the same result on every machine, to the bit.
public struct Meter: Sendable {
  /// How frames are metered.
  public private(set) var configuration: MeteringConfiguration

  let geometry: ZoneGeometry
  let signal: SignalDescription
  /// Weights a pixel that the zones' places give.
  let placeWeights: [Double]
  let usesRectangles: Bool
  let ignoredRectangles: [Int]
  var excluded: [Bool]
  var light: LightOfCodes
  /// The zones' luminances in stops relative to full scale, of the frame being metered.
  var zoneStops: [Double]

  /// Prepares to meter.
  ///
  /// - Parameters:
  ///   - geometry: The statistics' zones.
  ///   - signal: What the statistics are made of.
  ///   - configuration: How frames are metered.
  public init(
    geometry: ZoneGeometry, signal: SignalDescription, configuration: MeteringConfiguration
  ) {
    self.configuration = configuration
    self.geometry = geometry
    self.signal = signal
    let rectangles = ZoneWeights.rectangles(configuration.rectangles, geometry)
    usesRectangles = rectangles != nil
    placeWeights = rectangles ?? ZoneWeights.pattern(configuration.pattern, geometry)
    ignoredRectangles = ZoneWeights.outside(configuration.rectangles)
    excluded = [Bool](repeating: false, count: geometry.zoneCount)
    light = LightOfCodes(signal, curve: configuration.response)
    zoneStops = [Double](repeating: 0, count: geometry.zoneCount)
  }

  /// Turns codes into light by another curve from the next frame on, e.g. one that was learned.
  ///
  /// Everything else stays. The same curve changes nothing; another one costs a look-up table.
  ///
  /// - Parameter curve: How codes are turned into linear light.
  public mutating func setResponse(_ curve: ResponseCurve) {
    guard curve != configuration.response else { return }
    configuration.response = curve
    light = LightOfCodes(signal, curve: curve)
  }

  /// Leaves zones out, e.g. black borders that a ``BorderLearner`` found.
  ///
  /// - Parameter zones: A flag for each zone; another count than the geometry's changes nothing.
  public mutating func exclude(_ zones: [Bool]) {
    if zones.count == excluded.count { excluded = zones }
  }

  /// Meters a frame into a value whose storage is used again.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics; their geometry and signal are the meter's.
  ///   - result: The metered luminance.
  /// - Throws: ``MeteringError/statisticsChanged``.
  public mutating func meter(
    _ statistics: FrameStatistics, into result: inout MeteredLuminance
  ) throws(MeteringError) {
    guard statistics.geometry == geometry, statistics.signal == signal else {
      throw .statisticsChanged
    }
    if result.zoneWeights.count != geometry.zoneCount {
      result = MeteredLuminance(zoneCount: geometry.zoneCount)
    }
    light.update(statistics)
    for zone in 0..<geometry.zoneCount {
      result.zoneLuminances[zone] = light.zone(zone, statistics)
      let counts = excluded[zone] ? 0 : Double(statistics.zones[zone].cells)
      result.zoneWeights[zone] = placeWeights[zone] * counts
    }
    fallBackWhereNothingCounts(statistics, &result)
    if !usesRectangles, configuration.pattern == .matrix { weighMatrix(&result) }
    normalise(&result.zoneWeights)
    measure(statistics, &result)
    result.contrast = contrast(statistics)
    distribute(statistics, &result)
    if result.ignoredRectangles != ignoredRectangles {
      result.ignoredRectangles = ignoredRectangles
    }
  }

  /// Meters a frame into a new value.
  ///
  /// - Parameter statistics: The frame's statistics; their geometry and signal are the meter's.
  /// - Returns: The metered luminance.
  /// - Throws: ``MeteringError/statisticsChanged``.
  public mutating func meter(
    _ statistics: FrameStatistics
  ) throws(MeteringError) -> MeteredLuminance {
    var result = MeteredLuminance(zoneCount: geometry.zoneCount)
    try meter(statistics, into: &result)
    return result
  }

  /// A rectangle may lie wholly in what a mask or a border leaves out: then all that counts counts.
  private func fallBackWhereNothingCounts(
    _ statistics: borrowing FrameStatistics, _ result: inout MeteredLuminance
  ) {
    if result.zoneWeights.contains(where: { $0 > 0 }) { return }
    for zone in 0..<geometry.zoneCount where !excluded[zone] {
      result.zoneWeights[zone] = Double(statistics.zones[zone].cells)
    }
    if result.zoneWeights.contains(where: { $0 > 0 }) { return }
    for zone in 0..<geometry.zoneCount {
      result.zoneWeights[zone] = Double(statistics.zones[zone].cells)
    }
  }

  private func normalise(_ weights: inout [Double]) {
    var sum = 0.0
    for zone in weights.indices { sum += weights[zone] }
    if sum == 0 { return }
    for zone in weights.indices { weights[zone] /= sum }
  }

  private mutating func measure(
    _ statistics: borrowing FrameStatistics, _ result: inout MeteredLuminance
  ) {
    if !usesRectangles, configuration.pattern == .highlightWeighted {
      result.linear = weighHighlights(statistics, &result)
    } else if !usesRectangles, configuration.pattern == .average, !excluded.contains(true),
      !light.isLinear, let exact = light.frame(statistics)
    {
      result.linear = exact
    } else {
      var sum = 0.0
      for zone in result.zoneWeights.indices {
        sum += result.zoneWeights[zone] * result.zoneLuminances[zone]
      }
      result.linear = sum
    }
    result.exposureValue = ExposureValue(linear: result.linear)
    var (high, low) = (0.0, 0.0)
    for zone in result.zoneWeights.indices where statistics.zones[zone].cells > 0 {
      let share = result.zoneWeights[zone] / Double(statistics.zones[zone].cells)
      high += share * Double(statistics.zones[zone].clippedHigh)
      low += share * Double(statistics.zones[zone].clippedLow)
    }
    result.clippedHighShare = min(1, high)
    result.clippedLowShare = min(1, low)
  }

  /// Adds up the zones' histograms by their weights.
  private func distribute(
    _ statistics: borrowing FrameStatistics, _ result: inout MeteredLuminance
  ) {
    let bins = FrameStatistics.zoneBinCount
    var total = 0.0
    for bin in 0..<bins {
      result.distribution.shares[bin] = 0
      result.distribution.lights[bin] = light.lightOfZoneBin[bin]
    }
    for zone in result.zoneWeights.indices where result.zoneWeights[zone] > 0 {
      var samples = 0.0
      for bin in 0..<bins { samples += Double(statistics.zoneHistograms[zone * bins + bin]) }
      if samples == 0 { continue }
      let weight = result.zoneWeights[zone] / samples
      total += result.zoneWeights[zone]
      for bin in 0..<bins {
        let count = Double(statistics.zoneHistograms[zone * bins + bin])
        result.distribution.shares[bin] += weight * count
      }
    }
    guard total > 0 else { return }
    for bin in 0..<bins { result.distribution.shares[bin] /= total }
  }

  /// Stops between the 5th and the 95th percentile.
  private func contrast(_ statistics: borrowing FrameStatistics) -> Double {
    guard let dark = statistics.percentile(0.05), let bright = statistics.percentile(0.95) else {
      return 0
    }
    let curve = configuration.response
    let step = 1 / Double(signal.levels.white - signal.levels.black)
    let least = curve.linear(fromEncoded: step) / 2
    func light(_ code: Double) -> Double {
      max(least, curve.linear(fromEncoded: signal.levels.normalised(code)))
    }
    return ExposureValue.stops(ofRatio: light(bright) / light(dark))
  }
}

/// Why a frame could not be metered.
public enum MeteringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The statistics' zones or signal differ from those that the meter was made for.
  case statisticsChanged

  /// One sentence: what is wrong and what to do.
  public var description: String {
    "the statistics differ in zones or signal from the meter's; make a meter for each layout"
  }
}
