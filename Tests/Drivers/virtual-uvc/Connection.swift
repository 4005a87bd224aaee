internal import Glibc

/// The cable between a virtual camera and this machine's virtual host controller.
struct Connection {
  private(set) var socket: Int32?
  private let port: Int

  init(port: Int) { self.port = port }

  /// Plugs the camera in; what is plugged in stays so.
  mutating func plug() {
    if socket != nil { return }
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      fail("no socket pair: errno \(errno)")
    }
    // Port, the kernel's end, a device number, high speed.
    let words = "\(port) \(ends[1]) \(0x10002 + port) 3"
    let path = "/sys/devices/platform/vhci_hcd.0/attach"
    // The kernel frees a port some time after the cable was pulled.
    for attempt in 0... {
      let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { fail("\(path) cannot be opened; is vhci_hcd loaded, is this root?") }
      let count = unsafe Glibc.write(file, words, words.utf8.count)
      let code = errno
      close(file)
      if count == words.utf8.count { break }
      if attempt == 100 { fail("the port is taken: errno \(code)") }
      usleep(50_000)
    }
    close(ends[1])
    socket = ends[0]
  }

  /// Pulls the cable.
  mutating func unplug() {
    guard let socket else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    self.socket = nil
  }

  /// What the kernel sent, if there is something; the end of the connection unplugs.
  mutating func read() -> [UInt8]? {
    guard let socket else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 { return Array(bytes.prefix(count)) }
    if count == 0 { unplug() }
    return nil
  }

  /// Sends all of it; a cable that was pulled meanwhile swallows it.
  mutating func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let socket, !rest.isEmpty {
      let count = unsafe rest.withUnsafeBufferPointer {
        unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        unplug()
      }
    }
  }
}

/// Lines of an input that is read when something has come.
struct LineReader {
  private let descriptor: Int32
  private var rest: [UInt8] = []
  private(set) var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func lines() -> [String] {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard !isAtEnd, unsafe poll(&wait, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    if count <= 0 { isAtEnd = true }
    rest += bytes.prefix(max(count, 0))
    var lines: [String] = []
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
    return lines
  }
}
