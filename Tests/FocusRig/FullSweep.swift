/// Looks at every position, and goes back to the best.
public struct FullSweep: FocusSubject {
  /// What tables call it.
  public let name = "full sweep"

  /// Makes the search.
  public init() {}

  /// Focuses.
  ///
  /// - Parameter lens: The lens.
  /// - Returns: `noContrast` where nothing differed, see ``ReplayLens/hasSeenContrast``.
  /// - Throws: What the lens throws.
  public mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict {
    // From the nearer end, so that no position is passed more often than need be.
    let isUpwards = lens.position * 2 < lens.count
    var (best, greatest) = (lens.position, -1.0)
    for step in 0..<lens.count {
      let position = isUpwards ? step : lens.count - 1 - step
      let energy = try lens.energy(at: position)
      if energy > greatest { (best, greatest) = (position, energy) }
    }
    lens.move(to: best)
    return lens.hasSeenContrast ? .sharp : .noContrast
  }
}
