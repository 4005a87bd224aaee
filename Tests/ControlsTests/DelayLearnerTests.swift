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

  @Test func aProfileIsBelievedUntilTwoContradict() {
    var learner = DelayLearner(believing: ControlDelays(exposureTime: 3, analogueGain: 1))
    #expect(learner.knows(.exposureTime) && learner.knows(.analogueGain))
    // What is believed already is no news.
    #expect(Self.learn(&learner, .exposureTime, delay: 3, change: 1, from: 0) == .nothing)
    #expect(Self.learn(&learner, .exposureTime, delay: 5, change: 1, from: 50) == .nothing)
    #expect(
      Self.learn(&learner, .exposureTime, delay: 5, change: 1, from: 100)
        == .learned(.exposureTime, frames: 5))
  }

  /// A lamp goes on while a write is on its way, once and again: what is known stays.
  @Test(arguments: [0.6, 1, 1.4, 4], [0, 1, 2])
  func lightOnTheWayIsNoAnswer(_ light: Double, _ early: Int) {
    var learner = DelayLearner(believing: ControlDelays(exposureTime: 3, analogueGain: 3))
    for start in [0, 50, 100] {
      learner.wrote(.exposureTime, after: start, measuredStops: -2, predictedStops: 1)
      for frame in start + 1...start + 8 {
        let stops = -2 + (frame > start + early ? light : 0) + (frame > start + 3 ? 1 : 0)
        #expect(learner.step(frame, measuredStops: stops) == .nothing)
      }
    }
  }

  /// Shorter delays than believed are learned as well, only later.
  @Test func aShorterDelayIsLearned() {
    var learner = DelayLearner(believing: ControlDelays(exposureTime: 4, analogueGain: 4))
    var found: [DelayLearner.Finding] = []
    for start in [0, 50] {
      learner.wrote(.exposureTime, after: start, measuredStops: -2, predictedStops: 1)
      for frame in start + 1...start + 10 {
        found.append(learner.step(frame, measuredStops: frame > start + 1 ? -1 : -2))
      }
    }
    #expect(found.filter { $0 != .nothing } == [.learned(.exposureTime, frames: 1)])
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
