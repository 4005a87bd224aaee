import Glibc
import Testing

@testable import V4L2

@Suite("Every errno at every call")
struct FaultSweepTests {
  private static let codes = [EIO, EAGAIN, EACCES, EBUSY, ENODEV, EINVAL, ENOTTY, ERANGE, 4095]

  private var stateFiles: (FakeDriver) -> [String] {
    { driver in driver.files.keys.filter { $0.hasPrefix("/state/") } }
  }

  @Test("one fault anywhere: nothing leaks, and the originals come back", arguments: codes)
  func once(code: Int32) {
    let calls = {
      let driver = FakeDriver(.webcam())
      Life.run(driver)
      #expect(driver.leaks.isEmpty)
      return driver.fallibleCalls
    }()
    #expect(calls > 130)
    for position in 0..<calls {
      let node = FakeNode.webcam()
      let before = node.settings
      let driver = FakeDriver(node)
      var fault: FakeDriver.Call?
      driver.injection = { number, call in
        guard number == position else { return nil }
        fault = call
        return code
      }
      Life.run(driver)
      node.wasLeftStreaming = false
      #expect(driver.leaks.isEmpty, "\(code) at \(position): \(driver.leaks)")
      // What could not be put back, since the camera seemed gone or busy, is on file.
      Life.settle(driver)
      let place = "\(code) at \(position), \(String(describing: fault))"
      #expect(node.changes(from: before) == [], "\(place)")
      #expect(stateFiles(driver).isEmpty, "\(code) at \(position)")
      #expect(driver.leaks.isEmpty, "\(code) at \(position): \(driver.leaks)")
    }
  }

  @Test("from some call on every one of a kind fails", arguments: codes)
  func forGood(code: Int32) {
    for request in DeviceRequest.allCases {
      for after in [0, 1, 3, 9] {
        let node = FakeNode.webcam()
        let before = node.settings
        let driver = FakeDriver(node)
        var seen = 0
        driver.injection = { _, call in
          guard call == .ioctl(request) else { return nil }
          seen += 1
          return seen > after ? code : nil
        }
        Life.run(driver)
        node.wasLeftStreaming = false
        #expect(driver.leaks.isEmpty, "\(request) \(code): \(driver.leaks)")
        #expect(driver.fallibleCalls < 3000, "\(request) \(code)")
        // A camera that takes no writes cannot be put back; every other is.
        let cannotWrite = request == .setControls
        if !cannotWrite {
          Life.settle(driver)
          #expect(node.changes(from: before) == [], "\(request) \(code) after \(after)")
        }
      }
    }
  }

  @Test("unplugged at any call, the camera is put back when it comes again")
  func unplugged() {
    for position in 0..<250 {
      let node = FakeNode.webcam()
      let before = node.settings
      let driver = FakeDriver(node)
      driver.injection = { number, _ in
        if number == position { node.isGone = true }
        return nil
      }
      Life.run(driver)
      #expect(driver.leaks.isEmpty, "at \(position): \(driver.leaks)")
      driver.injection = nil
      if !node.isGone { break }
      // Firmware starts with what it was left with; ours remembers.
      Life.settle(driver)
      #expect(node.changes(from: before) == [], "at \(position)")
      #expect(stateFiles(driver).isEmpty, "at \(position)")
    }
  }

  @Test("an old driver's faults do no more harm", arguments: [EIO, ENOTTY, EBUSY, ENODEV])
  func narrow(code: Int32) {
    for position in stride(from: 0, to: 300, by: 1) {
      let node = FakeNode.webcam()
      (node.hasBatches, node.hasWideQueries, node.hasEvents) = (false, false, false)
      let before = node.settings
      let driver = FakeDriver(node)
      var fault: FakeDriver.Call?
      driver.injection = { number, call in
        if number == position { fault = call }
        return number == position ? code : nil
      }
      Life.run(driver)
      if fault == nil { break }
      node.wasLeftStreaming = false
      Life.settle(driver)
      #expect(
        node.changes(from: before) == [], "\(code) at \(position), \(String(describing: fault))")
      #expect(driver.leaks.isEmpty, "\(code) at \(position): \(driver.leaks)")
    }
  }
}
