import Glibc

/// A new file that grows at its end and is never changed before it.
final class AppendedFile {
  /// Writes bytes to a descriptor and tells how many, or -1 with `errno`, as `write(2)` does; tests
  /// put a full disk in its place.
  typealias Write = @Sendable (Int32, ArraySlice<UInt8>) -> Int

  static let systemWrite: Write = { descriptor, bytes in
    unsafe bytes.withUnsafeBytes { source in
      unsafe Glibc.write(descriptor, source.baseAddress, source.count)
    }
  }

  let path: String
  private let descriptor: Int32
  private let write: Write
  /// The bytes of what was appended whole.
  private(set) var count = 0

  init(path: String, write: @escaping Write) throws(RecordingError) {
    self.path = path
    self.write = write
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      throw code == EEXIST
        ? .notEmpty(path: path) : .system(path: path, step: "made", errno: code)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends all of the bytes or, as far as the system lets it be so, none; the error number of a
  /// failure, 0 for none.
  func append(_ bytes: [UInt8]) -> Int32 {
    var (done, failure) = (0, Int32(0))
    while done < bytes.count, failure == 0 {
      let got = write(descriptor, bytes[done...])
      if got < 0, errno == EINTR { continue }
      if got <= 0 { failure = got < 0 ? errno : EIO }
      done += max(0, got)
    }
    if failure == 0 {
      count += bytes.count
    } else {
      // A cut end is readable too, but would be told as damage.
      _ = ftruncate(descriptor, off_t(count))
    }
    return failure
  }

  /// Brings the file to the disk; the error number of a failure.
  func synchronise() -> Int32 {
    // Files that cannot be synchronised, as some network file systems', are not a failure.
    fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno
  }
}
