/// Narrows the whole range by the golden section, wherever it starts; takes the curve for one hill.
public struct GoldenSection: FocusSubject {
  /// What tables call it.
  public let name = "golden section"

  /// Makes the search.
  public init() {}

  /// Focuses.
  ///
  /// - Parameter lens: The lens.
  /// - Returns: Always `sharp`: the search has nothing to tell a flat curve by.
  /// - Throws: What the lens throws.
  public mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict {
    var known: [Int: Double] = [:]
    func energy(_ position: Int, _ lens: inout ReplayLens) throws -> Double {
      if let energy = known[position] { return energy }
      // Fibonacci numbers reach beyond a range that is none of them; what lies there is never best.
      guard position < lens.count else { return -1 }
      let energy = try lens.energy(at: position)
      known[position] = energy
      return energy
    }
    var (small, large) = (1, 2)
    while large < lens.count + 1 { (small, large) = (large, small + large) }
    // The range is (low, low + large) without its ends, where the next sections lie on positions.
    var low = -1
    while large > 2 {
      (small, large) = (large - small, small)
      let (left, right) = (low + small, low + large)
      if try energy(left, &lens) < energy(right, &lens) { low = left }
    }
    let best = known.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    lens.move(to: best?.key ?? lens.position)
    return .sharp
  }
}
