import Controls
import Photometry
import Statistics
import WhiteBalance

/// A method of the bench.
struct Contender {
  var name: String
  let method: IlluminantEstimator.Method
  var prior: ChromaPrior?
  /// Priors for scenes by their fold, fitted to the others.
  var byFold: [ChromaPrior] = []
  /// Priors for scenes by their first group.
  var byGroup: [String: ChromaPrior] = [:]
  var usesLocus = true

  static let grayWorld = Contender(name: "gray world, plain", method: .grayWorld)
  static let standard = Contender(name: "**combined** (default)", method: .combined)
  static let simple = [
    grayWorld,
    Contender(name: "gray world, robust", method: .robustGrayWorld),
    Contender(name: "shades of gray, p = 4", method: .shadesOfGray(p: 4)),
    Contender(name: "white patch, brightest 10 %", method: .whitePatch(percentile: 90)),
    Contender(name: "gray edge", method: .grayEdge),
  ]

  /// What a run gave.
  struct Result {
    var errors = AngularErrors()
    /// Scenes without an estimate; they count as an estimate of no colour.
    var missing = 0
    var confidences: [Double] = []
    /// The mean time of an estimate in microseconds, the best of three on the same scene.
    var microseconds = 0.0
  }

  func run(_ scenes: [BenchScene]) -> Result {
    var result = Result()
    var estimators: [String: IlluminantEstimator] = [:]
    let clock = ContinuousClock()
    for scene in scenes {
      let key = "\(scene.groups.first ?? "") \(scene.fold)"
      var estimator =
        estimators[key]
        ?? IlluminantEstimator(
          method: method, locus: usesLocus ? scene.locus : nil, prior: prior(of: scene))
      _ = estimator.estimate(scene.statistics, response: .linear, inForce: .unity)
      var (estimate, best) = (IlluminantEstimate?.none, Double.infinity)
      for _ in 0..<3 {
        let start = clock.now
        estimate = estimator.estimate(scene.statistics, response: .linear, inForce: .unity)
        let time = (clock.now - start).components
        best = min(best, Double(time.attoseconds) * 1e-12)
      }
      result.microseconds += best
      estimators[key] = estimator
      if estimate == nil { result.missing += 1 }
      result.confidences.append(estimate?.confidence ?? 0)
      result.errors.values.append(
        AngularErrors.angle([estimate?.red ?? 1, 1, estimate?.blue ?? 1], scene.truth))
    }
    result.microseconds /= Double(max(scenes.count, 1))
    return result
  }

  private func prior(of scene: BenchScene) -> ChromaPrior? {
    if !byFold.isEmpty { return byFold[scene.fold] }
    return scene.groups.first.flatMap { byGroup[$0] } ?? prior
  }
}
