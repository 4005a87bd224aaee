import Testing

@testable import Controls

@Suite struct ControlPlanTests {
  /// Time and gain change on the same frame, whatever their delays.
  @Test(arguments: Array(0...6), Array(0...6))
  func timeAndGainLandTogether(_ timeDelay: Int, _ gainDelay: Int) {
    let delays = ControlDelays(exposureTime: timeDelay, analogueGain: gainDelay)
    let start = CameraSettings(exposureTime: 0.01, analogueGain: 4)
    let target = CameraSettings(exposureTime: 0.04, analogueGain: 1)
    var applied = AppliedSettings(start, areCertain: true, delays: delays)
    var plan = ControlPlan(from: start, to: target, after: 7, delays: delays)
    #expect(plan.landsAt == 7 + max(timeDelay, gainDelay) + 1)
    for frame in 7..<30 {
      let seen = applied.frame(frame).settings
      #expect(seen == (frame < plan.landsAt ? start : target), "frame \(frame)")
      for write in plan.writes(after: frame) { applied.note(write, after: frame) }
    }
    #expect(plan.isComplete)
  }

  @Test func whatStaysIsNotWritten() {
    let start = CameraSettings(exposureTime: 0.01, analogueGain: 4)
    var plan = ControlPlan(
      from: start, to: CameraSettings(exposureTime: 0.01, analogueGain: 2), after: 0,
      delays: ControlDelays(exposureTime: 5, analogueGain: 1))
    #expect(plan.landsAt == 2)
    #expect(plan.writes(after: 0) == [ControlWrite(.analogueGain, 2)])
    #expect(plan.writes(after: 1).isEmpty)
    var none = ControlPlan(from: start, to: start, after: 0, delays: .prior)
    #expect(none.isComplete)
    #expect(none.writes(after: 9).isEmpty)
  }

  @Test func droppedFramesDelayNothingMore() {
    let start = CameraSettings(exposureTime: 0.01, analogueGain: 4)
    var plan = ControlPlan(
      from: start, to: CameraSettings(exposureTime: 0.02, analogueGain: 2), after: 0,
      delays: ControlDelays(exposureTime: 6, analogueGain: 1))
    #expect(plan.writes(after: 0).count == 1)
    #expect(plan.writes(after: 20) == [ControlWrite(.analogueGain, 2)])
  }

  @Test func settingsAreAlwaysUsable() {
    for value in [0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300] {
      let settings = CameraSettings(exposureTime: value, analogueGain: value)
      #expect(settings.totalExposure > 0 && settings.totalExposure.isFinite)
      #expect(settings.totalStops.isFinite)
    }
    #expect(CameraSettings(exposureTime: 0.25, analogueGain: 2).totalStops == -1)
  }
}
