import Glibc
import Testing

@testable import V4L2

@Suite("Coming and going of cameras")
struct LifecycleTests {
  let node = FakeNode.webcam()
  let driver: FakeDriver

  init() { driver = FakeDriver(node) }

  @Test("B53: an unplugged camera is told of once, asked no more, and closed")
  func unplugged() throws {
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    try camera.start()
    try camera.take(.exposure)
    for _ in 0..<100 { _ = try camera.withNextFrame(timeout: 1) { _ in } }
    node.isGone = true
    for _ in 0..<5 {
      #expect(throws: DeviceError.deviceGone(path: "/dev/video0")) {
        _ = try camera.withNextFrame(timeout: 1) { _ in }
      }
    }
    let isPresent = camera.isPresent
    #expect(!isPresent)
    driver.forgetLog()
    for _ in 0..<100 {
      #expect(camera.write([.gain(2)])[0].error == .deviceGone)
      _ = try? camera.withNextFrame(timeout: 1) { _ in }
      camera.service()
      #expect(camera.formats.isEmpty)
      #expect(camera.read(.gain) == nil)
      #expect(throws: DeviceError.self) { try camera.configure() }
      #expect(throws: ControlError.deviceGone) { try camera.take(.focus) }
    }
    #expect(driver.log.isEmpty)
    #expect(camera.takeEvents().filter { $0 == .deviceGone }.count == 1)
    #expect(camera.close() == [.deviceGone])
    #expect(driver.leaks.isEmpty, "\(driver.leaks)")
  }

  @Test("a camera may be handed to another thread")
  func handedOver() async throws {
    let driver = driver
    let count = await Task.detached { () -> Int in
      guard var camera = try? Camera("/dev/video0", calls: driver) else { return -1 }
      _ = try? camera.configure()
      _ = try? camera.start()
      return await Self.frames(of: camera)
    }.value
    #expect(count == 3)
    #expect(driver.leaks.isEmpty)
  }

  /// Compiles only where a camera may change its thread.
  @concurrent
  private static func frames(of camera: consuming sending Camera) async -> Int {
    var count = 0
    for _ in 0..<3 where (try? camera.withNextFrame(timeout: 1) { _ in true }) == true {
      count += 1
    }
    return count
  }

  @Test("B53: a write that meets the absence says so")
  func unpluggedAtWrite() throws {
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.take(.exposure)
    node.isGone = true
    #expect(
      camera.write([.exposureTime(0.01), .gain(2)]).map(\.error) == [.deviceGone, .deviceGone])
    #expect(camera.takeEvents() == [.deviceGone])
  }

  @Test("after an unplug the originals are put back when the camera comes again")
  func comesAgain() throws {
    let before = node.settings
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.take(.exposure)
    try camera.take(.focus)
    camera.write([.exposureTime(0.005), .focus(10)])
    node.isGone = true
    camera.close()
    #expect(node.settings != before)
    // The same process, the same camera under another name.
    node.isGone = false
    driver.nodes = ["/dev/video3": node]
    var again = try Camera("/dev/video3", calls: driver)
    #expect(node.settings == before)
    #expect(again.takeEvents() == [.restoredOriginals([])])
    again.close()
    #expect(driver.files.keys.allSatisfy { $0.hasPrefix("/proc/") })
  }

  @Test("B12: what is taken is written once more with the first frame of a stream")
  func startOfStream() throws {
    node.change(.focusAbsolute) { $0.value = 200 }
    node.onStreamOn = { node in
      // Told by an event before the first frame: nobody else's doing.
      node.foreign(.focusAuto, 1)
      node.change(.focusAbsolute) { $0.value = 192 }
    }
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    try camera.take(.focus)
    #expect(camera.write([.focus(250)])[0].applied == 250)
    try camera.start()
    #expect(node[.focusAbsolute] == 192)
    node.writes = []
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    #expect(node.writes.map(\.id) == [.focusAuto, .focusAbsolute])
    #expect(node.writes.map(\.value) == [0, 250])
    #expect(Set(node.writes.map(\.call)).count == 2)
    #expect(camera.takeEvents() == [])
    // And once a stream, not with each frame.
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    #expect(node.writes.count == 2)
    camera.stop()
    try camera.start()
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    #expect(node.writes.count == 4)
  }

  @Test(
    "B12: what a camera at rest refuses is written when it runs",
    arguments: [
      EIO, EPIPE, EBUSY, EACCES, ETIMEDOUT,
    ])
  func refusedAtRest(code: Int32) throws {
    for id in [ControlID.focusAuto, .focusAbsolute] {
      node.writeErrors[id] = Array(repeating: code, count: 20)
    }
    node.onStreamOn = { $0.writeErrors = [:] }
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    let taken = try camera.take(.focus)
    #expect(taken.deferred.count == 1)
    let result = camera.write([.focus(50)])[0]
    #expect(result.isDeferred && result.applied == nil)
    try camera.start()
    _ = try camera.withNextFrame(timeout: 1) { _ in }
    #expect(node[.focusAuto] == 0 && node[.focusAbsolute] == 50)
    camera.close()
    #expect(node[.focusAuto] == 1 && node[.focusAbsolute] == 120)
  }

  @Test(
    "B55: each reason not to open has its own words",
    arguments: [
      (EACCES, DeviceError.permissionDenied(path: "/dev/video0", user: 1000)),
      (EPERM, .permissionDenied(path: "/dev/video0", user: 1000)),
      (ENODEV, .deviceGone(path: "/dev/video0")),
      (EBUSY, .cannotOpen(path: "/dev/video0", .busy)),
    ])
  func opening(code: Int32, error: DeviceError) {
    node.openErrno = code
    #expect(throws: error) { _ = try Camera("/dev/video0", calls: driver) }
  }

  @Test("B55: paths without a camera")
  func paths() {
    #expect(throws: DeviceError.notFound(path: "/dev/video9")) {
      _ = try Camera("/dev/video9", calls: driver)
    }
    driver.files["/tmp/picture.jpg"] = []
    #expect(throws: DeviceError.notACharacterDevice(path: "/tmp/picture.jpg")) {
      _ = try Camera("/tmp/picture.jpg", calls: driver)
    }
    driver.injection = { _, call in call == .ioctl(.queryCapabilities) ? ENOTTY : nil }
    #expect(throws: DeviceError.notAVideoDevice(path: "/dev/video0", .noRequest)) {
      _ = try Camera("/dev/video0", calls: driver)
    }
    #expect(driver.leaks.isEmpty)
  }

  @Test("B55: the words name path, group and user, and differ from those of a control")
  func words() {
    let text = DeviceError.permissionDenied(path: "/dev/video0", user: 1000).description
    for part in ["/dev/video0", "`video`", "user 1000"] { #expect(text.contains(part)) }
    let control = ControlError.wrongState(.exposureAbsolute, .access).description
    #expect(control.contains("0x009a0902") && control.contains("EACCES (13)"))
    #expect(!control.contains("group"))
    #expect(SystemCode(rawValue: 4095).description == "error 4095")
  }
}
