/// How a total exposure is divided between time and gain.
///
/// A program is a road of stages: up to a stage's time, time grows at the gain of the stage before;
/// then gain grows to the stage's own, and so on. Time first costs nothing but motion blur; gain costs
/// noise. The last stage's time and gain are exceeded last, gain before time.
public struct ExposureProgram: Hashable, Sendable {
  /// A point of the road.
  public struct Stage: Hashable, Sendable {
    /// The exposure time in seconds that is reached before gain grows.
    public let exposureTime: Double
    /// The gain, 1 or more, that is reached at this time before time grows again.
    public let analogueGain: Double

    /// Makes a stage; it is checked when a program is made of it.
    ///
    /// - Parameters:
    ///   - exposureTime: Seconds.
    ///   - analogueGain: A linear factor.
    public init(exposureTime: Double, analogueGain: Double) {
      self.exposureTime = exposureTime
      self.analogueGain = analogueGain
    }
  }

  /// The points of the road, times and gains not falling.
  public let stages: [Stage]

  /// Motion and noise in balance: time to 1/125 s, a little gain, time to 1/30 s, then gain.
  public static let balanced = ExposureProgram(unchecked: [
    Stage(exposureTime: 1.0 / 125, analogueGain: 1),
    Stage(exposureTime: 1.0 / 125, analogueGain: 2),
    Stage(exposureTime: 1.0 / 30, analogueGain: 2),
    Stage(exposureTime: 1.0 / 30, analogueGain: 1e3),
    Stage(exposureTime: 1, analogueGain: 1e3),
  ])

  /// Short times against motion: gain to 8 before 1/250 s is exceeded.
  public static let short = ExposureProgram(unchecked: [
    Stage(exposureTime: 1.0 / 1000, analogueGain: 1),
    Stage(exposureTime: 1.0 / 500, analogueGain: 4),
    Stage(exposureTime: 1.0 / 250, analogueGain: 8),
    Stage(exposureTime: 1.0 / 30, analogueGain: 1e3),
    Stage(exposureTime: 1, analogueGain: 1e3),
  ])

  /// Long times against noise: time as far as the frame rate allows before any gain.
  public static let long = ExposureProgram(unchecked: [
    Stage(exposureTime: 3600, analogueGain: 1), Stage(exposureTime: 3600, analogueGain: 1e3),
  ])

  /// A fixed time where light allows; gain does the rest.
  ///
  /// - Parameter exposureTime: Seconds, positive.
  /// - Returns: `nil` for what is not a time.
  public static func timePriority(_ exposureTime: Double) -> ExposureProgram? {
    ExposureProgram([
      Stage(exposureTime: exposureTime, analogueGain: 1e3),
      Stage(exposureTime: max(exposureTime, 3600), analogueGain: 1e3),
    ])
  }

  /// A fixed gain where light allows; time does the rest.
  ///
  /// - Parameter analogueGain: A linear factor, 1 or more.
  /// - Returns: `nil` for what is not a gain.
  public static func gainPriority(_ analogueGain: Double) -> ExposureProgram? {
    ExposureProgram([
      Stage(exposureTime: 1e-6, analogueGain: analogueGain),
      Stage(exposureTime: 3600, analogueGain: analogueGain),
      Stage(exposureTime: 3600, analogueGain: max(analogueGain, 1e3)),
    ])
  }

  /// Makes a program. The result is `nil` unless it has 1…32 stages of positive, finite times and
  /// gains of 1 or more, neither falling from one to the next.
  ///
  /// - Parameter stages: The points of the road.
  public init?(_ stages: [Stage]) {
    guard (1...32).contains(stages.count),
      stages.allSatisfy({
        $0.exposureTime > 0 && $0.exposureTime.isFinite && $0.analogueGain >= 1
          && $0.analogueGain.isFinite
      }),
      zip(stages, stages.dropFirst()).allSatisfy({
        $0.exposureTime <= $1.exposureTime && $0.analogueGain <= $1.analogueGain
      })
    else { return nil }
    self.stages = stages
  }

  private init(unchecked stages: [Stage]) { self.stages = stages }

  /// The gain that the road has where its time and gain multiply to a total, limited to a camera's.
  ///
  /// - Parameters:
  ///   - total: Seconds at gain 1.
  ///   - longest: The longest exposure time in seconds that the camera may take.
  ///   - gains: The camera's least and greatest gain.
  /// - Returns: The time and gain of the road, before steps; their product is `total` where the
  ///   limits allow; and whether time is what the road moves there, and not gain.
  func point(
    total: Double, longest: Double, gains: (least: Double, greatest: Double)
  ) -> (time: Double, gain: Double, movesTime: Bool) {
    func gain(_ stage: Stage) -> Double {
      min(max(stage.analogueGain, gains.least), gains.greatest)
    }
    var reached = gains.least
    for (index, stage) in stages.enumerated() {
      // A priority program begins at its own gain.
      if index == 0, stage.exposureTime <= 1e-6 { reached = gain(stage) }
      let time = min(stage.exposureTime, longest)
      if total <= time * reached { return (total / reached, reached, true) }
      let next = max(reached, gain(stage))
      if total <= time * next { return (time, total / time, false) }
      reached = next
    }
    let time = min(stages.last?.exposureTime ?? longest, longest)
    if total <= time * gains.greatest { return (time, total / time, false) }
    return (min(longest, total / gains.greatest), gains.greatest, true)
  }
}
