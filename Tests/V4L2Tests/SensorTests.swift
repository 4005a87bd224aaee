import Controls
import Testing

@testable import V4L2

@Suite("Raw sensors")
struct SensorTests {
  let node = FakeNode.sensor()
  let driver: FakeDriver

  init() { driver = FakeDriver(node) }

  private func camera(_ rate: ControlPolicy.FrameRate) throws -> Camera {
    var camera = try Camera(
      "/dev/video0", policy: ControlPolicy(frameRate: rate), calls: driver)
    try camera.configure()
    return camera
  }

  @Test("exposure is counted in lines of their own length")
  func unit() throws {
    let camera = try camera(.constant)
    guard case .lines(let seconds) = camera.features.exposureUnit else {
      Issue.record("\(String(describing: camera.features.exposureUnit))")
      return
    }
    #expect(seconds == 1456.0 / 160e6)
    #expect(camera.controls.value(.pixelRate) == 160_000_000)
    #expect(camera.capabilities.frameInterval == 900 * seconds)
    #expect(camera.exposureSettings.exposureTime == 500 * seconds)
    #expect(camera.exposureSettings.analogueGain == 1)
    #expect(camera.features.gainLaw == .linear(unity: 16))
    #expect(camera.capabilities.analogueGain?.maximum == 15.5)
  }

  @Test("B13: the frame grows before the exposure does, and shrinks behind it")
  func growing() throws {
    node.hasIntervals = true
    node.intervals = [(1, 30)]
    var camera = try camera(.maySlow)
    try camera.take(.exposure)
    let long = camera.write([.exposureTime(0.02)])[0]
    #expect(long.error == nil && !long.isClamped)
    #expect(node.writes.map(\.id) == [.verticalBlanking, .exposure])
    #expect(node.writes.map(\.value) == [1423, 2198])
    #expect(camera.controls[.exposure]?.maximum == 2198)
    node.writes = []
    camera.write([.exposureTime(0.004)])
    #expect(node.writes.map(\.id) == [.exposure, .verticalBlanking])
    #expect(node.writes.map(\.value) == [440, 100])
    node.writes = []
    camera.write([.exposureTime(0.003)])
    #expect(node.writes.map(\.id) == [.exposure])
    let most = camera.write([.exposureTime(9)])[0]
    #expect(most.isClamped && node[.exposure] == 32000 + 800 - 25)
    camera.close()
    #expect(node[.exposure] == 500 && node[.verticalBlanking] == 100)
    #expect(driver.leaks.isEmpty)
  }

  @Test("B13: at a constant rate the frame does not grow")
  func constant() throws {
    var camera = try camera(.constant)
    try camera.take(.exposure)
    #expect(camera.write([.exposureTime(0.02)])[0].isClamped)
    #expect(node[.exposure] == 875 && node[.verticalBlanking] == 100)
  }

  @Test("B13: what wide dynamic range resets is written again")
  func wideDynamicRange() throws {
    node.onWrite[.wideDynamicRange] = { node, _ in
      node.change(.verticalBlanking) { $0.value = 100 }
      node.change(.exposure) { ($0.maximum, $0.value) = (875, 300) }
    }
    var camera = try camera(.maySlow)
    try camera.take(.exposure)
    try camera.take(.control(.wideDynamicRange))
    camera.write([.exposureTime(0.02)])
    camera.write([.control(.wideDynamicRange, 1)])
    #expect(node[.verticalBlanking] == 1423 && node[.exposure] == 2198)
    #expect(camera.takeEvents().allSatisfy { $0 == .rangeChanged(.exposure) })
  }

  @Test("B13: a range that an event brings changes what the camera can do")
  func rangeEvent() throws {
    let camera = try camera(.constant)
    var watching = camera
    let before = watching.capabilities.exposureTime?.maximum
    node.change(.exposure) { $0.maximum = 400 }
    node.tell(.exposure, 4)
    watching.service()
    #expect(watching.takeEvents() == [.rangeChanged(.exposure)])
    #expect(watching.capabilities.exposureTime?.maximum != before)
    #expect(watching.controls[.exposure]?.maximum == 400)
  }

  @Test("descriptions that make no sense do not trap", arguments: 1...300)
  func nonsense(seed: UInt64) throws {
    var random = Random(seed: seed)
    let numbers: [Int64] = [.min, -1, 0, 1, 800, 1_000_000, .max]
    for id in node.controls.map(\.id) {
      node.change(id) {
        $0.minimum = random.pick(numbers)
        $0.maximum = random.pick(numbers)
        $0.step = random.pick(numbers)
        $0.value = random.pick(numbers)
        $0.preset = random.pick(numbers)
      }
    }
    var camera = try camera(random.below(2) == 0 ? .constant : .maySlow)
    if let range = camera.capabilities.exposureTime {
      #expect(range.minimum > 0 && range.minimum <= range.maximum, "seed \(seed)")
    }
    _ = try? camera.take(.exposure)
    for wish in [0, 0.02, 1e9, -.infinity, .nan] {
      camera.write([.exposureTime(wish), .gain(wish)])
    }
    camera.close()
    #expect(driver.leaks.isEmpty)
  }
}

@Suite("Laws of gain")
struct GainScaleTests {
  private func scale(_ law: GainLaw?) throws -> GainScale {
    var profile = DeviceProfile()
    if let law { profile.gainLaw = DeviceProfile.Known(law, origin: .user) }
    let description = ControlDescription(
      id: .gain, name: "", kind: .integer, minimum: 0, maximum: 255, step: 1, defaultValue: 0)
    return try #require(GainScale(ControlTable([description]), profile))
  }

  @Test(
    "a profile's law is used there and back",
    arguments: [
      GainLaw.linear(unity: 64), .offset(span: 32), .exponential(unity: 0, stops: 1.0 / 60),
    ])
  func law(law: GainLaw) throws {
    let scale = try scale(law)
    #expect(scale.isKnown)
    for code: Int64 in [1, 17, 64, 200, 255] { #expect(scale.code(scale.gain(code)) == code) }
    let range = try #require(scale.range)
    #expect(range.minimum > 0 && range.maximum == law.gain(ofCode: 255))
  }

  @Test("without one a cautious law is assumed, and told to be")
  func assumed() throws {
    let scale = try scale(nil)
    #expect(!scale.isKnown && scale.law == .offset(span: 63.75))
    #expect(scale.range?.maximum == 5)
  }
}
