import Testing

@testable import V4L2

@Suite("Originals after a crash")
struct RestoreTests {
  let node = FakeNode.webcam()
  let driver: FakeDriver
  private let folder = "/state/graycard/"

  init() { driver = FakeDriver(node) }

  private var stateFiles: [String] { driver.files.keys.filter { $0.hasPrefix(folder) } }

  /// A program takes the camera, writes and ends without giving anything back.
  private func crash() throws {
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.take(.exposure)
    try camera.take(.whiteBalance)
    camera.write([.exposureTime(0.001), .gain(3), .colourTemperature(2800)])
    let file = try #require(stateFiles.first)
    let contents = driver.files[file]
    camera.close(restoring: false)
    driver.files[file] = contents
    driver.files["/proc/4711/stat"] = nil
    driver.pid = 5000
    driver.runs(5000, startedAt: 99)
  }

  @Test("the originals are on file before the first write, and gone when all is put back")
  func file() throws {
    var camera = try Camera("/dev/video0", calls: driver)
    driver.forgetLog()
    try camera.take(.exposure)
    let saved = try #require(
      driver.log.firstIndex {
        if case .replace = $0 { return true }
        return false
      })
    let written = try #require(driver.log.firstIndex(of: .ioctl(.setControls)))
    #expect(saved < written)
    #expect(stateFiles.count == 1)
    camera.release(.exposure)
    #expect(stateFiles.isEmpty)
  }

  @Test("what a program that crashed left is put back when the camera is next opened")
  func restored() throws {
    let before = node.settings
    try crash()
    #expect(node.settings != before)
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(node.settings == before)
    #expect(camera.takeEvents() == [.restoredOriginals([])])
    #expect(stateFiles.isEmpty)
  }

  @Test("what a program left is no original for one that was open meanwhile")
  func openMeanwhile() throws {
    let before = node.settings
    driver.pid = 5000
    driver.runs(5000, startedAt: 99)
    var patient = try Camera("/dev/video0", calls: driver)
    driver.pid = 4711
    try crash()
    try patient.take(.exposure)
    #expect(patient.takeEvents().contains(.restoredOriginals([])))
    patient.write([.exposureTime(0.01)])
    patient.close()
    #expect(node.settings == before)
  }

  @Test("a program that still runs keeps what it took; one of the same number does not")
  func alive() throws {
    let before = node.settings
    try crash()
    driver.runs(4711, startedAt: 77)
    _ = try Camera("/dev/video0", calls: driver)
    #expect(node.settings != before)
    driver.runs(4711, startedAt: 123_456)
    _ = try Camera("/dev/video0", calls: driver)
    #expect(node.settings == before)
  }

  @Test("another camera's originals are left alone", arguments: [0, 1, 2])
  func other(kind: Int) throws {
    let before = node.settings
    try crash()
    switch kind {
    case 0: node.card = "Another"
    case 1: node.bus = "usb-0000:00:14.0-2"
    default: node.driver = "other"
    }
    _ = try Camera("/dev/video0", calls: driver)
    #expect(node.settings != before && stateFiles.count == 1)
  }

  @Test("a camera with a serial number is known at every plug")
  func serial() throws {
    let before = node.settings
    for (name, text) in [("idVendor", "046d"), ("idProduct", "082d"), ("serial", "A1")] {
      driver.files["/sys/class/video4linux/video0/device/../\(name)"] = Array(text.utf8)
    }
    try crash()
    node.bus = "usb-0000:00:14.0-7"
    _ = try Camera("/dev/video0", calls: driver)
    #expect(node.settings == before)
  }

  @Test("a file that is cut or not ours is taken away and does no harm", arguments: 0...40)
  func broken(cut: Int) throws {
    try crash()
    let file = try #require(stateFiles.first)
    let contents = try #require(driver.files[file])
    let after = node.settings
    driver.files[file] = Array(contents.prefix(contents.count * cut / 41))
    _ = try Camera("/dev/video0", calls: driver)
    #expect(node.settings == after)
    #expect(stateFiles.isEmpty)
  }

  @Test("two sessions of a process do not overwrite each other's file")
  func sessions() throws {
    let before = node.settings
    var first = try Camera("/dev/video0", calls: driver)
    var second = try Camera("/dev/video0", calls: driver)
    try first.take(.exposure)
    try second.take(.focus)
    #expect(stateFiles.count == 2)
    #expect(throws: ControlError.takenElsewhere(.focus, process: 4711)) { try first.take(.focus) }
    first.close()
    second.close()
    #expect(stateFiles.isEmpty && node.settings == before)
  }

  @Test("without a folder cameras are used all the same")
  func noFolder() throws {
    driver.state = nil
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.take(.exposure)
    #expect(camera.takeEvents() == [])
    driver.state = "/state"
    driver.injection = { _, call in
      if case .replace = call { return 30 }
      return nil
    }
    var other = try Camera("/dev/video0", calls: driver)
    try other.take(.focus)
    #expect(other.takeEvents() == [.stateFileFailed(SystemCode(rawValue: 30))])
    var none = try Camera(
      "/dev/video0", policy: ControlPolicy(stateFolder: .none), calls: driver)
    try none.take(.whiteBalance)
    #expect(none.takeEvents() == [])
  }

  @Test("records are read as they are written, and nothing else is", arguments: 1...100)
  func records(seed: UInt64) throws {
    var random = Random(seed: seed)
    let functions: [CameraFunction] = [
      .exposure, .focus, .whiteBalance,
      .control(ControlID(rawValue: UInt32(random.below(1 << 31)))),
    ]
    let entries = (0..<random.below(5)).map { _ in
      RestoreRecord.Entry(
        function: random.pick(functions),
        originals: Dictionary(
          (0..<random.below(4)).map { _ in
            (
              ControlID(rawValue: UInt32(truncatingIfNeeded: random.next())),
              Int64(bitPattern: random.next())
            )
          }, uniquingKeysWith: { $1 }))
    }
    let camera = RestoreRecord.Camera(
      driver: "uvc\nvideo", card: random.pick(["", "Ä: b  c", "end", "card x\nend"]),
      place: "at usb-1")
    let record = RestoreRecord(
      camera: camera, process: Int32(random.below(1 << 22)), processStart: random.next(),
      entries: entries)
    #expect(RestoreRecord(Array(record.text.utf8)) == record, "seed \(seed)")
    var bytes = Array(record.text.utf8)
    for _ in 0..<20 {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      _ = RestoreRecord(bytes)
    }
  }
}
