/// One search of a lens, whichever way, with the fall-back that takes over where the model is at a loss.
struct FocusSearch: Hashable, Sendable {
  let grid: FocusGrid
  let began: Double
  /// Where the lens was.
  let start: Double
  private var model: ModelSearch?
  private var sweep: SweepSearch?
  /// The place that is being looked at.
  private(set) var place: Int

  init(_ configuration: FocusConfiguration, _ grid: FocusGrid, start: Double, at time: Double) {
    self.grid = grid
    self.start = start
    began = time
    place = Int(grid.place(start).rounded())
    if configuration.strategy == .model {
      model = ModelSearch(places: grid.places, width: grid.width)
    } else {
      sweep = SweepSearch(configuration.strategy, places: grid.places)
    }
  }

  /// Takes a sample of the place that is being looked at, and says what to do next.
  mutating func take(_ sample: FocusSample) -> ModelSearch.Step {
    var step: ModelSearch.Step
    if let taken = model?.take(sample, at: place) {
      step = taken
      if case .unexplained = taken, let visits = model?.visits {
        learned = nil
        model = nil
        sweep = SweepSearch(.coarseToFine, places: grid.places, visits: Array(visits.dropLast()))
        step = sweep?.take(sample, at: place) ?? taken
      } else if case .found = taken {
        learned = model?.posterior.width
      }
    } else {
      step = sweep?.take(sample, at: place) ?? .flat
    }
    if case .look(let next) = step { place = next }
    return step
  }

  /// Whether a model leads.
  var isModelled: Bool { model != nil }

  var visits: [ModelSearch.Visit] { model?.visits ?? sweep?.visits ?? [] }

  /// Samples of blur radius a place, as a search that ended well found it.
  private(set) var learned: Double?

  /// The estimate in places, where a model makes one.
  var estimate: (mean: Double, deviation: Double)? { model?.posterior.estimate }

  /// The sharpest place that was seen; `nil` before the first.
  var best: ModelSearch.Visit? {
    visits.max { $0.sample.sharpness < $1.sample.sharpness }
  }

  /// Whether the picture did not change with the lens, though there is detail in it and the lens was sent
  /// over a quarter of its range and more.
  ///
  /// - Parameter hasEnded: Whether the search found no rise, so that nothing but noise is in what differs.
  /// - Returns: Whether the lens seems not to move.
  func isLensDead(hasEnded: Bool = false) -> Bool {
    let visits = visits
    guard visits.count >= 4, visits.allSatisfy({ $0.sample.hasDetail }) else { return false }
    let places = visits.map(\.place)
    guard let low = places.min(), let high = places.max(),
      Double(high - low) >= Double(grid.places - 1) / 4
    else { return false }
    func spread(_ value: (FocusSample) -> Double) -> Double {
      let values = visits.map { value($0.sample) }
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    // A hundredth of an energy is 0.0145 stops, what a lens that moves leaves unchanged nowhere; noise and
    // flicker add some times that.
    let most = hasEnded ? 0.15 : 0.06
    if hasEnded { return spread(\.logs.medium) < most }
    return spread(\.logs.medium) < most && spread(\.logs.coarse) < most
      && spread(\.logs.fine) < 2 * most
  }

  /// Where between the places the peak lies, by a parabola through the best and what was seen beside it;
  /// the best itself where that says nothing.
  func peak(at best: Int) -> Double {
    guard let middle = visits.last(where: { $0.place == best })?.sample.sharpness,
      let low = visits.filter({ $0.place < best }).max(by: { $0.place < $1.place }),
      let high = visits.filter({ $0.place > best }).min(by: { $0.place < $1.place })
    else { return Double(best) }
    let (a, b) = (Double(best - low.place), Double(high.place - best))
    guard max(a, b) <= 4 * min(a, b) else { return Double(best) }
    let (left, right) = (middle - low.sample.sharpness, middle - high.sample.sharpness)
    guard left >= 0, right >= 0, left + right > 0 else { return Double(best) }
    let shift = (left * b * b - right * a * a) / (2 * (left * b + right * a))
    return Double(best) + min(max(shift, -a / 2), b / 2)
  }
}
