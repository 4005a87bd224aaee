/// Scans as libcamera's contrast search for the Raspberry Pi does, from its description.
///
/// Coarse steps of 1 dioptre until the energy falls below three quarters of the best or the range ends;
/// the other way where the best was the start; then, from a fine step beyond the fitted peak, three
/// steps of 0.25 dioptre back. A position of a stack stands for 0.25 dioptre. It ends at the fitted
/// peak and calls it sharp where the energy there is three quarters of the best at the least, and the
/// least was at most that. Five frames a position: four that are left out while the lens settles.
public struct CoarseToFine: FocusSubject {
  /// What tables call it.
  public let name = "coarse to fine"
  /// Four to settle, one to measure.
  public let framesPerStop = 5

  static let coarse = 4
  static let fine = 1
  static let ratio = 0.75

  private struct Scan {
    var points: [(position: Int, energy: Double)] = []

    var best: Int { points.indices.max { points[$0].energy < points[$1].energy } ?? 0 }
    var greatest: Double { points.isEmpty ? 0 : points[best].energy }

    /// The top of the parabola through the best and its neighbours, kept between them.
    var peak: Double {
      let ordered = points.sorted { $0.position < $1.position }
      guard let best = ordered.indices.max(by: { ordered[$0].energy < ordered[$1].energy })
      else { return 0 }
      let place = Double(ordered[best].position)
      guard best > 0, best + 1 < ordered.count else { return place }
      let (left, right) = (ordered[best - 1], ordered[best + 1])
      let (a, c) = (Double(left.position) - place, Double(right.position) - place)
      let (u, v) = (left.energy - ordered[best].energy, right.energy - ordered[best].energy)
      let bend = (u / a - v / c) / (a - c)
      guard bend < 0 else { return place }
      let slope = u / a - bend * a
      return place + min(max(-slope / (2 * bend), a), c)
    }
  }

  /// Makes the search.
  public init() {}

  /// Focuses.
  ///
  /// - Parameter lens: The lens.
  /// - Returns: `sharp`, or `noContrast` where the energies differ too little.
  /// - Throws: What the lens throws.
  public mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict {
    let last = lens.count - 1
    var start = lens.position
    // Near an end it begins there.
    if start < 2 * Self.coarse { start = 0 } else if start > last - 2 * Self.coarse { start = last }
    let first = start == last ? -Self.coarse : Self.coarse
    var scan = Scan()
    try run(&scan, &lens, from: start, by: first)
    if scan.points.count > 1, scan.best == 0, start > 0, start < last {
      try run(&scan, &lens, from: start - first, by: -first)
    }
    var fine = Scan()
    let middle = Int(scan.peak.rounded())
    for step in [Self.fine, 0, -Self.fine] where (0...last).contains(middle + step) {
      fine.points.append((middle + step, try lens.energy(at: middle + step)))
    }
    let end = Int(fine.peak.rounded())
    let found = try lens.energy(at: end)
    let greatest = max(scan.greatest, fine.greatest)
    let isSharp = found >= Self.ratio * greatest && lens.hasSeenContrast
    return isSharp ? .sharp : .noContrast
  }

  private func run(
    _ scan: inout Scan, _ lens: inout ReplayLens, from start: Int, by step: Int
  ) throws {
    let last = lens.count - 1
    var position = min(max(start, 0), last)
    while true {
      let energy = try lens.energy(at: position)
      scan.points.append((position, energy))
      if energy < Self.ratio * scan.greatest || position == (step > 0 ? last : 0) { return }
      position = min(max(position + step, 0), last)
    }
  }
}
