import Controls
import CV4L2
import Frames
import Glibc
import Testing

@testable import V4L2

@Suite("Random drivers")
struct RandomDriverTests {
  private static let ids: [ControlID] = [
    .autoWhiteBalance, .redBalance, .blueBalance, .exposure, .autoGain, .gain,
    .powerLineFrequency, .whiteBalanceTemperature, .exposureAuto, .exposureAbsolute,
    .exposureAutoPriority, .focusAbsolute, .focusAuto, .autoExposureBias, .isoSensitivity,
    .isoSensitivityAuto, .exposureMetering, .automaticsLock, .autoFocusStart, .verticalBlanking,
    .horizontalBlanking, .analogueGain, .pixelRate, .whiteBalancePreset,
    ControlID(rawValue: 0x0800_0000),
  ]
  private static let masters: [ControlID: (ControlID, Int64)] = [
    .exposureAbsolute: (.exposureAuto, 1), .whiteBalanceTemperature: (.autoWhiteBalance, 0),
    .focusAbsolute: (.focusAuto, 0), .exposure: (.autoGain, 0),
  ]
  private static let codes = [EIO, EACCES, EBUSY, EINVAL, ENOTTY, ERANGE, EPIPE, EILSEQ, ETIMEDOUT]

  /// A control of sound or senseless description.
  private func control(_ id: ControlID, sound: Bool, _ random: inout Random) -> FakeControl {
    let odd: [Int64] = [.min, -5, 0, 1, 7, 100, 70_000, 5_000_000_000, .max]
    let types: [UInt32] = [1, 2, 3, 4, 5, 8, 9, 6, 7, 0x100, 0x106, 77]
    var control = FakeControl.integer(id, 0, Int64(random.below(300) + 1), 0)
    control.value = Int64(random.below(Int(control.maximum) + 1))
    let isMode = [.exposureAuto, .isoSensitivityAuto, .whiteBalancePreset].contains(id)
    let isSwitch = [.autoGain, .autoWhiteBalance, .focusAuto, .exposureAutoPriority].contains(id)
    if isSwitch { control = .boolean(id, Int64(random.below(2))) }
    if isMode { control = .menu(id, [0: "a", 1: "b", 3: "c"], random.pick([0, 1, 3])) }
    control.master = Self.masters[id].map { ($0.0, $0.1) }
    if sound { return control }
    control.type = random.pick(types)
    (control.minimum, control.maximum) = (random.pick(odd), random.pick(odd))
    (control.step, control.preset) = (random.pick(odd), random.pick(odd))
    control.value = random.pick(odd)
    control.flags = ControlDescription.Flags(
      rawValue: UInt32(truncatingIfNeeded: random.next()) & 0x3FF)
    if random.below(3) == 0 { control.queryErrno = random.pick(Self.codes) }
    return control
  }

  private func node(sound: Bool, _ random: inout Random) -> FakeNode {
    var controls: [FakeControl] = []
    for id in Self.ids where random.below(3) > 0 {
      controls.append(control(id, sound: sound, &random))
    }
    let node = FakeNode(controls: controls)
    node.hasBatches = random.below(4) > 0
    node.hasWideQueries = random.below(4) > 0
    node.hasEvents = random.below(3) > 0
    node.hasIntervals = random.below(3) > 0
    node.refusesOutside = random.below(2) > 0
    node.wrongState = random.pick([EACCES, EILSEQ, EIO, EPIPE])
    return node
  }

  private func frames(_ random: inout Random) -> [FakeFrame] {
    (0..<random.below(12)).map { _ in
      var frame = FakeFrame()
      if random.below(3) == 0 { frame.used = [UInt32(truncatingIfNeeded: random.next())] }
      if random.below(4) == 0 { frame.used = [UInt32(random.below(6200))] }
      if random.below(4) == 0 { frame.flags = UInt32(V4L2_BUF_FLAG_ERROR) }
      if random.below(9) == 0 { frame.index = UInt32(random.below(99)) }
      if random.below(9) == 0 { frame.errno = random.pick([EIO, EAGAIN]) }
      if random.below(5) == 0 { frame.sequence = UInt32(truncatingIfNeeded: random.next()) }
      if random.below(5) == 0 { frame.stamp = Double(random.below(5000)) }
      return frame
    }
  }

  private func setting(_ random: inout Random) -> CameraSetting {
    let numbers: [Double] = [-1, 0, 0.01, 1, 20, 3000, 1e12, .nan, .infinity, -.infinity]
    let number = random.pick(numbers)
    switch random.below(12) {
    case 0: return .exposureTime(number)
    case 1: return .gain(number)
    case 2: return .focus(number)
    case 3: return .colourTemperature(number)
    case 4: return .redBalance(number)
    case 5: return .bias(number)
    case 6: return .isoSensitivity(number)
    case 7: return .metering(random.pick(CameraFeatures.MeteringMode.allCases))
    case 9: return .whiteBalancePreset(random.pick(WhiteBalancePreset.allCases))
    case 8: return .locks(CameraFeatures.Locks(rawValue: UInt32(random.below(16))))
    default:
      return .control(
        random.pick(Self.ids), random.pick([.min, -1, 0, 1, 2, 3, 50, 70_000, .max]))
    }
  }

  private func function(_ random: inout Random) -> CameraFunction {
    random.pick([.exposure, .focus, .whiteBalance, .control(random.pick(Self.ids))])
  }

  private func use(_ driver: FakeDriver, _ node: FakeNode, _ random: inout Random) {
    let policy = ControlPolicy(
      frameRate: random.pick([.constant, .maySlow]),
      foreignChange: random.pick([.yield, .hold]))
    guard var camera = try? Camera("/dev/video0", policy: policy, calls: driver) else { return }
    for _ in 0..<25 {
      switch random.below(10) {
      case 0: _ = try? camera.take(function(&random))
      case 1: camera.release(function(&random), restoring: true)
      case 2: camera.write((0..<random.below(4)).map { _ in setting(&random) })
      case 3: camera.write([setting(&random)])
      case 4: _ = try? camera.configure(StreamWish(frameRate: random.pick([1, 30, .nan])))
      case 5: _ = try? camera.start()
      case 6: camera.stop()
      case 7:
        _ = camera.features
        _ = camera.takeEvents()
        _ = camera.read(random.pick(Self.ids))
      default:
        _ = try? camera.withNextFrame(timeout: 0.2) { frame in
          let view = try frame.view()
          return view.row(view.layout.height - 1)[0]
        }
      }
    }
    if random.below(2) == 0 { camera.close() }
  }

  @Test("senseless cameras do not trap, leak or hold a program up", arguments: Random.seeds)
  func senseless(seed: UInt64) {
    var random = Random(seed: seed)
    let node = node(sound: false, &random)
    node.script = frames(&random)
    let driver = FakeDriver(node)
    var faults = Random(seed: seed &+ 77)
    let chance = random.below(2) == 0 ? 0 : 15
    driver.injection = { _, _ in
      guard chance > 0, faults.below(chance) == 0 else { return nil }
      return faults.below(40) == 0 ? ENODEV : faults.pick(Self.codes)
    }
    use(driver, node, &random)
    node.wasLeftStreaming = false
    #expect(driver.leaks.isEmpty, "seed \(seed): \(driver.leaks)")
    #expect(driver.fallibleCalls < 20_000, "seed \(seed)")
  }

  @Test("sound cameras are given back as they were", arguments: Random.seeds)
  func sound(seed: UInt64) {
    var random = Random(seed: seed)
    let node = node(sound: true, &random)
    node.script = frames(&random)
    let before = node.settings
    let driver = FakeDriver(node)
    use(driver, node, &random)
    #expect(node.changes(from: before) == [], "seed \(seed)")
    #expect(driver.leaks.isEmpty, "seed \(seed): \(driver.leaks)")
    #expect(!driver.files.keys.contains { $0.hasPrefix("/state/") }, "seed \(seed)")
  }

  @Test(
    "cameras that fail at times come back as they were, at the latest when next opened",
    arguments: Random.seeds)
  func failing(seed: UInt64) {
    var random = Random(seed: seed)
    let node = node(sound: true, &random)
    let before = node.settings
    let driver = FakeDriver(node)
    var faults = Random(seed: seed &+ 99)
    // Faults one at a time, with room between them: a fault of each second call is another matter.
    var last = -100
    driver.injection = { number, _ in
      guard number - last > 12, faults.below(10) == 0 else { return nil }
      last = number
      return faults.pick(Self.codes + [ENODEV])
    }
    use(driver, node, &random)
    node.wasLeftStreaming = false
    #expect(driver.leaks.isEmpty, "seed \(seed): \(driver.leaks)")
    Life.settle(driver)
    #expect(node.changes(from: before) == [], "seed \(seed)")
  }
}
