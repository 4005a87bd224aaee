internal import Metering
internal import Photometry

/// What factor brings a metered frame to its target.
struct LightSolver {
  /// A factor, and how it was come by.
  struct Solution: Hashable {
    /// By how many stops exposure must change.
    let stops: Double
    let reason: ExposureReason
  }

  /// With this share of the weight clipped to white, what is clipped is guessed at.
  static let muchClipped = 0.2
  /// What a wholly clipped frame is thought to lie above white, in stops.
  ///
  /// Steps then are −4 stops: white is 2.5 stops above mid-grey, and 1.5 more are guessed. Ten
  /// stops too bright take two such steps and a solved one; where only white is just reached, the
  /// guess passes the target by 1.5 stops, not far enough to crush the picture (field case B34).
  static let guessBeyondWhite = 1.5
  /// Up steps are bounded, since what is solved from the lowest codes is uncertain.
  static let greatestStepUp = 5.0
  /// A frame without any light says nothing at all (field case B33).
  static let stepUpFromBlack = 2.0
  /// Below this mean, a 16,384th of white, a frame counts as having no light.
  static let noLight = 0x1p-14

  /// Solves for the target on the distribution of light.
  static func solve(
    _ metered: borrowing MeteredLuminance, target: Double, constraints: [ExposureConstraint]
  ) -> Solution {
    guard metered.linear > noLight else {
      return Solution(stops: stepUpFromBlack, reason: .searchingUp)
    }
    let mean = metered.distribution.mean(scaledBy: 1)
    guard mean > 0 else { return plain(metered.linear, target) }
    // Zones' means are finer than the distribution's 16 steps: the target is put in its terms.
    let wanted = min(target * mean / metered.linear, 0.98)
    var stops = change(to: wanted, metered.distribution)
    var reason = ExposureReason.solved
    for (index, constraint) in constraints.enumerated() {
      let light = metered.distribution.light(ofBrightest: constraint.share)
      guard light > 0, light < 1 || constraint.kind == .atMost else { continue }
      let bound = ExposureValue.stops(ofRatio: constraint.level / light)
      let bends = constraint.kind == .atMost ? stops > bound : stops < bound
      if bends { (stops, reason) = (bound, .constrained(index)) }
    }
    if stops < 0, metered.clippedHighShare > muchClipped {
      let beyond = guessBeyondWhite * metered.clippedHighShare
      return Solution(stops: stops - beyond, reason: .searchingDown)
    }
    if stops > greatestStepUp { return Solution(stops: greatestStepUp, reason: .searchingUp) }
    return Solution(stops: stops, reason: reason)
  }

  private static func plain(_ light: Double, _ target: Double) -> Solution {
    Solution(
      stops: min(ExposureValue.stops(ofRatio: target / light), greatestStepUp), reason: .solved)
  }

  /// The change in stops at which the clipped mean meets a value, by halving an interval.
  ///
  /// The mean rises with exposure, from 0 to the share that has any light; 40 halvings of 40 stops
  /// leave less than 10⁻¹⁰ stops.
  private static func change(to wanted: Double, _ light: borrowing LightDistribution) -> Double {
    var (low, high) = (-20.0, 20.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if light.mean(scaledBy: Exact.exp2(middle)) < wanted { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
