internal import Documents
internal import Foundation
internal import Frames
internal import Photometry
internal import Recordings

/// Frames on their way into a recording, which is begun with the first of them.
struct FrameRecorder: ~Copyable {
  private let options: RecordOptions
  private var writer: RecordingWriter?
  private let encoder: JSONEncoder
  private var told = 0

  init(_ options: RecordOptions) {
    self.options = options
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Records a frame.
  ///
  /// - Parameters:
  ///   - bytes: The frame in the layout of the description.
  ///   - notes: What is noted of it.
  ///   - description: What holds for every frame; that of the first frame counts.
  ///   - waits: Whether the source can wait for the disk.
  /// - Throws: `RecordingError`.
  mutating func record(
    _ bytes: [UInt8], _ notes: FrameNotes, _ description: RecordingDescription, waits: Bool
  ) throws {
    if writer == nil {
      var choice = RecordingWriter.Options()
      choice.expectedFrames = options.frames
      writer = try RecordingWriter(
        folder: options.output, description: description, options: choice)
    }
    guard let writer else { return }
    let (old, new) = (writer.description.layout, description.layout)
    guard old == new else {
      throw RecordingError.layoutChanged(width: new.width, height: new.height)
    }
    let most = description.layout.byteCounts[0]
    try writer.append(
      bytes: bytes.count > most ? Array(bytes[..<most]) : bytes, notes, waits: waits)
    showProgress(writer.progress)
  }

  /// A report as the document that a recording keeps.
  func document(_ report: RunReport) throws -> JSONValue {
    let text = [UInt8](try encoder.encode(report))
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(text)
    } catch {
      throw DocumentError(file: "report", place: nil, fault: error.fault)
    }
  }

  /// Ends the recording and tells what became of it.
  mutating func finish() throws -> RecordingWriter.Progress {
    let progress = try writer?.finish() ?? RecordingWriter.Progress()
    if told > 0 { Output.standardError.write("\r\u{1B}[K") }
    return progress
  }

  /// A line that is drawn over, some times a second.
  private mutating func showProgress(_ progress: RecordingWriter.Progress) {
    guard Output.standardError.redraws else { return }
    let taken = progress.written + progress.dropped
    guard taken >= told + 8 else { return }
    told = taken
    let of = options.frames.map { " of \($0)" } ?? ""
    let dropped = progress.dropped > 0 ? ", \(progress.dropped) dropped" : ""
    Output.standardError.write(
      "\r\u{1B}[K\(progress.written)\(of) frames, \(progress.bytes / 1_000_000) MB\(dropped)")
  }
}
