import Controls
import SimulatedCamera
import Testing

@testable import WhiteBalance

@Suite struct SpectralSensitivitiesTests {
  private static let nikon: SpectralSensitivities? = {
    let camera = CameraSensitivities.nikonD5100
    return SpectralSensitivities(
      start: 380, step: 5, red: camera.red, green: camera.green, blue: camera.blue)
  }()

  /// Ratios of the same sensitivities with the CIE's own tables of the lights, by colour-science.
  @Test(arguments: [
    (2855.5, 1.0606, 0.4532), (5000.6, 0.6686, 0.7290), (5502.3, 0.6321, 0.7757),
    (6504.2, 0.5814, 0.8527), (7504.9, 0.5483, 0.9122),
  ])
  func standardLightsComeOut(_ kelvin: Double, _ red: Double, _ blue: Double) throws {
    let locus = try #require(Self.nikon?.locus)
    let sensor = try #require(SensorColour(locus))
    let light = try #require(ColourTemperature(kelvin: kelvin, tint: 0))
    let grey = try #require(sensor.grey(under: light))
    print("sensitivities: \(kelvin) K: red \(grey.red / red - 1), blue \(grey.blue / blue - 1)")
    #expect(abs(grey.red / red - 1) < 0.0005)
    #expect(abs(grey.blue / blue - 1) < 0.0005)
  }

  @Test func whatCannotBeIsRefused() {
    let ten = [Double](repeating: 1, count: 10)
    #expect(SpectralSensitivities(start: 380, step: 5, red: ten, green: ten, blue: ten) != nil)
    #expect(SpectralSensitivities(start: 380, step: 0, red: ten, green: ten, blue: ten) == nil)
    #expect(SpectralSensitivities(start: .nan, step: 5, red: ten, green: ten, blue: ten) == nil)
    #expect(SpectralSensitivities(start: 380, step: 5, red: [], green: [], blue: []) == nil)
    #expect(SpectralSensitivities(start: 380, step: 5, red: ten, green: ten, blue: [1]) == nil)
    var odd = ten
    odd[3] = .nan
    #expect(SpectralSensitivities(start: 380, step: 5, red: odd, green: ten, blue: ten) == nil)
    // Beyond what is visible there is no locus.
    let infrared = SpectralSensitivities(start: 900, step: 5, red: ten, green: ten, blue: ten)
    #expect(infrared?.locus == nil)
  }
}
