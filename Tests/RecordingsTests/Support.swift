import Frames
import Glibc
import Recordings
import Testing

/// The recorded frames of this repository, found from this file.
enum Samples {
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/Regression/frames/"
  }()

  static func path(_ name: String) -> String { folder + name }

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = path(name)
    guard let file = unsafe fopen(path, "rb") else { throw SourceError.notFound(path: path) }
    defer { unsafe _ = fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = unsafe fread(&chunk, 1, chunk.count, file)
      guard got > 0 else { return bytes }
      bytes += chunk[..<got]
    }
  }
}

/// A folder that goes when the test does.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/graycard-recordings-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw SourceError.notReadable(path: "/tmp", errno: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove(path) }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    guard let stream = unsafe fopen(file, "wb") else {
      throw SourceError.notReadable(path: file, errno: errno)
    }
    unsafe fwrite(bytes, 1, bytes.count, stream)
    unsafe fclose(stream)
    return file
  }

  private func remove(_ path: String) {
    if let stream = unsafe opendir(path) {
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      unsafe closedir(stream)
      unsafe rmdir(path)
    } else {
      unsafe unlink(path)
    }
  }
}

/// CRC-32 as zlib and Python's `zlib.crc32` compute it.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  return ~crc
}

/// What became of each call of `next()`, until the end.
enum Outcome: Hashable {
  case frame(RecordedFrame)
  case failure(SourceError)

  var frame: RecordedFrame? {
    if case .frame(let frame) = self { return frame }
    return nil
  }

  var error: SourceError? {
    if case .failure(let error) = self { return error }
    return nil
  }

  var frameError: FrameError? {
    if case .failure(.frame(_, let error)) = self { return error }
    return nil
  }
}

/// Reads a source to its end, with failures in their places.
func outcomes(_ source: consuming FrameSource) -> [Outcome] {
  var results: [Outcome] = []
  while results.count < 10_000 {
    do throws(SourceError) {
      guard let frame = try source.next() else { return results }
      results.append(.frame(frame))
    } catch {
      results.append(.failure(error))
    }
  }
  return results
}

func outcomes(_ paths: [String], _ options: SourceOptions = SourceOptions()) throws -> [Outcome] {
  outcomes(try FrameSource(paths: paths, options: options))
}

func outcomes(_ bytes: [UInt8], _ options: SourceOptions = SourceOptions()) throws -> [Outcome] {
  outcomes(try FrameSource(bytes: bytes, name: "memory", options: options))
}

/// The only frame of a sample.
func sample(_ name: String, _ options: SourceOptions = SourceOptions()) throws -> RecordedFrame {
  let results = try outcomes([Samples.path(name)], options)
  try #require(results.count == 1)
  return try #require(results[0].frame, "\(name): \(results[0])")
}

extension RecordedFrame {
  /// One sample of a pixel of an interleaved format.
  func code(_ x: Int, _ y: Int, channel: Int = 0) throws -> Int {
    let (channels, coding): (Int, SampleCoding)
    switch layout.format {
    case .grey(let depth), .bayer(_, let depth): (channels, coding) = (1, depth)
    case .rgb(let order, let depth): (channels, coding) = (order.componentCount, depth)
    default: (channels, coding) = (1, .bits8)
    }
    let view = try FrameView(layout, bytes.span)
    return coding.sample(x * channels + channel, ofRow: view.row(y), alignment: layout.alignment)
  }

  /// The codes of a pixel's channels.
  func pixel(_ x: Int, _ y: Int) throws -> [Int] {
    var channels = 1
    if case .rgb(let order, _) = layout.format { channels = order.componentCount }
    return try (0..<channels).map { try code(x, y, channel: $0) }
  }
}

/// Options for a raw dump.
func dump(
  _ format: String, _ width: Int?, _ height: Int?, stride: Int? = nil
) -> SourceOptions {
  var options = SourceOptions()
  options.format = FourCC(format)
  (options.width, options.height, options.stride) = (width, height, stride)
  return options
}
