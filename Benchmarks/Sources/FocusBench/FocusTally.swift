import FocusRig

/// What a search did on many windows or scenes.
struct FocusTally {
  /// Runs where there is one depth to focus on.
  private(set) var stops: [Int] = []
  private(set) var frames: [Int] = []
  private(set) var travel: [Int] = []
  private(set) var successes = 0
  /// Ended in focus, but did not say so.
  private(set) var unsure = 0
  /// Ended out of focus, and called it sharp.
  private(set) var wrongs = 0
  private(set) var flatRuns = 0
  private(set) var flatSharp = 0
  private(set) var twoRuns = 0
  private(set) var twoFound = 0
  private(set) var twoSaid = 0

  /// Counts a run.
  mutating func add(_ run: FocusRun, kind: FocusLabel.Kind, inFocus: Set<Int>) {
    let isSharp = run.verdict == .sharp || run.verdict == .sharpAtOneDepth
    let isThere = inFocus.contains(run.end)
    switch kind {
    case .focusable:
      stops.append(run.stops.count)
      frames.append(run.frames)
      travel.append(run.travel)
      if isThere { isSharp ? (successes += 1) : (unsure += 1) } else if isSharp { wrongs += 1 }
    case .flat:
      flatRuns += 1
      if isSharp { flatSharp += 1 }
    case .twoDepths:
      twoRuns += 1
      if isThere, isSharp { twoFound += 1 }
      if isThere, run.verdict == .sharpAtOneDepth { twoSaid += 1 }
    }
  }

  /// The value that a share of the runs does not exceed.
  func stops(atShare share: Double) -> Int {
    let sorted = stops.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
  }

  var meanStops: Double { Self.mean(stops) }
  var meanFrames: Double { Self.mean(frames) }
  var meanTravel: Double { Self.mean(travel) }
  var successShare: Double { stops.isEmpty ? 0 : Double(successes) / Double(stops.count) }

  private static func mean(_ values: [Int]) -> Double {
    values.isEmpty ? 0 : Double(values.reduce(0, +)) / Double(values.count)
  }
}
