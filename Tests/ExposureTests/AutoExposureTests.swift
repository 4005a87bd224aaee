import Controls
import Metering
import Photometry
import Statistics
import Testing

@testable import Exposure

@Suite struct AutoExposureTests {
  @Test func aToldCurveOutlivesAChangeOfWhatIsMetered() throws {
    let told = ResponseCurve.linear
    var camera = try ZoneCamera(told)
    var profile = DeviceProfile()
    profile.response = .init(told, origin: .user)
    var exposure = AutoExposure(
      camera: CameraCapabilities(exposureTime: ControlRange(minimum: 1e-4, maximum: 1)),
      settings: CameraSettings(exposureTime: 0.25), geometry: camera.geometry,
      signal: camera.signal, profile: profile,
      configuration: .init(metering: MeteringConfiguration(pattern: .average, response: .sRGB)))
    let statistics = try camera.next(exposure: 0.25)
    let before = try exposure.step(statistics, .init(sequence: 0, timestamp: 0))
    exposure.configuration.metering.pattern = .centreWeighted
    exposure.configuration.metering.pattern = .average
    let after = try exposure.step(statistics, .init(sequence: 1, timestamp: 0.033))
    #expect(before.metered?.linear == after.metered?.linear)
    exposure.configuration.metering.response = .bt709
    let asked = try exposure.step(statistics, .init(sequence: 2, timestamp: 0.067))
    #expect(asked.metered?.linear != before.metered?.linear)
  }
}
