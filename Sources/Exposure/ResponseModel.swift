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
/// alone does: Grossberg and Nayar (2004) found that 201 measured curves need few parameters.
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

  /// What pairs of one change are off by together: the light's drift and the shutter's, in stops.
  private static let commonDeviation = 0.02
  /// What a curve of this form may miss a real one by at a code, in stops.
  private static let modelDeviation = 0.02

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
  private let displays = StopsTable(.sRGB)
  private var row: [Double]
  private var sum: [Double]

  init(_ assumed: ResponseCurve) {
    self.assumed = StopsTable(assumed)
    row = [Double](repeating: 0, count: Self.unknowns)
    sum = row
  }

  /// What is known before any pair.
  static var prior: InformationMatrix {
    var prior = InformationMatrix(size: unknowns)
    func add(_ entries: [(Int, Double)], _ deviation: Double) {
      var row = [Double](repeating: 0, count: unknowns)
      for (index, value) in entries where index < unknowns { row[index] = value }
      prior.add(row, 0, precision: 1 / (deviation * deviation))
    }
    add([(0, 1)], toeDeviation)
    add([(1, 1)], gammaDeviation)
    add([(2, 1)], contrastDeviation)
    // White, the last node, has no unknown; its number is outside and falls away.
    for node in 1..<nodes {
      let first = terms + node - 1
      add([(first, 1), (first + 1, -2), (first + 2, 1)], bendDeviation)
    }
    add([(unknowns - 1, 1)], slopeDeviation)
    return prior
  }

  /// The unknowns of curves that have a name: cameras mostly have one of these, and one that explains all
  /// pairs says more of codes that nobody has seen than a smooth curve through them does.
  ///
  /// BT.709, sRGB, linear light, and the powers 1.8 and 2.2.
  var namedCurves: [[Double]] {
    func unknowns(_ curve: ResponseCurve, toe: Double = 0, gamma: Double = 0) -> [Double] {
      let table = StopsTable(curve)
      var unknowns = [toe, gamma, 0]
      for node in 0..<Self.nodes {
        let root = Double(node) / Double(Self.nodes)
        unknowns.append(table(root * root) - assumed(root * root))
      }
      return unknowns
    }
    return [
      unknowns(.bt709), unknowns(.sRGB), unknowns(.sRGB, toe: 1),
      unknowns(.sRGB, toe: 1, gamma: 0.8), unknowns(.sRGB, toe: 1, gamma: 1.2),
    ]
  }

  /// Writes what the pairs of one change say.
  ///
  /// Their common error is one more unknown that is summed out at once (Sherman and Morrison 1950), so
  /// that many pairs of one change are not taken for many changes.
  mutating func observe(
    _ pairs: [Pair], count: Int, stops: Double, into information: inout InformationMatrix
  ) {
    information.clear()
    for index in sum.indices { sum[index] = 0 }
    var (weights, values) = (0.0, 0.0)
    for pair in pairs.prefix(count) {
      for index in row.indices { row[index] = 0 }
      add(pair.after, 1)
      add(pair.before, -1)
      let wanted = stops - (assumed(pair.after) - assumed(pair.before))
      let weight = 1 / (pair.variance + Self.modelDeviation * Self.modelDeviation)
      information.add(row, wanted, precision: weight)
      for index in sum.indices { sum[index] += weight * row[index] }
      weights += weight
      values += weight * wanted
    }
    guard weights > 0 else { return }
    // The rank-one part has the weighted mean of the values, so that the constant comes out right.
    let total = weights + 1 / (Self.commonDeviation * Self.commonDeviation)
    for index in sum.indices { sum[index] /= weights }
    information.add(sum, values / weights, precision: -weights * weights / total)
  }

  /// The weights of the unknowns in the stops of an encoded value; into storage of the right size.
  mutating func weights(_ encoded: Double, into result: inout [Double]) {
    for index in row.indices { row[index] = 0 }
    add(encoded, 1)
    for index in result.indices where index < row.count { result[index] = row[index] }
  }

  /// Writes the curve of a mean into a table.
  func tabulate(_ mean: [Double], into table: inout StopsTable) {
    guard mean.count == Self.unknowns else { return }
    table.fill { index in
      let encoded = StopsTable.encoded(ofEntry: index)
      let logarithm = Exact.log2(encoded)
      let (node, fraction) = Self.place(encoded)
      let bend = Self.node(mean, node) * (1 - fraction) + Self.node(mean, node + 1) * fraction
      return assumed.stops[index] + mean[0] * (logarithm - displays.stops[index])
        + mean[1] * logarithm + mean[2] * Self.contrast(encoded) + bend
    }
  }

  private mutating func add(_ encoded: Double, _ sign: Double) {
    let encoded = min(max(encoded, 0x1p-18), 1)
    let logarithm = Exact.log2(encoded)
    row[0] += sign * (logarithm - displays(encoded))
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
