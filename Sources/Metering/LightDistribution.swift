internal import Statistics

/// The light of a metered picture in 16 steps: what share of the weight lies in each, and its mean.
///
/// What a changed exposure would do to the mean is read off this: light beyond the sensor's white does
/// not grow any more, so a mean alone does not scale.
public struct LightDistribution: Hashable, Sendable {
  /// The share of the weight in each step; they sum to 1, or are all 0 where nothing counts.
  public internal(set) var shares: [Double]
  /// The mean light of each step, 0…1, rising where shares are positive.
  public internal(set) var lights: [Double]

  /// An empty distribution.
  public init() {
    shares = [Double](repeating: 0, count: FrameStatistics.zoneBinCount)
    lights = [Double](repeating: 0, count: FrameStatistics.zoneBinCount)
  }

  /// Makes a distribution, e.g. for a test. The result is `nil` unless there are 16 of both, shares
  /// are not negative and sum to 1, and lights lie in 0…1.
  ///
  /// - Parameters:
  ///   - shares: The share of the weight in each step.
  ///   - lights: The mean light of each step.
  public init?(shares: [Double], lights: [Double]) {
    let sum = shares.reduce(0, +)
    guard shares.count == FrameStatistics.zoneBinCount, lights.count == shares.count,
      shares.allSatisfy({ $0 >= 0 }), sum > 0.999, sum < 1.001,
      lights.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    self.shares = shares
    self.lights = lights
  }

  /// The mean light if all light were multiplied by a factor and clipped at the sensor's white.
  ///
  /// - Parameter factor: A positive factor.
  /// - Returns: 0…1.
  public func mean(scaledBy factor: Double) -> Double {
    var sum = 0.0
    for step in shares.indices { sum += shares[step] * min(1, factor * lights[step]) }
    return sum
  }

  /// The light at or above which a share of the weight lies, between the steps' means.
  ///
  /// - Parameter share: 0…1, counted from the brightest.
  /// - Returns: 0…1; 0 where nothing counts.
  public func light(ofBrightest share: Double) -> Double {
    var (sum, above) = (0.0, 0.0)
    for step in shares.indices.reversed() where shares[step] > 0 {
      let next = sum + shares[step]
      if next >= share {
        let place = (share - sum) / shares[step]
        let upper = above > 0 ? above : lights[step]
        return upper + (lights[step] - upper) * min(max(place, 0), 1)
      }
      (sum, above) = (next, lights[step])
    }
    return above
  }
}
