import Frames
import SimulatedCamera
import Testing
import VirtualUVC

@Suite struct UVCCameraTests {
  static func camera(_ quirks: [Quirk] = []) throws -> UVCCamera {
    var description = CameraDescription.webcam(width: 32, height: 24)
    description.quirks = quirks
    description.controls.append(.toggle(.privacy, defaultValue: 0))
    return try UVCCamera(
      description, scene: Scene(uniform: 60), otherSizes: [UVCDescriptors.Size(16, 12)])
  }

  static func setup(
    _ request: UInt8, entity: UInt8, selector: UInt8, length: UInt8
  ) -> [UInt8] {
    [request >= 0x80 ? 0xA1 : 0x21, request, 0, selector, 0, entity, length, 0]
  }

  static func start(_ camera: inout UVCCamera, size: UInt8 = 1) {
    var probe = [UInt8](repeating: 0, count: 34)
    (probe[2], probe[3]) = (1, size)
    for selector: UInt8 in [1, 2] {
      do {
        let answer = camera.control([0x21, 1, 0, selector, 1, 0, 34, 0], probe)
        #expect(answer == .taken)
      }
    }
  }

  @Test func controlsAreReadAndWritten() throws {
    var camera = try Self.camera()
    // Exposure is out of use under the automatic: get, set, not now, changes by itself, tells it.
    let information = Self.setup(0x86, entity: 1, selector: 4, length: 1)
    do {
      let answer = camera.control(information, [])
      #expect(answer == .data([0x1F]))
    }
    let exposure = Self.setup(1, entity: 1, selector: 4, length: 4)
    do {
      let answer = camera.control(exposure, [100, 0, 0, 0])
      #expect(answer == .stall)
    }
    let error: [UInt8] = [0xA1, 0x81, 0, 2, 0, 0, 1, 0]
    do {
      let answer = camera.control(error, [])
      #expect(answer == .data([UVCRefusal.wrongState.rawValue]))
    }
    do {
      let answer = camera.control(Self.setup(1, entity: 1, selector: 2, length: 1), [1])
      #expect(answer == .taken)
    }
    do {
      let answer = camera.control(exposure, [44, 1, 0, 0])
      #expect(answer == .taken)
    }
    let read = Self.setup(0x81, entity: 1, selector: 4, length: 4)
    do {
      let answer = camera.control(read, [])
      #expect(answer == .data([44, 1, 0, 0]))
    }
    do {
      let answer = camera.control(information, [])
      #expect(answer == .data([0x1B]))
    }
    let log = camera.takeLog()
    #expect(log.suffix(2) == ["SET ae-mode=1", "SET exposure=300"])
  }

  @Test func refusalsAreCounted() throws {
    var camera = try Self.camera()
    camera.take(try #require(CameraCommand("refuse gain 7 2")))
    let read = Self.setup(0x81, entity: 2, selector: 4, length: 2)
    do {
      let answer = camera.control(read, [])
      #expect(answer == .stall)
    }
    do {
      let answer = camera.control(read, [])
      #expect(answer == .stall)
    }
    do {
      let answer = camera.control(read, [])
      #expect(answer == .data([16, 0]))
    }
  }

  @Test func framesComeInPayloads() throws {
    var camera = try Self.camera()
    let early = camera.payload(limit: 16_384, now: 0)
    #expect(early == nil)
    Self.start(&camera)
    var identifiers: [UInt8] = []
    for frame in 0..<4 {
      var bytes = 0
      var last: [UInt8] = []
      repeat {
        let payload = camera.payload(limit: 500, now: Double(frame))
        last = try #require(payload)
        #expect(last[0] == 2 && last[1] & 0x80 != 0)
        bytes += last.count - 2
      } while last[1] & 0x02 == 0
      #expect(bytes == 32 * 24 * 2)
      identifiers.append(last[1] & 1)
    }
    #expect(identifiers == [1, 0, 1, 0])
  }

  @Test func framesComeAtTheCamerasRate() throws {
    var camera = try Self.camera()
    Self.start(&camera)
    for (time, comes) in [(0, true), (0.001, false), (0.033, false), (0.034, true), (0.05, false)] {
      let payload = camera.payload(limit: 16_384, now: time)
      #expect((payload != nil) == comes, "at \(time) s")
    }
  }

  @Test func damagedFramesAreFlaggedOrShort() throws {
    var camera = try Self.camera()
    camera.runsFreely = true
    camera.take(.corrupt(every: 2))
    Self.start(&camera, size: 2)
    var flags: [UInt8] = []
    for _ in 0..<4 {
      let payload = camera.payload(limit: 16_384, now: 0)
      flags.append(try #require(payload)[1] & 0x40)
    }
    #expect(flags == [0, 0x40, 0, 0x40])
    camera.take(.corrupt(every: 0))
    camera.take(.short(every: 1))
    let short = camera.payload(limit: 16_384, now: 0)
    #expect(short?.count == 2 + 16 * 12)
  }

  @Test func theCamerasOwnChangesAreTold() throws {
    var camera = try Self.camera()
    camera.runsFreely = true
    Self.start(&camera)
    for _ in 0..<30 { _ = camera.payload(limit: 16_384, now: 0) }
    let taken = camera.takeEvent()
    let event = try #require(taken)
    #expect(event[0] == 1 && event[2] == 0 && event[4] == 0)
    camera.setPrivacy(true)
    #expect(camera.events.last == [1, 1, 0, 0x11, 0, 1])
  }

  /// Whatever a host sends, nothing traps and every submission is answered or kept.
  @Test(arguments: 0..<20)
  func nonsenseNeverTraps(_ seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    var host = VirtualHost(try Self.camera())
    for round in 0..<200 {
      let data = (0..<Int(random() % 40)).map { _ in random() }
      let setup = (0..<8).map { index -> UInt8 in
        index == 0 ? [0x21, 0xA1, 0x80, 0x00, 0x02][Int(random() % 5)] : random() % 20
      }
      let isIn = setup[0] & 0x80 != 0
      let bytes = USBIPMessageTests.submit(
        UInt32(round), endpoint: UInt32(random() % 4), isIn: isIn,
        length: UInt32(isIn ? Int(random()) : data.count), setup: setup,
        data: isIn ? [] : data)
      _ = try host.receive(bytes)
      _ = host.pump(now: Double(round))
    }
    var garbage = VirtualHost(try Self.camera())
    _ = try? garbage.receive((0..<500).map { _ in random() })
  }

  @Test(arguments: [
    "", "light", "light x", "light 99", "refuse gain 9 1", "refuse nothing 1 1", "free maybe",
    "corrupt -1", "plug in",
  ])
  func unknownCommandsAreNone(_ line: String) {
    #expect(CameraCommand(line) == nil)
  }
}
