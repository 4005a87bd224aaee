import Documents
import Frames
import Glibc

/// A recording that grows frame by frame, in the caller's own time.
///
/// A frame's bytes are written before its line, so that a line never speaks of bytes that were not
/// handed to the system; the checksum tells where a loss of power undid that.
final class RecordingSink {
  let folder: String
  let description: RecordingDescription
  private let frames: AppendedFile
  private let lines: AppendedFile
  private let compressor: FrameCompressor?
  /// Frames that are whole.
  private(set) var count = 0

  /// Bytes that a line is counted with before there is one; the controller's inputs and its report
  /// take most of it.
  static let lineEstimate = 4096

  init(
    folder: String, description: RecordingDescription, expectedFrames: Int?,
    write: @escaping AppendedFile.Write = AppendedFile.systemWrite
  ) throws(RecordingError) {
    guard let text = description.text else {
      throw .unsupportedFormat(description.layout.format)
    }
    compressor = description.compression == .zstd ? FrameCompressor() : nil
    guard description.compression == .none || compressor != nil else { throw .outOfMemory }
    let isMade = try RecordingFolder.make(folder)
    if let expectedFrames {
      let needed = Self.estimate(description, frames: expectedFrames)
      let available = try RecordingFolder.available(folder)
      guard needed <= available else {
        if isMade { unsafe rmdir(folder) }
        throw .noSpace(path: folder, needed: needed, available: available)
      }
    }
    frames = try AppendedFile(
      path: "\(folder)/\(RecordingDescription.framesName)", write: write)
    lines = try AppendedFile(path: "\(folder)/\(RecordingDescription.linesName)", write: write)
    (self.folder, self.description) = (folder, description)
    // Last: what has a description has its other files too.
    do throws(DocumentError) {
      try Files.replace("\(folder)/\(RecordingDescription.fileName)", with: Array(text.utf8))
    } catch {
      throw .description(error)
    }
  }

  /// The bytes that frames need, compressed ones those of a picture with a camera's noise: 0.82 of
  /// their own, see Documentation/Decisions/0009.
  static func estimate(_ description: RecordingDescription, frames: Int) -> Int {
    let own = description.layout.byteCounts[0]
    let stored = description.compression == .zstd ? own / 100 * 82 + own % 100 : own
    let (bytes, isHuge) = frames.multipliedReportingOverflow(by: stored + lineEstimate)
    return isHuge ? .max : bytes
  }

  var byteCount: Int { frames.count + lines.count }

  /// Appends a frame; after a failure the recording stands as it was before it.
  func append(_ bytes: [UInt8], _ notes: FrameNotes) throws(RecordingError) {
    let most = description.layout.byteCounts[0]
    guard bytes.count <= most else { throw .tooLong(bytes: bytes.count, most: most) }
    var notes = notes
    if !bytes.isEmpty, bytes.count < most { notes.flags.insert(.short) }
    var stored = bytes
    if let compressor, !bytes.isEmpty {
      guard let packed = compressor.compressed(bytes) else { throw .outOfMemory }
      stored = packed
    }
    let line = FrameLine(
      offset: frames.count, length: stored.count, size: bytes.count,
      checksum: FrameChecksum.of(stored), notes: notes)
    let text: String
    do throws(JSONText.NotFinite) {
      text = try line.text()
    } catch {
      throw .timestamp
    }
    try check(frames.append(stored), of: frames)
    try check(lines.append(Array(text.utf8)), of: lines)
    count += 1
  }

  /// Brings everything to the disk.
  func finish() throws(RecordingError) {
    try check(frames.synchronise(), of: frames)
    try check(lines.synchronise(), of: lines)
  }

  private func check(_ failure: Int32, of file: AppendedFile) throws(RecordingError) {
    switch failure {
    case 0: return
    case ENOSPC, EDQUOT: throw .diskFull(path: file.path, frames: count)
    default: throw .system(path: file.path, step: "written", errno: failure)
    }
  }
}
