import Documents
import Frames
import Glibc
import Photometry
import Testing

@testable import Recordings

/// A small recording of known bytes.
struct SmallRecording {
  let folder = try! ScratchFolder()
  let layout: FrameLayout
  var path: String { folder.path + "/recording" }
  var description: RecordingDescription

  init(_ compression: FrameCompression = .none) throws {
    layout = try FrameLayout(format: .packedYUV(.yuyv), width: 4, height: 2)
    description = RecordingDescription(
      layout: layout, response: .bt709, compression: compression)
    description.device.name = "a “camera”\n"
    description.profile = #"{"schema": 1}"#
  }

  static func frame(_ number: Int) -> [UInt8] { (0..<16).map { UInt8(number * 20 + $0) } }

  static func notes(_ number: Int) -> FrameNotes {
    var notes = FrameNotes(sequence: number * 3, timestamp: 0.1 * Double(number))
    notes.settings = .object([.init("exposureTime", .real(0.01)), .init("gain", .integer(2))])
    notes.input = .object([.init("number", .integer(number))])
    notes.report = .object([.init("why", .string("because\n“so”"))])
    return notes
  }

  func make(_ frames: Int = 3) throws {
    let sink = try RecordingSink(folder: path, description: description, expectedFrames: nil)
    for number in 0..<frames { try sink.append(Self.frame(number), Self.notes(number)) }
    try sink.finish()
  }

  func bytes(_ name: String) throws -> [UInt8] { try Files.read("\(path)/\(name)", most: 1 << 20) }
}

/// What a reader made of a recording: frames with their numbers, and the numbers of the rest.
func reading(_ reader: RecordingReader) -> (
  frames: [RecordingReader.Frame], failures: [FrameFailure]
) {
  var reader = reader
  var (frames, failures): ([RecordingReader.Frame], [FrameFailure]) = ([], [])
  while frames.count + failures.count < 100 {
    do throws(FrameFailure) {
      guard let frame = try reader.nextFrame() else { break }
      frames.append(frame)
    } catch {
      failures.append(error)
    }
  }
  return (frames, failures)
}

@Suite struct RecordingTests {
  @Test(arguments: FrameCompression.allCases)
  func whatIsWrittenIsRead(_ compression: FrameCompression) throws {
    let recording = try SmallRecording(compression)
    try recording.make()
    let reader = try RecordingReader(folder: recording.path)
    #expect(reader.description == recording.description)
    let (frames, failures) = reading(reader)
    #expect(failures.isEmpty)
    #expect(frames.map(\.bytes) == (0..<3).map(SmallRecording.frame))
    #expect(frames.map(\.notes) == (0..<3).map(SmallRecording.notes))
  }

  @Test func metersLikeAnyOtherSource() throws {
    let recording = try SmallRecording()
    try recording.make()
    let results = try outcomes([recording.path])
    #expect(results.compactMap(\.frame).map(\.bytes) == (0..<3).map(SmallRecording.frame))
    #expect(results.compactMap(\.frame?.timestamp) == [0, 0.1, 0.2])
    #expect(results.compactMap(\.frame?.name) == (0..<3).map { "\(recording.path)#\($0)" })
    #expect(results.allSatisfy { $0.frame?.response == .bt709 })
  }

  /// A crash may end either file anywhere: what is whole is read, what is not is told.
  @Test(arguments: FrameCompression.allCases)
  func filesCutAnywhere(_ compression: FrameCompression) throws {
    let recording = try SmallRecording(compression)
    try recording.make()
    let description = try recording.bytes(RecordingDescription.fileName)
    let lines = try recording.bytes(RecordingDescription.linesName)
    let frames = try recording.bytes(RecordingDescription.framesName)
    let lineEnds = lines.indices.filter { lines[$0] == 0x0A }.map { $0 + 1 }
    let frameEnds = (0..<3).map { lineNumber in
      let start = lineNumber == 0 ? 0 : lineEnds[lineNumber - 1]
      let line = try! FrameLine(Array(lines[start..<lineEnds[lineNumber] - 1]))
      return line.offset + line.length
    }
    for cut in 0...lines.count {
      let (found, failures) = reading(
        try RecordingReader(
          description: description, lines: Array(lines[..<cut]), frames: frames))
      let whole = lineEnds.count { $0 <= cut }
      #expect(found.map(\.bytes) == (0..<whole).map(SmallRecording.frame), "lines cut at \(cut)")
      #expect(failures.count == ((lineEnds + [0]).contains(cut) ? 0 : 1), "lines cut at \(cut)")
    }
    for cut in 0...frames.count {
      let (found, failures) = reading(
        try RecordingReader(
          description: description, lines: lines, frames: Array(frames[..<cut])))
      let whole = frameEnds.count { $0 <= cut }
      #expect(found.map(\.bytes) == (0..<whole).map(SmallRecording.frame), "frames cut at \(cut)")
      #expect(failures.count == 3 - whole, "frames cut at \(cut)")
    }
  }

  /// One flipped bit costs its frame and no other.
  @Test(arguments: FrameCompression.allCases)
  func aFlippedBitIsFound(_ compression: FrameCompression) throws {
    let recording = try SmallRecording(compression)
    try recording.make()
    let description = try recording.bytes(RecordingDescription.fileName)
    let lines = try recording.bytes(RecordingDescription.linesName)
    let frames = try recording.bytes(RecordingDescription.framesName)
    for place in frames.indices {
      var damaged = frames
      damaged[place] ^= UInt8(1 << (place % 8))
      let (found, failures) = reading(
        try RecordingReader(description: description, lines: lines, frames: damaged))
      #expect(found.count == 2 && failures.count == 1, "bit of byte \(place)")
    }
  }

  @Test func aBrokenLineIsToldWithItsNumber() throws {
    let recording = try SmallRecording()
    try recording.make()
    var lines = try recording.bytes(RecordingDescription.linesName)
    let second = try #require(lines.firstIndex(of: 0x0A)) + 1
    lines[second] = UInt8(ascii: "x")
    try remake(recording, lines)
    let results = try outcomes([recording.path])
    #expect(results.count == 3)
    guard case .failure(.frame(let place, .header)) = results[1] else {
      Issue.record("\(results[1])")
      return
    }
    #expect(place.frame == 1 && place.path == recording.path)
    #expect(results[2].frame?.bytes == SmallRecording.frame(2))
  }

  @Test(arguments: [
    (#""offset": 0"#, #""offset": 9223372036854775807"#), (#""offset": 0"#, #""offset": -1"#),
    (#""length": 16"#, #""length": 1000000000"#), (#""length": 16"#, #""length": 1e300"#),
    (#""size": 16"#, #""size": 1000000000"#), (#""size": 16"#, #""size": 17"#),
    (#""flags": []"#, #""flags": ["odd"]"#), (#""input": {"#, #""inputs": {"#),
    (#""timestamp": 0.0"#, #""timestamp": "now""#),
  ])
  func hostileLinesAreRefused(_ change: (String, String)) throws {
    let recording = try SmallRecording()
    try recording.make(1)
    let text = String(decoding: try recording.bytes(RecordingDescription.linesName), as: UTF8.self)
    #expect(text.contains(change.0))
    let hostile = text.replacing(change.0, with: change.1)
    let (found, failures) = reading(
      try RecordingReader(
        description: try recording.bytes(RecordingDescription.fileName),
        lines: Array(hostile.utf8), frames: try recording.bytes(RecordingDescription.framesName)))
    #expect(found.isEmpty && failures.count == 1)
  }

  @Test func aLineWithoutEndTakesNoMemory() throws {
    let recording = try SmallRecording()
    try recording.make(1)
    let lines = try recording.bytes(RecordingDescription.linesName)
    let long = [UInt8](repeating: UInt8(ascii: " "), count: JSONParser.mostBytes + 1) + [0x0A]
    let (found, failures) = reading(
      try RecordingReader(
        description: try recording.bytes(RecordingDescription.fileName), lines: long + lines,
        frames: try recording.bytes(RecordingDescription.framesName)))
    #expect(found.count == 1 && failures.count == 1)
  }

  @Test(arguments: [
    (#""schema": 1"#, #""schema": 2"#), (#""YUYV""#, #""MJPG""#), (#""width": 4"#, #""width": 0"#),
    (#""stride": 8"#, #""stride": 7"#), (#""bitDepth": 8"#, #""bitDepth": 10"#),
    (#""limited""#, "[235, 16]"), (#""bt709""#, #"{"gamma": 1e9}"#), (#""none""#, #""lzma""#),
  ])
  func hostileDescriptionsAreRefused(_ change: (String, String)) throws {
    let recording = try SmallRecording()
    let text = try #require(recording.description.text)
    #expect(text.contains(change.0))
    #expect(throws: DocumentError.self) {
      try RecordingDescription.read(Array(text.replacing(change.0, with: change.1).utf8), name: "x")
    }
  }

  @Test(arguments: [PixelFormat.grey(.bits8), .bayer(.gbrg, .bits10), .planarYUV(.yuv420, .cbCr)])
  func everyLayoutSurvives(_ format: PixelFormat) throws {
    let layout = try FrameLayout(
      format: format, width: 6, height: 4, stride: 16, range: .levels(black: 5, white: 200),
      matrix: .bt709)
    var description = RecordingDescription(layout: layout, response: try .gamma(2.2))
    description.response = .table(try ResponseTable([0, 0.25, 1]))
    let text = try #require(description.text)
    #expect(try RecordingDescription.read(Array(text.utf8), name: "x") == description)
  }

  private func remake(_ recording: SmallRecording, _ lines: [UInt8]) throws {
    try Files.replace("\(recording.path)/\(RecordingDescription.linesName)", with: lines)
  }
}
