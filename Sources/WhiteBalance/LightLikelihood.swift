internal import Photometry

/// How likely each plausible light is, given the histogram of a frame's zones.
struct LightLikelihood: Hashable, Sendable {
  let lights: PlausibleLights
  /// Zones and differences: 64 × 64 bins each, of a sum of 1 or less.
  private var zones = [Float](repeating: 0, count: Self.plane)
  private var edges = [Float](repeating: 0, count: Self.plane)
  /// The bin at which each bin is counted: near the locus itself, farther away the middle of a square
  /// of four by four, as the filters are smooth there and fewer bins take less time.
  private let zoneBins: [Int]
  private let edgeBins: [Int]
  /// The filters, blue falling and twice in a row, so that the lights of a row read on without a wrap.
  private let zoneFilter: [Float]
  private let edgeFilter: [Float]
  /// The score of each light, a natural logarithm, eight lights of a row side by side.
  private var scores: [SIMD8<Float>]

  private static let bins = ChromaPrior.bins
  private static let plane = ChromaPrior.bins * ChromaPrior.bins
  private static let mask = ChromaPrior.bins - 1

  init(_ lights: PlausibleLights, _ prior: ChromaPrior) {
    self.lights = lights
    zoneFilter = Self.unrolled(prior.zones)
    edgeFilter = Self.unrolled(prior.edges)
    let distances = lights.squaredDistances
    func counted(within reach: Double) -> [Int] {
      distances.indices.map { bin in
        if distances[bin] < reach * reach { return bin }
        return (bin / Self.bins / 4 * 4 + 2) * Self.bins + bin % Self.bins / 4 * 4 + 2
      }
    }
    zoneBins = counted(within: 0.5)
    edgeBins = counted(within: 0.25)
    scores = lights.bias
  }

  private static func unrolled(_ filter: [Float]) -> [Float] {
    (0..<2 * plane).map { index in
      let (red, blue) = (index / (2 * bins), index % (2 * bins))
      let source = red * bins + (2 * bins - blue) & mask
      return source < filter.count ? filter[source] : 0
    }
  }

  /// Weighs the lights by a frame.
  ///
  /// - Returns: `nil` where no zone has a colour.
  mutating func posterior(of colours: ZoneColours) -> LightPosterior? {
    for index in zones.indices { zones[index] = 0 }
    for index in edges.indices { edges[index] = 0 }
    let middle = lights.middle
    var (zoneSum, edgeSum) = (0.0, 0.0)
    colours.forEachColour { place, weight in
      zoneSum += weight
      let share = Self.presence(place, middle)
      if share > 0 { Self.add(place, weight * share, &zones, zoneBins) }
    }
    colours.forEachDifference { difference in
      guard let place = ZoneColours.place(difference) else { return }
      // The root keeps one strong edge from outvoting all others.
      let weight = difference.sum.squareRoot()
      edgeSum += weight
      let share = Self.presence(place, middle)
      if share > 0 { Self.add(place, nearest: weight * share, &edges, edgeBins) }
    }
    guard Self.divide(&zones, by: zoneSum) else { return nil }
    _ = Self.divide(&edges, by: edgeSum)
    for index in scores.indices { scores[index] = lights.bias[index] }
    Self.score(zones, zoneFilter, lights.rows, &scores)
    Self.score(edges, edgeFilter, lights.rows, &scores)
    return mean()
  }

  /// How much a colour counts: nothing where the plane wraps around, and fully half a stop before.
  @inline(__always)
  private static func presence(_ place: ChromaPlace, _ middle: ChromaPlace) -> Double {
    let reach = Double(bins / 2 - 1) * ChromaPrior.step
    let off = max(abs(place.red - middle.red), abs(place.blue - middle.blue))
    return min(max((reach - off) * 2, 0), 1)
  }

  /// Shares a weight among the four bins around a place.
  @inline(__always)
  private static func add(
    _ place: ChromaPlace, _ weight: Double, _ histogram: inout [Float], _ counted: [Int]
  ) {
    let red = place.red / ChromaPrior.step
    let blue = place.blue / ChromaPrior.step
    let (lowRed, lowBlue) = (red.rounded(.down), blue.rounded(.down))
    let (partRed, partBlue) = (red - lowRed, blue - lowBlue)
    let (row, column) = (Int(lowRed) & mask, Int(lowBlue) & mask)
    let (nextRow, nextColumn) = ((row + 1) & mask, (column + 1) & mask)
    let (near, far) = (weight * (1 - partRed), weight * partRed)
    histogram[counted[row * bins + column]] += Float(near * (1 - partBlue))
    histogram[counted[row * bins + nextColumn]] += Float(near * partBlue)
    histogram[counted[nextRow * bins + column]] += Float(far * (1 - partBlue))
    histogram[counted[nextRow * bins + nextColumn]] += Float(far * partBlue)
  }

  /// Adds a weight to the bin nearest to a place.
  @inline(__always)
  private static func add(
    _ place: ChromaPlace, nearest weight: Double, _ histogram: inout [Float], _ counted: [Int]
  ) {
    let row = Int((place.red / ChromaPrior.step).rounded()) & mask
    let column = Int((place.blue / ChromaPrior.step).rounded()) & mask
    histogram[counted[row * bins + column]] += Float(weight)
  }

  /// Divides by the weight of all colours, also of those that do not count.
  private static func divide(_ histogram: inout [Float], by sum: Double) -> Bool {
    guard sum > 0, sum < .infinity else { return false }
    let sum = Float(sum)
    var isEmpty = true
    for index in histogram.indices where histogram[index] > 0 {
      histogram[index] /= sum
      isEmpty = false
    }
    return !isEmpty
  }

  /// Adds the evidence of a histogram to the scores of all lights: a convolution at the lights' bins.
  private static func score(
    _ histogram: [Float], _ filter: [Float], _ rows: [PlausibleLights.Row],
    _ scores: inout [SIMD8<Float>]
  ) {
    unsafe filter.withUnsafeBytes { table in
      unsafe scores.withUnsafeMutableBufferPointer { scores in
        for bin in histogram.indices where histogram[bin] > 0 {
          let (red, blue, weight) = (bin / bins, bin & mask, histogram[bin])
          for row in rows {
            // At most 63 × 128 + 63, and 63 more at the end of a full row: the table's last but one.
            let start =
              ((red &- row.red) & mask) &* 2 &* bins &+ (row.blue &- blue) & mask
            for block in 0..<row.blocks {
              let values = unsafe table.loadUnaligned(
                fromByteOffset: (start &+ 8 &* block) &* 4, as: SIMD8<Float>.self)
              unsafe scores[row.first &+ block] += weight * values
            }
          }
        }
      }
    }
  }

  /// The mean of the lights, weighted by their probabilities.
  private func mean() -> LightPosterior? {
    var best = -Float.infinity
    for block in scores.indices { best = max(best, scores[block].max()) }
    var sum = 0.0
    var (red, blue, redSquares, blueSquares) = (0.0, 0.0, 0.0, 0.0)
    for row in lights.rows {
      for light in 0..<row.count {
        let below = Double(scores[row.first + light / 8][light % 8] - best)
        // Less than 10⁻⁹ of the best.
        guard below > -21 else { continue }
        let weight = Exact.exp2(below * 1.4426950408889634)
        let x = Double(row.red) * ChromaPrior.step
        let y = Double(row.blue + light) * ChromaPrior.step
        sum += weight
        red += weight * x
        blue += weight * y
        redSquares += weight * x * x
        blueSquares += weight * y * y
      }
    }
    guard sum > 0 else { return nil }
    let place = ChromaPlace(red: red / sum, blue: blue / sum)
    let variance = (redSquares + blueSquares) / sum - place.squared
    return LightPosterior(at: place, spread: variance > 0 ? variance.squareRoot() : 0)
  }

  /// How far a light can be trusted: the share of the zones, by brightness, that are about grey under
  /// it, with half of the trust gone where a tenth are; less where lights far apart are as likely, and
  /// where it is no light of the locus.
  ///
  /// - Parameters:
  ///   - place: The light.
  ///   - spread: The standard deviation of the likely lights, in stops.
  /// - Returns: 0…1.
  func confidence(at place: ChromaPlace, spread: Double) -> Double {
    var grey = 0.0
    for bin in zones.indices where zones[bin] > 0 {
      let red = Self.offset(Double(bin / Self.bins) - place.red / ChromaPrior.step)
      let blue = Self.offset(Double(bin % Self.bins) - place.blue / ChromaPrior.step)
      let squared = (red * red + blue * blue) * ChromaPrior.step * ChromaPrior.step
      // Half grey at 0.15 stop, a tenth of a gain.
      grey += Double(zones[bin]) / (1 + squared * squared / 0.0005)
    }
    let share = grey * grey / (grey * grey + 0.01)
    // Half at 0.3 stop from the locus.
    let off = lights.squaredDistance(place) / 0.09
    return share / (1 + spread * spread / 0.09) / (1 + off * off)
  }

  /// A distance in bins, the shorter way around.
  private static func offset(_ bins: Double) -> Double {
    let turns = (bins / Double(Self.bins)).rounded()
    return bins - turns * Double(Self.bins)
  }
}

/// A light as a frame tells it.
struct LightPosterior: Hashable {
  /// The place of grey in the plane of chroma.
  let place: ChromaPlace
  /// The standard deviation of the likely lights around it, in stops.
  let spread: Double

  init(at place: ChromaPlace, spread: Double) {
    self.place = place
    self.spread = spread
  }

  /// The light as ratios of linear channels.
  func estimate(confidence: Double) -> IlluminantEstimate? {
    IlluminantEstimate(
      red: Exact.exp2(place.red), blue: Exact.exp2(place.blue), confidence: confidence)
  }
}
