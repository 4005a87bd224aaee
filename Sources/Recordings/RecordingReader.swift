package import Documents
import Frames
import Photometry

/// Reads a recording's frames in the order of their lines.
///
/// A line that is cut or no line, and one whose frame is not there whole or not what was written, is
/// thrown with its number, and the next call goes on behind it.
package struct RecordingReader: FrameReader {
  /// What holds for every frame.
  package let description: RecordingDescription
  private let frames: ByteStore
  private var lines: LineCursor
  private var firstTimestamp: Double?
  private var isEmpty = true

  /// A frame as it was recorded, sound or not.
  package struct Frame {
    /// The bytes in the recording's layout; fewer for a short frame, none for one without pixels.
    package let bytes: [UInt8]
    package let notes: FrameNotes
  }

  /// Opens a recording.
  package init(folder: String) throws(SourceError) {
    let name = "\(folder)/\(RecordingDescription.fileName)"
    do throws(DocumentError) {
      let bytes = try Files.read(name, most: RecordingDescription.mostBytes)
      description = try RecordingDescription.read(bytes, name: name)
    } catch {
      throw .recording(error)
    }
    frames = try ByteStore(path: "\(folder)/\(RecordingDescription.framesName)")
    lines = LineCursor(try ByteStore(path: "\(folder)/\(RecordingDescription.linesName)"))
  }

  /// Reads a recording from memory.
  package init(
    description: [UInt8], lines: [UInt8], frames: [UInt8]
  ) throws(DocumentError) {
    self.description = try RecordingDescription.read(description, name: "memory")
    self.frames = .memory(frames)
    self.lines = LineCursor(.memory(lines))
  }

  /// Reads the next frame with everything that was noted; `nil` behind the last.
  package mutating func nextFrame() throws(FrameFailure) -> Frame? {
    let text: [UInt8]
    do throws(FrameError) {
      guard let found = try lines.next() else { return nil }
      text = found
    } catch {
      throw FrameFailure(error)
    }
    let line: FrameLine
    do throws(FrameError) {
      line = try FrameLine(text)
    } catch {
      throw FrameFailure(error)
    }
    do throws(FrameError) {
      return Frame(bytes: try bytes(of: line), notes: line.notes)
    } catch {
      throw FrameFailure(error, at: line.offset)
    }
  }

  private func bytes(of line: FrameLine) throws(FrameError) -> [UInt8] {
    guard line.size <= description.layout.byteCounts[0] else {
      throw .header(
        format: "frame line",
        detail: "size \(line.size) is more than the layout's \(description.layout.byteCounts[0])")
    }
    guard line.length > 0 || line.size > 0 else { return [] }
    let stored = try frames.frame(at: line.offset, count: line.length)
    guard FrameChecksum.of(stored) == line.checksum else {
      throw .damaged(format: "recorded", detail: "the checksum is not that of the line")
    }
    switch description.compression {
    case .zstd: return try FrameExpander.expanded(stored, count: line.size)
    case .none:
      guard line.size == line.length else {
        throw .header(format: "frame line", detail: "size and length differ without compression")
      }
      return stored
    }
  }

  package mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard let frame = try nextFrame() else {
      guard isEmpty else { return nil }
      isEmpty = false
      throw FrameFailure(.empty)
    }
    isEmpty = false
    let needed = description.layout.byteCounts[0]
    guard !frame.bytes.isEmpty else { throw FrameFailure(.empty) }
    guard frame.bytes.count == needed else {
      throw FrameFailure(.truncated(bytes: frame.bytes.count, needed: needed))
    }
    guard !frame.notes.flags.contains(.error) else {
      throw FrameFailure(.damaged(format: "recorded", detail: "the driver said so"))
    }
    let start = firstTimestamp ?? frame.notes.timestamp
    firstTimestamp = start
    let picture = DecodedPicture(
      bytes: frame.bytes, layout: description.layout, response: description.response)
    return FoundFrame(
      picture: picture, timestamp: frame.notes.timestamp - start, isAlone: false)
  }
}
