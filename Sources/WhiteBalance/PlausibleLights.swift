internal import Controls
internal import Photometry

/// The bins of the plane of chroma near a sensor's locus, with how plausible each is.
struct PlausibleLights: Hashable, Sendable {
  /// Neighbouring bins of one red over green.
  struct Row: Hashable, Sendable {
    /// The bin of red over green, not wrapped.
    var red: Int
    /// The first bin of blue over green, not wrapped.
    var blue: Int
    /// The number of bins.
    var count: Int
    /// The place of the first block of eight among those of all lights.
    var first: Int

    /// The blocks of eight lights that it takes; those beyond its end are no lights.
    var blocks: Int { (count + 7) / 8 }
  }

  private(set) var rows: [Row] = []
  /// How plausible each light is before a frame is seen: a natural logarithm, eight lights of a row
  /// side by side.
  private(set) var bias: [SIMD8<Float>] = []
  /// The corners of the locus, warmest first.
  let corners: [ChromaPlace]
  /// How far from the locus lights are found, in stops.
  let tolerance: Double
  /// The middle of the locus; colours farther from it than the plane reaches do not count, so that none
  /// is taken for another on the other side.
  let middle: ChromaPlace

  /// The score of what is no light.
  private static let impossible: Float = -1e30

  /// Finds the bins.
  ///
  /// - Parameters:
  ///   - locus: The sensor's locus; `nil` for the generic one, with three times the tolerance.
  ///   - prior: How common lights are.
  init(_ locus: WhiteBalanceLocus?, _ prior: ChromaPrior) {
    let entries = (locus ?? Self.generic)?.entries ?? []
    tolerance = prior.tolerance
    corners = entries.map {
      ChromaPlace(red: Exact.log2($0.red), blue: Exact.log2($0.blue))
    }
    func middle(_ values: [Double]) -> Double {
      ((values.min() ?? 0) + (values.max() ?? 0)) / 2
    }
    self.middle = ChromaPlace(red: middle(corners.map(\.red)), blue: middle(corners.map(\.blue)))
    let mireds = entries.map { 1e6 / $0.kelvin }
    let strays = locus == nil ? 1 : prior.strays
    let reach = strays > 0 ? 9 * tolerance : 3 * tolerance
    let (reds, blues) = (
      Self.bins(corners.map(\.red), reach), Self.bins(corners.map(\.blue), reach)
    )
    for red in reds {
      var open = false
      for blue in blues {
        let place = ChromaPlace(
          red: Double(red) * ChromaPrior.step, blue: Double(blue) * ChromaPrior.step)
        let (squared, mired) = Self.nearest(place, corners, mireds)
        guard squared < reach * reach else {
          open = false
          continue
        }
        if !open { rows.append(Row(red: red, blue: blue, count: 0, first: bias.count)) }
        open = true
        let light = rows[rows.count - 1].count
        if light % 8 == 0 { bias.append(SIMD8(repeating: Self.impossible)) }
        bias[bias.count - 1][light % 8] = Float(
          prior.commonness(mired)
            + Self.nearness(squared / (2 * tolerance * tolerance), strays: strays))
        rows[rows.count - 1].count += 1
      }
    }
  }

  /// The natural logarithm of how common lights are at a distance from the locus.
  ///
  /// - Parameters:
  ///   - squared: The squared distance over twice the squared tolerance.
  ///   - strays: The share of lights with three times the tolerance; 1 for no others.
  /// - Returns: The logarithm, about 0 or less.
  private static func nearness(_ squared: Double, strays: Double) -> Double {
    if strays == 0 { return -squared }
    if strays == 1 { return -squared / 9 }
    let log2OfE = 1.4426950408889634
    let near = Exact.exp2(-squared * log2OfE)
    return Exact.log2(near + strays * Exact.exp2(-squared / 9 * log2OfE)) / log2OfE
  }

  /// The squared distance of a place to the locus, in squared stops.
  func squaredDistance(_ place: ChromaPlace) -> Double {
    Self.nearest(place, corners, []).squared
  }

  /// The squared distance of every bin of the plane to the locus, in squared stops, row by row.
  ///
  /// The plane wraps around; of all places that a bin stands for, the one nearest ``middle`` counts.
  var squaredDistances: [Double] {
    let bins = ChromaPrior.bins
    func unwrapped(_ bin: Int, _ middle: Double) -> Double {
      let off = (Double(bin) - middle / ChromaPrior.step) / Double(bins)
      return (Double(bin) - off.rounded() * Double(bins)) * ChromaPrior.step
    }
    return (0..<bins * bins).map { index in
      squaredDistance(
        ChromaPlace(
          red: unwrapped(index / bins, middle.red), blue: unwrapped(index % bins, middle.blue)))
    }
  }

  /// The bins that an axis of the locus covers, no more than the plane has without wrapping.
  private static func bins(_ values: [Double], _ reach: Double) -> ClosedRange<Int> {
    let low = ((values.min() ?? 0) - reach) / ChromaPrior.step
    let high = ((values.max() ?? 0) + reach) / ChromaPrior.step
    let (first, last) = (Int(low.rounded(.down)), Int(high.rounded(.up)))
    let spare = max(0, last - first - (ChromaPrior.bins - 1))
    return first + spare / 2...last - (spare - spare / 2)
  }

  private static func nearest(
    _ place: ChromaPlace, _ corners: [ChromaPlace], _ mireds: [Double]
  ) -> (squared: Double, mired: Double) {
    var best = (squared: Double.infinity, mired: 0.0)
    for index in corners.indices.dropFirst() {
      let way = corners[index] - corners[index - 1]
      let off = place - corners[index - 1]
      let length = way.squared
      let along = length > 0 ? (off.red * way.red + off.blue * way.blue) / length : 0
      let share = along > 0 ? min(along, 1) : 0
      let rest = ChromaPlace(red: off.red - share * way.red, blue: off.blue - share * way.blue)
      guard rest.squared < best.squared else { continue }
      best.squared = rest.squared
      if index < mireds.count {
        best.mired = mireds[index - 1] + share * (mireds[index] - mireds[index - 1])
      }
    }
    return best
  }

  /// Grey under Planckian light to 4,000 K and daylight from 5,000 K, as eight cameras see it on the
  /// mean: six of rawtoaces-data (Apache-2.0) and two of NPL (Darrodi et al. 2015); geometric means.
  private static let generic = WhiteBalanceLocus([
    .init(kelvin: 1900, red: 1.1734, blue: 0.2694),
    .init(kelvin: 2200, red: 0.9981, blue: 0.3180),
    .init(kelvin: 2500, red: 0.8765, blue: 0.3664),
    .init(kelvin: 2856, red: 0.7746, blue: 0.4210),
    .init(kelvin: 3200, red: 0.7037, blue: 0.4697),
    .init(kelvin: 3600, red: 0.6429, blue: 0.5213),
    .init(kelvin: 4000, red: 0.5976, blue: 0.5674),
    .init(kelvin: 4500, red: 0.5522, blue: 0.6103),
    .init(kelvin: 5000, red: 0.5156, blue: 0.6467),
    .init(kelvin: 5500, red: 0.4901, blue: 0.6862),
    .init(kelvin: 6000, red: 0.4702, blue: 0.7210),
    .init(kelvin: 6500, red: 0.4544, blue: 0.7517),
    .init(kelvin: 7000, red: 0.4415, blue: 0.7788),
    .init(kelvin: 7500, red: 0.4308, blue: 0.8028),
    .init(kelvin: 8500, red: 0.4144, blue: 0.8430),
    .init(kelvin: 10_000, red: 0.3974, blue: 0.8889),
    .init(kelvin: 12_000, red: 0.3829, blue: 0.9322),
    .init(kelvin: 15_000, red: 0.3699, blue: 0.9749),
  ])
}
