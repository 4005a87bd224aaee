import Testing

@testable import Controls

@Suite struct DelayLearnerTests {
  /// Frames of a camera whose writes show after `delay` frames, with a little noise.
  static func learn(
    _ learner: inout DelayLearner, _ control: DelayedControl, delay: Int, change: Double,
    from start: Int
  ) -> DelayLearner.Finding {
    learner.wrote(control, after: start, measuredStops: -2, predictedStops: change)
    for frame in start + 1...start + delay + 3 {
      let noise = frame % 2 == 0 ? 0.02 : -0.02
      let stops = -2 + noise + (frame > start + delay ? change : 0)
      let finding = learner.step(frame, measuredStops: stops)
      if finding != .nothing { return finding }
    }
    return .nothing
  }

  @Test(arguments: Array(0...ControlDelays.greatest), [0.3, 3, -0.3, -6])
  func learnsEveryDelay(_ delay: Int, _ change: Double) {
    var learner = DelayLearner()
    let finding = Self.learn(&learner, .exposureTime, delay: delay, change: change, from: 50)
    #expect(finding == .learned(.exposureTime, frames: delay))
    #expect(learner.knows(.exposureTime))
    #expect(!learner.knows(.analogueGain))
  }

  @Test func aSingleBlipIsNoResponse() {
    var learner = DelayLearner()
    learner.wrote(.exposureTime, after: 0, measuredStops: 0, predictedStops: 1)
    #expect(learner.step(1, measuredStops: 1) == .nothing)
    #expect(learner.step(2, measuredStops: 0) == .nothing)
    #expect(learner.step(3, measuredStops: 0) == .nothing)
    #expect(learner.step(4, measuredStops: 1) == .nothing)
    #expect(learner.step(5, measuredStops: 1) == .learned(.exposureTime, frames: 3))
  }

  @Test func smallChangesTeachNothing() {
    var learner = DelayLearner()
    learner.wrote(.exposureTime, after: 0, measuredStops: 0, predictedStops: 0.1)
    for frame in 1..<100 { #expect(learner.step(frame, measuredStops: 0.1) == .nothing) }
  }

  @Test func aDeadControlIsSaidToBe() {
    var learner = DelayLearner()
    learner.wrote(.analogueGain, after: 0, measuredStops: 0, predictedStops: 1)
    let findings = (1..<100).map { learner.step($0, measuredStops: 0) }
    #expect(findings.count { $0 == .noResponse(.analogueGain) } == 1)
    #expect(findings.allSatisfy { $0 == .nothing || $0 == .noResponse(.analogueGain) })
  }

  @Test func oneOutlierDoesNotChangeWhatIsBelieved() {
    var learner = DelayLearner()
    #expect(
      Self.learn(&learner, .exposureTime, delay: 2, change: 1, from: 0)
        == .learned(.exposureTime, frames: 2))
    #expect(Self.learn(&learner, .exposureTime, delay: 9, change: 1, from: 100) == .nothing)
    #expect(
      Self.learn(&learner, .exposureTime, delay: 9, change: 1, from: 200)
        == .learned(.exposureTime, frames: 9))
  }

  @Test func strangeNumbersAreSafe() {
    var learner = DelayLearner()
    learner.wrote(.exposureTime, after: 0, measuredStops: .nan, predictedStops: 1)
    learner.wrote(.exposureTime, after: 0, measuredStops: 0, predictedStops: .infinity)
    #expect(learner.step(1, measuredStops: 5) == .nothing)
    learner.wrote(.exposureTime, after: 10, measuredStops: 0, predictedStops: 1)
    #expect(learner.step(3, measuredStops: 5) == .nothing)
    #expect(learner.step(11, measuredStops: .nan) == .nothing)
  }
}
