internal import Controls
internal import Photometry

/// What was seen of a gain control, and which law explains it.
struct GainObservations: Hashable, Sendable {
  /// A change of code and what it did.
  struct Change: Hashable, Sendable {
    let from: Double
    let to: Double
    /// log2 of the signal's ratio.
    let stops: Double
    let deviation: Double
  }

  /// Changes that are remembered; the oldest give way.
  static let capacity = 64
  /// Distinct codes that a table may be made of.
  static let greatestTable = 32

  private(set) var changes: [Change] = []
  private var next = 0

  init() { changes.reserveCapacity(Self.capacity) }

  mutating func add(_ change: Change) {
    if changes.count < Self.capacity {
      changes.append(change)
    } else {
      changes[next] = change
      next = (next + 1) % Self.capacity
    }
  }

  /// Squares of what a law misses the changes by, over their variances; one wild change counts as 9.
  func misfit(_ law: GainLaw) -> Double {
    var sum = 0.0
    for change in changes {
      let ratio = law.gain(ofCode: change.to) / law.gain(ofCode: change.from)
      let missing = (change.stops - Exact.log2(ratio)) / change.deviation
      sum += min(missing * missing, 9)
    }
    return sum
  }

  /// The greatest gain between any two codes that were seen, in stops of the law.
  var span: Double {
    var greatest = 0.0
    for change in changes { greatest = max(greatest, change.stops.magnitude) }
    return greatest
  }

  /// A law with one parameter, at the best value between two bounds.
  ///
  /// 48 values, evenly spaced in stops, then 40 golden sections between the neighbours of the best.
  func best(
    from low: Double, to high: Double, _ make: (Double) -> GainLaw
  ) -> (law: GainLaw, misfit: Double) {
    let (first, last) = (Exact.log2(low), Exact.log2(high))
    func misfit(at place: Double) -> Double { self.misfit(make(Exact.exp2(place))) }
    var (best, least) = (0, Double.infinity)
    for index in 0...48 {
      let value = misfit(at: first + (last - first) * Double(index) / 48)
      if value < least { (best, least) = (index, value) }
    }
    let step = (last - first) / 48
    let middle = first + step * Double(best)
    var (left, right) = (max(middle - step, first), min(middle + step, last))
    let section = 0.6180339887498949
    for _ in 0..<40 {
      let (lower, upper) = (right - section * (right - left), left + section * (right - left))
      if misfit(at: lower) <= misfit(at: upper) { right = upper } else { left = lower }
    }
    let law = make(Exact.exp2((left + right) / 2))
    return (law, self.misfit(law))
  }

  /// A table of the codes that were seen, by least squares on the ratios between them; `nil` where they
  /// do not hang together, are too many, or do not rise.
  func table() -> GainTable? {
    var codes: [Double] = []
    for change in changes { codes += [change.from, change.to] }
    codes = Array(Set(codes)).sorted()
    guard (2...Self.greatestTable).contains(codes.count) else { return nil }
    // The least code has gain 1; of the others, stops are unknown within any reason.
    var information = InformationMatrix(size: codes.count - 1)
    var row = [Double](repeating: 0, count: codes.count - 1)
    for index in row.indices {
      row[index] = 1
      information.add(row, 0, precision: 1e-4)
      row[index] = 0
    }
    for change in changes {
      let ends = [(codes.firstIndex(of: change.to), 1.0), (codes.firstIndex(of: change.from), -1)]
      for case (let place?, let sign) in ends where place > 0 { row[place - 1] += sign }
      information.add(row, change.stops, precision: 1 / (change.deviation * change.deviation))
      for index in row.indices { row[index] = 0 }
    }
    var factor = CholeskyFactor(size: row.count)
    guard factor.factorise(information) else { return nil }
    var stops = row
    var scratch = row
    factor.solve(information, into: &stops)
    var entries = [GainTable.Entry(code: codes[0], gain: 1)]
    for index in row.indices {
      row[index] = 1
      guard factor.variance(of: row, scratch: &scratch) < 0.04 else { return nil }
      row[index] = 0
      entries.append(GainTable.Entry(code: codes[index + 1], gain: Exact.exp2(stops[index])))
    }
    return GainTable(entries)
  }
}
