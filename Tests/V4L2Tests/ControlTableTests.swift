import CV4L2
import Controls
import Glibc
import Testing

@testable import V4L2

@Suite("Descriptions of controls")
struct ControlTableTests {
  private func table(_ node: FakeNode) throws -> ControlTable {
    let driver = FakeDriver(node)
    let camera = try Camera("/dev/video0", calls: driver)
    return camera.controls
  }

  @Test("classes are no controls, numbers are kept, values are read")
  func webcam() throws {
    let table = try table(.webcam())
    #expect(table.descriptions.count == 9)
    #expect(table.descriptions.map(\.id) == table.descriptions.map(\.id).sorted())
    #expect(table.value(.exposureAbsolute) == 240)
    #expect(table[.exposureAbsolute]?.flags.contains(.inactive) == true)
    #expect(table[.gain]?.flags.contains(.inactive) == false)
    #expect(table.faults.isEmpty)
  }

  @Test("B05: holes of a menu are no items, and are not written")
  func holes() throws {
    let node = FakeNode.webcam()
    node.change(.exposureAuto) { $0.minimum = 0 }
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    let menu = try #require(camera.controls[.exposureAuto])
    #expect(menu.menu.map(\.index) == [1, 3])
    #expect(menu.menu.map(\.name) == ["Manual Mode", "Aperture Priority Mode"])
    try camera.take(.exposure)
    let calls = node.writeCalls
    let result = camera.write([.control(.exposureAuto, 2)])
    #expect(result[0].error == .notInMenu(.exposureAuto, value: 2, items: [1, 3]))
    #expect(node.writeCalls == calls)
  }

  @Test("B07: steps of 0, single values and ranges upside down")
  func degenerate() {
    func control(_ minimum: Int64, _ maximum: Int64, _ step: Int64) -> ControlDescription {
      ControlDescription(
        id: .gain, name: "", kind: .integer, minimum: minimum, maximum: maximum, step: step,
        defaultValue: minimum)
    }
    let stepless = control(10, 20, 0)
    #expect(stepless.step == 1 && stepless.isAdjustable)
    #expect(stepless.defects == [.step(0)])
    #expect(stepless.accepts(10) && stepless.accepts(20) && !stepless.accepts(21))
    #expect(stepless.nearest(20) == 20 && stepless.nearest(9) == 10)
    #expect(!control(5, 5, 1).isAdjustable)
    let inverted = control(100, 0, 1)
    #expect(!inverted.isAdjustable && inverted.defects.contains(.invertedRange))
    let coarse = control(0, 20, 50)
    #expect(!coarse.isAdjustable && coarse.defects == [.stepBeyondRange(50)])
    #expect(coarse.nearest(20) == 0)
    #expect(control(0, 250, 5).nearest(33) == 35)
    #expect(control(0, 250, 5).nearest(32) == 30)
    #expect(control(0, 252, 5).nearest(252) == 250)
    #expect(control(.min, .max, 1).nearest(7) == 7)
    #expect(control(.min, .max, .max).nearest(.max) == .max - 1)
    #expect(control(.max, .min, .min).nearest(3) == 3)
  }

  @Test("rounding agrees with counting", arguments: 1...200)
  func rounding(seed: UInt64) {
    var random = Random(seed: seed)
    let minimum = Int64(random.below(200)) - 100
    let step = Int64(random.below(9)) + 1
    let maximum = minimum + Int64(random.below(60))
    let control = ControlDescription(
      id: .gain, name: "", kind: .integer, minimum: minimum, maximum: maximum, step: step,
      defaultValue: minimum)
    let wish = Int64(random.below(400)) - 200
    let all = stride(from: minimum, through: maximum, by: Int(step)).map { $0 }
    let best = all.max { left, right in
      let (a, b) = ((left - wish).magnitude, (right - wish).magnitude)
      return a == b ? left < right : a > b
    }
    #expect(control.nearest(wish) == best, "seed \(seed)")
  }

  @Test("B08: a value outside the range is told and not started from")
  func outside() throws {
    let node = FakeNode.webcam()
    node.change(.focusAbsolute) { $0.value = 65535 }
    node.refusesOutside = true
    node.writeErrors[.focusAbsolute] = [ERANGE]
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(camera.controls[.focusAbsolute]?.defects == [.valueOutside(65535)])
    let taken = try camera.take(.focus)
    #expect(taken.values == [:])
    let result = camera.write([.focus(250)])
    #expect(result[0].error == nil)
    #expect(node.writes.filter { $0.id == .focusAbsolute }.map(\.value) == [120, 250])
    // What never was possible is not put back, the mode is.
    #expect(camera.close() == [])
    #expect(node[.focusAuto] == 1)
  }

  @Test(
    "B10: a device without control requests has no controls, at once",
    arguments: [
      ENOTTY, EINVAL, EIO, EPIPE,
    ])
  func noControls(code: Int32) throws {
    let node = FakeNode.webcam()
    node.queryErrno = code
    let driver = FakeDriver(node)
    let camera = try Camera("/dev/video0", calls: driver)
    #expect(camera.controls.descriptions.isEmpty)
    #expect(camera.capabilities.exposureTime == nil)
    let queries = driver.count(.queryExtendedControl) + driver.count(.queryControl)
    #expect(queries <= 40)
  }

  @Test(
    "a control that cannot be described costs itself only",
    arguments: [
      EIO, EPIPE, ETIMEDOUT, ENOTTY,
    ])
  func middle(code: Int32) throws {
    let node = FakeNode.webcam()
    node.change(.whiteBalanceTemperature) { $0.queryErrno = code }
    node.change(.focusAbsolute) { $0.queryErrno = code }
    let table = try table(node)
    #expect(table[.whiteBalanceTemperature] == nil && table[.focusAbsolute] == nil)
    #expect(table[.exposureAuto] != nil && table[.focusAuto] != nil)
    #expect(table.descriptions.count == 7)
    #expect(table.faults.contains(SystemCode(rawValue: code)))
  }

  @Test("a driver that repeats a control ends the list")
  func repeating() throws {
    let node = FakeNode.webcam()
    let driver = FakeDriver(node)
    driver.injection = { _, call in
      // Numbers that never rise: the query's answer is left as it was asked.
      if call == .ioctl(.queryExtendedControl) { return 0 }
      return nil
    }
    let camera = try Camera("/dev/video0", calls: driver)
    #expect(camera.controls.descriptions.count <= 1)
    #expect(driver.count(.queryExtendedControl) <= 2)
  }

  @Test("old drivers are asked in 32 bits, and written one by one")
  func narrow() throws {
    let node = FakeNode.webcam()
    (node.hasWideQueries, node.hasBatches) = (false, false)
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(camera.controls.descriptions.count == 9)
    try camera.take(.exposure)
    #expect(camera.write([.exposureTime(0.02)])[0].applied == 0.02)
    #expect(node[.exposureAuto] == 1 && node[.exposureAbsolute] == 200)
    camera.close()
    #expect(node[.exposureAuto] == 3)
  }

  @Test("numbers of 64 bits, sets of bits, texts, and what is disabled")
  func kinds() throws {
    let node = FakeNode(
      controls: [
        .integer(.pixelRate, 0, .max, 5_000_000_000).with {
          $0.type = V4L2_CTRL_TYPE_INTEGER64.rawValue
        },
        .integer(.automaticsLock, 0, 7, 0).with { $0.type = V4L2_CTRL_TYPE_BITMASK.rawValue },
        .integer(ControlID(rawValue: 0x0098_1AE2), 0, -1, 0).with {
          $0.type = V4L2_CTRL_TYPE_BITMASK.rawValue
        },
        .integer(ControlID(rawValue: 0x0098_1AE1), 0, 0, 0).with {
          $0.type = rectangleType
          $0.flags = .hasPayload
        },
        .integer(.zoomAbsolute, 0, 9, 1).with { $0.flags = .disabled },
        .integer(.doWhiteBalance, 0, 0, 0).with { $0.type = V4L2_CTRL_TYPE_BUTTON.rawValue },
      ])
    let table = try table(node)
    #expect(table.value(.pixelRate) == 5_000_000_000)
    #expect(table[.automaticsLock]?.kind == .bitmask)
    #expect(table[.automaticsLock]?.accepts(8) == false)
    #expect(table[ControlID(rawValue: 0x0098_1AE2)]?.maximum == 0xFFFF_FFFF)
    let rectangle = try #require(table[ControlID(rawValue: 0x0098_1AE1)])
    #expect(!rectangle.isAdjustable && !rectangle.isReadable)
    #expect(table[.zoomAbsolute] == nil)
    #expect(table[.doWhiteBalance]?.isReadable == false)
  }

  /// `V4L2_CTRL_TYPE_RECT`, which headers before Linux 6.16 do not have.
  private var rectangleType: UInt32 { 0x0107 }
}
