import Controls
import Exposure
import Photometry
import SimulatedCamera
import Testing

/// Whole cases of the field in closed loops with the response check.
@Suite struct FieldCaseTests {
  static let known = ControlDelays(exposureTime: 2, analogueGain: 1)

  static func setup(_ edit: (inout QuirkLoop.Setup) -> Void = { _ in }) -> QuirkLoop.Setup {
    var setup = QuirkLoop.Setup(delays: known)
    edit(&setup)
    return setup
  }

  /// Stops from the target over the last frames at the most, and writes in them.
  static func end(
    _ loop: borrowing QuirkLoop, _ frames: Int = 100
  ) -> (error: Double, writes: Int) {
    (
      loop.steps.suffix(frames).map(\.error.magnitude).max() ?? .infinity,
      loop.writes(last: frames)
    )
  }

  /// B16: a greater code is less signal. In the dark gain goes up, and the picture down.
  @Test(arguments: [-1.5, -2.6, 0.5])
  func invertedGain(_ light: Double) throws {
    let camera = try ResponseCheckTests.camera([], light: [0.5, light], seconds: 1) { camera in
      camera.controls = camera.controls.filter { $0.id != .gain }
      camera.controls.append(
        SimulatedControl(
          .gain, minimum: 0, maximum: 255, defaultValue: 0, latency: 1,
          law: .reciprocal(perCode: 1.0 / 128)))
    }
    var loop = try QuirkLoop(camera, Self.setup { $0.gainLaw = .offset(span: 128) })
    try loop.run(400)
    let end = Self.end(loop)
    #expect(loop.quirks == (light < 0 ? [.invertedGain] : []), "\(loop.findings)")
    #expect(end.writes == 0)
    if light > -2 {
      #expect(end.error < 0.1)
    } else if case .limitedDark(let stops) = loop.steps.last?.decision.progress {
      #expect(stops < 1.1)
    } else {
      Issue.record("\(String(describing: loop.steps.last))")
    }
  }

  /// The same where the codes are mirrored, begun in their middle.
  @Test func mirroredGain() throws {
    let camera = try ResponseCheckTests.camera([.inverted(.gain)], light: [-1, -2], seconds: 1) {
      camera in
      camera.controls = camera.controls.filter { $0.id != .gain }
      camera.controls.append(
        SimulatedControl(.gain, minimum: 16, maximum: 64, defaultValue: 32, latency: 1))
    }
    var loop = try QuirkLoop(camera, Self.setup())
    try loop.run(400)
    #expect(loop.quirks == [.invertedGain], "\(loop.findings)")
    #expect(Self.end(loop).error < 0.1)
    #expect(Self.end(loop).writes == 0)
  }

  /// B19: the automatic had gone to some exposure, and reading gives 157 always.
  @Test(arguments: [80, 300, 30])
  func staleReadBack(_ really: Int) throws {
    let camera = try ResponseCheckTests.camera(
      [.staleReadBack(.exposureTime, 157)], light: [0]
    ) { camera in
      camera.controls = camera.controls.filter { $0.id != .exposureTime && $0.id != .gain }
      camera.controls.append(
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 5000, defaultValue: really, latency: 2))
    }
    var loop = try QuirkLoop(
      camera,
      Self.setup {
        $0.areCertain = false
        $0.hasGain = false
      })
    #expect(loop.tracker.written.exposureTime == 157 * 0.0001)
    try loop.step()
    #expect(!loop.check.isExposureKnown)
    try loop.run(14)
    #expect((loop.steps.last?.error ?? .infinity).magnitude < 0.1)
    #expect(loop.check.isExposureKnown)
    try loop.readBack()
    for light in [-0.8, 0.6] {
      loop.camera.script.events = [.light(at: loop.camera.clock, stops: light)]
      try loop.run(110)
      try loop.readBack()
    }
    #expect(loop.quirks == [.staleReadBack], "\(loop.findings)")
    #expect(Self.end(loop).writes == 0)
    #expect(Self.end(loop).error < 0.1)
  }

  /// B20: switching the automatic off brings back what was last written by hand.
  @Test(arguments: [true, false])
  func jumpOnManual(_ jumps: Bool) throws {
    var camera = try ResponseCheckTests.camera(jumps ? [.exposureJumpsOnManual] : [], light: [-1.2])
    {
      $0.controls.append(
        SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 1))
    }
    try camera.write(.exposureTime, 30)
    for _ in 0..<5 { _ = camera.nextFrame() }
    try camera.write(.autoExposure, 3)
    for _ in 0..<60 { _ = camera.nextFrame() }
    var loop = try QuirkLoop(camera, Self.setup { $0.automatic = .permanent })
    try loop.run(6)
    let before = try #require(loop.steps.last)
    #expect(before.truth.isFirmwareExposing)
    // The automatic worked up to here; from now on it is our turn, from what it read.
    loop.capabilities.exposureAutomatic = .switchable
    loop.check.expectUnchanged(.manualSwitch, loop.tracker.written)
    try loop.camera.write(.autoExposure, 1)
    try loop.run(1)
    let jumped = try #require(loop.steps.last)
    #expect((jumped.level < before.level - 20) == jumps)
    #expect(jumped.writes.count == (jumps ? 2 : 0))
    try loop.run(4)
    let back = try #require(loop.steps.last)
    #expect((back.level - before.level).magnitude <= 3)
    try loop.run(200)
    #expect(loop.quirks == (jumps ? [.jumpsOnManual] : []), "\(loop.findings)")
    #expect(Self.end(loop).writes == 0)
    #expect(Self.end(loop).error < 0.1)
  }

  /// B12's kind: settings are lost when the stream starts again.
  @Test(arguments: [true, false], [0.0, -2])
  func lostAtStreamStart(_ loses: Bool, _ changes: Double) throws {
    let quirks: [Quirk] =
      loses ? [.lostAtStreamStart(.exposureTime), .lostAtStreamStart(.gain)] : []
    var loop = try QuirkLoop(try ResponseCheckTests.camera(quirks, light: [-2.5]), Self.setup())
    try loop.run(100)
    if changes != 0 {
      loop.camera.script.events = [.light(at: loop.camera.clock, stops: -2.5 + changes)]
    }
    loop.restart()
    try loop.run(200)
    // With the light changed as well there is no telling what was lost.
    #expect(loop.quirks == (loses && changes == 0 ? [.losesSettingsAtStart] : []))
    #expect(Self.end(loop).error < 0.1)
    #expect(Self.end(loop).writes == 0)
  }

  /// B23: an exposure from 0 to 255 of no unit, and a gain from 0 to 63.
  @Test(arguments: [1.5, -1.0, -3], [true, false])
  func exposureWithoutUnit(_ light: Double, _ areDelaysKnown: Bool) throws {
    let camera = try ResponseCheckTests.camera([], light: [0, light]) { camera in
      camera.controls = [
        SimulatedControl(
          .exposureTime, minimum: 0, maximum: 255, defaultValue: 120, latency: 2),
        SimulatedControl(
          .gain, minimum: 0, maximum: 63, defaultValue: 0, latency: 1,
          law: .linear(perCode: 0.0625, offset: 1)),
      ]
    }
    var loop = try QuirkLoop(
      camera,
      Self.setup {
        $0.gainLaw = .offset(span: 16)
        if !areDelaysKnown { $0.delays = nil }
      })
    // The unit is made up: a code counts as 100 µs, and 0 is not asked for.
    loop.capabilities.exposureTime = ControlRange(minimum: 1e-4, maximum: 0.0255, step: 1e-4)
    try loop.run(400)
    #expect(loop.quirks == [], "\(loop.findings)")
    #expect(Self.end(loop).error < 0.1)
    #expect(Self.end(loop).writes == 0)
  }

  /// B26: an automatic that cannot be switched off and is said to be so is left alone.
  @Test func permanentAutomatic() throws {
    var camera = try ResponseCheckTests.camera([.cannotBeWritten(.autoExposure)], light: [0.7]) {
      $0.controls.append(
        SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 3))
    }
    #expect(throws: ControlError.self) { try camera.write(.autoExposure, 1) }
    var loop = try QuirkLoop(camera, Self.setup { $0.automatic = .permanent })
    try loop.run(300)
    #expect(loop.writes(last: 300) == 0)
    #expect(loop.steps.last?.decision.reason == .deviceControlled)
    let levels = loop.steps.suffix(200).map(\.level)
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) <= 3)
  }

  /// The same where nobody says so: writes are accepted, and the automatic goes on.
  @Test(arguments: [true, false])
  func hiddenAutomatic(_ areDelaysKnown: Bool) throws {
    let camera = try ResponseCheckTests.camera(
      [.cannotBeWritten(.autoExposure), .inactiveWritesAccepted], light: [0.7]
    ) {
      $0.controls.append(
        SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 3))
    }
    var loop = try QuirkLoop(
      camera,
      Self.setup {
        if !areDelaysKnown { $0.delays = nil }
        $0.automatic = .switchable
      })
    loop.controller.configuration.target = 0.3
    try loop.run(areDelaysKnown ? 300 : 900)
    #expect(loop.quirks == [.permanentAutoExposure], "\(loop.findings)")
    #expect(Self.end(loop).writes == 0)
    let levels = loop.steps.suffix(200).map(\.level)
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) <= 3)
  }

  /// Variant 1: switched off before the first write, nothing pumps.
  @Test func switchedOffFirst() throws {
    var camera = try ResponseCheckTests.camera([], light: [0.7]) {
      $0.controls.append(
        SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 3))
    }
    for _ in 0..<30 { _ = camera.nextFrame() }
    try camera.write(.autoExposure, 1)
    var loop = try QuirkLoop(camera, Self.setup())
    loop.controller.configuration.target = 0.267
    try loop.run(200)
    #expect(loop.quirks == [])
    #expect(Self.end(loop).writes == 0)
    let levels = loop.steps.suffix(190).map(\.level)
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) <= 3)
  }

  /// B34: 64 times too bright, all white; on a device that is not monotonic too.
  @Test(arguments: [false, true])
  func clippedToWhite(_ wraps: Bool) throws {
    let camera = try ResponseCheckTests.camera(
      wraps ? [.wrapAround(.exposureTime, modulus: 200)] : [], light: [6])
    var loop = try QuirkLoop(camera, Self.setup())
    try loop.run(160)
    let updates = loop.steps.filter { !$0.writes.isEmpty }.count
    #expect(updates <= 12)
    #expect(loop.steps.allSatisfy { $0.level >= 60 }, "\(loop.steps.map(\.level).min() ?? 0)")
    #expect(Self.end(loop).error < 0.35)
    #expect(Self.end(loop).writes == 0)
    #expect(loop.quirks == [], "\(loop.findings)")
  }
}
