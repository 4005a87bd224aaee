internal import Glibc

extension SystemCalls {
  /// What a path names, without opening it.
  ///
  /// - Parameter path: Any path.
  /// - Returns: Its kind, or the negative errno.
  public func kind(of path: String) -> PathReply {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .failure(0 &- errno) }
    return status.st_mode & S_IFMT == S_IFCHR ? .characterDevice : .other
  }

  /// The names in a folder.
  ///
  /// - Parameter folder: The folder's path.
  /// - Returns: The names, in any order.
  public func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// What a symbolic link says.
  ///
  /// - Parameter path: The link's path.
  /// - Returns: The text of the link, or `nil`.
  public func link(at path: String) -> String? {
    var length = -1
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: 4096) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      length = unsafe readlink(path, start, buffer.count)
      filled = max(0, length)
    }
    guard length > 0 else { return nil }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The first 64 KiB of a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The bytes, or `nil`.
  public func contents(of path: String) -> [UInt8]? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { _ = Glibc.close(descriptor) }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      while filled < buffer.count {
        let place = unsafe buffer.baseAddress.map { unsafe $0 + filled }
        let got = unsafe read(descriptor, place, buffer.count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failed = true }
        if got <= 0 { break }
        filled += got
      }
    }
    return failed ? nil : bytes
  }

  /// Puts a file in place as a whole: written beside it, flushed, then renamed over it.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - bytes: The contents.
  /// - Returns: 0 or the negative errno.
  public func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
    Self.makeFolders(above: path)
    let draft = path + ".new"
    let descriptor = unsafe Glibc.open(
      draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return 0 &- errno }
    var code = Self.write(bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = 0 &- errno }
    _ = Glibc.close(descriptor)
    if code == 0, unsafe rename(draft, path) != 0 { code = 0 &- errno }
    if code != 0 { _ = unsafe unlink(draft) }
    return code
  }

  /// Removes a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: 0 or the negative errno.
  @discardableResult
  public func remove(_ path: String) -> Int32 { unsafe unlink(path) == 0 ? 0 : 0 &- errno }

  /// The folder for files that outlive the program, by the XDG base directory specification.
  public var stateFolder: String? {
    if let folder = Self.environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder }
    guard let home = Self.environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state"
  }

  private static func environment(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? 0 &- errno : 0 &- EIO }
      rest = rest.dropFirst(written)
    }
    return 0
  }

  /// Makes the folders above a path, readable by the user alone as the specification wants it; what
  /// goes wrong shows when the file is opened.
  private static func makeFolders(above path: String) {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      _ = unsafe mkdir(folder, 0o700)
    }
  }
}
