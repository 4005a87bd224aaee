import Glibc
import Testing

@testable import V4L2

@Suite("Writes of controls")
struct ControlWriteTests {
  let node = FakeNode.webcam()
  let driver: FakeDriver

  init() { driver = FakeDriver(node) }

  private func camera(_ policy: ControlPolicy = ControlPolicy()) throws -> Camera {
    try Camera("/dev/video0", policy: policy, calls: driver)
  }

  @Test("B01: the automatic is switched off first, in a call of its own")
  func twoCalls() throws {
    var camera = try camera()
    try camera.take(.exposure)
    #expect(camera.write([.exposureTime(0.02)])[0].applied == 0.02)
    let mode = try #require(node.writes.first { $0.id == .exposureAuto })
    let value = try #require(node.writes.first { $0.id == .exposureAbsolute })
    #expect(mode.call < value.call)
    #expect(camera.controls[.exposureAbsolute]?.flags.contains(.inactive) == false)
  }

  @Test("B01: where the mode is not to be changed, the automatic is named")
  func automaticNamed() throws {
    var camera = try camera()
    try camera.take(.control(.exposureAbsolute))
    try camera.configure()
    try camera.start()
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    let result = camera.write([.exposureTime(0.02)])
    #expect(
      result[0].error == .automaticActive(.exposureAbsolute, automatic: .exposureAuto))
    #expect(node[.exposureAuto] == 3)
  }

  @Test("B02: of a batch that fails as a whole each control has its own result")
  func batch() throws {
    var camera = try camera()
    for id in [ControlID.gain, .whiteBalanceTemperature, .exposureAbsolute] {
      try camera.take(.control(id))
    }
    let results = camera.write([
      .control(.gain, 12), .control(.whiteBalanceTemperature, 3000),
      .control(.exposureAbsolute, 99),
    ])
    #expect(results.map(\.applied) == [12, nil, nil])
    #expect(
      results[1].error
        == .automaticActive(.whiteBalanceTemperature, automatic: .autoWhiteBalance))
    #expect(
      results[2].error == .automaticActive(.exposureAbsolute, automatic: .exposureAuto))
    #expect(node[.gain] == 12)
  }

  @Test(
    "B03: each way to say “wrong state” is one error, after one more try",
    arguments: [
      EACCES, EILSEQ, EIO, EPIPE,
    ])
  func wrongState(code: Int32) throws {
    var camera = try camera()
    try camera.configure()
    try camera.start()
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    try camera.take(.whiteBalance)
    node.writeErrors[.whiteBalanceTemperature] = Array(repeating: code, count: 9)
    let calls = node.writeCalls
    let result = camera.write([.colourTemperature(3000)])
    #expect(
      result[0].error == .wrongState(.whiteBalanceTemperature, SystemCode(rawValue: code)))
    // The write, the mode once more, the write once more.
    #expect(node.writeCalls == calls + 3)
    // And where once more helps, it has helped.
    node.writeErrors[.whiteBalanceTemperature] = [code]
    #expect(camera.write([.colourTemperature(3000)])[0].applied == 3000)
  }

  @Test("B54: what is busy is tried 3 times more with pauses, then told", arguments: 1...5)
  func busy(times: Int) throws {
    var camera = try camera()
    try camera.configure()
    try camera.start()
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    try camera.take(.exposure)
    node.writeErrors[.gain] = Array(repeating: EBUSY, count: times)
    driver.forgetLog()
    let calls = node.writeCalls
    let result = camera.write([.gain(3)])
    let sleeps = driver.log.compactMap { call -> Double? in
      if case .sleep(let seconds) = call { return seconds }
      return nil
    }
    #expect(sleeps == Array([0.02, 0.04, 0.08].prefix(times)))
    #expect(node.writeCalls - calls == min(times + 1, 4))
    #expect(result[0].error == (times > 3 ? .busy(.gain, attempts: 4) : nil))
    // Metering goes on.
    #expect(try camera.withNextFrame(timeout: 1) { _ in true } == true)
  }

  @Test("B54: several busy controls wait together")
  func busyTogether() throws {
    var camera = try camera()
    try camera.take(.exposure)
    node.writeErrors[.gain] = Array(repeating: EBUSY, count: 9)
    node.writeErrors[.exposureAbsolute] = [EBUSY, EBUSY]
    driver.forgetLog()
    let results = camera.write([.exposureTime(0.02), .gain(3)])
    #expect(results[0].error == nil)
    #expect(results[1].isDeferred)
    let pauses = driver.log.filter {
      if case .sleep = $0 { return true }
      return false
    }
    #expect(pauses.count == 3)
  }

  @Test("B06: a bias is an index of a menu in thousandths of a stop")
  func bias() throws {
    node.controls.append(.numbers(.autoExposureBias, FakeNode.biases, 12))
    node.controls.sort { $0.id < $1.id }
    var camera = try camera()
    #expect(camera.features.biases.count == 25)
    try camera.take(.control(.autoExposureBias))
    let plus = camera.write([.bias(1)])[0]
    #expect(node[.autoExposureBias] == 15 && plus.applied == 1 && !plus.isClamped)
    let much = camera.write([.bias(9)])[0]
    #expect(node[.autoExposureBias] == 24 && much.applied == 4 && much.isClamped)
    let nothing = camera.write([.bias(.nan)])[0]
    #expect(nothing.isClamped)
    camera.close()
    #expect(node[.autoExposureBias] == 12)
  }

  @Test("sensitivities by ISO, metering and locks by name")
  func menus() throws {
    node.controls += [
      .numbers(.isoSensitivity, [100_000, 200_000, 400_000], 0),
      .menu(.isoSensitivityAuto, [0: "Manual", 1: "Auto"], 1),
      .menu(.exposureMetering, [0: "Average", 2: "Spot"], 0),
      .integer(.automaticsLock, 0, 7, 0).with { $0.type = 8 },
    ]
    node.controls.sort { $0.id < $1.id }
    var camera = try camera()
    #expect(camera.features.isoSensitivities == [100, 200, 400])
    #expect(camera.features.meteringModes == [.average, .spot])
    #expect(camera.features.locks == [.exposure, .whiteBalance, .focus])
    try camera.take(.exposure)
    try camera.take(.control(.exposureMetering))
    try camera.take(.control(.automaticsLock))
    let results = camera.write([
      .isoSensitivity(210), .metering(.spot), .metering(.matrix), .locks([.exposure]),
    ])
    #expect(results.map(\.applied) == [200, nil, nil, 1])
    #expect(node[.isoSensitivityAuto] == 0)
    let again = camera.write([.metering(.spot)])
    #expect(again[0].applied == 2)
    #expect(camera.features.powerLines == [.hertz50, .hertz60])
    try camera.take(.control(.powerLineFrequency))
    let mains = camera.write([.powerLine(.hertz50), .powerLine(.off)])
    #expect(
      mains.map(\.error) == [
        .notInMenu(.powerLineFrequency, value: 0, items: [1, 2]),
        .notInMenu(.powerLineFrequency, value: 0, items: [1, 2]),
      ])
    #expect(camera.write([.powerLine(.hertz50)])[0].applied == 1)
  }

  @Test("nothing is written that was not taken, that is not there, or that cannot change")
  func refused() throws {
    node.change(.gain) { ($0.minimum, $0.maximum) = (100, 0) }
    var camera = try camera()
    try camera.take(.exposure)
    let calls = node.writeCalls
    let results = camera.write([
      .focus(10), .control(.zoomAbsolute, 1), .control(.gain, 3), .redBalance(3),
    ])
    #expect(
      results.map(\.error) == [
        .notTaken(.focusAbsolute), .notPresent(.zoomAbsolute), .notAdjustable(.gain),
        .notPresent(.redBalance),
      ])
    #expect(node.writeCalls == calls)
  }

  @Test(
    "what lies outside is brought inside and told",
    arguments: [
      (-1.0, 1e-4, true), (.nan, 1e-4, true), (.infinity, 0.033, true), (0.01, 0.01, false),
    ])
  func clamped(wish: Double, applied: Double, isClamped: Bool) throws {
    var camera = try camera()
    try camera.configure()
    try camera.take(.exposure)
    let result = camera.write([.exposureTime(wish)])[0]
    #expect(result.applied.map { ($0 * 1e6).rounded() } == (applied * 1e6).rounded())
    #expect(result.isClamped == isClamped)
  }
}
