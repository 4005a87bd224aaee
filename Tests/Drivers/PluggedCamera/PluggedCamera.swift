internal import Glibc
internal import Synchronization
public import VirtualUVC

/// A virtual camera that is plugged into this machine and served by a thread of its own.
///
/// The kernel waits for answers without an end, so whatever a test does, the thread answers.
public final class PluggedCamera: Sendable {
  private struct State: Sendable {
    var host: VirtualHost
    var cable: Cable
    var log: [String] = []
    var isEnded = false
    var hasStopped = false
    /// When the kernel said something last.
    var lastWords = 0.0
  }

  private let state: Mutex<State>
  private let wake: (read: Int32, write: Int32)

  /// Plugs a camera in and begins to serve it.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - port: The controller's port, 0…7.
  /// - Throws: `Cable.Failure`.
  public init(_ camera: UVCCamera, port: Int = 0) throws(Cable.Failure) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Cable.Failure(description: "no pipe") }
    wake = (ends[0], ends[1])
    var cable = Cable(port: port)
    try cable.plug()
    state = Mutex(State(host: VirtualHost(camera), cable: cable))
    var thread = pthread_t()
    let object = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { object in
        guard let object = unsafe object else { return nil }
        unsafe Unmanaged<PluggedCamera>.fromOpaque(object).takeRetainedValue().serve()
        return nil
      }, object)
    pthread_detach(thread)
  }

  /// Pulls the cable, if it is not, and ends the thread.
  public func end() {
    waitForSilence()
    state.withLock {
      $0.cable.unplug()
      $0.isEnded = true
    }
    rouse()
    while !state.withLock({ $0.hasStopped }) { usleep(1000) }
    close(wake.read)
    close(wake.write)
  }

  /// Pulls the cable, at a moment when the kernel has sent what it had to send.
  ///
  /// Linux 6.1's vhci_hcd loses transfers that were taken back before they were sent, where the cable is
  /// pulled meanwhile, and waits for them without an end.
  public func unplug() {
    waitForSilence()
    state.withLock {
      $0.cable.unplug()
      $0.host = VirtualHost($0.host.camera)
    }
    rouse()
  }

  /// Plugs the camera in again, set as it was.
  public func plug() throws {
    try state.withLock { state in try state.cable.plug() }
    rouse()
  }

  /// Does something with the camera while the thread waits.
  public func with<Value: Sendable>(_ body: (inout UVCCamera) -> Value) -> Value {
    let value = state.withLock { body(&$0.host.camera) }
    rouse()
    return value
  }

  /// What the host wrote since the last call.
  public func takeLog() -> [String] {
    state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  private func waitForSilence() {
    let end = Self.now + 1
    while Self.now < end {
      let (isLoose, last) = state.withLock { ($0.cable.socket == nil, $0.lastWords) }
      if isLoose || Self.now - last > 0.03 { return }
      usleep(5000)
    }
  }

  private func rouse() {
    var byte: UInt8 = 1
    _ = unsafe write(wake.write, &byte, 1)
  }

  private func serve() {
    while true {
      let (socket, next, isEnded) = state.withLock {
        ($0.cable.socket, $0.host.nextTime, $0.isEnded)
      }
      if isEnded { break }
      var waits = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
      if let socket { waits.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
      let wait = next.map { min(max($0 - Self.now, 0), 1) } ?? 1
      _ = unsafe poll(&waits, nfds_t(waits.count), Int32((wait * 1000).rounded(.up)))
      if waits[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe read(wake.read, &bytes, bytes.count)
      }
      state.withLock { Self.serve(&$0) }
    }
    state.withLock { $0.hasStopped = true }
  }

  private static func serve(_ state: inout State) {
    if let bytes = state.cable.read() {
      state.lastWords = now
      if let answers = try? state.host.receive(bytes) {
        state.cable.write(answers)
      } else {
        state.log.append("the kernel's words make no sense")
        state.cable.unplug()
      }
    }
    if state.cable.socket != nil { state.cable.write(state.host.pump(now: now)) }
    state.log += state.host.camera.takeLog()
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
