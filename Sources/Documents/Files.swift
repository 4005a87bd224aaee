internal import Glibc

/// Reads and writes whole small files.
package enum Files {
  /// The bytes of a regular file; a pipe in its place is refused and not waited for.
  package static func read(_ path: String, most: Int) throws(DocumentError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      throw DocumentError(
        file: path, place: nil,
        fault: code == ENOENT ? .notFound : .system(step: "opened", errno: code))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw DocumentError(file: path, place: nil, fault: .notAFile)
    }
    guard status.st_size <= most else {
      throw DocumentError(
        file: path, place: nil, fault: .tooLarge(bytes: Int(status.st_size), most: most))
    }
    return try contents(of: descriptor, path, most: most)
  }

  /// Up to one byte more than is taken, so that a file that grew is found out.
  private static func contents(
    of descriptor: Int32, _ path: String, most: Int
  ) throws(DocumentError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= most {
      let got = unsafe buffer.withUnsafeMutableBytes { target in
        unsafe Glibc.read(descriptor, target.baseAddress, target.count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw DocumentError(file: path, place: nil, fault: .system(step: "read", errno: errno))
      }
      if got == 0 { break }
      bytes += buffer.prefix(got)
    }
    return bytes
  }

  /// Writes a file so that at any moment the old or the new one is there, whole: a hidden file beside
  /// it is filled, brought to the disk, and renamed.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(DocumentError) {
    let (folder, name) = split(path)
    var (descriptor, temporary, attempt) = (Int32(-1), "", 0)
    repeat {
      attempt += 1
      temporary = "\(folder)/.\(name).\(getpid())-\(attempt)"
      descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      // What a program that was killed left behind has the name of another attempt.
    } while descriptor < 0 && errno == EEXIST && attempt < 1000
    guard descriptor >= 0 else {
      throw DocumentError(file: path, place: nil, fault: .system(step: "written", errno: errno))
    }
    var failure = writeAll(bytes, to: descriptor)
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(temporary, path) != 0 { failure = errno }
    guard failure == 0 else {
      unsafe unlink(temporary)
      throw DocumentError(file: path, place: nil, fault: .system(step: "written", errno: failure))
    }
    // The new name is on the disk when its folder is; some file systems know no such thing.
    let place = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if place >= 0 {
      fsync(place)
      close(place)
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { source in
      var done = 0
      while done < source.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: source[done...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return count < 0 ? errno : EIO }
        done += count
      }
      return 0
    }
  }

  /// Makes a folder and those above it, for the user alone, as XDG has it.
  package static func makeFolder(_ path: String) throws(DocumentError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard unsafe mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
      // A folder above may exist and refuse to be written to.
      let code = errno
      var status = stat()
      if unsafe stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
      throw DocumentError(file: made, place: nil, fault: .system(step: "made", errno: code))
    }
  }

  /// The visible JSON files of a folder in the order of their bytes; none where there is no folder.
  package static func documents(inFolder folder: String) throws(DocumentError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      let code = errno
      if code == ENOENT { return [] }
      throw DocumentError(file: folder, place: nil, fault: .system(step: "opened", errno: code))
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
  }

  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
  }

  package static func message(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
