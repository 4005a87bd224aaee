import Testing

@testable import Controls

@Suite struct SettingsTrackerTests {
  static let start = CameraSettings(exposureTime: 0.01, analogueGain: 1)

  /// A camera whose picture follows its settings after a delay, without noise.
  struct Camera {
    let delay: Int
    var written: [(frame: Int, time: Double)] = []
    var light = 0.0

    func stops(_ frame: Int) -> Double {
      let time = written.last { $0.frame + delay < frame }?.time ?? 0.01
      return light + CameraSettings(exposureTime: time).totalStops
    }
  }

  private static func step(
    _ tracker: inout SettingsTracker, _ camera: inout Camera, _ frame: Int, aim: Double?
  ) -> SettingsTracker.Observation {
    let seen = tracker.observe(frame, measuredStops: camera.stops(frame))
    let settings = aim.map { CameraSettings(exposureTime: $0) }
    let writes = tracker.writes(aimingAt: settings, after: frame)
    for write in writes { camera.written.append((frame, write.value)) }
    tracker.wrote(writes, after: frame)
    return seen
  }

  @Test(arguments: Array(0...ControlDelays.greatest))
  func waitsForTheAnswerAndLearns(_ delay: Int) {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    var camera = Camera(delay: delay)
    #expect(!Self.step(&tracker, &camera, 0, aim: 0.02).areDelaysKnown)
    for frame in 1...delay + 2 {
      let seen = Self.step(&tracker, &camera, frame, aim: nil)
      // The answer is believed in its second frame.
      #expect(seen.frame.isSettled == (frame == delay + 2))
    }
    #expect(tracker.delays.exposureTime == delay)
    #expect(Self.step(&tracker, &camera, delay + 3, aim: nil).areDelaysKnown)
  }

  /// Another response curve makes the picture look brighter by a stop, which is no answer to a write.
  @Test func anotherCurveIsNoAnswer() {
    var tracker = SettingsTracker(
      Self.start, areCertain: true, delays: ControlDelays(exposureTime: 9, analogueGain: 9))
    var camera = Camera(delay: 9)
    for round in 0..<2 {
      let first = round * 60
      _ = Self.step(&tracker, &camera, first, aim: round == 0 ? 0.02 : 0.04)
      for frame in first + 1..<first + 60 {
        if frame == first + 3 {
          camera.light += 1
          tracker.remeasured(camera.stops(frame - 1))
        }
        _ = Self.step(&tracker, &camera, frame, aim: nil)
      }
    }
    #expect(tracker.delays.exposureTime == 9)
  }

  /// Writes in every frame answer each other's questions; nothing may be learned of them.
  @Test(arguments: [0, 1, 2, 4, 6], [0.05, 0.3])
  func writesOnTheWayTeachNothingWrong(_ delay: Int, _ stopsAFrame: Double) {
    var tracker = SettingsTracker(
      Self.start, areCertain: true,
      delays: ControlDelays(exposureTime: delay, analogueGain: delay))
    var camera = Camera(delay: delay)
    var time = 0.01
    for frame in 0..<120 {
      time *= frame % 40 < 20 ? 1 + stopsAFrame : 1 / (1 + stopsAFrame)
      _ = Self.step(&tracker, &camera, frame, aim: time)
    }
    #expect(tracker.delays.exposureTime == delay)
  }

  /// A scene that changes just when something is written teaches a wrong delay, and a loop that trusts
  /// it swings; then the picture contradicts the settings, and the delay is learned anew.
  @Test(arguments: [(3, 0), (5, 1), (6, 3), (12, 0)])
  func aDelayLearnedByChanceIsFoundOut(_ delay: Int, _ chance: Int) {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    var camera = Camera(delay: delay)
    var time = 0.01
    for frame in 0..<400 {
      // Once, light itself changes by what was predicted, `chance` frames after the write.
      camera.light = (chance + 1...max(delay, chance) + 2).contains(frame) ? 1 : 0
      let wanted = frame % 15 == 0 ? (time == 0.01 ? 0.02 : 0.01) : time
      let seen = Self.step(&tracker, &camera, frame, aim: wanted == time ? nil : wanted)
      time = wanted
      if frame > 300, seen.frame.isSettled, seen.areDelaysKnown {
        #expect((tracker.delays.exposureTime - delay).magnitude <= 1)
      }
    }
    #expect((tracker.delays.exposureTime - delay).magnitude <= 1)
  }

  /// A reader slower than its camera: what it receives next was taken before it wrote.
  @Test func framesFromBeforeAWriteAreToldByTheirTime() {
    var tracker = SettingsTracker(
      Self.start, areCertain: true, delays: ControlDelays(exposureTime: 2, analogueGain: 2))
    _ = tracker.observe(100, measuredStops: 0, at: 10)
    tracker.wrote(
      tracker.writes(aimingAt: CameraSettings(exposureTime: 0.04), after: 100), after: 100, at: 11)
    // Three that had waited in buffers, then the camera goes on from the write.
    for (sequence, time) in [(110, 10.1), (120, 10.2), (130, 10.9)] {
      #expect(!tracker.observe(sequence, measuredStops: 0, at: time).frame.isSettled)
    }
    #expect(!tracker.observe(131, measuredStops: 0, at: 11.01).frame.isSettled)
    #expect(!tracker.observe(132, measuredStops: 0, at: 11.02).frame.isSettled)
    let seen = tracker.observe(133, measuredStops: 2, at: 11.03)
    #expect(seen.frame.isSettled)
    #expect(seen.frame.settings.exposureTime == 0.04)
  }

  /// The same with a delay that nobody told: it is counted from the write on.
  @Test func aSlowReaderLearnsTheCamerasDelay() {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    _ = tracker.observe(100, measuredStops: 0, at: 10)
    tracker.wrote(
      tracker.writes(aimingAt: CameraSettings(exposureTime: 0.04), after: 100), after: 100, at: 11)
    for (sequence, time) in [(110, 10.1), (120, 10.2), (130, 10.9), (133, 11.1)] {
      _ = tracker.observe(sequence, measuredStops: 0, at: time)
    }
    for (sequence, time) in [(134, 11.2), (135, 11.3)] {
      _ = tracker.observe(sequence, measuredStops: 2, at: time)
    }
    #expect(tracker.delays.exposureTime == 3)
  }

  /// A camera that never answers is waited for once, not for ever.
  @Test func aDeadControlFreesTheLoop() {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    var settled = false
    for frame in 0..<60 {
      let seen = tracker.observe(frame, measuredStops: 0)
      if frame > 0 { settled = seen.frame.isSettled }
      let writes = tracker.writes(
        aimingAt: frame == 0 ? CameraSettings(exposureTime: 0.04) : nil, after: frame)
      tracker.wrote(writes, after: frame)
    }
    #expect(settled)
  }

  @Test func anAnswerBehindALostSecondFreesTheLoop() {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    _ = tracker.observe(100, measuredStops: 0)
    tracker.wrote(
      tracker.writes(aimingAt: CameraSettings(exposureTime: 0.04), after: 100), after: 100)
    for frame in 142...160 { _ = tracker.observe(frame, measuredStops: 2) }
    #expect(tracker.observe(161, measuredStops: 2).frame.isSettled)
  }

  @Test func aStreamThatStartsAnewIsNotWaitedFor() {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    _ = tracker.observe(5000, measuredStops: 0)
    tracker.wrote(
      tracker.writes(aimingAt: CameraSettings(exposureTime: 0.04), after: 5000), after: 5000)
    #expect(!tracker.observe(5001, measuredStops: 0).frame.isSettled)
    let seen = tracker.observe(0, measuredStops: 2)
    #expect(seen.frame.isSettled)
    #expect(seen.frame.settings.exposureTime == 0.04)
  }

  /// A second write before the answer to the first: the question is dropped, the loop goes on.
  @Test func aWriteOnTopOfAnotherFreesTheLoop() {
    var tracker = SettingsTracker(Self.start, areCertain: true)
    var camera = Camera(delay: 5)
    _ = Self.step(&tracker, &camera, 0, aim: 0.02)
    _ = Self.step(&tracker, &camera, 2, aim: 0.04)
    var seen = Self.step(&tracker, &camera, 3, aim: nil)
    for frame in 4..<60 { seen = Self.step(&tracker, &camera, frame, aim: nil) }
    #expect(seen.frame.isSettled)
  }

  @Test func whatThePictureConfirmedIsCertain() {
    var tracker = SettingsTracker(Self.start, areCertain: false)
    #expect(!tracker.observe(0, measuredStops: 0).frame.isCertain)
    tracker.confirm()
    #expect(tracker.observe(1, measuredStops: 0).frame.isCertain)
  }
}
