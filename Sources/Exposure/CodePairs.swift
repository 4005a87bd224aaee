/// Pairs of codes that the same light had before and after a change of exposure, group by group.
///
/// Zones are grouped by their code before, evenly in its square root; in each group those that
/// differ from the rest are left out, and the means of the others make a pair. This is the
/// comparametric plot of Mann and Picard (1995) with the joint histogram's ridge found by medians.
struct CodePairs: Hashable, Sendable {
  static let groups = 24
  /// What zones of one group may differ by, in stops, whatever their noise.
  private static let spread = 0.08
  /// What a pair is uncertain by at the least, in stops: zones hold detail, which curves bend.
  private static let leastDeviation = 0.012
  /// The standard deviation of rounding to whole codes, 1/√12, in codes; of a zone's mean, which noise
  /// dithers, it is the most there can be.
  private static let rounding = 0.29

  private(set) var pairs: [ResponseModel.Pair]
  private(set) var count = 0
  /// The zones behind all pairs.
  private(set) var zones = 0
  private var scratch: [Double]
  private var members: [Int]

  init(zoneCount: Int) {
    pairs = [ResponseModel.Pair](
      repeating: ResponseModel.Pair(before: 0, after: 0, variance: 1), count: Self.groups)
    scratch = [Double](repeating: 0, count: max(0, zoneCount))
    members = [Int](repeating: 0, count: max(0, zoneCount))
  }

  /// Takes the zones of a change.
  ///
  /// - Parameters:
  ///   - finder: Where the change was found.
  ///   - curve: What is known of the response by now, to tell outliers by.
  ///   - span: Codes from black to white.
  mutating func take(
    _ finder: borrowing ExposureChangeFinder, _ curve: borrowing StopsTable, span: Double
  ) {
    (count, zones) = (0, 0)
    for group in 0..<Self.groups {
      var size = 0
      for zone in members.indices where !finder.moving[zone] {
        let (before, after) = (finder.before.encoded[zone], finder.after.encoded[zone])
        guard before > 0, after > 0 else { continue }
        let place = Int(before.squareRoot() * Double(Self.groups))
        guard min(place, Self.groups - 1) == group else { continue }
        members[size] = zone
        size += 1
      }
      if size >= 2 { close(size, finder, curve, span: span) }
    }
  }

  private mutating func close(
    _ size: Int, _ finder: borrowing ExposureChangeFinder, _ curve: borrowing StopsTable,
    span: Double
  ) {
    func change(_ zone: Int) -> Double {
      curve(finder.after.encoded[zone]) - curve(finder.before.encoded[zone])
    }
    for index in 0..<size { scratch[index] = change(members[index]) }
    let middle = Median.of(&scratch, count: size)
    for index in 0..<size { scratch[index] = (change(members[index]) - middle).magnitude }
    let limit = max(Self.spread, 3 * 1.4826 * Median.of(&scratch, count: size))
    var (before, after, squares, kept) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<size {
      let zone = members[index]
      let distance = change(zone) - middle
      guard distance.magnitude <= limit else { continue }
      before += finder.before.encoded[zone]
      after += finder.after.encoded[zone]
      squares += distance * distance
      kept += 1
    }
    guard kept >= 2 else { return }
    (before, after) = (before / kept, after / kept)
    let step = Self.rounding / span
    let (atBefore, atAfter) = (curve.slope(before) * step, curve.slope(after) * step)
    let variance =
      Self.leastDeviation * Self.leastDeviation + atBefore * atBefore + atAfter * atAfter
      + squares / (kept * kept)
    pairs[count] = ResponseModel.Pair(before: before, after: after, variance: variance)
    count += 1
    zones += Int(kept)
  }
}
