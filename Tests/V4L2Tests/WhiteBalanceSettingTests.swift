import Controls
import Testing

@testable import V4L2

/// What a controller of white balance finds on cameras, and how its decisions reach them.
@Suite("White balance by hand")
struct WhiteBalanceSettingTests {
  let node = FakeNode.webcam()

  private func camera() throws -> Camera {
    try Camera("/dev/video0", calls: FakeDriver(node))
  }

  @Test("the automatic is switched off first, and the temperature lands on the camera's grid")
  func temperature() throws {
    var camera = try camera()
    let range = try #require(camera.features.balance.temperature)
    #expect((range.minimum, range.maximum, range.step) == (2800, 6500, 10))
    #expect(camera.balanceSetting == .temperature(4600))
    try camera.take(.whiteBalance)
    let results = camera.write(CameraSetting.settings(.temperature(3333)))
    #expect(results.map(\.applied) == [3330])
    let mode = try #require(node.writes.first { $0.id == .autoWhiteBalance })
    let value = try #require(node.writes.last { $0.id == .whiteBalanceTemperature })
    #expect(mode.call < value.call)
    #expect(node[.autoWhiteBalance] == 0)
    #expect(camera.balanceSetting == .temperature(3330))
    #expect(camera.write(CameraSetting.settings(.temperature(9000)))[0].isClamped)
    #expect(camera.balanceSetting == .temperature(6500))
    camera.close()
    #expect(node[.autoWhiteBalance] == 1)
  }

  @Test("red and blue come before the temperature where a camera has both")
  func components() throws {
    node.controls += [.integer(.redBalance, 0, 255, 90), .integer(.blueBalance, 0, 255, 110)]
    node.controls.sort { $0.id < $1.id }
    var camera = try camera()
    #expect(camera.balanceSetting == .components(red: 90, blue: 110))
    try camera.take(.whiteBalance)
    let results = camera.write(CameraSetting.settings(.components(red: 120, blue: 300)))
    #expect(results.map(\.applied) == [120, 255])
    #expect(results.map(\.isClamped) == [false, true])
    #expect(camera.balanceSetting == .components(red: 120, blue: 255))
  }

  @Test("presets are V4L2's menu by name, those that the camera has")
  func presets() throws {
    node.controls.removeAll { $0.id == .whiteBalanceTemperature || $0.id == .autoWhiteBalance }
    node.controls.append(
      .menu(
        .whiteBalancePreset,
        [0: "Manual", 1: "Auto", 2: "Incandescent", 6: "Daylight", 9: "Shade"], 1))
    node.controls.sort { $0.id < $1.id }
    var camera = try camera()
    #expect(camera.features.balance.presets == [.incandescent, .daylight, .shade])
    #expect(camera.balanceSetting == .preset(.daylight))
    try camera.take(.whiteBalance)
    #expect(node[.whiteBalancePreset] == 0)
    let results = camera.write(
      CameraSetting.settings(.preset(.shade)) + CameraSetting.settings(.preset(.shade)))
    #expect(results.map(\.applied) == [9, 9])
    #expect(camera.balanceSetting == .preset(.shade))
    let missing = camera.write([.whiteBalancePreset(.cloudy)])[0]
    #expect(
      missing.error == .notInMenu(.whiteBalancePreset, value: 8, items: [0, 1, 2, 6, 9]))
    camera.close()
    #expect(node[.whiteBalancePreset] == 1)
  }

  @Test("a camera without any of them has nothing to set")
  func none() throws {
    node.controls.removeAll { $0.id == .whiteBalanceTemperature || $0.id == .autoWhiteBalance }
    var camera = try camera()
    #expect(camera.balanceSetting == nil)
    #expect(camera.features.balance == BalanceCapabilities())
    let result = camera.write([.whiteBalancePreset(.shade)])[0]
    #expect(result.error == .notPresent(.whiteBalancePreset))
  }
}
