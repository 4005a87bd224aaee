internal import CV4L2
internal import Glibc

/// The seam's other side: the kernel.
public final class SystemCalls: DriverCalls {
  /// Makes the door; it holds nothing.
  public init() {}

  /// Opens a device.
  ///
  /// - Parameter path: The device's path.
  /// - Returns: A descriptor, or the negative errno.
  public func open(_ path: String) -> Int32 {
    Self.reply { unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
  }

  /// Closes a descriptor.
  ///
  /// - Parameter descriptor: The descriptor.
  /// - Returns: 0 or the negative errno.
  @discardableResult
  public func close(_ descriptor: Int32) -> Int32 {
    // Linux frees the descriptor even where close is interrupted: once more would close another's.
    Glibc.close(descriptor) == 0 ? 0 : 0 &- errno
  }

  /// Makes an ioctl.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - request: Which one.
  ///   - argument: The kernel's structure for it.
  /// - Returns: 0 or the negative errno.
  public func ioctl(
    _ descriptor: Int32, _ request: DeviceRequest, _ argument: UnsafeMutableRawPointer
  ) -> Int32 {
    let result = Self.reply { unsafe Glibc.ioctl(descriptor, request.number, argument) }
    return result < 0 ? result : 0
  }

  /// Maps a buffer.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - length: The buffer's bytes.
  ///   - offset: The buffer's place.
  /// - Returns: The memory, or the negative errno.
  public func map(_ descriptor: Int32, length: Int, offset: Int) -> MappingReply {
    guard length > 0 else { return unsafe .failure(0 &- EINVAL) }
    let memory = unsafe mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
    guard let memory = unsafe memory, unsafe memory != UnsafeMutableRawPointer(bitPattern: -1)
    else { return unsafe .failure(0 &- errno) }
    return unsafe .memory(memory)
  }

  /// Gives mapped memory back.
  ///
  /// - Parameters:
  ///   - memory: The memory.
  ///   - length: Its bytes.
  public func unmap(_ memory: UnsafeMutableRawPointer, length: Int) {
    _ = unsafe munmap(memory, length)
  }

  /// Waits for a frame or an event.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - timeout: Seconds, at the most a day.
  ///   - wantsFrames: Whether a frame ends the waiting.
  /// - Returns: What is there, or the negative errno.
  public func poll(_ descriptor: Int32, timeout: Double, wantsFrames: Bool) -> PollReply {
    let frames = wantsFrames ? Int16(POLLIN) : 0
    var entry = pollfd(fd: descriptor, events: frames | Int16(POLLPRI), revents: 0)
    let deadline = now() + min(max(timeout, 0), 86_400)
    while true {
      // Rounded up: a wait that ends early would turn the last millisecond into a busy loop.
      let left = max(0, min(deadline - now(), 86_400))
      let result = unsafe Glibc.poll(&entry, 1, Int32((left * 1000).rounded(.up)))
      if result == 0 { return .timeout }
      if result > 0 { break }
      if errno != EINTR { return .failure(0 &- errno) }
    }
    var readiness: PollReply.Readiness = []
    if entry.revents & Int16(POLLIN) != 0 { readiness.insert(.frame) }
    if entry.revents & Int16(POLLPRI) != 0 { readiness.insert(.event) }
    if entry.revents & Int16(POLLERR) != 0 { readiness.insert(.error) }
    if entry.revents & Int16(POLLHUP | POLLNVAL) != 0 { readiness.insert(.hangUp) }
    return .ready(readiness)
  }

  /// Seconds of `CLOCK_MONOTONIC`.
  ///
  /// - Returns: Seconds.
  public func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Sleeps.
  ///
  /// - Parameter seconds: For how long, a minute at the most.
  public func sleep(_ seconds: Double) {
    let seconds = seconds > 0 ? min(seconds, 60) : 0
    _ = usleep(useconds_t(seconds * 1e6))
  }

  /// This process and its user.
  public var process: ProcessIdentity { ProcessIdentity(identifier: getpid(), user: geteuid()) }

  /// Makes a call, and once more for as long as a signal ends it.
  private static func reply(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { return 0 &- errno }
    }
  }
}
