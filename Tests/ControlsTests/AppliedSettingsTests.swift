import Testing

@testable import Controls

@Suite struct AppliedSettingsTests {
  static let start = CameraSettings(exposureTime: 0.01, analogueGain: 1)

  /// Every delay of either control, alone: the old value up to the delay, the new one behind it.
  @Test(arguments: DelayedControl.allCases, Array(0...ControlDelays.greatest))
  func aWriteIsSeenAfterItsDelay(_ control: DelayedControl, _ delay: Int) {
    var applied = AppliedSettings(
      Self.start, areCertain: true,
      delays: ControlDelays.prior.replacing(control, with: delay))
    #expect(applied.frame(100).isSettled)
    applied.note(ControlWrite(control, 8), after: 100)
    var wanted = Self.start
    for frame in 101...100 + delay + 1 {
      let seen = applied.frame(frame)
      if frame == 100 + delay + 1 { wanted.set(ControlWrite(control, 8)) }
      #expect(seen.settings == wanted)
      #expect(seen.isSettled == (frame == 100 + delay + 1))
    }
    #expect(applied.frame(1000).settings == wanted)
  }

  @Test func droppedFramesCount() {
    var applied = AppliedSettings(
      Self.start, areCertain: true, delays: ControlDelays(exposureTime: 3, analogueGain: 1))
    applied.note(ControlWrite(.exposureTime, 0.02), after: 10)
    #expect(applied.frame(12).settings.exposureTime == 0.01)
    // 13 is lost.
    #expect(applied.frame(14).settings.exposureTime == 0.02)
  }

  @Test func writesOfLongAgoAreKeptInOrder() {
    var applied = AppliedSettings(Self.start, areCertain: true)
    for frame in 0..<500 {
      _ = applied.frame(frame)
      applied.note(ControlWrite(.exposureTime, 0.001 * Double(frame + 1)), after: frame)
      let seen = applied.frame(frame + 1)
      #expect(!seen.isSettled)
      if frame >= 2 { #expect(seen.settings.exposureTime == 0.001 * Double(frame - 1)) }
    }
    #expect(applied.frame(503).settings.exposureTime == 0.5)
  }

  @Test func aStreamThatStartsAnewForgets() {
    var applied = AppliedSettings(
      Self.start, areCertain: true, delays: ControlDelays(exposureTime: 20, analogueGain: 20))
    _ = applied.frame(1000)
    applied.note(ControlWrite(.analogueGain, 4), after: 1000)
    let seen = applied.frame(0)
    #expect(seen.settings.analogueGain == 4)
    #expect(seen.isSettled)
  }

  @Test func aLongerDelayLearnedLateIsHonoured() {
    var applied = AppliedSettings(Self.start, areCertain: true)
    applied.note(ControlWrite(.analogueGain, 4), after: 5)
    #expect(applied.frame(8).isSettled)
    applied.delays = applied.delays.replacing(.analogueGain, with: 6)
    #expect(!applied.frame(9).isSettled)
    #expect(applied.frame(11).settings.analogueGain == 1)
    #expect(applied.frame(12).settings.analogueGain == 4)
  }

  @Test func whatWasReadBackIsNotCertain() {
    var applied = AppliedSettings(Self.start, areCertain: false)
    #expect(!applied.frame(0).isCertain)
    applied.confirm()
    #expect(applied.frame(1).isCertain)
  }
}
