import Controls
import Glibc
import Testing

@testable import V4L2

@Suite("Ownership of controls")
struct OwnershipTests {
  let node = FakeNode.webcam()
  let driver: FakeDriver

  init() { driver = FakeDriver(node) }

  private func camera(_ policy: ControlPolicy = ControlPolicy()) throws -> Camera {
    try Camera("/dev/video0", policy: policy, calls: driver)
  }

  @discardableResult
  private func frames(_ count: Int, _ camera: inout Camera) throws -> Int {
    var seen = 0
    for _ in 0..<count where try camera.withNextFrame(timeout: 1, { _ in true }) == true {
      seen += 1
    }
    return seen
  }

  @Test("B21: who only looks writes nothing")
  func looking() throws {
    var camera = try camera()
    try camera.configure()
    try camera.start()
    #expect(try frames(100, &camera) == 100)
    _ = camera.features
    camera.close()
    #expect(node.writes.isEmpty && node.writeCalls == 0)
    #expect(driver.files.keys.allSatisfy { $0.hasPrefix("/proc/") })
  }

  @Test("taken functions alone are touched, and put back with values and modes")
  func restored() throws {
    let before = node.settings
    var camera = try camera()
    try camera.take(.exposure)
    try camera.take(.focus)
    camera.write([.exposureTime(0.005), .gain(4), .focus(33)])
    #expect(node[.focusAbsolute] == 35 && node[.focusAuto] == 0)
    #expect(node[.autoWhiteBalance] == 1)
    #expect(camera.taken == [.exposure, .focus])
    #expect(camera.release(.focus) == [])
    #expect(node[.focusAbsolute] == 120 && node[.focusAuto] == 1)
    #expect(node[.exposureAuto] == 1)
    #expect(camera.close() == [])
    #expect(node.settings == before)
  }

  @Test("the camera stays as it is set where that is asked for")
  func left() throws {
    var camera = try camera()
    try camera.take(.exposure)
    camera.write([.exposureTime(0.005)])
    camera.close(restoring: false)
    #expect(node[.exposureAbsolute] == 50 && node[.exposureAuto] == 1)
    #expect(driver.files.keys.allSatisfy { $0.hasPrefix("/proc/") })
  }

  @Test("a camera that was in manual mode comes back with its value")
  func manual() throws {
    node.change(.exposureAuto) { $0.value = 1 }
    node.change(.exposureAbsolute) { $0.value = 77 }
    let before = node.settings
    var camera = try camera()
    let taken = try camera.take(.exposure)
    #expect(!taken.wasAutomatic && taken.values[.exposureAbsolute] == 77)
    camera.write([.exposureTime(0.005)])
    camera.close()
    #expect(node.settings == before)
  }

  @Test("B20: the values that the automatic had reached are kept")
  func frozen() throws {
    node.onWrite[.exposureAuto] = { node, mode in
      if mode == 1 { node.change(.exposureAbsolute) { $0.value = 30 } }
    }
    var camera = try camera()
    try camera.configure()
    try camera.start()
    try frames(3, &camera)
    let taken = try camera.take(.exposure)
    #expect(node[.exposureAbsolute] == 240)
    #expect(taken.wasAutomatic)
    #expect(taken.values == [.exposureAbsolute: 240, .gain: 40])
    // No frame passed between the change of mode and the rewrite.
    let calls = driver.log.suffix(while: { $0 != .poll })
    #expect(calls.filter { $0 == .ioctl(.setControls) }.count == 2)
  }

  @Test("B19: what reads back while an automatic is on is not believed")
  func stale() throws {
    node.change(.exposureAbsolute) { $0.stale = 157 }
    var camera = try camera()
    let taken = try camera.take(.exposure)
    #expect(taken.wasAutomatic)
    #expect(taken.values[.exposureAbsolute] == 157)
    #expect(node[.exposureAbsolute] == 157)
  }

  @Test("B22: another program's mode is its own, and told")
  func yields() throws {
    var camera = try camera()
    try camera.configure()
    try camera.start()
    try frames(2, &camera)
    try camera.take(.exposure)
    node.foreign(.exposureAuto, 3)
    try frames(3, &camera)
    #expect(camera.takeEvents().contains(.ownershipLost(.exposure)))
    #expect(camera.taken == [])
    #expect(camera.write([.exposureTime(0.01)])[0].error == .notTaken(.exposureAbsolute))
    let writes = node.writes.count
    camera.close()
    #expect(node.writes.count == writes)
  }

  @Test("a control that moves all day pushes nothing else out of the events")
  func busyEvents() throws {
    var camera = try camera()
    try camera.take(.exposure)
    node.foreign(.exposureAuto, 3)
    camera.service()
    for value in 0..<2000 {
      node.foreign(.whiteBalanceTemperature, Int64(3000 + value))
      camera.service()
    }
    #expect(
      camera.takeEvents() == [
        .ownershipLost(.exposure), .valueChanged(.whiteBalanceTemperature, value: 4999),
      ])
    #expect(camera.controls.value(.whiteBalanceTemperature) == 4999)
  }

  @Test("B22: without events a refused write shows it")
  func yieldsWithoutEvents() throws {
    node.hasEvents = false
    var camera = try camera()
    try camera.configure()
    try camera.start()
    try frames(2, &camera)
    try camera.take(.exposure)
    node.foreign(.exposureAuto, 3)
    #expect(camera.write([.exposureTime(0.01)])[0].error == .ownershipLost(.exposure))
    #expect(camera.takeEvents().contains(.ownershipLost(.exposure)))
  }

  @Test("B22: without events and writes a look each second shows it")
  func watches() throws {
    node.hasEvents = false
    var camera = try camera()
    try camera.configure()
    try camera.start()
    try camera.take(.exposure)
    try frames(2, &camera)
    node.foreign(.exposureAuto, 3)
    try frames(40, &camera)
    #expect(camera.takeEvents().contains(.ownershipLost(.exposure)))
  }

  @Test("B22: who holds takes back 3 times with growing pauses, then yields")
  func holds() throws {
    var camera = try camera(ControlPolicy(foreignChange: .hold))
    try camera.configure()
    try camera.start()
    try frames(2, &camera)
    try camera.take(.exposure)
    camera.write([.exposureTime(0.01)])
    var times: [Double] = []
    for _ in 0..<600 {
      if node[.exposureAuto] == 1 { node.foreign(.exposureAuto, 3) }
      try frames(1, &camera)
      if node[.exposureAuto] == 1 { times.append(driver.clock) }
    }
    let events = camera.takeEvents()
    #expect(times.count == 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 0.99 })
    let attempts = events.compactMap { event -> Int? in
      if case .ownershipRetaken(_, let attempt) = event { return attempt }
      return nil
    }
    #expect(attempts == [1, 2, 3])
    #expect(events.filter { $0 == .ownershipLost(.exposure) }.count == 1)
    #expect(node[.exposureAbsolute] == 100)
  }

  @Test("B24: a constant rate forbids the camera to slow down, and caps the time")
  func constantRate() throws {
    var camera = try camera()
    try camera.configure(StreamWish(frameRate: 30))
    try camera.take(.exposure)
    #expect(node[.exposureAutoPriority] == 0)
    #expect(!camera.capabilities.slowsForExposure)
    let longest = try #require(camera.capabilities.longestExposureTime)
    #expect(longest < 1.0 / 30 && longest > 0.0325)
    camera.write([.exposureTime(0.09)])
    #expect(node[.exposureAbsolute] == 330)
    camera.close()
    #expect(node[.exposureAutoPriority] == 1)
  }

  @Test("B24: where the rate may fall, the time may grow")
  func slowRate() throws {
    var camera = try camera(ControlPolicy(frameRate: .maySlow))
    try camera.configure(StreamWish(frameRate: 30))
    try camera.take(.exposure)
    #expect(node[.exposureAutoPriority] == 1)
    #expect(camera.capabilities.longestExposureTime == 0.5)
    camera.write([.exposureTime(0.09)])
    #expect(node[.exposureAbsolute] == 900)
  }

  @Test("B26: an automatic that cannot be switched off is not fought", arguments: [0, 1, 2])
  func permanent(kind: Int) throws {
    switch kind {
    case 0: node.change(.exposureAuto) { $0.menu = [3: "Aperture Priority Mode"] }
    case 1: node.writeErrors[.exposureAuto] = Array(repeating: EINVAL, count: 99)
    default:
      node.onWrite[.exposureAuto] = { node, _ in node.change(.exposureAuto) { $0.value = 3 } }
    }
    let before = node.settings
    var camera = try camera()
    #expect(throws: ControlError.deviceControlled(.exposure, automatic: .exposureAuto)) {
      try camera.take(.exposure)
    }
    #expect(camera.taken == [])
    #expect(node.settings == before)
    if kind == 0 {
      #expect(camera.capabilities.exposureAutomatic == .permanent)
      #expect(node.writeCalls == 0)
    }
  }

  @Test("B23: a device with EXPOSURE and AUTOGAIN only")
  func legacy() throws {
    let node = FakeNode(
      controls: [
        .integer(.exposure, 0, 255, 120), .boolean(.autoGain, 1), .integer(.gain, 0, 63, 20),
      ])
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    guard case .raw(let seconds) = camera.features.exposureUnit else {
      Issue.record("\(String(describing: camera.features.exposureUnit))")
      return
    }
    try camera.take(.exposure)
    #expect(node[.autoGain] == 0 && node[.exposure] == 120)
    camera.write([.exposureTime(200 * seconds)])
    #expect(node[.exposure] == 200)
    let range = try #require(camera.capabilities.exposureTime)
    #expect(range.minimum > 0 && range.maximum == 255 * seconds)
    camera.close()
    #expect(node[.autoGain] == 1 && node[.exposure] == 120)
  }

  @Test("a control that was taken by itself becomes its function's, with its first original")
  func adopted() throws {
    let before = node.settings
    var camera = try camera()
    node.change(.focusAuto) { $0.value = 0 }
    try camera.take(.control(.focusAbsolute))
    camera.write([.focus(10)])
    try camera.take(.focus)
    #expect(camera.taken == [.focus])
    camera.write([.control(.focusAuto, 1)])
    try camera.take(.control(.focusAbsolute))
    #expect(camera.taken == [.focus])
    camera.close()
    #expect(node[.focusAbsolute] == before[.focusAbsolute] && node[.focusAuto] == 0)
  }

  @Test("functions that are not there, or taken elsewhere")
  func notToTake() throws {
    let bare = FakeNode(controls: [.integer(.gain, 0, 10, 1)])
    let driver = FakeDriver(bare)
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(throws: ControlError.nothingToTake(.focus)) { try camera.take(.focus) }
    #expect(throws: ControlError.notPresent(.privacy)) { try camera.take(.control(.privacy)) }
    try camera.take(.exposure)
    driver.pid = 4712
    driver.runs(4712, startedAt: 78)
    var other = try Camera("/dev/video0", calls: driver)
    #expect(throws: ControlError.takenElsewhere(.exposure, process: 4711)) {
      try other.take(.exposure)
    }
  }
}

extension Array {
  /// The elements behind the last one that fails a test.
  func suffix(while holds: (Element) -> Bool) -> ArraySlice<Element> {
    let start = lastIndex { !holds($0) }.map { $0 + 1 } ?? 0
    return self[start...]
  }
}
