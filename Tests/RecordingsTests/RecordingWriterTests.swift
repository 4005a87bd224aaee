import Documents
import Frames
import Glibc
import Photometry
import Synchronization
import Testing

@testable import Recordings

@Suite struct RecordingWriterTests {
  @Test func writesFromAThreadOfItsOwn() throws {
    let recording = try SmallRecording()
    let last = Mutex(RecordingWriter.Progress())
    var options = RecordingWriter.Options()
    options.progress = { progress in last.withLock { $0 = progress } }
    let writer = try RecordingWriter(
      folder: recording.path, description: recording.description, options: options)
    for number in 0..<50 {
      try writer.append(
        bytes: SmallRecording.frame(number % 5), .init(sequence: number, timestamp: 0), waits: true)
    }
    let progress = try writer.finish()
    #expect(progress.written == 50 && progress.dropped == 0)
    #expect(last.withLock { $0 } == progress)
    #expect(
      reading(try RecordingReader(folder: recording.path)).frames.map(\.notes.sequence)
        == Array(0..<50))
  }

  @Test func paddingIsLeftOutOfAView() throws {
    let recording = try SmallRecording()
    let padded = try FrameLayout(format: .packedYUV(.yuyv), width: 4, height: 2, stride: 12)
    let bytes = SmallRecording.frame(1)
    let memory = bytes[..<8] + [9, 9, 9, 9] + bytes[8...]
    let writer = try RecordingWriter(folder: recording.path, description: recording.description)
    try writer.append(FrameView(padded, Array(memory).span), FrameNotes(sequence: 0, timestamp: 0))
    try writer.finish()
    #expect(reading(try RecordingReader(folder: recording.path)).frames.map(\.bytes) == [bytes])
  }

  /// A disk that does not take a byte until it is told to; the loop must not wait for it.
  @Test func aFullQueueDropsAndCounts() throws {
    let recording = try SmallRecording()
    let gate = Gate()
    var options = RecordingWriter.Options()
    options.queuedFrames = 2
    let writer = try RecordingWriter(
      folder: recording.path, description: recording.description, options: options
    ) { descriptor, bytes in
      gate.pass()
      return AppendedFile.systemWrite(descriptor, bytes)
    }
    var taken = 0
    for number in 0..<20 {
      if try writer.append(
        bytes: SmallRecording.frame(0), FrameNotes(sequence: number, timestamp: 0))
      {
        taken += 1
      }
    }
    // Two wait, and a third may be in the writer's hands.
    #expect((2...3).contains(taken))
    gate.open()
    let progress = try writer.finish()
    #expect(progress.written == taken && progress.dropped == 20 - taken)
  }

  /// The disk gets full in the middle of each possible byte of both files.
  @Test func aFullDiskLeavesAReadableRecording() throws {
    let whole = try SmallRecording()
    try whole.make(2)
    let total =
      try whole.bytes(RecordingDescription.framesName).count
      + whole.bytes(RecordingDescription.linesName).count
    for room in stride(from: 0, to: total, by: 7) {
      let recording = try SmallRecording()
      let left = Mutex(room)
      let sink = try RecordingSink(
        folder: recording.path, description: recording.description, expectedFrames: nil
      ) { descriptor, bytes in
        let part = left.withLock { left in
          let part = min(left, bytes.count)
          left -= part
          return part
        }
        guard part > 0 else {
          errno = ENOSPC
          return -1
        }
        return AppendedFile.systemWrite(descriptor, bytes.prefix(part))
      }
      var written = 0
      do throws(RecordingError) {
        for number in 0..<2 {
          try sink.append(SmallRecording.frame(number), SmallRecording.notes(number))
          written += 1
        }
        Issue.record("room for \(room) of \(total) bytes was enough")
      } catch {
        guard case .diskFull(_, written) = error else {
          Issue.record("\(error)")
          return
        }
      }
      let (frames, failures) = reading(try RecordingReader(folder: recording.path))
      #expect(frames.count == written && failures.isEmpty, "room for \(room) bytes")
    }
  }

  @Test func aFailureIsToldToTheLoopAndAtTheEnd() throws {
    let recording = try SmallRecording()
    let writer = try RecordingWriter(
      folder: recording.path, description: recording.description, options: .init()
    ) { _, _ in
      errno = EIO
      return -1
    }
    _ = try writer.append(bytes: SmallRecording.frame(0), FrameNotes(sequence: 0, timestamp: 0))
    let expected = RecordingError.system(
      path: recording.path + "/frames.bin", step: "written", errno: EIO)
    #expect(throws: expected) { try writer.finish() }
    #expect(throws: expected) {
      try writer.append(bytes: SmallRecording.frame(0), FrameNotes(sequence: 1, timestamp: 0))
    }
  }

  @Test func foldersThatHoldSomethingAreRefused() throws {
    let recording = try SmallRecording()
    try recording.make(1)
    #expect(throws: RecordingError.notEmpty(path: recording.path)) { try recording.make(1) }
    let file = try recording.folder.write("file", [1])
    #expect(throws: RecordingError.notEmpty(path: file)) {
      try RecordingWriter(folder: file, description: recording.description)
    }
    let missing = recording.folder.path + "/a/b"
    #expect(throws: RecordingError.system(path: missing, step: "made", errno: ENOENT)) {
      try RecordingWriter(folder: missing, description: recording.description)
    }
    // No test user may write there, root neither: it is no disk.
    #expect(throws: RecordingError.self) {
      try RecordingWriter(folder: "/proc/recording", description: recording.description)
    }
  }

  @Test func freeSpaceIsLookedAtBefore() throws {
    let recording = try SmallRecording()
    var options = RecordingWriter.Options()
    options.expectedFrames = .max
    do throws(RecordingError) {
      _ = try RecordingWriter(
        folder: recording.path, description: recording.description, options: options)
      Issue.record("there is no such disk")
    } catch {
      guard case .noSpace(recording.path, .max, let available) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(available > 0 && error.description.contains("are free"))
      #expect(PathKind(recording.path) == .missing(errno: ENOENT), "an empty folder is left")
    }
  }

  @Test func otherFramesAreRefused() throws {
    let recording = try SmallRecording()
    let writer = try RecordingWriter(folder: recording.path, description: recording.description)
    let other = try FrameLayout(format: .grey(.bits8), width: 4, height: 2)
    #expect(throws: RecordingError.layoutChanged(width: 4, height: 2)) {
      try writer.append(
        FrameView(other, [UInt8](repeating: 0, count: 8).span),
        FrameNotes(sequence: 0, timestamp: 0))
    }
    #expect(throws: RecordingError.tooLong(bytes: 17, most: 16)) {
      try writer.append(
        bytes: [UInt8](repeating: 0, count: 17), FrameNotes(sequence: 0, timestamp: 0))
    }
    #expect(throws: RecordingError.timestamp) {
      try writer.append(bytes: [], FrameNotes(sequence: 0, timestamp: .nan))
    }
    try writer.append(bytes: [1, 2, 3], FrameNotes(sequence: 0, timestamp: 0))
    try writer.append(bytes: [], FrameNotes(sequence: 1, timestamp: 1))
    try writer.finish()
    let frames = reading(try RecordingReader(folder: recording.path)).frames
    #expect(frames.map(\.notes.flags) == [.short, []])
    #expect(
      try outcomes([recording.path]).compactMap(\.frameError) == [
        .truncated(bytes: 3, needed: 16), .empty,
      ])
  }

  @Test(arguments: [
    (PixelFormat.packedYUV(.uyvy), true), (.semiPlanarYUV(.yuv420, .crCb), true),
    (.planarYUV(.yuv422, .cbCr), true), (.grey(.bits8), true), (.rgb(.rgb, .bits8), false),
  ])
  func exportsToY4M(_ format: PixelFormat, _ isHeld: Bool) throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/out.y4m"
    let layout = try FrameLayout(format: format, width: 6, height: 4, range: .full)
    let bytes = (0..<layout.byteCounts[0]).map { UInt8($0 * 3 % 256) }
    let frame = RecordedFrame(
      bytes: bytes, layout: layout, response: .bt709, gainsAsShot: nil, name: "x", index: 0,
      timestamp: nil)
    guard isHeld else {
      #expect(throws: RecordingError.unsupportedFormat(format)) {
        _ = try FrameExport(path: path, kind: .y4m, layout: layout, frameRate: 25)
      }
      return
    }
    var export = try FrameExport(path: path, kind: .y4m, layout: layout, frameRate: 25)
    try export.append(frame)
    let read = try #require(try outcomes([path]).first?.frame)
    #expect(read.layout.range == .full && read.layout.width == 6)
    let original = Y4MFrames.planes(of: frame)
    #expect(read.bytes == original && Set(original).count == Set(bytes).count)
  }
}

/// Holds whoever passes until it is opened.
final class Gate: Sendable {
  private let isOpen = Mutex(false)

  func open() { isOpen.withLock { $0 = true } }
  func pass() { while !isOpen.withLock({ $0 }) { sched_yield() } }
}
