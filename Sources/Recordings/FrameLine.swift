package import Documents

/// What is noted of a frame beside its pixels.
public struct FrameNotes: Hashable, Sendable {
  /// The driver's number of the frame; gaps are frames that were lost.
  public var sequence: Int
  /// Seconds by the camera's clock.
  public var timestamp: Double
  /// What was wrong with the frame.
  public var flags: FrameFlags
  /// The settings that were in force, an object; stored and given back unread.
  package var settings: JSONValue?
  /// What the controller was told with the frame, an object; stored and given back unread.
  package var input: JSONValue?
  /// What the controller made of it, an object; stored and given back unread.
  package var report: JSONValue?

  /// Notes of a frame.
  ///
  /// - Parameters:
  ///   - sequence: The driver's number of the frame.
  ///   - timestamp: Seconds by the camera's clock; must be finite.
  ///   - flags: What was wrong with the frame.
  public init(sequence: Int, timestamp: Double, flags: FrameFlags = []) {
    (self.sequence, self.timestamp, self.flags) = (sequence, timestamp, flags)
  }
}

/// What was wrong with a recorded frame.
public struct FrameFlags: OptionSet, Hashable, Sendable {
  /// A bit a flag.
  public let rawValue: Int

  /// Takes bits; unknown ones are not recorded.
  ///
  /// - Parameter rawValue: A bit a flag.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The driver flagged the frame's data as damaged.
  public static let error = FrameFlags(rawValue: 1)
  /// The driver filled less of the frame than its layout reaches.
  public static let short = FrameFlags(rawValue: 2)
  /// The camera's privacy shutter was closed.
  public static let privacy = FrameFlags(rawValue: 4)

  static let words: [(FrameFlags, String)] = [
    (.error, "error"), (.short, "short"), (.privacy, "privacy"),
  ]
}

/// A line of `frames.jsonl`: where a frame's bytes lie, and what is noted of it.
struct FrameLine: Hashable {
  /// Bytes from the start of `frames.bin`.
  var offset: Int
  /// Bytes in `frames.bin`; 0 for a frame without pixels.
  var length: Int
  /// Bytes once expanded.
  var size: Int
  /// Of the bytes in `frames.bin`.
  var checksum: UInt32
  var notes: FrameNotes

  /// The line with its line feed.
  func text() throws(JSONText.NotFinite) -> String {
    let words = FrameFlags.words.filter { notes.flags.contains($0.0) }.map(\.1)
    var members: [JSONValue.Member] = [
      .init("offset", .integer(offset)), .init("length", .integer(length)),
      .init("size", .integer(size)), .init("checksum", .string(FrameChecksum.text(checksum))),
      .init("sequence", .integer(notes.sequence)), .init("timestamp", .real(notes.timestamp)),
      .init("flags", .array(words.map { .string($0) })),
    ]
    let extras = [
      ("settings", notes.settings), ("input", notes.input), ("report", notes.report),
    ]
    for (key, value) in extras { if let value { members.append(.init(key, value)) } }
    return try JSONText.line(.object(members)) + "\n"
  }

  /// Reads a line without its line feed.
  init(_ bytes: [UInt8]) throws(FrameError) {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw .header(format: "frame line", detail: "column \(error.column): \(error.fault)")
    }
    do throws(JSONFault) {
      self = try FrameLine(JSONNode(value))
    } catch {
      let path = error.path.text
      throw .header(
        format: "frame line", detail: path.isEmpty ? "\(error.fault)" : "\(path): \(error.fault)")
    }
  }

  init(offset: Int, length: Int, size: Int, checksum: UInt32, notes: FrameNotes) {
    (self.offset, self.length, self.size) = (offset, length, size)
    (self.checksum, self.notes) = (checksum, notes)
  }

  private init(_ node: JSONNode) throws(JSONFault) {
    let members = try node.object([
      "offset", "length", "size", "checksum", "sequence", "timestamp", "flags", "settings",
      "input", "report",
    ])
    offset = try members.required("offset").integer(0...Int.max)
    length = try members.required("length").integer(0...FrameError.mostBytes)
    size = try members.required("size").integer(0...FrameError.mostBytes)
    let sum = try members.required("checksum")
    let digits = try sum.string()
    guard digits.utf8.count == 8, let number = UInt32(digits, radix: 16) else {
      throw sum.fault(.outOfRange("“\(digits)”", range: "8 hexadecimal digits"))
    }
    checksum = number
    let sequence = try members.required("sequence").integer(Int.min...Int.max)
    let seconds = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    let timestamp = try members.required("timestamp").number(seconds)
    var flags: FrameFlags = []
    let words = FrameFlags.words.map(\.1)
    for flag in try members["flags"]?.array(0...words.count) ?? [] {
      let word = try flag.word(words)
      for (value, name) in FrameFlags.words where name == word { flags.insert(value) }
    }
    notes = FrameNotes(sequence: sequence, timestamp: timestamp, flags: flags)
    notes.settings = try Self.object(members["settings"])
    notes.input = try Self.object(members["input"])
    notes.report = try Self.object(members["report"])
  }

  private static func object(_ node: JSONNode?) throws(JSONFault) -> JSONValue? {
    guard let node else { return nil }
    guard case .object = node.value else {
      throw node.fault(.wrongType(found: node.value.kind, wanted: "an object"))
    }
    return node.value
  }
}
