internal import Frames
internal import Recordings

/// The frames of files, recorded or written to one file.
enum RecordFiles {
  /// Records them; frames that cannot be read are told, counted and left out.
  static func record(
    _ options: RecordOptions, _ recorder: inout FrameRecorder, failed: inout Int
  ) throws {
    if options.sources.count == 1, let path = options.sources.first,
      RecordingFolder.isRecording(path)
    {
      return try copy(path, options, &recorder, failed: &failed)
    }
    let rate = options.reading.frameRate ?? RecordOptions.usualRate
    try each(options, failed: &failed) { frame in
      let description = RecordingDescription(
        layout: frame.layout, response: frame.response, compression: options.compression)
      let notes = FrameNotes(
        sequence: frame.index, timestamp: frame.timestamp ?? Double(frame.index) / rate)
      try recorder.record(frame.bytes, notes, description, waits: true)
    }
  }

  /// Records a recording again, as to compress it or to leave out what is damaged.
  private static func copy(
    _ path: String, _ options: RecordOptions, _ recorder: inout FrameRecorder, failed: inout Int
  ) throws {
    var reader = try RecordingReader(folder: path)
    var description = reader.description
    description.compression = options.compression
    var (number, taken) = (0, 0)
    while taken < options.frames ?? .max, !StopSignal.isRaised {
      let frame: RecordingReader.Frame
      do throws(FrameFailure) {
        guard let found = try reader.nextFrame() else { return }
        frame = found
      } catch {
        failed += 1
        number += 1
        complain("\(path), frame \(number - 1): \(error.error)")
        continue
      }
      number += 1
      taken += 1
      try recorder.record(frame.bytes, frame.notes, description, waits: true)
    }
  }

  /// Writes them to one file; how many there were.
  static func export(
    _ options: RecordOptions, _ kind: FrameExport.Kind, failed: inout Int
  ) throws -> Int {
    var export: FrameExport?
    var held: RecordedFrame?
    func begin(_ frame: RecordedFrame, rate: Double?) throws {
      export = try FrameExport(
        path: options.output, kind: kind, layout: frame.layout,
        frameRate: rate ?? RecordOptions.usualRate)
      try export?.append(frame)
    }
    // The rate stands in front of the frames, and the first two tell it.
    try each(options, failed: &failed) { frame in
      if export != nil {
        try export?.append(frame)
      } else if let first = held {
        held = nil
        try begin(first, rate: options.reading.frameRate ?? rate(first, frame))
        try export?.append(frame)
      } else {
        held = frame
      }
    }
    if let held { try begin(held, rate: options.reading.frameRate) }
    return export?.count ?? 0
  }

  private static func rate(_ first: RecordedFrame, _ second: RecordedFrame) -> Double? {
    guard let start = first.timestamp, let end = second.timestamp, end - start >= 0.000_01,
      end - start <= 1000
    else { return nil }
    return 1 / (end - start)
  }

  private static func each(
    _ options: RecordOptions, failed: inout Int, _ body: (RecordedFrame) throws -> Void
  ) throws {
    var source = try FrameSource(
      paths: options.sources, options: options.reading, toleratesBadPaths: true)
    var taken = 0
    while taken < options.frames ?? .max, !StopSignal.isRaised {
      let frame: RecordedFrame
      do throws(SourceError) {
        guard let found = try source.next() else { return }
        frame = found
      } catch {
        failed += 1
        complain(error.description)
        continue
      }
      taken += 1
      try body(frame)
    }
  }

  private static func complain(_ message: String) {
    Output.standardError.write("graycard record: \(ReportText.printable(message))\n")
  }
}
