/// A device that is open: the one place from which its ioctls are made.
///
/// Once a call has said that the device is gone, no further call is made (field case B53): a program
/// that goes on asking an unplugged camera only burns time.
final class OpenDevice {
  let calls: any DriverCalls
  let path: String
  private(set) var isGone = false
  private let descriptor: Int32
  private var isOpen = true

  /// Opens a character device, after a look at what the path names.
  init(_ path: String, _ calls: any DriverCalls) throws(DeviceError) {
    self.calls = calls
    self.path = path
    switch calls.kind(of: path) {
    case .characterDevice: break
    case .other: throw .notACharacterDevice(path: path)
    case .failure(let reply): throw Self.openFault(path, SystemCode(reply: reply), calls)
    }
    descriptor = calls.open(path)
    if descriptor < 0 { throw Self.openFault(path, SystemCode(reply: descriptor), calls) }
  }

  deinit { close() }

  func close() {
    guard isOpen else { return }
    isOpen = false
    calls.close(descriptor)
  }

  /// Makes an ioctl; says how it ended.
  func call<Value>(_ request: DeviceRequest, _ value: inout Value) -> SystemCode {
    guard isOpen, !isGone else { return .noDevice }
    let reply = unsafe withUnsafeMutablePointer(to: &value) { pointer in
      unsafe calls.ioctl(descriptor, request, UnsafeMutableRawPointer(pointer))
    }
    return noting(SystemCode(reply: reply))
  }

  /// Makes an ioctl whose failure is an error.
  func require<Value>(_ request: DeviceRequest, _ value: inout Value) throws(DeviceError) {
    let code = call(request, &value)
    if !code.isSuccess { throw fault(request, code) }
  }

  func map(length: Int, offset: Int) throws(DeviceError) -> UnsafeMutableRawPointer {
    guard isOpen, !isGone else { throw .deviceGone(path: path) }
    switch unsafe calls.map(descriptor, length: length, offset: offset) {
    case .memory(let memory): return unsafe memory
    case .failure(let reply):
      let code = noting(SystemCode(reply: reply))
      throw isGone ? .deviceGone(path: path) : .mapping(path: path, code)
    }
  }

  func poll(timeout: Double, wantsFrames: Bool) -> PollReply {
    guard isOpen, !isGone else { return .ready(.hangUp) }
    let reply = calls.poll(descriptor, timeout: timeout, wantsFrames: wantsFrames)
    if case .failure(let code) = reply { _ = noting(SystemCode(reply: code)) }
    return reply
  }

  /// Takes note that the device has been unplugged.
  func markGone() { isGone = true }

  /// The error that a failed request is.
  func fault(_ request: DeviceRequest, _ code: SystemCode) -> DeviceError {
    if isGone { return .deviceGone(path: path) }
    if code == .busy { return .busy(path: path, request) }
    return .request(path: path, request, code)
  }

  private func noting(_ code: SystemCode) -> SystemCode {
    if code == .noDevice || code == .noSuchAddress { isGone = true }
    return code
  }

  private static func openFault(
    _ path: String, _ code: SystemCode, _ calls: any DriverCalls
  ) -> DeviceError {
    switch code {
    case .noEntry: .notFound(path: path)
    case .access, .permission: .permissionDenied(path: path, user: calls.process.user)
    case .noDevice, .noSuchAddress: .deviceGone(path: path)
    default: .cannotOpen(path: path, code)
    }
  }
}

/// Text that the kernel keeps in an array of fixed size, up to its first 0; what is not UTF-8 becomes
/// U+FFFD.
func fixedText<Characters>(_ characters: Characters) -> String {
  unsafe withUnsafeBytes(of: characters) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
