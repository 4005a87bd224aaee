import Foundation
public import Frames
import Synchronization

/// Records frames while they stream: a thread of its own writes, and the capture loop never waits.
///
/// ```swift
/// let writer = try RecordingWriter(folder: "evening", description: description)
/// let isTaken = try writer.append(view, FrameNotes(sequence: 0, timestamp: 0))
/// let progress = try writer.finish()
/// ```
public final class RecordingWriter: Sendable {
  /// How far a recording is.
  public struct Progress: Hashable, Sendable {
    /// Frames that are written.
    public var written = 0
    /// Frames that found no room in the queue: the disk or the compression is too slow.
    public var dropped = 0
    /// Bytes on the disk.
    public var bytes = 0

    /// Nothing yet.
    public init() {}
  }

  /// What may be chosen.
  public struct Options: Sendable {
    /// Frames that may wait for the disk, at least 1; half a second of them at 30 frames/s by default.
    public var queuedFrames = 16
    /// How many frames there will be, for a look at the free space before; `nil` where nobody knows.
    public var expectedFrames: Int?
    /// Called by the writing thread behind each frame.
    public var progress: (@Sendable (Progress) -> Void)?

    /// The defaults.
    public init() {}
  }

  private struct State {
    var progress = Progress()
    var failure: RecordingError?
  }

  /// What the thread shares with its writer, whom it must not keep alive.
  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  /// What holds for every frame.
  public let description: RecordingDescription
  private let queue: WriterQueue
  private let shared = Shared()

  /// Makes the folder and its files.
  ///
  /// - Parameters:
  ///   - folder: A folder that is empty or missing; the one above it must be there.
  ///   - description: What holds for every frame.
  ///   - options: What may be chosen.
  /// - Throws: ``RecordingError`` where the folder holds something or cannot be written, the format
  ///   cannot be recorded, or the disk has no room for the frames that are expected.
  public convenience init(
    folder: String, description: RecordingDescription, options: Options = Options()
  ) throws(RecordingError) {
    try self.init(
      folder: folder, description: description, options: options, write: AppendedFile.systemWrite)
  }

  init(
    folder: String, description: RecordingDescription, options: Options,
    write: @escaping AppendedFile.Write
  ) throws(RecordingError) {
    self.description = description
    let queue = WriterQueue(capacity: options.queuedFrames)
    self.queue = queue
    // Only the thread uses it from here on.
    nonisolated(unsafe) let sink = try RecordingSink(
      folder: folder, description: description, expectedFrames: options.expectedFrames,
      write: write)
    let thread = Thread { [queue, shared] in
      unsafe Self.drain(sink, queue, shared, options.progress)
    }
    thread.name = "recording"
    thread.start()
  }

  /// Takes a copy of a frame; returns at once, whatever the disk does.
  ///
  /// - Parameters:
  ///   - view: The frame; padding between its rows is left out.
  ///   - notes: What is noted beside its pixels.
  /// - Returns: Whether the frame will be written; `false` where the queue is full, which is counted.
  /// - Throws: ``RecordingError`` for a frame of another layout, and once writing has failed.
  @discardableResult
  public func append(
    _ view: borrowing FrameView, _ notes: FrameNotes
  ) throws(RecordingError) -> Bool {
    let layout = view.layout
    guard try Self.tight(layout) == description.layout else {
      throw .layoutChanged(width: layout.width, height: layout.height)
    }
    return try append(bytes: PackedRows.bytes(of: view, as: description.layout), notes)
  }

  /// Takes a frame's bytes in the recording's own layout.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; fewer than the layout's are a short frame, none a frame without pixels.
  ///   - notes: What is noted beside its pixels.
  ///   - waits: Whether to wait where the queue is full, as a source does that can wait itself.
  /// - Returns: Whether the frame will be written; `false` where the queue is full, which is counted.
  /// - Throws: ``RecordingError`` for a frame that is too long, and once writing has failed.
  @discardableResult
  public func append(
    bytes: [UInt8], _ notes: FrameNotes, waits: Bool = false
  ) throws(RecordingError) -> Bool {
    let most = description.layout.byteCounts[0]
    guard bytes.count <= most else { throw .tooLong(bytes: bytes.count, most: most) }
    guard notes.timestamp.isFinite else { throw .timestamp }
    if let failure = shared.state.withLock({ $0.failure }) { throw failure }
    let isTaken = queue.push(WriterQueue.Item(bytes: bytes, notes: notes), waits: waits)
    if !isTaken {
      if let failure = shared.state.withLock({ $0.failure }) { throw failure }
      shared.state.withLock { $0.progress.dropped += 1 }
    }
    return isTaken
  }

  /// How far the recording is.
  public var progress: Progress { shared.state.withLock { $0.progress } }

  /// Waits until every frame that was taken is on the disk; nothing is taken afterwards.
  ///
  /// - Returns: What became of the frames.
  /// - Throws: ``RecordingError``, the first failure of the writing thread.
  @discardableResult
  public func finish() throws(RecordingError) -> Progress {
    queue.close()
    queue.waitUntilDone()
    let (progress, failure) = shared.state.withLock { ($0.progress, $0.failure) }
    if let failure { throw failure }
    return progress
  }

  /// What was taken is still written.
  deinit { queue.close() }

  private static func drain(
    _ sink: RecordingSink, _ queue: WriterQueue, _ shared: Shared,
    _ report: (@Sendable (Progress) -> Void)?
  ) {
    defer { queue.markDone() }
    do throws(RecordingError) {
      while let item = queue.pop() {
        try sink.append(item.bytes, item.notes)
        let progress = shared.state.withLock { state in
          (state.progress.written, state.progress.bytes) = (sink.count, sink.byteCount)
          return state.progress
        }
        report?(progress)
      }
      try sink.finish()
    } catch {
      shared.state.withLock { $0.failure = error }
    }
  }

  /// The layout of the same frames without padding, in one buffer: what ``append(_:_:)`` records.
  ///
  /// - Parameter layout: A frame's layout as a driver has it.
  /// - Returns: The layout.
  /// - Throws: ``RecordingError`` for formats that cannot be recorded.
  public static func tight(_ layout: FrameLayout) throws(RecordingError) -> FrameLayout {
    do throws(FrameLayoutError) {
      return try FrameLayout(
        format: layout.format, width: layout.width, height: layout.height, range: layout.range,
        matrix: layout.matrix, alignment: layout.alignment)
    } catch {
      throw .unsupportedFormat(layout.format)
    }
  }
}
