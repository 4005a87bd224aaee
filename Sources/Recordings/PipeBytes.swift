import Glibc
import Synchronization

/// The bytes of a pipe, which come once: they are read when they are asked for, and let go when
/// something behind them is.
///
/// What is held is what one request spans, so a stream without end needs the memory of a frame.
final class PipeBytes: Sendable {
  private static let chunk = 1 << 16

  private struct State {
    var window: [UInt8] = []
    /// The offset of the window's first byte in the stream.
    var start = 0
    var isAtEnd = false
  }

  private let descriptor: Int32
  private let closes: Bool
  private let state = Mutex(State())

  /// Reads the standard input.
  init() {
    (descriptor, closes) = (STDIN_FILENO, false)
  }

  /// Opens a named pipe, and waits until somebody opens it for writing.
  init(path: String) throws(SourceError) {
    var opened: Int32
    repeat {
      opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw .notReadable(path: path, errno: errno) }
    (descriptor, closes) = (opened, true)
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// The bytes that are held at present.
  var heldBytes: Int { state.withLock { $0.window.count } }

  /// Bytes from an offset on: as many as asked for or as come until the end. Waits for them.
  ///
  /// What lies before the offset of an earlier request is gone; nothing is given for it.
  func bytes(at offset: Int, count: Int) throws(FrameError) -> [UInt8] {
    let result: Result<[UInt8], FrameError> = state.withLock { state in
      guard offset >= state.start, count > 0, offset <= Int.max - count else { return .success([]) }
      // Moved only when half of it is old: else every byte would be moved for every other.
      let old = min(offset - state.start, state.window.count)
      if old > state.window.count / 2 || old > Self.chunk {
        state.window.removeFirst(old)
        state.start += old
      }
      while !state.isAtEnd, state.start + state.window.count < offset + count {
        let missing = offset + count - state.start - state.window.count
        if let code = fill(&state, most: min(missing, Self.chunk)) {
          return .failure(.unreadable(errno: code))
        }
      }
      let first = offset - state.start
      guard first < state.window.count else { return .success([]) }
      return .success(Array(state.window[first..<min(first + count, state.window.count)]))
    }
    return try result.get()
  }

  /// Reads once; the error number of a failure. Never more than asked for: what lies behind may be
  /// the next program's.
  private func fill(_ state: inout State, most: Int) -> Int32? {
    let got = unsafe withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { buffer in
      let got = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      if got > 0 { unsafe state.window.append(contentsOf: buffer.prefix(got)) }
      return got
    }
    if got < 0 { return errno == EINTR ? nil : errno }
    if got == 0 { state.isAtEnd = true }
    return nil
  }
}
