import Testing

@testable import Controls

@Suite struct ControlPlanTests {
  static let start = CameraSettings(exposureTime: 0.01, analogueGain: 4)

  /// Time and gain change on the same frame, whatever their delays.
  @Test(arguments: Array(0...6), Array(0...6))
  func timeAndGainLandTogether(_ timeDelay: Int, _ gainDelay: Int) {
    let delays = ControlDelays(exposureTime: timeDelay, analogueGain: gainDelay)
    let target = CameraSettings(exposureTime: 0.04, analogueGain: 1)
    var applied = AppliedSettings(Self.start, areCertain: true, delays: delays)
    var plan = ControlPlan(Self.start, delays: delays)
    let landing = plan.aim(at: target, after: 7)
    #expect(landing == 7 + max(timeDelay, gainDelay) + 1)
    for frame in 7..<30 {
      let seen = applied.frame(frame).settings
      #expect(seen == (frame < landing ? Self.start : target), "frame \(frame)")
      for write in plan.writes(after: frame) { applied.note(write, after: frame) }
    }
    #expect(plan.isComplete)
  }

  /// New settings every frame: each frame shows exactly one of them, in order, none mixed.
  @Test(arguments: Array(0...6), Array(0...6))
  func aimingEveryFrameMixesNothing(_ timeDelay: Int, _ gainDelay: Int) {
    let delays = ControlDelays(exposureTime: timeDelay, analogueGain: gainDelay)
    var applied = AppliedSettings(Self.start, areCertain: true, delays: delays)
    var plan = ControlPlan(Self.start, delays: delays)
    let longest = max(timeDelay, gainDelay)
    for frame in 0..<60 {
      let seen = applied.frame(frame).settings
      if frame > longest {
        let aimed = frame - longest - 1
        #expect(seen == settings(aimed), "frame \(frame)")
      } else {
        #expect(seen == Self.start)
      }
      plan.aim(at: settings(frame), after: frame)
      for write in plan.writes(after: frame) { applied.note(write, after: frame) }
    }
  }

  private func settings(_ frame: Int) -> CameraSettings {
    CameraSettings(
      exposureTime: 0.01 + 0.0001 * Double(frame + 1), analogueGain: 4 + Double(frame + 1) / 8)
  }

  @Test func whatStaysIsNotWritten() {
    var plan = ControlPlan(Self.start, delays: ControlDelays(exposureTime: 5, analogueGain: 1))
    #expect(plan.aim(at: CameraSettings(exposureTime: 0.01, analogueGain: 2), after: 0) == 2)
    #expect(plan.writes(after: 0) == [ControlWrite(.analogueGain, 2)])
    #expect(plan.writes(after: 1).isEmpty)
    #expect(plan.isComplete)
    plan.aim(at: plan.target, after: 5)
    #expect(plan.isComplete)
    #expect(plan.writes(after: 5).isEmpty)
  }

  @Test func droppedFramesDelayNothingMore() {
    var plan = ControlPlan(Self.start, delays: ControlDelays(exposureTime: 6, analogueGain: 1))
    plan.aim(at: CameraSettings(exposureTime: 0.02, analogueGain: 2), after: 0)
    #expect(plan.writes(after: 0).count == 1)
    #expect(plan.writes(after: 20) == [ControlWrite(.analogueGain, 2)])
    #expect(plan.isComplete)
  }

  @Test func aRestartForgetsWhatWasUnderWay() {
    var plan = ControlPlan(Self.start, delays: ControlDelays(exposureTime: 6, analogueGain: 1))
    plan.aim(at: CameraSettings(exposureTime: 0.02, analogueGain: 2), after: 0)
    _ = plan.writes(after: 0)
    plan.restart()
    #expect(plan.isComplete)
    #expect(plan.target == CameraSettings(exposureTime: 0.02, analogueGain: 4))
  }

  @Test func settingsAreAlwaysUsable() {
    for value in [0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300] {
      let settings = CameraSettings(exposureTime: value, analogueGain: value)
      #expect(settings.totalExposure > 0 && settings.totalExposure.isFinite)
      #expect(settings.totalStops.isFinite)
    }
    #expect(CameraSettings(exposureTime: 0.25, analogueGain: 2).totalStops == -1)
  }

  /// A value that was written by somebody else is no reason to leave the wanted one out.
  @Test func aForeignWriteIsUndoneByTheNextAim() {
    let wanted = CameraSettings(exposureTime: 0.02, analogueGain: 4)
    var plan = ControlPlan(Self.start, delays: ControlDelays(exposureTime: 2, analogueGain: 2))
    plan.aim(at: wanted, after: 0)
    #expect(!plan.writes(after: 0).isEmpty)
    #expect(plan.isComplete)
    plan.note(ControlWrite(.exposureTime, 0.005))
    #expect(plan.target.exposureTime == 0.005)
    plan.aim(at: wanted, after: 5)
    #expect(plan.writes(after: 5) == [ControlWrite(.exposureTime, 0.02)])
  }
}
