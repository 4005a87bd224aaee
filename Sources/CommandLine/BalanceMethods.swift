internal import Controls
internal import Photometry
internal import Statistics
internal import WhiteBalance

/// The estimators that `graycard balance` compares, the default last.
struct BalanceMethods {
  /// What one of them says.
  struct Entry {
    let name: String
    let estimate: IlluminantEstimate
  }

  private static let methods: [(name: String, method: IlluminantEstimator.Method)] = [
    ("gray world", .grayWorld), ("robust world", .robustGrayWorld),
    ("shades of gray", .shadesOfGray(p: 4)), ("white patch", .whitePatch(percentile: 97)),
    ("gray edge", .grayEdge), ("combined", .combined),
  ]

  /// The sensor that the estimators were prepared for.
  private var sensor: SensorColour?
  private var estimators: [(name: String, estimator: IlluminantEstimator)] = []

  /// What each says of a frame that was taken without gains; those that can say nothing are left out.
  mutating func estimates(
    _ statistics: FrameStatistics, response: ResponseCurve, sensor: SensorColour,
    prior: ChromaPrior?
  ) -> [Entry] {
    if sensor != self.sensor {
      self.sensor = sensor
      let locus = sensor == .generic ? nil : sensor.locus
      estimators = Self.methods.map {
        ($0.name, IlluminantEstimator(method: $0.method, locus: locus))
      }
      if let prior {
        estimators.append(
          ("learned", IlluminantEstimator(method: .learned, locus: locus, prior: prior)))
      }
    }
    return estimators.indices.compactMap { index in
      estimators[index].estimator.estimate(statistics, response: response, inForce: .unity)
        .map { Entry(name: estimators[index].name, estimate: $0) }
    }
  }
}
