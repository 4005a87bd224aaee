/// Goes uphill until the energy falls.
public struct HillClimb: FocusSubject {
  /// How far it steps.
  public enum Steps: Sendable {
    /// One position at a time, to the first fall.
    case single
    /// An eighth of the range at first; at each fall it turns round with half the step.
    case adaptive
  }

  /// What tables call it.
  public var name: String { steps == .single ? "hill climb, step 1" : "hill climb, adaptive" }
  private let steps: Steps

  /// Makes the search.
  ///
  /// - Parameter steps: How far it steps.
  public init(_ steps: Steps) { self.steps = steps }

  /// Focuses.
  ///
  /// - Parameter lens: The lens.
  /// - Returns: Always `sharp`: the search has nothing to tell a flat curve by.
  /// - Throws: What the lens throws.
  public mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict {
    var known = [lens.position: try lens.energy(at: lens.position)]
    func energy(_ position: Int, _ lens: inout ReplayLens) throws -> Double {
      if let energy = known[position] { return energy }
      let energy = try lens.energy(at: position)
      known[position] = energy
      return energy
    }
    var best = lens.position
    var step = steps == .single ? 1 : max(1, lens.count / 8)
    // Into the longer side first.
    var direction = best * 2 < lens.count ? 1 : -1
    while step >= 1 {
      var fallen = 0
      while fallen < 2 {
        let next = best + direction * step
        let ahead = try (0..<lens.count).contains(next) ? energy(next, &lens) : -1
        if try ahead > energy(best, &lens) {
          best = next
          fallen = 0
        } else {
          fallen += 1
          direction = -direction
        }
      }
      step /= 2
    }
    lens.move(to: best)
    return .sharp
  }
}
