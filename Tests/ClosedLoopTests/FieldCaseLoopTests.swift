import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

/// Field cases about the loop itself: delays, start, time, windows that hold.
@Suite struct FieldCaseLoopTests {
  /// 18 % of white under a power of 2.2 is code 117; "converged" there means within 6 codes.
  static let target = 111.0...123.0

  @Test(arguments: [30, 60, 200, 500, 2500])
  func b25NothingIsWrittenInsideTheWindow(_ ideal: Int) throws {
    var camera = CameraDescription.fieldCase()
    camera.controls[0] = SimulatedControl(
      .exposureTime, minimum: 1, maximum: 5000, defaultValue: 250)
    var loop = try Loop(camera, scene: Scene(uniform: 0.18 / Double(ideal)))
    try loop.run(40)
    let steady = try loop.run(300)
    #expect(steady.writes == 0)
    #expect(steady.levels.upperBound - steady.levels.lowerBound <= 4)
    #expect(Self.target.contains(steady.last?.level ?? 0))
  }

  @Test(arguments: [0, 2, 6, 32], [0, 1, 2])
  func b27NoLatencyMakesItSwing(_ timeLatency: Int, _ gainLatency: Int) throws {
    for stops in [2.0, -2] {
      var loop = try Loop(
        .fieldCase(exposureLatency: timeLatency, gainLatency: gainLatency),
        script: SceneScript(events: [.light(at: 8, stops: stops)]))
      let start = try loop.run(240)
      #expect(Self.target.contains(start.last?.level ?? 0))
      let step = try loop.run(200)
      let slowest = max(timeLatency, gainLatency)
      let settled = (step.lastIndex { !Self.target.contains($0.level) } ?? -1) + 1
      #expect(settled <= 3 * slowest + 10, "settled after \(settled)")
      // At most one overshoot, of at most a quarter.
      let errors = step.map(\.trueError)
      let sign = stops > 0 ? -1.0 : 1
      #expect((errors.map { sign * $0 }.max() ?? 0) <= 0.33)
      let learned = step.last?.report.delays
      #expect(abs((learned?.exposureTime ?? 99) - timeLatency) <= 1)
    }
  }

  @Test(arguments: [20, 3, 90])
  func b33BlackFramesAreNoDivision(_ count: Int) throws {
    var camera = CameraDescription.fieldCase(exposureLatency: 2, gainLatency: 1)
    camera.quirks = [.warmUp(frames: count, lightShare: 0)]
    var profile = DeviceProfile()
    // Where nothing was learned before ninety black frames, each blind step waits for longer.
    if count > 20 { profile.delays = .init(.prior, origin: .user) }
    var loop = try Loop(camera, profile: profile)
    let black = try loop.run(count)
    let totals = black.map { Exact.log2($0.trueExposure) }
    #expect(zip(totals, totals.dropFirst()).allSatisfy { $1 - $0 <= 2.01 })
    #expect(black.allSatisfy { $0.report.decision.error.isFinite })
    let after = try loop.run(60)
    let settled = (after.lastIndex { !Self.target.contains($0.level) } ?? -1) + 1
    #expect(settled <= 15, "\(settled)")
  }

  @Test func b33AClosedShutterFreezesTheLoop() throws {
    var loop = try Loop()
    try loop.run(40)
    let before = loop.steps.last?.trueExposure
    loop.run.isShutterClosed = true
    loop.run.camera.script = SceneScript(events: [.light(at: 0, stops: -40)])
    let closed = try loop.run(60)
    #expect(closed.writes == 0)
    #expect(closed.allSatisfy { $0.report.decision.reason == .obstructed })
    #expect(closed.allSatisfy { $0.report.metered == nil })
    #expect(closed.last?.trueExposure == before)
    loop.run.isShutterClosed = false
    loop.run.camera.script = SceneScript()
    #expect(try loop.run(5).writes == 0)
  }

  @Test(arguments: [6.0, 4, 8, 10])
  func b34ClippedFramesTellNoRatio(_ stops: Double) throws {
    var loop = try Loop(
      .fieldCase(exposureLatency: 2, gainLatency: 2),
      script: SceneScript(events: [.light(at: 2, stops: stops)]))
    try loop.run(60)
    let search = try loop.run(90)
    #expect(search.map(\.level).min() ?? 0 >= 60)
    #expect(search.writes <= 12)
    #expect(Self.target.contains(search.last?.level ?? 0) || stops > 6)
    #expect(search.suffix(30).writes == 0)
  }

  /// Light that looks like a scene's own cannot be told from it: a camera whose first frames are too
  /// bright has to be known for that.
  @Test(arguments: [(0.02, 3), (0, 3), (0.02, 8), (4, 8)])
  func b35WarmUpFramesMoveLittle(_ share: Double, _ warmUp: Int) throws {
    var camera = CameraDescription.fieldCase(exposureLatency: 1, gainLatency: 1)
    camera.quirks = [.warmUp(frames: 8, lightShare: share)]
    var loop = try Loop(camera) { $0.exposure.warmUpFrames = warmUp }
    let start = try loop.run(60)
    #expect(start.prefix(3).writes == 0)
    #expect(start.prefix(8).allSatisfy { $0.report.state != .converged })
    let settled = (start.lastIndex { !Self.target.contains($0.level) } ?? -1) + 1
    #expect(settled <= 25)
    // The first good frame is the one with which the state first converges.
    let good = start.firstIndex { $0.report.state == .converged } ?? 99
    #expect(good <= 25)
    #expect(start[good...].allSatisfy { Self.target.contains($0.level) })
  }

  @Test(arguments: [1.0, 0.2, 1.0 / 30, 1.0 / 120])
  func b36SpeedIsInSeconds(_ interval: Double) throws {
    for stops in [1.58, -1.58] {
      var camera = CameraDescription.fieldCase()
      camera.frameInterval = interval
      camera.quirks = [.lostFrames([201, 202, 210])]
      var profile = DeviceProfile()
      profile.delays = .init(ControlDelays(exposureTime: 0, analogueGain: 0), origin: .user)
      var loop = try Loop(camera, profile: profile) {
        $0.exposure.speed = .smooth(timeConstant: 0.3)
      }
      try loop.run(200)
      #expect(Self.target.contains(loop.steps.last?.level ?? 0))
      loop.run.camera.script = SceneScript(events: [.light(at: 0, stops: stops)])
      let step = try loop.run(Int(4 / interval) + 8)
      let settled = (step.lastIndex { !Self.target.contains($0.level) } ?? -1) + 1
      if interval == 1 { #expect(settled <= 4) }
      // 1.58 stops fall below 6 codes, 0.15 stops, after 2.4 time constants.
      let seconds = Double(settled) * interval
      if interval < 0.1 { #expect((0.55...0.95).contains(seconds), "\(seconds)") }
    }
  }
}
