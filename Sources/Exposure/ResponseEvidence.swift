/// The changes that were seen, which of them to believe, and the mean that they give.
///
/// A lamp that is switched in the very frame in which a change lands makes one change lie, and nothing
/// in it shows. So the last changes are kept, each as its quadratic cost, and the believed ones are
/// those that make the total cost least, where a change counts at most what a plain contradiction would:
/// least trimmed squares (Rousseeuw 1984) with a prior. Changes that leave the window go on counting
/// if they were believed, a little less with each that follows.
///
/// The assumed curve, and next to it a curve that has a name, is left only for evidence.
struct ResponseEvidence: Sendable {
  /// Changes that may still be disbelieved.
  static let window = 16
  /// What of older changes is kept at each new one, so that about 50 count.
  static let keeping = 0.98
  /// By how much the cost of the assumed curve must exceed that of the best one before it is left.
  ///
  /// The few unknowns that pairs determine lower the cost of a curve that is right by about as many; a
  /// profile that is right must not be talked away by noise.
  static let reluctance = 15.0
  /// The same of a curve that has a name and was not assumed.
  static let reluctanceOfNamed = 10.0
  /// Changes that have to be in the window before contradictions are spoken of.
  static let fewestForDoubt = 6

  private struct Change: Sendable {
    var information: InformationMatrix
    var pairs = 0
    var visited: UInt32 = 0
    var isBelieved = false

    /// The cost beyond which a change is a contradiction; the cost of one that fits is about the
    /// number of its pairs, and exceeds this once in some ten thousand.
    var limit: Double { 2 * Double(pairs) + 12 }
  }

  private let prior: InformationMatrix
  private let named: [[Double]]
  private let assumed: [Double]
  /// The prior and what has left the window.
  private var base: InformationMatrix
  private var baseVisited: UInt32 = 0
  private var changes: [Change]
  private var count = 0
  private var next = 0
  private var total: InformationMatrix
  private var factor: CholeskyFactor
  private var trial: [Double]
  private var flags = [Bool](repeating: false, count: window)
  private var bestFlags = [Bool](repeating: false, count: window)
  /// The unknowns by the believed changes.
  private(set) var mean: [Double]

  /// Begins without changes.
  ///
  /// - Parameters:
  ///   - prior: What is known before any.
  ///   - named: The unknowns of curves that have a name.
  init(prior: InformationMatrix, named: [[Double]]) {
    self.prior = prior
    self.named = named
    assumed = [Double](repeating: 0, count: prior.size)
    base = prior
    total = prior
    let empty = Change(information: InformationMatrix(size: prior.size))
    changes = [Change](repeating: empty, count: Self.window)
    factor = CholeskyFactor(size: prior.size)
    mean = [Double](repeating: 0, count: prior.size)
    trial = mean
    _ = factor.factorise(base)
  }

  /// Takes a change.
  ///
  /// - Parameters:
  ///   - pairs: How many pairs it has.
  ///   - visited: A bit for each node that a pair lies at.
  ///   - write: Writes the change's information.
  /// - Returns: Whether it is believed.
  mutating func take(
    pairs: Int, visited: UInt32, _ write: (inout InformationMatrix) -> Void
  ) -> Bool {
    let place = next
    if count == Self.window { retire(place) }
    write(&changes[place].information)
    (changes[place].pairs, changes[place].visited) = (pairs, visited)
    count = min(count + 1, Self.window)
    next = (next + 1) % Self.window
    choose(newest: place)
    return changes[place].isBelieved
  }

  /// The share of the window that is not believed; 0 until there is enough to say so.
  var doubt: Double {
    guard count >= Self.fewestForDoubt else { return 0 }
    var doubted = 0
    for index in 0..<count where !changes[index].isBelieved { doubted += 1 }
    return Double(doubted) / Double(count)
  }

  /// How badly the doubted changes miss the curve: the root of their mean cost a pair.
  var misfit: Double {
    var (sum, pairs) = (0.0, 0)
    for index in 0..<count where !changes[index].isBelieved {
      sum += changes[index].information.cost(mean)
      pairs += changes[index].pairs
    }
    return pairs > 0 && sum > 0 ? (sum / Double(pairs)).squareRoot() : 0
  }

  /// A bit for each node that a believed pair lies at.
  var visited: UInt32 {
    var bits = baseVisited
    for index in 0..<count where changes[index].isBelieved { bits |= changes[index].visited }
    return bits
  }

  /// Forgets what has left the window, which may have been learned of another curve.
  mutating func forgetOldest() {
    base = prior
    baseVisited = 0
  }

  /// The variance of a weighted sum of the unknowns.
  func variance(of row: [Double], scratch: inout [Double]) -> Double {
    factor.variance(of: row, scratch: &scratch)
  }

  private mutating func retire(_ place: Int) {
    base.fade(towards: prior, keeping: Self.keeping)
    guard changes[place].isBelieved else { return }
    base.add(changes[place].information)
    baseVisited |= changes[place].visited
  }

  /// Finds which changes to believe, from four beginnings: those of before with the newest, the
  /// newest alone, all, and none.
  private mutating func choose(newest: Int) {
    var least = Double.infinity
    for beginning in 0..<4 {
      for index in 0..<count {
        switch beginning {
        case 0: flags[index] = changes[index].isBelieved || index == newest
        case 1: flags[index] = index == newest
        case 2: flags[index] = true
        default: flags[index] = false
        }
      }
      let cost = settle()
      guard cost < least else { continue }
      least = cost
      for index in 0..<count { bestFlags[index] = flags[index] }
    }
    let simple = simpleCurve(insteadOf: least)
    for index in 0..<count {
      if let simple {
        flags[index] = changes[index].information.cost(simple) <= changes[index].limit
      } else {
        flags[index] = bestFlags[index]
      }
      changes[index].isBelieved = flags[index]
    }
    // The uncertainty is that of the smooth curve in any case.
    _ = fit()
    for index in mean.indices { mean[index] = simple?[index] ?? trial[index] }
  }

  /// The assumed curve or one that has a name, if it explains the changes nearly as well as the best.
  private func simpleCurve(insteadOf least: Double) -> [Double]? {
    if cost(assumed) - least < Self.reluctance { return assumed }
    var best: (cost: Double, curve: [Double])?
    for curve in named where curve.count == mean.count {
      let cost = cost(curve)
      if cost - least < Self.reluctanceOfNamed, cost < best?.cost ?? .infinity {
        best = (cost, curve)
      }
    }
    return best?.curve
  }

  /// The cost of a curve, but for the prior's, which speaks of curves without a name.
  private func cost(_ curve: [Double]) -> Double {
    var cost = base.cost(curve) - prior.cost(curve)
    for index in 0..<count {
      cost += min(changes[index].information.cost(curve), changes[index].limit)
    }
    return cost
  }

  /// Fits and believes in turns until nothing changes; each turn lowers the cost.
  private mutating func settle() -> Double {
    var cost = Double.infinity
    for _ in 0..<6 {
      guard fit() else { return .infinity }
      var isSettled = true
      cost = base.cost(trial)
      for index in 0..<count {
        let own = changes[index].information.cost(trial)
        let isBelieved = own <= changes[index].limit
        cost += min(own, changes[index].limit)
        if isBelieved != flags[index] { isSettled = false }
        flags[index] = isBelieved
      }
      if isSettled { break }
    }
    return cost
  }

  /// The mean of the flagged changes, into `trial`.
  private mutating func fit() -> Bool {
    total = base
    for index in 0..<count where flags[index] { total.add(changes[index].information) }
    guard factor.factorise(total) else { return false }
    factor.solve(total, into: &trial)
    return true
  }
}
