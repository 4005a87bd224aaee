import Glibc
import Testing

@testable import V4L2

@Suite("The system's own calls")
struct SystemCallsTests {
  private let calls = SystemCalls()

  /// A folder of this test's own, removed when the closure returns.
  private func withFolder(_ body: (String) throws -> Void) rethrows {
    let folder = "/tmp/graycard-v4l2-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer {
      for name in calls.names(in: folder + "/deep/er") { calls.remove("\(folder)/deep/er/\(name)") }
      for path in ["\(folder)/deep/er", "\(folder)/deep", folder] { _ = unsafe rmdir(path) }
    }
    try body(folder)
  }

  @Test("files are put in place as a whole, and the folders above them made")
  func files() {
    withFolder { folder in
      let path = "\(folder)/deep/er/state"
      #expect(calls.contents(of: path) == nil)
      #expect(calls.replace(path, with: Array("first".utf8)) == 0)
      #expect(calls.replace(path, with: Array("second".utf8)) == 0)
      #expect(calls.contents(of: path) == Array("second".utf8))
      #expect(calls.names(in: "\(folder)/deep/er") == ["state"])
      #expect(calls.kind(of: path) == .other)
      #expect(calls.link(at: path) == nil)
      #expect(calls.remove(path) == 0)
      #expect(calls.remove(path) == -ENOENT)
      #expect(calls.kind(of: path) == .failure(-ENOENT))
      #expect(calls.replace("/proc/no/such/place", with: []) < 0)
    }
  }

  @Test("devices that are no cameras are told apart")
  func devices() {
    #expect(calls.kind(of: "/dev/null") == .characterDevice)
    #expect(throws: DeviceError.notAVideoDevice(path: "/dev/null", .noRequest)) {
      _ = try Camera("/dev/null")
    }
    #expect(throws: DeviceError.notFound(path: "/dev/no-such-camera")) {
      _ = try Camera("/dev/no-such-camera")
    }
    #expect(throws: DeviceError.notACharacterDevice(path: "/proc/self/stat")) {
      _ = try Camera("/proc/self/stat")
    }
  }

  @Test("descriptors that are not open, memory that cannot be mapped")
  func failures() {
    #expect(calls.close(-1) == -EBADF)
    var number: Int32 = 0
    let reply = unsafe calls.ioctl(-1, .streamOn, &number)
    #expect(reply == -EBADF)
    if case .memory = unsafe calls.map(-1, length: 4096, offset: 0) { Issue.record("mapped") }
    if case .memory = unsafe calls.map(-1, length: 0, offset: 0) { Issue.record("mapped") }
    #expect(calls.poll(-1, timeout: 0, wantsFrames: true) == .timeout)
  }

  @Test("memory is mapped and given back")
  func mapping() {
    let descriptor = calls.open("/dev/zero")
    #expect(descriptor >= 0)
    guard case .memory(let memory) = unsafe calls.map(descriptor, length: 4096, offset: 0) else {
      Issue.record("not mapped")
      return
    }
    let byte = unsafe memory.load(fromByteOffset: 4095, as: UInt8.self)
    #expect(byte == 0)
    unsafe calls.unmap(memory, length: 4096)
    #expect(calls.close(descriptor) == 0)
  }

  @Test("processes are known by number and start")
  func process() {
    #expect(calls.process.identifier == getpid())
    let stat = calls.contents(of: "/proc/\(getpid())/stat")
    #expect(stat?.isEmpty == false)
  }

  @Test("requests have the kernel's numbers")
  func numbers() {
    // _IOR('V', 0, 104 bytes) and _IOWR('V', 72, 32 bytes), linux/videodev2.h on 64 bits.
    #expect(DeviceRequest.queryCapabilities.number == 0x8068_5600)
    #expect(DeviceRequest.setControls.number == 0xC020_5648)
    let numbers = Set(DeviceRequest.allCases.map(\.number))
    #expect(numbers.count == DeviceRequest.allCases.count)
    #expect(DeviceRequest.allCases.allSatisfy { $0.rawValue.hasPrefix("VIDIOC_") })
  }

  @Test("the system's devices can be listed, whatever they are")
  func list() {
    for node in DeviceList.nodes() { #expect(node.path.hasPrefix("/dev/video")) }
  }
}
