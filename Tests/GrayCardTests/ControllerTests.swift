import GrayCard
import Testing

@Suite struct ControllerTests {
  private func stops(_ report: FrameReport) -> Double { report.exposure?.metered?.stops ?? .nan }

  @Test func exposureConverges() throws {
    var loop = SceneLoop(try ZoneScene())
    let report = try loop.run(90)
    #expect(report.exposure?.state == .converged)
    #expect(abs(stops(report)) < 0.1)
    #expect(loop.reports.filter { !$0.plan.takes.isEmpty }.map(\.frame.sequence) == [0])
  }

  /// What the issue of replay asks for: the inputs are everything.
  @Test func theInputsAreEnoughToReplay() throws {
    var loop = SceneLoop(try ZoneScene())
    try loop.run(40)
    loop.scene.zones[3] = 300
    try loop.run(20, .init(gestures: [.tap(NormalisedPoint(x: 0.4, y: 0.1)!)], bias: 0.5))
    try loop.step(obstruction: .privacy)
    try loop.run(20)
    var again = Controller(
      capabilities: ZoneScene.capabilities, settings: CameraSettings(exposureTime: 0.01),
      tuning: SceneLoop.fast)
    for (input, report) in zip(loop.inputs, loop.reports) {
      #expect(again.step(input).report == report)
    }
  }

  @Test func aTapExposesForItsPointUntilTheSubjectChanges() throws {
    var scene = try ZoneScene()
    scene.zones[9] = 40
    var loop = SceneLoop(scene)
    try loop.run(90)
    // The zone at column 1, row 1 of 8×6.
    let point = NormalisedPoint(x: 1.5 / 8, y: 1.5 / 6)!
    loop.controller.tuning.gestures.exposureSize = 0.1
    var report = try loop.run(60, .init(gestures: [.tap(point)]))
    #expect(report.exposure?.state == .locked && report.gesture == .point(point))
    let held = loop.scene.settings
    #expect(abs(Double(40) * held.totalExposure / 0.18 - 1) < 0.1)
    // Somebody walks by for less than the duration, then the subject is another.
    loop.scene.zones = loop.scene.zones.map { $0 * 3 }
    try loop.run(6)
    loop.scene.zones = loop.scene.zones.map { $0 / 3 }
    report = try loop.run(10)
    #expect(report.gesture == .point(point) && loop.scene.settings == held)
    loop.scene.zones = [Double](repeating: 2, count: 48)
    report = try loop.run(90)
    #expect(report.gesture == .continuous && report.exposure?.state == .converged)
    #expect(loop.reports.filter(\.hasSubjectChanged).count == 1)
    #expect(abs(stops(report)) < 0.1)
  }

  @Test func aLongPressHoldsAndReleaseGoesOnWithoutAJump() throws {
    var loop = SceneLoop(try ZoneScene())
    let point = NormalisedPoint(x: 0.5, y: 0.5)!
    var report = try loop.run(
      90, .init(gestures: [.longPress(point, includingWhiteBalance: false)]))
    #expect(report.exposure?.state == .locked)
    let held = loop.scene.settings
    loop.scene.zones = [Double](repeating: 12, count: 48)
    report = try loop.run(60)
    #expect(loop.scene.settings == held && report.gesture == .held(point))
    report = try loop.step(.init(gestures: [.release]))
    #expect(report.exposure?.state == .searching || report.exposure?.state == .converged)
    report = try loop.run(60)
    #expect(report.exposure?.state == .converged && abs(stops(report)) < 0.1)
  }

  /// Frames that do not show the scene freeze everything; what was asked for meanwhile is not lost.
  @Test(arguments: AutoExposure.Obstruction.allCases)
  func obstructionsFreeze(_ obstruction: AutoExposure.Obstruction) throws {
    var loop = SceneLoop(try ZoneScene())
    try loop.run(90)
    let held = loop.scene.settings
    loop.scene.zones = [Double](repeating: 0, count: 48)
    for frame in 0..<30 {
      let requests = frame == 10 ? ControllerRequests(bias: 1) : .init()
      let report = try loop.step(requests, obstruction: obstruction)
      #expect(report.plan.exposure.isEmpty)
    }
    #expect(loop.scene.settings == held)
    loop.scene.zones = [Double](repeating: 10, count: 48)
    try loop.run(60)
    #expect(
      abs(ExposureValue.stops(ofRatio: loop.scene.settings.totalExposure / held.totalExposure) - 1)
        < 0.1)
  }

  @Test func aNewLayoutKeepsTheLock() throws {
    var loop = SceneLoop(try ZoneScene())
    try loop.run(60)
    try loop.run(5, .init(exposure: .init(lock: .immediately)))
    let held = loop.scene.settings
    try loop.scene.resize(columns: 4, rows: 4)
    loop.scene.zones = [Double](repeating: 30, count: 16)
    var report = try loop.run(30)
    #expect(report.exposure?.state == .locked && loop.scene.settings == held)
    report = try loop.run(90, .init(exposure: .init(lock: .off)))
    #expect(report.exposure?.state == .converged && abs(stops(report)) < 0.1)
  }

  @Test func aFunctionThatAnotherProgramTookIsOnlyWatched() throws {
    var loop = SceneLoop(try ZoneScene())
    try loop.run(60)
    var news = CameraNews()
    news.lost = [.exposure]
    try loop.step(news: news)
    loop.scene.zones = [Double](repeating: 80, count: 48)
    for _ in 0..<30 {
      let report = try loop.step()
      #expect(report.plan.isEmpty)
      #expect(report.exposure?.decision.reason == .deviceControlled)
    }
  }

  @Test func requestsBeforeTheFirstPictureCount() throws {
    var loop = SceneLoop(try ZoneScene())
    let blind = FrameInput(
      frame: .init(sequence: 0, timestamp: 0, obstruction: .corrupt), statistics: nil,
      requests: .init(bias: -1))
    #expect(loop.controller.step(blind).plan.isEmpty)
    let report = try loop.run(90)
    #expect(abs(stops(report) + 1) < 0.1)
  }

  @Test func knobsMayBeTurnedBetweenFrames() throws {
    var loop = SceneLoop(try ZoneScene())
    try loop.run(60)
    loop.controller.tuning.exposure.target = 0.09
    let report = try loop.run(60)
    #expect(abs(stops(report) + 1) < 0.1)
  }
}

@Suite("Strategies other than ours") struct StrategyTests {
  @Test func aCameraIsSteeredByBiasAndLock() throws {
    var tuning = SceneLoop.fast
    tuning.strategies.exposure = .hardware
    var loop = SceneLoop(try ZoneScene(), tuning: tuning)
    var report = try loop.run(30)
    #expect(report.steered?.state == .converged)
    #expect(loop.reports.allSatisfy { $0.plan.isEmpty })
    report = try loop.run(90, .init(bias: 1))
    let biases = loop.reports.compactMap(\.plan.hardware?.bias)
    #expect(biases.last == 1 && biases == biases.sorted() && biases.count > 5)
    report = try loop.step(.init(exposure: .init(lock: .immediately)))
    #expect(report.plan.hardware == HardwarePlan(bias: 1, locks: [.exposure]))
    report = try loop.step(.init(exposure: .init(lock: .off)))
    #expect(report.plan.hardware == HardwarePlan(bias: 1, locks: []))
  }

  @Test func meteringAloneWritesNothing() throws {
    var tuning = SceneLoop.fast
    tuning.strategies.exposure = .meterOnly
    var loop = SceneLoop(try ZoneScene(), tuning: tuning)
    try loop.run(30, .init(gestures: [.lockAll], bias: 2))
    #expect(loop.reports.allSatisfy { $0.plan.isEmpty && $0.exposure == nil })
    #expect(loop.reports.last?.steered?.measuredStops != nil)
  }
}
