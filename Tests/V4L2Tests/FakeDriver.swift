import CV4L2
import Glibc
import Synchronization

@testable import V4L2

/// A system with video nodes, scripted by tests, that counts what is open and mapped.
///
/// Used by one thread; it is `Sendable` because the seam is.
final class FakeDriver: DriverCalls, @unchecked Sendable {
  /// A call in the order of calls.
  enum Call: Hashable {
    case open(String)
    case close
    case ioctl(DeviceRequest)
    case map
    case unmap
    case poll
    case replace(String)
    case remove(String)
    case sleep(Double)
  }

  var nodes: [String: FakeNode] = [:]
  var files: [String: [UInt8]] = [:]
  var links: [String: String] = [:]
  var clock = 1000.0
  var pid: Int32 = 4711
  var state: String? = "/state"
  private(set) var log: [Call] = []
  /// Called before each call that can fail; an errno makes it fail. The number counts such calls from 0.
  var injection: ((Int, Call) -> Int32?)?
  private(set) var fallibleCalls = 0
  private(set) var descriptors: [Int32: String] = [:]
  private var nextDescriptor: Int32 = 3
  private(set) var mappings: [UInt: Int] = [:]

  init(_ nodes: FakeNode...) {
    for node in nodes { self.nodes[node.path] = node }
    runs(pid, startedAt: 77)
  }

  /// What is still held; empty when everything was given back.
  var leaks: [String] {
    descriptors.values.map { "descriptor of \($0)" } + mappings.values.map { "\($0) bytes mapped" }
      + nodes.values.filter { $0.wasLeftStreaming && !$0.isGone }.map { "\($0.path) streamed" }
  }

  /// Lets a process exist.
  func runs(_ pid: Int32, startedAt start: UInt64) {
    let fields = Array(repeating: "0", count: 18).joined(separator: " ")
    files["/proc/\(pid)/stat"] = Array("\(pid) (odd) name) S \(fields) \(start) 0".utf8)
  }

  func count(_ request: DeviceRequest) -> Int { log.filter { $0 == .ioctl(request) }.count }

  func forgetLog() { log = [] }

  private func fails(_ call: Call) -> Int32? {
    log.append(call)
    defer { fallibleCalls += 1 }
    return injection?(fallibleCalls, call)
  }

  func open(_ path: String) -> Int32 {
    if let code = fails(.open(path)) { return -code }
    let target = links[path].map { "/dev/" + ($0.split(separator: "/").last ?? "") } ?? path
    guard let node = nodes[target] else { return -ENOENT }
    if node.openErrno != 0 { return -node.openErrno }
    if node.isGone { return -ENODEV }
    nextDescriptor += 1
    descriptors[nextDescriptor] = target
    return nextDescriptor
  }

  @discardableResult
  func close(_ descriptor: Int32) -> Int32 {
    log.append(.close)
    guard let path = descriptors.removeValue(forKey: descriptor) else { return -EBADF }
    nodes[path]?.closed(descriptor)
    return 0
  }

  func ioctl(
    _ descriptor: Int32, _ request: DeviceRequest, _ argument: UnsafeMutableRawPointer
  ) -> Int32 {
    if let code = fails(.ioctl(request)) { return -code }
    guard let node = descriptors[descriptor].flatMap({ nodes[$0] }) else { return -EBADF }
    if node.isGone { return -ENODEV }
    node.now = clock
    node.caller = descriptor
    return unsafe -node.ioctl(request, argument)
  }

  func map(_ descriptor: Int32, length: Int, offset: Int) -> MappingReply {
    if let code = fails(.map) { return unsafe .failure(-code) }
    guard let node = descriptors[descriptor].flatMap({ nodes[$0] }) else {
      return unsafe .failure(-EBADF)
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: length)
    mappings[UInt(bitPattern: memory)] = length
    unsafe node.mapped(memory, offset: offset)
    return unsafe .memory(memory)
  }

  func unmap(_ memory: UnsafeMutableRawPointer, length: Int) {
    log.append(.unmap)
    // A second unmapping would be one of memory that may be somebody else's by then.
    if mappings.removeValue(forKey: UInt(bitPattern: memory)) == length {
      for node in nodes.values { unsafe node.unmapped(memory) }
      unsafe memory.deallocate()
    } else {
      mappings[UInt.max] = -1
    }
  }

  func poll(_ descriptor: Int32, timeout: Double, wantsFrames: Bool) -> PollReply {
    if let code = fails(.poll) { return .failure(-code) }
    guard let node = descriptors[descriptor].flatMap({ nodes[$0] }) else { return .failure(-EBADF) }
    if node.isGone { return .ready([.error, .hangUp]) }
    var readiness: PollReply.Readiness = []
    if node.hasFrame, wantsFrames {
      clock += node.frameDelay
      readiness.insert(.frame)
    }
    if !node.events.isEmpty { readiness.insert(.event) }
    if readiness.isEmpty {
      clock += timeout
      return .timeout
    }
    return .ready(readiness)
  }

  func kind(of path: String) -> PathReply {
    if files[path] != nil { return .other }
    let target = links[path].map { "/dev/" + ($0.split(separator: "/").last ?? "") } ?? path
    return nodes[target] == nil ? .failure(-ENOENT) : .characterDevice
  }

  func names(in folder: String) -> [String] {
    let paths = Array(nodes.keys) + files.keys + links.keys
    let prefix = folder + "/"
    return paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .filter { !$0.contains("/") }
  }

  func link(at path: String) -> String? { links[path] }

  func contents(of path: String) -> [UInt8]? { files[path] }

  func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
    if let code = fails(.replace(path)) { return -code }
    files[path] = bytes
    return 0
  }

  @discardableResult
  func remove(_ path: String) -> Int32 {
    log.append(.remove(path))
    return files.removeValue(forKey: path) == nil ? -ENOENT : 0
  }

  func now() -> Double { clock }

  func sleep(_ seconds: Double) {
    log.append(.sleep(seconds))
    clock += seconds
  }

  var process: ProcessIdentity { ProcessIdentity(identifier: pid, user: 1000) }

  var stateFolder: String? { state }
}
