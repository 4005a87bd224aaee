import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Controls")
struct ControlTests {
  @Test("codes are limited and rounded to steps, menus are not")
  func rounding() throws {
    var camera = try SimulatedCamera(.webcam(width: 8, height: 8), scenes: [Scene(uniform: 1)])
    try camera.write(.focusAuto, 0)
    #expect(try camera.write(.focusAbsolute, 33) == 35)
    #expect(try camera.write(.focusAbsolute, 9999) == 250)
    #expect(try camera.write(.focusAbsolute, .min) == 0)
    #expect(throws: ControlError.invalidValue(.autoExposure, 2)) {
      try camera.write(.autoExposure, 2)
    }
    #expect(throws: ControlError.unknown(.privacy)) { try camera.write(.privacy, 1) }
    #expect(throws: ControlError.unknown(.privacy)) { try camera.read(.privacy) }
  }

  @Test("an automatic's slave is refused until the automatic is off")
  func inactive() throws {
    var camera = try SimulatedCamera(.webcam(width: 8, height: 8), scenes: [Scene(uniform: 1)])
    #expect(camera.isInactive(.exposureTime))
    #expect(throws: ControlError.inactive(.exposureTime)) { try camera.write(.exposureTime, 10) }
    try camera.write(.autoExposure, 1)
    #expect(!camera.isInactive(.exposureTime))
    #expect(try camera.write(.exposureTime, 10) == 10)
    #expect(throws: ControlError.inactive(.whiteBalanceTemperature)) {
      try camera.write(.whiteBalanceTemperature, 4000)
    }
  }

  @Test("read-only controls are read only")
  func readOnly() throws {
    var description = Rig.plain()
    description.controls[0].isReadOnly = true
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    #expect(throws: ControlError.readOnly(.exposureTime)) { try camera.write(.exposureTime, 5) }
    #expect(try camera.read(.exposureTime) == 100)
  }

  @Test(
    "laws",
    arguments: [
      (ControlLaw.linear(perCode: 0.25), 157, 39.25),
      (.exponential(base: 1, stopsPerCode: 0.5), 4, 4),
      (.ratio(range: 256), 128, 2), (.ratio(range: 256), 256, 1e9),
      (.reciprocal(perCode: 1.0 / 128), 128, 0.5),
      (.table([1, 2, 5]), 12, 5), (.table([1, 2, 5]), 99, 5), (.table([]), 0, 0),
      (.linear(perCode: -1), 3, 0),
    ])
  func laws(law: ControlLaw, code: Int, value: Double) {
    #expect(law.value(of: code, minimum: 10) == value)
  }

  @Test("the greatest code that is not above a value")
  func inverse() {
    let control = SimulatedControl(.exposureTime, minimum: 1, maximum: 5000, defaultValue: 1)
    #expect(control.greatestCode(notAbove: 0.01) == 100)
    #expect(control.greatestCode(notAbove: 0.01005) == 100)
    #expect(control.greatestCode(notAbove: 0) == 1)
    #expect(control.greatestCode(notAbove: 9) == 5000)
  }

  @Test("descriptions that contradict themselves are refused")
  func refused() {
    func error(_ change: (inout CameraDescription) -> Void) -> SimulationError? {
      var description = Rig.plain()
      change(&description)
      do throws(SimulationError) {
        _ = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
        return nil
      } catch { return error }
    }
    #expect(error { $0.format = .jpeg } == .unsupportedFormat(.jpeg))
    #expect(error { $0.format = .grey(.packed10) } == .unsupportedFormat(.grey(.packed10)))
    #expect(error { $0.frameInterval = .nan } != nil)
    #expect(error { $0.queueDepth = 33 } == .outOfRange(.queueDepth, value: 33))
    #expect(error { $0.sensor.fullWell = 0 } == .outOfRange(.fullWell, value: 0))
    #expect(error { $0.sensor.bitDepth = 17 } == .outOfRange(.bitDepth, value: 17))
    #expect(error { $0.sensor.blackLevel = 2048 } == .outOfRange(.blackLevel, value: 2048))
    #expect(error { $0.sensor.noise.read = -1 } == .outOfRange(.noise, value: -1))
    #expect(error { $0.controls[0].latency = 41 } == .outOfRange(.latency, value: 41))
    #expect(error { $0.controls.append($0.controls[0]) } == .control(.exposureTime))
    #expect(error { $0.width = 0 } != nil)
    #expect(error { $0.stride = 3 } != nil)
    #expect(throws: SimulationError.noScenes) { try SimulatedCamera(Rig.plain(), scenes: []) }
  }
}

@Suite("Quirks")
struct QuirkTests {
  /// The exposure codes that act after writing each of some, and what is read back.
  private func acting(
    _ quirks: [Quirk], _ codes: [Int], of id: ControlID = .exposureTime
  ) throws -> (acting: [Double], read: [Int]) {
    var description = Rig.plain()
    description.quirks = quirks
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    var result: (acting: [Double], read: [Int]) = ([], [])
    for code in codes {
      try camera.write(id, code)
      let truth = camera.nextFrame().truth
      result.acting.append(id == .gain ? truth.gain * 16 : (truth.exposureTime / 0.0001).rounded())
      result.read.append(try camera.read(id))
    }
    return result
  }

  @Test("a hidden ladder")
  func ladder() throws {
    let seen = try acting([.ladder(.exposureTime, [10, 40, 160])], [5, 10, 39, 40, 200])
    #expect(seen.acting == [10, 10, 10, 40, 160])
    #expect(seen.read == [5, 10, 39, 40, 200])
  }

  @Test("wrap-around, dead and inverted")
  func gains() throws {
    let codes = [16, 63, 64, 80]
    #expect(
      try acting([.wrapAround(.gain, modulus: 64)], codes, of: .gain).acting == [16, 63, 0, 16])
    let dead = try acting([.dead(.gain)], codes, of: .gain)
    #expect(dead.acting == [16, 16, 16, 16])
    #expect(dead.read == codes)
    #expect(try acting([.inverted(.gain)], codes, of: .gain).acting == [239, 192, 191, 175])
  }

  @Test("dropped writes")
  func dropped() throws {
    let third = try acting([.ignoredWrites(.exposureTime, every: 3)], [10, 20, 30, 40])
    #expect(third.acting == [10, 20, 20, 40])
    #expect(third.read == [10, 20, 30, 40])
    #expect(
      try acting([.ignoredOffStep(.exposureTime, step: 5)], [10, 33, 35]).acting == [10, 10, 35])
  }

  @Test("a stale read-back")
  func stale() throws {
    let seen = try acting([.staleReadBack(.exposureTime, 157)], [10, 20])
    #expect(seen.acting == [10, 20])
    #expect(seen.read == [157, 157])
  }

  @Test("settings lost when the stream starts")
  func lost() throws {
    var description = Rig.plain()
    description.quirks = [.lostAtStreamStart(.exposureTime)]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    try camera.write(.exposureTime, 50)
    try camera.write(.gain, 32)
    camera.startStream()
    let first = camera.nextFrame()
    #expect(first.truth.exposureTime == 0.01)
    #expect(first.truth.gain == 2)
    #expect(try camera.read(.exposureTime) == 100)
    try camera.write(.exposureTime, 50)
    #expect(camera.nextFrame().truth.exposureTime == 0.005)
    camera.startStream()
    let again = camera.nextFrame()
    #expect(again.sequence == 0)
    #expect(again.truth.exposureTime == 0.01)
  }

  @Test("refused writes: busy, stuck, foreign")
  func refused() throws {
    var description = Rig.withAutomatic(on: false)
    description.quirks = [
      .busyAtFirst(writes: 2), .cannotBeWritten(.gain),
      .foreignWrite(.autoExposure, 3, beforeFrame: 2),
    ]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    for _ in 0..<2 {
      #expect(throws: ControlError.busy(.exposureTime)) { try camera.write(.exposureTime, 5) }
    }
    #expect(try camera.write(.exposureTime, 5) == 5)
    #expect(throws: ControlError.invalidValue(.gain, 20)) { try camera.write(.gain, 20) }
    let frames = (0..<4).map { _ in camera.nextFrame().truth.isFirmwareExposing }
    #expect(frames == [false, false, true, true])
    #expect(try camera.read(.autoExposure) == 3)
    #expect(throws: ControlError.inactive(.exposureTime)) { try camera.write(.exposureTime, 5) }
  }

  @Test("warm-up, gaps and wrong times")
  func stream() throws {
    var description = Rig.plain()
    description.quirks = [
      .warmUp(frames: 2, lightShare: 0.1), .lostFrames([3, 4]),
      .timestampOffset(frame: 1, seconds: -1),
    ]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    let frames = (0..<5).map { _ in camera.nextFrame() }
    #expect(frames.map(\.sequence) == [0, 1, 2, 5, 6])
    #expect(abs(frames[2].truth.meanLinear / frames[1].truth.meanLinear - 10) < 1e-5)
    #expect(abs(frames[1].timestamp - (2.0 / 30 - 1)) < 1e-12)
    #expect(abs(frames[3].timestamp - frames[2].timestamp - 0.1) < 1e-12)
  }

  @Test("writes to governed controls may be swallowed")
  func swallowed() throws {
    var description = Rig.withAutomatic(on: true)
    description.quirks = [.inactiveWritesAccepted]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    #expect(try camera.write(.exposureTime, 3000) == 3000)
    #expect(camera.nextFrame().truth.exposureTime == 0.01)
  }
}

@Suite("Firmware's exposure")
struct FirmwareTests {
  @Test("it reaches its target and stays", arguments: [0.3, 20, 100, 1000, 4000])
  func converges(radiance: Double) throws {
    var description = Rig.withAutomatic(on: true)
    description.controls[0] = SimulatedControl(
      .exposureTime, minimum: 1, maximum: 5000, defaultValue: 157)
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: radiance)])
    let means = (0..<60).map { _ in camera.nextFrame().truth.meanEncoded }
    let late = means.suffix(20)
    // One code of 100 µs is a large part of the shortest times.
    let tolerance = radiance > 500 ? 0.1 : 0.03
    if radiance > 1 {
      #expect(late.allSatisfy { abs($0 - 0.43) < tolerance }, "\(late)")
    }
    #expect((late.max() ?? 1) - (late.min() ?? 0) < 0.001)
  }

  @Test("its exposure can be read, and stays when it is turned off")
  func handOver() throws {
    var camera = try SimulatedCamera(
      Rig.withAutomatic(on: true), scenes: [Scene(uniform: 400)])
    var last = camera.nextFrame()
    for _ in 0..<40 { last = camera.nextFrame() }
    let code = try camera.read(.exposureTime)
    #expect(abs(Double(code) * 0.0001 - last.truth.exposureTime) < 1e-9)
    try camera.write(.autoExposure, 1)
    let after = camera.nextFrame()
    #expect(!after.truth.isFirmwareExposing)
    #expect(after.truth.exposureTime == last.truth.exposureTime)
  }

  @Test("some cameras jump back to the last manual exposure")
  func jump() throws {
    var description = Rig.withAutomatic(on: false)
    description.quirks = [.exposureJumpsOnManual]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 400)])
    try camera.write(.exposureTime, 30)
    _ = camera.nextFrame()
    try camera.write(.autoExposure, 3)
    for _ in 0..<40 { _ = camera.nextFrame() }
    #expect(try camera.read(.exposureTime) != 30)
    try camera.write(.autoExposure, 1)
    #expect(camera.nextFrame().truth.exposureTime == 0.003)
    #expect(try camera.read(.exposureTime) == 30)
  }

  @Test("what is written for manual work acts when the automatic has let go")
  func modeLatency() throws {
    var camera = try SimulatedCamera(
      Rig.withAutomatic(on: true, latency: 3), scenes: [Scene(uniform: 100)])
    try camera.write(.autoExposure, 1)
    try camera.write(.exposureTime, 20)
    let truths = (0..<5).map { _ in camera.nextFrame().truth }
    #expect(truths.map(\.isFirmwareExposing) == [true, true, true, false, false])
    #expect(truths[3].exposureTime == 0.002)
    #expect(truths[2].exposureTime != 0.002)
  }

  @Test("it keeps to whole periods of the mains")
  func flickerFree() throws {
    var description = Rig.withAutomatic(on: true)
    description.controls.append(
      SimulatedControl(.powerLineFrequency, minimum: 0, maximum: 2, defaultValue: 1))
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 60)])
    for _ in 0..<40 { _ = camera.nextFrame() }
    let truth = camera.nextFrame().truth
    #expect(truth.exposureTime == 0.01)
    #expect(truth.gain > 1)
  }
}
