internal import Photometry

/// A response curve as an assumed one and a smooth correction that pairs of codes teach.
///
/// In stops below white, the curve is
/// h(e) = h₀(e) + c₁ (log2 e − sRGB(e)) + c₂ log2 e + c₃ (1 − e) (2e − 1) + s(e). The first term is the
/// assumption; the second bends the upper part of a curve and leaves a toe alone, the third is a gamma,
/// so that together they hold sRGB, linear light and every power; the fourth is contrast, what mixing a
/// little of the smooth step 3e² − 2e³ into e does to its logarithm; s, straight between 17 nodes that
/// are even in √e, is what no formula has, with a prior against bends. White is fixed: h(1) = 0.
/// Few terms that real curves are made of extend to codes that were not visited better than smoothness
/// alone does (Grossberg and Nayar 2004 found three to hold most of 201 measured curves).
///
/// A pair of codes *a*, *b* that the same light had at exposures of *K* stops' difference says that
/// h(b) − h(a) = K, which is linear in all unknowns.
struct ResponseModel: Hashable, Sendable {
  static let nodes = 16
  /// Gamma, toe and contrast.
  private static let terms = 3
  /// The terms and the nodes below white.
  static let unknowns = terms + nodes

  /// The prior's standard deviations. Cameras' gammas lie within about ±0.5 of sRGB's or are linear;
  /// a third of smooth step mixed in under a gamma of 2.2 is 1 stop of contrast.
  private static let toeDeviation = 0.6
  private static let gammaDeviation = 0.5
  private static let contrastDeviation = 1.0
  private static let bendDeviation = 0.04
  private static let slopeDeviation = 0.1

  /// How pairs of one change share an error: the light's drift and the shutter's, in stops.
  static let commonDeviation = 0.02
  /// What of the information beyond the prior is kept at each change, so that 50 changes count.
  static let keeping = 0.98

  /// A pair of codes.
  struct Pair: Hashable, Sendable {
    /// Encoded value before.
    var before: Double
    /// Encoded value after.
    var after: Double
    /// Variance in stops².
    var variance: Double
  }

  let assumed: StopsTable
  private static let displays = StopsTable(.sRGB)
  private let prior: InformationMatrix
  private var information: InformationMatrix
  private var mean: [Double]
  private var row: [Double]
  private var sum: [Double]
  private var scratch: [Double]

  init(_ assumed: ResponseCurve) {
    self.assumed = StopsTable(assumed)
    let empty = [Double](repeating: 0, count: Self.unknowns)
    (mean, row, sum, scratch) = (empty, empty, empty, empty)
    var prior = InformationMatrix(size: Self.unknowns)
    func add(_ entries: [(Int, Double)], _ deviation: Double) {
      var row = empty
      for (index, value) in entries where index < Self.unknowns { row[index] = value }
      prior.add(row, 0, precision: 1 / (deviation * deviation))
    }
    add([(0, 1)], Self.toeDeviation)
    add([(1, 1)], Self.gammaDeviation)
    add([(2, 1)], Self.contrastDeviation)
    // White, the last node, has no unknown; its number is outside and falls away.
    for node in 1..<Self.nodes {
      let first = Self.terms + node - 1
      add([(first, 1), (first + 1, -2), (first + 2, 1)], Self.bendDeviation)
    }
    add([(Self.unknowns - 1, 1)], Self.slopeDeviation)
    _ = prior.factorise()
    self.prior = prior
    information = prior
  }

  /// Forgets all pairs.
  mutating func reset() {
    information = prior
    for index in mean.indices { mean[index] = 0 }
  }

  /// How well pairs of one change agree with what is known: mean of squares over their variances.
  ///
  /// - Parameters:
  ///   - pairs: Pairs of codes.
  ///   - count: How many of them count.
  ///   - stops: The change of exposure.
  ///   - deviation: What a curve of this form may miss, in stops.
  mutating func surprise(
    _ pairs: [Pair], count: Int, stops: Double, deviation: Double
  ) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for pair in pairs.prefix(count) {
      let innovation = prepare(pair, stops)
      let known = information.variance(of: row, scratch: &scratch)
      let common = Self.commonDeviation * Self.commonDeviation
      sum += innovation * innovation / (known + pair.variance + common + deviation * deviation)
      weight += 1
    }
    return weight > 0 ? sum / weight : 0
  }

  /// Takes the pairs of one change.
  ///
  /// Their common error is one more unknown that is summed out at once (Sherman and Morrison 1950), so
  /// that many pairs of one change are not taken for many changes.
  mutating func take(_ pairs: [Pair], count: Int, stops: Double) {
    information.fade(towards: prior, keeping: Self.keeping)
    for index in sum.indices { sum[index] = 0 }
    var (weights, values) = (0.0, 0.0)
    for pair in pairs.prefix(count) {
      // The row and what it should come to beyond the assumption, not beyond the mean.
      let wanted = prepare(pair, stops, beyondMean: false)
      let weight = 1 / pair.variance
      information.add(row, wanted, precision: weight)
      for index in sum.indices { sum[index] += weight * row[index] }
      weights += weight
      values += weight * wanted
    }
    let common = 1 / (Self.commonDeviation * Self.commonDeviation)
    let total = weights + common
    guard weights > 0 else { return }
    information.add(sum, values, precision: -1 / total)
    guard information.factorise() else {
      reset()
      return
    }
    information.solve(into: &mean)
  }

  /// The mean of squares of what the pairs miss the curve by, over their variances.
  mutating func misfit(
    _ pairs: [Pair], count: Int, stops: Double, deviation: Double
  ) -> Double {
    var sum = 0.0
    for pair in pairs.prefix(count) {
      let missing = prepare(pair, stops)
      sum += missing * missing / (pair.variance + deviation * deviation)
    }
    return count > 0 ? sum / Double(count) : 0
  }

  /// The standard deviation in stops of the light of an encoded value, white being certain.
  mutating func deviation(_ encoded: Double) -> Double {
    for index in row.indices { row[index] = 0 }
    add(encoded, 1)
    return information.variance(of: row, scratch: &scratch).squareRoot()
  }

  /// Writes the curve into a table.
  func tabulate(into table: inout StopsTable) {
    table.fill { index in
      let encoded = StopsTable.encoded(ofEntry: index)
      let logarithm = Exact.log2(encoded)
      let (node, fraction) = Self.place(encoded)
      let bend = Self.node(mean, node) * (1 - fraction) + Self.node(mean, node + 1) * fraction
      return assumed.stops[index] + mean[0] * (logarithm - Self.displays.stops[index])
        + mean[1] * logarithm + mean[2] * Self.contrast(encoded) + bend
    }
  }

  /// Fills the row of a pair; returns what the change misses what is known by.
  private mutating func prepare(
    _ pair: Pair, _ stops: Double, beyondMean: Bool = true
  ) -> Double {
    for index in row.indices { row[index] = 0 }
    add(pair.after, 1)
    add(pair.before, -1)
    var value = stops - (assumed(pair.after) - assumed(pair.before))
    guard beyondMean else { return value }
    for index in row.indices { value -= row[index] * mean[index] }
    return value
  }

  private mutating func add(_ encoded: Double, _ sign: Double) {
    let encoded = min(max(encoded, 0x1p-18), 1)
    let logarithm = Exact.log2(encoded)
    row[0] += sign * (logarithm - Self.displays(encoded))
    row[1] += sign * logarithm
    row[2] += sign * Self.contrast(encoded)
    let (node, fraction) = Self.place(encoded)
    if node < Self.nodes { row[Self.terms + node] += sign * (1 - fraction) }
    if node + 1 < Self.nodes { row[Self.terms + node + 1] += sign * fraction }
  }

  private static func contrast(_ encoded: Double) -> Double { (1 - encoded) * (2 * encoded - 1) }

  /// The node below an encoded value, and where between it and the next, even in √e.
  private static func place(_ encoded: Double) -> (node: Int, fraction: Double) {
    let position = min(encoded.squareRoot() * Double(nodes), Double(nodes))
    let node = min(Int(position), nodes - 1)
    return (node, position - Double(node))
  }

  private static func node(_ mean: [Double], _ node: Int) -> Double {
    node < nodes ? mean[terms + node] : 0
  }
}
