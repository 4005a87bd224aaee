import Controls
import Exposure
import Photometry
import SimulatedCamera
import Testing

/// What is no quirk, and what must do no harm.
@Suite struct ResponseCheckEdgeTests {
  static let capabilities = CameraCapabilities(
    exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-4),
    analogueGain: ControlRange(minimum: 1, maximum: 64, step: 0.0625))

  static func frame(
    _ sequence: Int, _ stops: Double, _ settings: CameraSettings, isSaturated: Bool = false,
    isSettled: Bool = true
  ) -> ResponseCheck.Frame {
    ResponseCheck.Frame(
      sequence: sequence, measuredStops: stops, isSaturated: isSaturated,
      settings: AppliedSettings.OfFrame(
        settings: settings, isSettled: isSettled, isCertain: true),
      areDelaysKnown: true, camera: capabilities)
  }

  /// A cap on the lens: black, whatever is written.
  @Test func aCoveredLensProvesNothing() throws {
    let camera = try ResponseCheckTests.camera([], light: [0, -30, -1], seconds: 3)
    var loop = try QuirkLoop(camera, FieldCaseTests.setup())
    try loop.run(400)
    #expect(loop.quirks == [])
    #expect(FieldCaseTests.end(loop).error < 0.1)
    #expect(FieldCaseTests.end(loop).writes == 0)
  }

  /// A response that is thought to be linear and is not makes predictions wrong by a factor.
  @Test(arguments: [1.3, 2.2, 0.6])
  func aWrongCurveIsNoQuirk(_ exponent: Double) throws {
    let camera = try ResponseCheckTests.camera([], light: [-0.5, 1, -1, -2], seconds: 4) {
      $0.sensor.response = (try? .gamma(2.2)) ?? .sRGB
    }
    var setup = FieldCaseTests.setup()
    setup.response = try .gamma(2.2 * exponent)
    var loop = try QuirkLoop(camera, setup)
    try loop.run(480)
    #expect(loop.quirks == [], "\(loop.findings)")
    let controls = DelayedControl.allCases.compactMap { loop.check.proportion(of: $0) }
    for proportion in controls { #expect((proportion - exponent).magnitude < 0.35 * exponent) }
    // At 2.2 the loop swings at first, and no trial may be clean enough to measure by.
    #expect(!controls.isEmpty || exponent > 2)
  }

  /// The simulated webcam, automatic off first, in light that comes and goes.
  @Test(arguments: [true, false])
  func aWebcamIsNormal(_ areDelaysKnown: Bool) throws {
    var camera = try SimulatedCamera(
      .webcam(width: 64, height: 48), scenes: [Scene(uniform: 40)],
      script: SceneScript(events: [
        .light(at: 2, stops: 2), .light(at: 5, stops: -2, over: 2), .light(at: 9, stops: 0.5),
      ]))
    try camera.write(.autoExposure, 1)
    try camera.write(.exposurePriority, 0)
    var setup = QuirkLoop.Setup(areCertain: false)
    if areDelaysKnown { setup.delays = ControlDelays(exposureTime: 2, analogueGain: 2) }
    var loop = try QuirkLoop(camera, setup)
    try loop.run(420)
    #expect(loop.quirks == [], "\(loop.findings)")
    #expect(loop.check.isExposureKnown)
    #expect(FieldCaseTests.end(loop).error < 0.12)
    #expect(FieldCaseTests.end(loop).writes == 0)
  }

  /// Smooth movements write every frame, so that trials are whole movements, and fewer are clean.
  @Test(arguments: [true, false])
  func smoothMovementsAreJudgedAsAWhole(_ isDead: Bool) throws {
    let camera = try ResponseCheckTests.camera(
      isDead ? [.dead(.gain)] : [], light: [0, -1.5, 1, -1], seconds: 6)
    var loop = try QuirkLoop(camera, FieldCaseTests.setup())
    loop.controller.configuration.speed = .smooth(timeConstant: 0.2)
    try loop.run(720)
    #expect(Set(loop.quirks).isSubset(of: isDead ? [.deadGain] : []), "\(loop.findings)")
    #expect(FieldCaseTests.end(loop).error < 0.1)
    #expect(FieldCaseTests.end(loop).writes == 0)
  }

  @Test func nothingIsKnownOfAStartThatWasRead() {
    let settings = CameraSettings(exposureTime: 0.01)
    #expect(!ResponseCheck(settings, areCertain: false).isExposureKnown)
    #expect(ResponseCheck(settings, areCertain: true).isExposureKnown)
  }

  /// A driver that refuses what is ordered does not stop the loop for ever.
  @Test func refusedOrdersAreGivenUp() {
    let old = CameraSettings(exposureTime: 0.01)
    let new = CameraSettings(exposureTime: 0.02)
    var check = ResponseCheck(old, areCertain: true)
    for sequence in 0..<3 { #expect(check.step(Self.frame(sequence, -1, old)).isEmpty) }
    check.wrote([ControlWrite(.exposureTime, 0.02)], after: 2)
    var orders: [ResponseCheck.Order] = []
    for sequence in 3..<40 {
      _ = check.step(Self.frame(sequence, -1, new))
      orders.append(check.order)
    }
    #expect(orders.contains(.write([ControlWrite(.exposureTime, 0.02)])))
    #expect(orders.last == .free)
    #expect(orders.filter { $0 != .hold && $0 != .free }.count <= 4)
  }

  @Test func oddNumbersDoNoHarm() {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
    var check = ResponseCheck(CameraSettings(exposureTime: 0.01), areCertain: false)
    var random = Generator(seed: 9)
    for index in 0..<20_000 {
      let stops = odd.randomElement(using: &random) ?? 0
      let settings = CameraSettings(
        exposureTime: odd.randomElement(using: &random) ?? 1,
        analogueGain: odd.randomElement(using: &random) ?? 1)
      let sequence = [index, 0, Int.max, Int.min, Int.max - 1].randomElement(using: &random) ?? 0
      _ = check.step(
        Self.frame(
          sequence, index % 2 == 0 ? stops : Double(index % 7), settings,
          isSaturated: index % 5 == 0, isSettled: index % 3 != 0))
      let control: DelayedControl = index % 2 == 0 ? .exposureTime : .analogueGain
      if index % 4 == 0 {
        check.wrote(
          [ControlWrite(control, odd.randomElement(using: &random) ?? 1)], after: sequence)
      }
      if index % 50 == 0 { check.expectUnchanged(.streamStart, settings) }
      _ = check.readBack(control, odd.randomElement(using: &random) ?? 1)
      _ = check.order
      _ = check.usable(Self.capabilities)
    }
  }

  /// Three trials by hand: written, written again, taken back; then a far value and the other control.
  @Test func aDeadControlIsLeftWhereItIs() {
    var check = ResponseCheck(CameraSettings(exposureTime: 0.01, analogueGain: 2), areCertain: true)
    var sequence = 0
    var findings: [ResponseFinding] = []
    var time = 0.01
    func stops() -> Double { Exact.log2(time / 0.02) }
    while findings.isEmpty, sequence < 200 {
      findings += check.step(Self.frame(sequence, stops(), check.written))
      switch check.order {
      case .write(let writes):
        for write in writes where write.control == .exposureTime { time = write.value }
        check.wrote(writes, after: sequence)
      case .free where sequence == 3:
        check.wrote([ControlWrite(.analogueGain, 4)], after: sequence)
      case .free, .hold: break
      }
      sequence += 1
    }
    #expect(findings.map(\.quirk) == [.deadGain])
    #expect(findings.first?.control == .analogueGain)
    #expect(findings.first?.predictedStops == 1)
    #expect(findings.first?.seenStops == 0)
    let usable = check.usable(Self.capabilities)
    #expect(usable.analogueGain == nil)
    #expect(usable.exposureTime == Self.capabilities.exposureTime)
    let decided = CameraSettings(exposureTime: 0.005, analogueGain: 1)
    #expect(check.writable(decided).exposureTime == 0.005)
    #expect(check.writable(decided).analogueGain == check.written.analogueGain)
    #expect(check.acting(check.written).analogueGain == 1)
    #expect(check.widened(0.08) == 0.08)
  }

  @Test func everyFindingHasItsQuirk() {
    func quirk(
      _ kind: ResponseFinding.Kind, _ control: DelayedControl?
    ) -> DeviceProfile.Quirk {
      ResponseFinding(
        kind: kind, control: control, predictedStops: 0, seenStops: 0, trials: 0
      ).quirk
    }
    #expect(quirk(.dead, .exposureTime) == .deadExposureTime)
    #expect(quirk(.dead, .analogueGain) == .deadGain)
    #expect(quirk(.inverted, .exposureTime) == .invertedExposureTime)
    #expect(quirk(.inverted, .analogueGain) == .invertedGain)
    #expect(quirk(.settingsLost(.streamStart), nil) == .losesSettingsAtStart)
    #expect(quirk(.settingsLost(.manualSwitch), nil) == .jumpsOnManual)
    #expect(quirk(.deviceControlled, nil) == .permanentAutoExposure)
  }
}
