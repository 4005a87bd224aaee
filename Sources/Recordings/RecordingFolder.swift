import Glibc

/// The folder that a recording is begun in.
package enum RecordingFolder {
  /// Whether a path is a recording.
  package static func isRecording(_ path: String) -> Bool {
    PathKind(path) == .folder && PathKind("\(path)/\(RecordingDescription.fileName)") == .file
  }

  /// Makes the folder where it is missing; refuses one that holds anything. Whether it was made.
  static func make(_ path: String) throws(RecordingError) -> Bool {
    if unsafe mkdir(path, 0o777) == 0 { return true }
    let code = errno
    guard code == EEXIST else { throw .system(path: path, step: "made", errno: code) }
    guard PathKind(path) == .folder else { throw .notEmpty(path: path) }
    guard let stream = unsafe opendir(path) else {
      throw .system(path: path, step: "read", errno: errno)
    }
    defer { unsafe _ = closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { throw .notEmpty(path: path) }
    }
    return false
  }

  /// The bytes that a user may still write where a path lies.
  static func available(_ path: String) throws(RecordingError) -> Int {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else {
      throw .system(path: path, step: "asked for its free space", errno: errno)
    }
    let (bytes, isHuge) = status.f_bavail.multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isHuge ? .max : Int(clamping: bytes)
  }
}
