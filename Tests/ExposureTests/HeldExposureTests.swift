import Controls
import LockStates
import Metering
import Photometry
import Statistics
import Testing

@testable import Exposure

/// A zone camera whose writes arrive at once, under automatic exposure with told delays.
private struct HeldRig {
  var camera: ZoneCamera
  var exposure: AutoExposure
  var settings = CameraSettings(exposureTime: 0.02)
  var light = 16.0
  private(set) var frame = 0

  init() throws {
    camera = try ZoneCamera(.linear)
    camera.noise = 0
    var profile = DeviceProfile()
    profile.delays = .init(ControlDelays(exposureTime: 0, analogueGain: 0), origin: .user)
    profile.response = .init(.linear, origin: .user)
    exposure = AutoExposure(
      camera: CameraCapabilities(
        exposureTime: ControlRange(minimum: 1e-4, maximum: 1), frameInterval: 1),
      settings: settings, areSettingsCertain: true, geometry: camera.geometry,
      signal: camera.signal, profile: profile,
      configuration: .init(
        metering: MeteringConfiguration(pattern: .average, response: .linear), smoothsBias: false))
  }

  @discardableResult
  mutating func step(_ requests: AutoExposure.Requests = .init()) throws -> ExposureReport {
    let statistics = try camera.next(exposure: settings.exposureTime, light: light)
    let report = try exposure.step(
      statistics, .init(sequence: frame, timestamp: Double(frame) / 30), requests: requests)
    for write in report.writes { settings.exposureTime = write.value }
    exposure.wrote(report.writes, after: frame)
    frame += 1
    return report
  }

  /// The settings after some frames.
  @discardableResult
  mutating func settled(_ requests: AutoExposure.Requests = .init()) throws -> Double {
    try step(requests)
    for _ in 0..<30 { try step() }
    return settings.exposureTime
  }
}

@Suite("Exposure that stands still for a search of focus") struct HeldExposureTests {
  @Test("B50: it does not follow the light meanwhile, and does afterwards")
  func itHoldsAndGoesOn() throws {
    var rig = try HeldRig()
    let before = try rig.settled()
    #expect(rig.exposure.lock.state == .converged)
    rig.exposure.isHeld = true
    rig.light = 24
    for _ in 0..<20 {
      let report = try rig.step()
      #expect(report.decision.reason == .heldForFocus && report.writes.isEmpty)
      #expect(report.state == .converged)
    }
    #expect(rig.settings.exposureTime == before)
    rig.exposure.isHeld = false
    let after = try rig.settled()
    #expect(abs(ExposureValue.stops(ofRatio: before / after / 1.5)) < 0.1)
  }

  @Test func theBiasStillMovesIt() throws {
    var rig = try HeldRig()
    let before = try rig.settled()
    rig.exposure.isHeld = true
    let shifted = try rig.settled(.init(bias: -1))
    #expect(abs(ExposureValue.stops(ofRatio: shifted / before) + 1) < 0.02)
  }

  /// A lock that begins or ends meanwhile never makes it jump.
  @Test func locksMayComeAndGoMeanwhile() throws {
    var rig = try HeldRig()
    let before = try rig.settled(.init(bias: -0.5))
    rig.exposure.isHeld = true
    try rig.step()
    let locked = try rig.settled(.init(lock: .init(lock: .immediately)))
    #expect(locked == before && rig.exposure.lock.state == .locked)
    let compensated = try rig.settled(.init(bias: 0.5))
    #expect(abs(ExposureValue.stops(ofRatio: compensated / before) - 1) < 0.02)
    let unlocked = try rig.settled(.init(lock: .init(lock: .off)))
    #expect(unlocked == compensated)
    rig.exposure.isHeld = false
    try rig.settled()
    #expect(rig.exposure.lock.state == .converged)
  }

  @Test func aFrameWithoutAPictureDecidesNothing() throws {
    var rig = try HeldRig()
    let before = try rig.settled()
    let report = rig.exposure.skip(.init(sequence: rig.frame, timestamp: 2))
    #expect(report.decision.reason == .obstructed && report.frame.obstruction == .corrupt)
    #expect(report.writes.isEmpty && rig.settings.exposureTime == before)
  }
}
