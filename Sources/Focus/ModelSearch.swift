/// The search that a model of defocus leads: each sample tells how far focus is, the next one is taken where
/// it most likely lies, and the search ends when that is sure and was looked at.
struct ModelSearch: Hashable, Sendable {
  /// A position that was looked at.
  struct Visit: Hashable, Sendable {
    let place: Int
    let sample: FocusSample
  }

  /// The share of the likelihood within the depth of field at which the search ends.
  static let certainty = 0.65
  /// The radius of blur in samples that is still sharp.
  static let sharpRadius = 0.7
  /// The stops by which focus must rise above the least that was seen, and standard errors of its own: what
  /// is all noise has no height, and its error says nothing.
  static let leastRise = 0.5
  static let leastSignificance = 3.0

  private(set) var posterior: FocusPosterior
  private(set) var visits: [Visit] = []
  /// The greatest number of places that are looked at before the model is given up.
  let mostVisits: Int

  /// Begins without a visit.
  ///
  /// - Parameters:
  ///   - places: The places of the grid.
  ///   - width: Samples of blur radius a place, where they were learned.
  init(places: Int, width: Double?) {
    posterior = FocusPosterior(places: places, width: width)
    mostVisits = min(14, posterior.places)
    visits.reserveCapacity(FocusPosterior.mostPlaces)
  }

  /// What to do next.
  enum Step: Hashable, Sendable {
    /// Look at a place.
    case look(Int)
    /// The lens belongs to this place, where it is sharp.
    case found(Int)
    /// There is nothing to focus on.
    case flat
    /// The model does not explain what was seen; the best place so far.
    case unexplained(best: Int)
  }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - place: Where it was taken.
  /// - Returns: What to do next.
  mutating func take(_ sample: FocusSample, at place: Int) -> Step {
    visits.append(Visit(place: place, sample: sample))
    posterior.add(sample, at: Double(place))
    let best = bestVisit
    let radius = self.radius
    let isEnclosed = isEnclosed(best)
    let certainty = posterior.likelihood(near: best.place, within: radius)
    let isCertain = certainty > Self.certainty && isEnclosed
    if visits.count >= min(3, posterior.places), isCertain {
      let mean = posterior.estimate.mean
      let isCentred = (mean - Double(best.place)).magnitude <= max(1, Double(radius) / 2)
      if rises(best), isCentred || isVisited(Int(mean.rounded())) { return .found(best.place) }
      if rises(best) { return .look(Int(mean.rounded())) }
      // All that was seen is as sharp as the best: whether that is focus, only a blurred picture can tell.
      if let far = farPlace(best) { return .look(far) }
      if visits.count >= min(6, posterior.places) { return .flat }
    }
    if visits.count >= mostVisits || visits.count >= posterior.places {
      guard rises(best) else { return .flat }
      return isEnclosed ? .found(best.place) : .unexplained(best: best.place)
    }
    return .look(next(best, certainty: certainty, isEnclosed: isEnclosed))
  }

  /// The places beside focus that are as good, by the width that is believed.
  var radius: Int {
    let places = Self.sharpRadius / max(posterior.width, 1e-6)
    return max(1, Int(min(places, Double(posterior.places))))
  }

  /// The visit that was sharpest; any, before the first.
  private var bestVisit: Visit {
    visits.max { $0.sample.sharpness < $1.sample.sharpness } ?? visits[0]
  }

  /// Whether something less sharp was seen on both sides, or there is no other side.
  private func isEnclosed(_ best: Visit) -> Bool {
    let below = best.place == 0 || visits.contains { $0.place < best.place }
    let above = best.place == posterior.places - 1 || visits.contains { $0.place > best.place }
    return below && above
  }

  /// Whether the sharpest is sharper than the least sharp by more than noise would make it.
  private func rises(_ best: Visit) -> Bool {
    guard best.sample.hasDetail,
      let least = visits.min(by: { $0.sample.sharpness < $1.sample.sharpness })
    else { return false }
    let rise = best.sample.sharpness - least.sample.sharpness
    return rise > Self.leastRise && rise > Self.leastSignificance * best.sample.sharpnessError
  }

  /// A place at which the model sees the picture blurred, on the side that has more room; `nil` where one
  /// was looked at.
  private func farPlace(_ best: Visit) -> Int? {
    let step = max(2, Int((5 / max(posterior.width, 1e-6)).rounded()))
    let isUpward = best.place < posterior.places / 2
    let wanted = isUpward ? best.place + step : best.place - step
    let place = min(max(wanted, 0), posterior.places - 1)
    let isKnown = visits.contains {
      ($0.place >= place && isUpward) || ($0.place <= place && !isUpward)
    }
    return isKnown || isVisited(place) ? nil : place
  }

  private func isVisited(_ place: Int) -> Bool { visits.contains { $0.place == place } }

  /// The next place to look at.
  private func next(_ best: Visit, certainty: Double, isEnclosed: Bool) -> Int {
    let likely = posterior.best
    if !isVisited(likely) { return likely }
    if !isEnclosed {
      // A step that blurs enough to show, on the side that was not seen.
      let step = max(1, Int((1.6 / max(posterior.width, 1e-6)).rounded()))
      let isLowMissing = best.place > 0 && !visits.contains { $0.place < best.place }
      let wanted = isLowMissing ? best.place - step : best.place + step
      let place = min(max(wanted, 0), posterior.places - 1)
      if !isVisited(place) { return place }
    }
    return mostLikelyUnseen
  }

  /// The most likely place that was not looked at; where all are alike, the one farthest from what was.
  private var mostLikelyUnseen: Int {
    var (chosen, height) = (0, -1.0)
    for place in 0..<posterior.places where !isVisited(place) {
      var distance = posterior.places
      for visit in visits { distance = min(distance, abs(visit.place - place)) }
      let score = posterior.likelihoods[place] + 0.01 * Double(distance) / Double(posterior.places)
      if score > height { (chosen, height) = (place, score) }
    }
    return chosen
  }
}
