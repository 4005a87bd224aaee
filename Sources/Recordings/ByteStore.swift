/// The bytes of a recording, in a file, in memory or in a pipe.
package enum ByteStore: Sendable {
  /// Bytes that the caller holds.
  case memory([UInt8])
  /// Bytes that are read when they are asked for.
  case file(descriptor: FileBytes)
  /// Bytes that come once, in order.
  case pipe(StreamBytes)

  /// An open file, hidden from other modules.
  package struct FileBytes: Sendable {
    let file: OpenFile
  }

  /// A pipe, hidden from other modules.
  package struct StreamBytes: Sendable {
    let pipe: PipeBytes
  }

  init(path: String) throws(SourceError) {
    self = .file(descriptor: FileBytes(file: try OpenFile(path: path)))
  }

  /// Whether bytes come once, in order, and nobody knows how many.
  var isPipe: Bool {
    if case .pipe = self { true } else { false }
  }

  /// Whether there is a byte at an offset; on a pipe this waits for it.
  func hasByte(at offset: Int) throws(FrameError) -> Bool {
    guard isPipe else { return offset < count }
    return try !bytes(at: offset, count: 1).isEmpty
  }

  /// The number of bytes that there were when the store was made; a pipe may have any.
  var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(let descriptor): descriptor.file.count
    case .pipe: .max
    }
  }

  /// Bytes from an offset on: as many as asked for or as there are.
  ///
  /// No more is allocated than the store holds behind the offset.
  func bytes(at offset: Int, count wanted: Int) throws(FrameError) -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    let available = min(wanted, count - offset)
    switch self {
    case .memory(let bytes): return Array(bytes[offset..<offset + available])
    case .file(let descriptor):
      return try descriptor.file.bytes(at: offset, count: available)
    case .pipe(let stream): return try stream.pipe.bytes(at: offset, count: available)
    }
  }

  /// The bytes of a frame, all or none of them.
  func frame(at offset: Int, count needed: Int) throws(FrameError) -> [UInt8] {
    let left = max(0, count - offset)
    guard needed <= FrameError.mostBytes else { throw .tooLarge(bytes: needed) }
    guard needed <= left else { throw .truncated(bytes: left, needed: needed) }
    let bytes = try bytes(at: offset, count: needed)
    guard bytes.count == needed else { throw .truncated(bytes: bytes.count, needed: needed) }
    return bytes
  }

  /// Everything, for formats whose decoders want it whole.
  func whole() throws(FrameError) -> [UInt8] {
    guard count > 0 else { throw .empty }
    if isPipe {
      let bytes = try bytes(at: 0, count: FrameError.mostBytes + 1)
      guard bytes.count <= FrameError.mostBytes else { throw .tooLarge(bytes: bytes.count) }
      return bytes
    }
    guard count <= FrameError.mostBytes else { throw .tooLarge(bytes: count) }
    if case .memory(let bytes) = self { return bytes }
    return try bytes(at: 0, count: count)
  }
}

/// Single bytes of a store, by way of a window that moves along.
struct ByteCursor {
  private static let windowSize = 1 << 16
  let store: ByteStore
  private var start = 0
  private var window: [UInt8] = []

  init(_ store: ByteStore) {
    self.store = store
  }

  /// The byte at an offset, or `nil` behind the end.
  mutating func byte(at offset: Int) throws(FrameError) -> UInt8? {
    if offset < start || offset >= start + window.count {
      // From a pipe not more than is needed: the bytes behind may be long in coming.
      window = try store.bytes(at: offset, count: store.isPipe ? 1 : Self.windowSize)
      start = offset
    }
    return window.isEmpty ? nil : window[offset - start]
  }
}
