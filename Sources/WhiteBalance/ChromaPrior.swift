internal import Photometry

/// What common surfaces look like under a light, and which lights are common: a small model over the
/// histogram of zone chroma (Barron 2015 and Barron and Tsai 2017 have such filters; see
/// Documentation/WhiteBalanceAccuracy.md for how this one is made).
///
/// The plane of chroma has log2 of red over green and of blue over green as its axes, 64 bins each of
/// 1/16 stop, and wraps around. A filter says for each bin, relative to grey under a light, how much
/// evidence a unit of the histogram is for that light, in natural logarithms. There is one filter for
/// the zones themselves and one for the differences of neighbouring zones.
public struct ChromaPrior: Hashable, Sendable {
  /// The bins along each axis.
  public static let bins = 64
  /// The width of a bin in stops.
  public static let step = 0.0625
  /// The reciprocal temperatures in megakelvin⁻¹ (mired) that ``temperatures`` holds values for.
  public static let mireds: [Double] = [
    60, 100, 130, 160, 180, 200, 220, 250, 280, 320, 360, 400, 450, 520, 620,
  ]
  /// The values that a filter or the table of temperatures may have.
  public static let values = -1000.0...1000.0
  /// The shares of strays that are taken.
  public static let shares = 0.0...1.0
  /// The tolerances that are taken, in stops.
  public static let tolerances = 0.01...1.0

  /// The evidence of zones: row by row, a row a bin of red over green, its entries the bins of blue
  /// over green; the bin of grey is the first, distances beyond half wrap to the end.
  public let zones: [Float]
  /// The evidence of the differences of neighbouring zones, as ``zones``.
  public let edges: [Float]
  /// The natural logarithm of how common lights are, at ``mireds``; between them it is interpolated.
  public let temperatures: [Double]
  /// How far from the locus lights are found: the standard deviation in stops, for a known sensor.
  public let tolerance: Double
  /// How many lights are found up to three times as far from the locus, relative to those near it, so
  /// that much evidence can lead off a locus that is not quite the sensor's; 0 for none.
  public let strays: Double

  /// Makes a prior. The result is `nil` unless both filters have 64 × 64 values, there are as many
  /// temperatures as ``mireds``, and all are in their ranges.
  ///
  /// - Parameters:
  ///   - zones: The evidence of zones.
  ///   - edges: The evidence of the differences of neighbouring zones.
  ///   - temperatures: How common lights are.
  ///   - tolerance: How far from the locus lights are found, in stops.
  ///   - strays: How many are found farther off.
  public init?(
    zones: [Float], edges: [Float], temperatures: [Double], tolerance: Double, strays: Double = 0
  ) {
    let count = Self.bins * Self.bins
    guard zones.count == count, edges.count == count,
      temperatures.count == Self.mireds.count, Self.tolerances.contains(tolerance),
      Self.shares.contains(strays),
      zones.allSatisfy({ Self.values.contains(Double($0)) }),
      edges.allSatisfy({ Self.values.contains(Double($0)) }),
      temperatures.allSatisfy(Self.values.contains)
    else { return nil }
    self.init(unchecked: zones, edges, temperatures, tolerance, strays)
  }

  private init(
    unchecked zones: [Float], _ edges: [Float], _ temperatures: [Double], _ tolerance: Double,
    _ strays: Double
  ) {
    self.zones = zones
    self.edges = edges
    self.temperatures = temperatures
    self.tolerance = tolerance
    self.strays = strays
  }

  /// The prior of the combined method, from a formula.
  ///
  /// The evidence falls as that of a Cauchy distribution around grey, −ln(1 + d²), with an ellipse
  /// for d: half widths of 0.2 stop along the locus, 1.8 times as much towards the warm colours that
  /// surfaces tend to (wood, skin, soil), 0.14 stop across it. Lights are commonest at 190 mired
  /// (5,260 K), with a Cauchy distribution of 80 mired. The constants were chosen on simulated scenes
  /// and the photographs of one camera, and rounded.
  static let common = ChromaPrior(
    unchecked: filter(10), filter(3),
    mireds.map { mired in
      let off = (mired - 190) / 80
      return -naturalLogarithm(1 + off * off)
    }, 0.06, 0.003)

  /// The direction of the locus towards warm light in the plane of chroma: the mean of eight cameras.
  static let warm = ChromaPlace(red: 0.58, blue: -0.81)

  private static func filter(_ evidence: Double) -> [Float] {
    let length = warm.squared.squareRoot()
    let (along, across) = (warm.red / length, warm.blue / length)
    return (0..<bins * bins).map { index in
      let place = ChromaPlace(red: offset(index / bins), blue: offset(index % bins))
      let a = (place.red * along + place.blue * across) / 0.2
      let b = (place.blue * along - place.red * across) / 0.14
      let skewed = a > 0 ? a / 1.8 : a
      return Float(-evidence * naturalLogarithm(1 + skewed * skewed + b * b))
    }
  }

  /// The distance of a bin from grey in stops.
  private static func offset(_ bin: Int) -> Double {
    Double((bin + bins / 2) % bins - bins / 2) * step
  }

  private static func naturalLogarithm(_ x: Double) -> Double {
    Exact.log2(x) * 0.6931471805599453
  }

  /// How common lights of a reciprocal temperature are: the natural logarithm, interpolated; the ends
  /// of the table hold beyond it.
  func commonness(_ mired: Double) -> Double {
    let table = Self.mireds
    guard let first = table.first, let last = table.last else { return 0 }
    let place = mired > first ? min(mired, last) : first
    var low = 0
    while low < table.count - 2, table[low + 1] <= place { low += 1 }
    let share = (place - table[low]) / (table[low + 1] - table[low])
    return temperatures[low] + share * (temperatures[low + 1] - temperatures[low])
  }
}
