import Photometry
import Testing

@Suite("Scene exposure value")
struct SceneExposureValueTests {
  /// F-number, seconds, ISO speed and the EV100 expected.
  static let settings: [(Double, Double, Double, Double)] = [
    (1, 1, 100, 0), (16, 1.0 / 128, 100, 15), (4, 0.25, 200, 5),
    (1.4142135623730951, 1, 100, 1), (8, 1.0 / 64, 1600, 8), (1, 32, 100, -5),
    (1e200, 1e200, 100, 664.3856189774725),
  ]

  @Test("settings", arguments: settings)
  func fromSettings(fNumber: Double, time: Double, iso: Double, expected: Double) throws {
    let scene = try SceneExposureValue(fNumber: fNumber, exposureTime: time, iso: iso)
    #expect((scene.ev100 - expected).magnitude <= 1e-13)
  }

  @Test("luminances", arguments: [(0.125, 0.0), (0.25, 1), (4096, 15), (0.015625, -3)])
  func luminances(luminance: Double, ev100: Double) throws {
    #expect(try SceneExposureValue(luminance: luminance).ev100 == ev100)
    #expect(try SceneExposureValue(ev100: ev100).luminance == luminance)
  }

  @Test("luminance survives the round trip")
  func roundTrip() throws {
    var doubles = Doubles()
    for _ in 0..<10_000 {
      let luminance = Exact.exp2(doubles.between(-30, 30))
      let back = try SceneExposureValue(luminance: luminance).luminance
      #expect((back / luminance - 1).magnitude <= 1e-14, "\(luminance), seed \(Doubles.seed)")
    }
  }

  @Test(
    "refuses what isn't positive and finite",
    arguments: [
      0, -0.0, -1, Double.nan, .infinity, -.infinity,
    ])
  func refused(value: Double) {
    expectError(.fNumber(value)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(fNumber: value, exposureTime: 1, iso: 100)
    }
    expectError(.exposureTime(value)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(fNumber: 1, exposureTime: value, iso: 100)
    }
    expectError(.iso(value)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(fNumber: 1, exposureTime: 1, iso: value)
    }
    expectError(.luminance(value)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(luminance: value)
    }
  }

  @Test("refuses values out of range", arguments: [1000.5, -1001, .infinity, Double.nan])
  func outOfRange(value: Double) {
    expectError(.ev100(value)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(ev100: value)
    }
  }

  @Test("extreme settings are refused, not trapped or infinite")
  func extreme() {
    expectError(.ev100(.infinity)) { () throws(SceneExposureValueError) in
      try SceneExposureValue(fNumber: 1, exposureTime: 1, iso: .leastNonzeroMagnitude)
    }
    #expect(throws: SceneExposureValueError.self) {
      try SceneExposureValue(
        fNumber: .greatestFiniteMagnitude, exposureTime: .leastNonzeroMagnitude, iso: 100)
    }
    #expect(throws: Never.self) { try SceneExposureValue(ev100: -1000).luminance }
  }

  @Test("order and description")
  func order() throws {
    let dim = try SceneExposureValue(ev100: -0.0)
    let bright = try SceneExposureValue(ev100: 12)
    #expect(dim < bright)
    #expect(dim.ev100.sign == .plus)
    #expect(bright.description == "12.0 EV100")
  }

  @Test(
    "errors say what to pass",
    arguments: [
      (SceneExposureValueError.fNumber(0), "f-number 0.0 is not positive"),
      (.exposureTime(-1), "exposure time -1.0 s is not positive"),
      (.iso(.nan), "ISO speed nan is not positive"),
      (.luminance(0), "luminance 0.0 cd/m² is not positive"),
      (.ev100(2000), "EV100 2000.0 is outside"),
    ])
  func descriptions(error: SceneExposureValueError, start: String) {
    #expect(error.description.hasPrefix(start))
  }

  /// Compares descriptions, because an error that carries a NaN doesn't equal itself.
  private func expectError<T>(
    _ expected: SceneExposureValueError, _ body: () throws(SceneExposureValueError) -> T
  ) {
    do throws(SceneExposureValueError) {
      _ = try body()
      Issue.record("\(expected) wasn't thrown")
    } catch {
      #expect(error.description == expected.description)
    }
  }
}
