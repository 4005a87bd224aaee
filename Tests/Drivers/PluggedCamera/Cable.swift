internal import Glibc

/// The cable between a virtual camera and this machine's virtual host controller.
public struct Cable: Sendable {
  /// Why a camera could not be plugged in.
  public struct Failure: Error, CustomStringConvertible {
    /// What went wrong, and what to do.
    public let description: String
  }

  /// Our end, while it is plugged in.
  public private(set) var socket: Int32?
  private let port: Int

  /// Makes a cable that hangs loose.
  ///
  /// - Parameter port: The controller's port, 0…7.
  public init(port: Int) { self.port = port }

  /// Plugs the camera in; what is plugged in stays so.
  public mutating func plug() throws(Failure) {
    if socket != nil { return }
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw Failure(description: "no socket pair: errno \(errno)")
    }
    // Port, the kernel's end, a device number, high speed.
    let words = "\(port) \(ends[1]) \(0x10002 + port) 3"
    let path = "/sys/devices/platform/vhci_hcd.0/attach"
    defer { close(ends[1]) }
    // The kernel frees a port some time after the cable was pulled.
    for _ in 0..<600 {
      let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else {
        close(ends[0])
        throw Failure(
          description: "\(path) cannot be opened; is vhci_hcd loaded, is this root?")
      }
      let count = unsafe Glibc.write(file, words, words.utf8.count)
      close(file)
      if count == words.utf8.count {
        socket = ends[0]
        return
      }
      usleep(50_000)
    }
    close(ends[0])
    throw Failure(description: "port \(port) stays taken: errno \(errno)")
  }

  /// Pulls the cable, and waits until the kernel's host controller has let go of it.
  ///
  /// Linux 6.1's vhci_hcd loses transfers that are taken back while it ends a connection, if they were not
  /// sent yet, and the kernel waits for them without an end; so nothing may be taken back meanwhile.
  public mutating func unplug() {
    guard let socket else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    self.socket = nil
    for _ in 0..<400 where isTaken { usleep(5000) }
  }

  /// Whether the controller still takes the port for connected.
  private var isTaken: Bool {
    guard let file = unsafe fopen("/sys/devices/platform/vhci_hcd.0/status", "r") else {
      return false
    }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    // A header, then a line a port: hub, port, state, and more; state 6 is connected.
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(separator: " ")
      if words.count > 2, Int(words[1]) == port, words[0] == "hs" { return words[2] == "006" }
    }
    return false
  }

  /// What the kernel sent, if there is something; the end of the connection unplugs.
  public mutating func read() -> [UInt8]? {
    guard let socket else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 { return Array(bytes.prefix(count)) }
    if count == 0 { unplug() }
    return nil
  }

  /// Sends all of it; a cable that was pulled meanwhile swallows it.
  public mutating func write(_ bytes: [UInt8]) {
    var done = 0
    while let socket, done < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe buffer.baseAddress.map { base in
          unsafe send(socket, base + done, buffer.count - done, Int32(MSG_NOSIGNAL))
        } ?? 0
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        unplug()
      }
    }
  }
}
