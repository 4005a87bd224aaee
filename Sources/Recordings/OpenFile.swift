import Glibc

/// A regular file that is open for reading; closed when the last user lets it go.
final class OpenFile: Sendable {
  let descriptor: Int32
  let count: Int

  /// Opens a file after a look at what it is, since opening a FIFO would wait for a writer.
  init(path: String) throws(SourceError) {
    switch PathKind(path) {
    case .file: break
    case .folder: throw .notReadable(path: path, errno: EISDIR)
    case .special(let kind): throw .notAFile(path: path, kind: kind)
    case .missing(let code) where code == ENOENT: throw .notFound(path: path)
    case .missing(let code): throw .notReadable(path: path, errno: code)
    }
    // Should the file have been exchanged since, O_NONBLOCK keeps even a FIFO from waiting.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .notReadable(path: path, errno: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path, kind: .other)
    }
    self.descriptor = descriptor
    count = max(0, Int(status.st_size))
  }

  deinit {
    close(descriptor)
  }

  /// Reads bytes; fewer where the file has been cut since it was opened.
  func bytes(at offset: Int, count: Int) throws(FrameError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let target = unsafe buffer.baseAddress.map { unsafe $0 + filled }
        let got = unsafe pread(descriptor, target, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard failure == 0 else { throw .unreadable(errno: failure) }
    return bytes
  }
}

/// What a path names, found out without opening it.
enum PathKind: Hashable {
  case file
  case folder
  case special(SourceError.SpecialFile)
  case missing(errno: Int32)

  init(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      self = .missing(errno: errno)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .special(.fifo)
    case S_IFSOCK: self = .special(.socket)
    case S_IFCHR: self = .special(.characterDevice)
    case S_IFBLK: self = .special(.blockDevice)
    default: self = .special(.other)
    }
  }
}
