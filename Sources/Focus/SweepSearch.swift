/// The searches that know no model: a full sweep, wide and then narrow steps, and a climb.
struct SweepSearch: Hashable, Sendable {
  /// The share of the best energy, in stops of sharpness, below which wide steps have passed the peak: 0.75
  /// of an energy in both bands.
  static let passed = 0.62

  let strategy: FocusStrategy
  let places: Int
  private(set) var visits: [ModelSearch.Visit] = []
  private var step: Int
  private var direction = 1
  private var isFine = false
  private var anchor: Int?
  private var pending: [Int] = []

  /// Begins without a visit, or with those that another search made.
  init(_ strategy: FocusStrategy, places: Int, visits: [ModelSearch.Visit] = []) {
    self.strategy = strategy
    self.places = places
    self.visits = visits
    step = max(1, strategy == .fullSweep ? 1 : places / 8)
  }

  /// Takes a sample, and says what to do next.
  mutating func take(_ sample: FocusSample, at place: Int) -> ModelSearch.Step {
    visits.append(.init(place: place, sample: sample))
    switch strategy {
    case .fullSweep: return sweep()
    case .model, .coarseToFine: return refine(place)
    case .hillClimb: return climb(place)
    }
  }

  private var best: ModelSearch.Visit {
    visits.max { $0.sample.sharpness < $1.sample.sharpness } ?? visits[0]
  }

  private func sharpness(_ place: Int) -> Double? {
    visits.last { $0.place == place }?.sample.sharpness
  }

  /// The end: the best place, or nothing where detail never rose.
  private var end: ModelSearch.Step {
    let best = best
    let least = visits.map(\.sample.sharpness).min() ?? 0
    let rises =
      best.sample.hasDetail
      && best.sample.sharpness - least
        > max(ModelSearch.leastRise, min(3 * best.sample.sharpnessError, 1.2))
    return rises ? .found(best.place) : .flat
  }

  private mutating func sweep() -> ModelSearch.Step {
    for place in 0..<places where sharpness(place) == nil { return .look(place) }
    return end
  }

  /// Wide steps from one end until detail has fallen, then quarter steps around the best.
  private mutating func refine(_ place: Int) -> ModelSearch.Step {
    if !isFine {
      let next = stride(from: 0, to: places, by: step).first { sharpness($0) == nil }
      let hasPassed =
        visits.count > 2 && place > best.place
        && (sharpness(place) ?? 0) < best.sample.sharpness - Self.passed
        && visits.contains { $0.place < best.place }
      if let next, !hasPassed { return .look(next) }
      isFine = true
      let fine = max(1, step / 4)
      let (low, high) = (max(0, best.place - step), min(places - 1, best.place + step))
      pending = stride(from: low, through: high, by: fine).filter { sharpness($0) == nil }
    }
    return pending.isEmpty ? end : .look(pending.removeFirst())
  }

  /// Uphill; turned round and halved where it goes down.
  private mutating func climb(_ place: Int) -> ModelSearch.Step {
    guard let from = anchor else {
      anchor = place
      direction = place + step < places ? 1 : -1
      return .look(min(max(place + direction * step, 0), places - 1))
    }
    if (sharpness(place) ?? 0) > (sharpness(from) ?? 0) {
      anchor = place
    } else {
      direction = -direction
      if visits.count > 2 { step /= 2 }
    }
    for _ in 0..<8 {
      guard step > 0, let from = anchor else { return end }
      let next = from + direction * step
      if (0..<places).contains(next), sharpness(next) == nil { return .look(next) }
      direction = -direction
      let other = from + direction * step
      if (0..<places).contains(other), sharpness(other) == nil { return .look(other) }
      step /= 2
    }
    return end
  }
}
