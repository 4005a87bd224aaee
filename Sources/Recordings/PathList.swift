import Glibc

/// Turns files, folders and patterns into the list of files to read.
enum PathList {
  /// A file in a folder belongs to the recording if its content is known or its extension says
  /// that it should be; the latter so that a damaged or empty frame is reported, not passed over.
  private static let frameExtensions: Set<String> = [
    "dng", "jpe", "jpeg", "jpg", "pgm", "png", "pnm", "ppm", "tif", "tiff", "y4m",
  ]
  private static let dumpExtensions: Set<String> = [
    "bayer", "bin", "dat", "grey", "mjpeg", "mjpg", "nv12", "raw", "uyvy", "yuv", "yuyv",
  ]

  /// Whether a path's extension promises a format with a header of its own.
  static func isPicture(_ path: String) -> Bool {
    frameExtensions.contains(fileExtension(path))
  }

  /// The path that means the standard input.
  static let standardInput = "-"

  /// Lists the files of a path, a folder's in natural order.
  static func files(
    of path: String, readsDumps: Bool, readsPipes: Bool
  ) throws(SourceError) -> [String] {
    if readsPipes, path == standardInput { return [path] }
    switch PathKind(path) {
    case .file: return [path]
    case .folder: return try frames(inFolder: path, readsDumps: readsDumps)
    case .special(.fifo) where readsPipes: return [path]
    case .special(let kind): throw .notAFile(path: path, kind: kind)
    case .missing(let code) where code == ENOENT:
      guard path.utf8.contains(where: { "*?[".utf8.contains($0) }) else {
        throw .notFound(path: path)
      }
      return try files(matching: path)
    case .missing(let code): throw .notReadable(path: path, errno: code)
    }
  }

  private static func frames(
    inFolder folder: String, readsDumps: Bool
  ) throws(SourceError) -> [String] {
    let files = try names(inFolder: folder).sorted(by: NaturalOrder.precedes)
      .map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
      .filter { isFrame($0, readsDumps: readsDumps) }
    guard !files.isEmpty else { throw .emptyFolder(path: folder) }
    return files
  }

  private static func names(inFolder folder: String) throws(SourceError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw .notReadable(path: folder, errno: errno)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func isFrame(_ path: String, readsDumps: Bool) -> Bool {
    guard PathKind(path) == .file else { return false }
    if isPicture(path) { return true }
    if readsDumps && dumpExtensions.contains(fileExtension(path)) { return true }
    do {
      let head = try ByteStore(path: path).bytes(at: 0, count: ContentKind.headBytes)
      return ContentKind(head: head) != nil
    } catch {
      return false  // an unreadable file that doesn't even look like a frame
    }
  }

  private static func files(matching pattern: String) throws(SourceError) -> [String] {
    var result = unsafe glob_t()
    defer { unsafe globfree(&result) }
    let status = unsafe glob(pattern, GLOB_NOSORT, nil, &result)
    guard status == 0, let paths = unsafe result.gl_pathv else {
      throw .noMatch(pattern: pattern)
    }
    var files: [String] = []
    for index in 0..<Int(unsafe result.gl_pathc) {
      guard let path = unsafe paths[index] else { continue }
      files.append(unsafe String(cString: path))
    }
    files.sort(by: NaturalOrder.precedes)
    for file in files {
      if case .special(let kind) = PathKind(file) { throw .notAFile(path: file, kind: kind) }
    }
    // Folders that a pattern happens to match are not asked for.
    files = files.filter { PathKind($0) != .folder }
    guard !files.isEmpty else { throw .noMatch(pattern: pattern) }
    return files
  }
}
