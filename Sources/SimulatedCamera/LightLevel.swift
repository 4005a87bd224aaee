internal import Photometry

/// The light's course that a script's events make: straight pieces in stops over time.
struct LightLevel: Sendable {
  private struct Ramp {
    let start: Double
    let end: Double
    let stops: Double
  }

  private let ramps: [Ramp]

  init(_ events: [SceneScript.Event]) {
    var ramps: [Ramp] = []
    for case .light(let time, let stops, let duration) in events
    where time.isFinite && stops.isFinite {
      let end = time + (duration > 0 ? min(duration, 1e9) : 0)
      ramps.append(Ramp(start: time, end: end, stops: min(max(stops, -40), 40)))
    }
    // Sorting by time and place in the list, since sorts need not be stable.
    let order = ramps.indices.sorted { (ramps[$0].start, $0) < (ramps[$1].start, $1) }
    self.ramps = order.map { ramps[$0] }
  }

  /// The level at a time in stops; a ramp that another interrupts is left where it is.
  func stops(at time: Double) -> Double {
    var level = 0.0
    for (index, ramp) in ramps.enumerated() {
      guard time >= ramp.start else { break }
      let next = index + 1 < ramps.count ? ramps[index + 1].start : .infinity
      let now = min(time, next)
      if now >= ramp.end {
        level = ramp.stops
      } else {
        level += (ramp.stops - level) * (now - ramp.start) / (ramp.end - ramp.start)
      }
    }
    return level
  }

  /// The mean light factor over a time: each piece counts by its length, a ramp's with its middle.
  ///
  /// A ramp's middle differs from its mean by 2 % at 1 EV within one exposure, by far less at any
  /// sunset's pace.
  func meanFactor(from start: Double, to end: Double) -> Double {
    guard !ramps.isEmpty else { return 1 }
    guard end > start else { return Exact.exp2(stops(at: start)) }
    var (sum, piece) = (0.0, start)
    for edge in ramps.flatMap({ [$0.start, $0.end] }).sorted() + [end] where edge > piece {
      let limit = min(edge, end)
      sum += Exact.exp2(stops(at: (piece + limit) / 2)) * (limit - piece)
      piece = limit
      if piece >= end { break }
    }
    return sum / (end - start)
  }

  /// Whether the light stays as it is over a time, so that one factor serves all rows.
  func isSteady(from start: Double, to end: Double) -> Bool {
    !ramps.contains { $0.start <= end && $0.end >= start }
  }
}
