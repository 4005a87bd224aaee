internal import Photometry
internal import Statistics

extension Meter {
  /// The darker part of the picture that matrix metering takes its key from: below 0.5, so that a sky
  /// of more than half the picture does not become the subject (field case B30). With 0.35, a sky of
  /// 65 % with a soft edge raised the key by a stop; with 0.3, land of 30 % of the height suffices.
  private static var keyShare: Double { 0.3 }
  /// Luminance below 2^−12 of full scale counts as that: less is noise.
  private static var darkest: Double { -12 }
  private static var binsPerStop: Int { 8 }
  /// 8 stops below full scale; what is darker has the less to say the darker it is.
  private static var dim: Double { 0x1p-8 }

  /// Fades zones that are far from the picture's key.
  ///
  /// The key is the luminance below which 30 % of the preferred weight lies. A zone up to a stop
  /// above it and two below keeps its weight; then weight halves three times a stop upwards, faster
  /// than the light grows, so that a window 4 stops up counts for less than its area; and once a
  /// stop downwards.
  mutating func weighMatrix(_ result: inout MeteredLuminance) {
    for zone in zoneStops.indices { zoneStops[zone] = Self.stops(result.zoneLuminances[zone]) }
    guard let key = key(result) else { return }
    for zone in result.zoneWeights.indices {
      let distance = zoneStops[zone] - key
      if distance > 1 {
        result.zoneWeights[zone] *= Exact.exp2(-3 * (distance - 1))
      } else if distance < -2 {
        result.zoneWeights[zone] *= Exact.exp2(distance + 2)
      }
    }
  }

  /// The weighted percentile of the zones' luminances, in stops relative to full scale.
  private func key(_ result: borrowing MeteredLuminance) -> Double? {
    let bins = Int(-Self.darkest) * Self.binsPerStop + 1
    var total = 0.0
    for zone in result.zoneWeights.indices { total += keyWeight(zone, result) }
    guard total > 0 else { return nil }
    // Weight below a level rises with the level, so halving the interval finds the bin.
    var (low, high) = (0, bins)
    while high - low > 1 {
      let middle = (low + high) / 2
      if weight(below: Self.level(ofBin: middle), result) > Self.keyShare * total {
        high = middle
      } else {
        low = middle
      }
    }
    let (bottom, top) = (Self.level(ofBin: low), Self.level(ofBin: high))
    let below = weight(below: bottom, result)
    let inside = weight(below: top, result) - below
    guard inside > 0 else { return bottom }
    return bottom + (top - bottom) * min(max((Self.keyShare * total - below) / inside, 0), 1)
  }

  private func weight(below level: Double, _ result: borrowing MeteredLuminance) -> Double {
    var sum = 0.0
    for zone in result.zoneWeights.indices
    where zoneStops[zone] < level {
      sum += keyWeight(zone, result)
    }
    return sum
  }

  /// A zone's say in the key: black surroundings have none, or a lit half of a picture would fade
  /// against its unlit half.
  private func keyWeight(_ zone: Int, _ result: borrowing MeteredLuminance) -> Double {
    result.zoneWeights[zone] * min(1, result.zoneLuminances[zone] / Self.dim)
  }

  private static func level(ofBin bin: Int) -> Double {
    darkest + (Double(bin) - 0.5) / Double(binsPerStop)
  }

  private static func stops(_ luminance: Double) -> Double {
    luminance > 0 ? max(darkest, Exact.log2(luminance)) : darkest
  }

  /// The share of the picture that counts as its highlights.
  private static var highlightShare: Double { 0.01 }

  /// Meters the brightest hundredth of what counts, and weighs each zone by its part of it.
  ///
  /// Divided by four, so that the highlights come to lie two stops above mid-grey, at 72 % of
  /// full scale: bright, with a third of a stop in reserve.
  func weighHighlights(
    _ statistics: borrowing FrameStatistics, _ result: inout MeteredLuminance
  ) -> Double {
    let bins = FrameStatistics.zoneBinCount
    var total = 0.0
    for zone in result.zoneWeights.indices where result.zoneWeights[zone] > 0 {
      for bin in 0..<bins { total += Double(statistics.zoneHistograms[zone * bins + bin]) }
    }
    guard total > 0 else { return 0 }
    var left = total * Self.highlightShare
    var (sum, bin) = (0.0, bins)
    var shareOfLowest = 0.0
    while left > 0, bin > 0 {
      bin -= 1
      let samples = samples(inZoneBin: bin, statistics, result)
      let taken = min(left, samples)
      shareOfLowest = samples > 0 ? taken / samples : 0
      sum += taken * light.lightOfZoneBin[bin]
      left -= taken
    }
    let lowest = bin
    for zone in result.zoneWeights.indices where result.zoneWeights[zone] > 0 {
      var part = shareOfLowest * Double(statistics.zoneHistograms[zone * bins + lowest])
      for higher in lowest + 1..<max(bins, lowest + 1) {
        part += Double(statistics.zoneHistograms[zone * bins + higher])
      }
      result.zoneWeights[zone] = part / (total * Self.highlightShare)
    }
    return sum / (total * Self.highlightShare) / 4
  }

  private func samples(
    inZoneBin bin: Int, _ statistics: borrowing FrameStatistics,
    _ result: borrowing MeteredLuminance
  ) -> Double {
    var sum = 0.0
    for zone in result.zoneWeights.indices where result.zoneWeights[zone] > 0 {
      sum += Double(statistics.zoneHistograms[zone * FrameStatistics.zoneBinCount + bin])
    }
    return sum
  }
}
