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
