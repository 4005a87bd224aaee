internal import Documents
public import GrayCard

/// A knob of the tuning: its place, its unit and range, what it does, how it is read and written.
///
/// One table, so that reading, writing and explaining can't diverge.
public struct TuningField: Sendable {
  /// The object that holds the knob, as `exposure`.
  public let group: String
  /// The key, as the property of `Tuning` is called.
  public let key: String
  /// Unit and range in words.
  public let range: String
  /// What the knob does, in a line.
  public let summary: String
  let read: @Sendable (JSONNode, inout Tuning) throws(JSONFault) -> Void
  let write: @Sendable (Tuning) -> JSONValue

  private init<Value>(
    _ group: String, _ key: String, _ range: String, _ summary: String,
    _ property: any WritableKeyPath<Tuning, Value> & Sendable,
    read: @escaping @Sendable (JSONNode) throws(JSONFault) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.group = group
    self.key = key
    self.range = range
    self.summary = summary
    self.read = { (node, tuning) throws(JSONFault) in
      tuning[keyPath: property] = try read(node)
    }
    self.write = { write($0[keyPath: property]) }
  }

  /// A number within a range.
  private static func number(
    _ group: String, _ key: String, _ range: ClosedRange<Double>, unit: String = "",
    _ summary: String, _ property: any WritableKeyPath<Tuning, Double> & Sendable
  ) -> TuningField {
    TuningField(
      group, key, words(range, unit), summary, property,
      read: { (node) throws(JSONFault) in try node.number(range) }, write: { .real($0) })
  }

  /// A number within a range, or null for none.
  private static func optional(
    _ group: String, _ key: String, _ range: ClosedRange<Double>, unit: String = "",
    _ summary: String, _ property: any WritableKeyPath<Tuning, Double?> & Sendable
  ) -> TuningField {
    TuningField(
      group, key, words(range, unit) + " or null", summary, property,
      read: { (node) throws(JSONFault) in
        if case .null = node.value { return nil }
        return try node.number(range)
      }, write: { $0.map { .real($0) } ?? .null })
  }

  private static func flag(
    _ group: String, _ key: String, _ summary: String,
    _ property: any WritableKeyPath<Tuning, Bool> & Sendable
  ) -> TuningField {
    TuningField(
      group, key, "true or false", summary, property, read: TuningCodec.flag,
      write: { .bool($0) })
  }

  private static func words(_ range: ClosedRange<Double>, _ unit: String) -> String {
    func short(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
    let ends = "\(short(range.lowerBound)) to \(short(range.upperBound))"
    return unit.isEmpty ? ends : "\(ends) \(unit)"
  }

  /// The value in a tuning as JSON on one line.
  ///
  /// - Parameter tuning: The tuning.
  /// - Returns: The text.
  public func text(in tuning: Tuning) -> String {
    do throws(JSONText.NotFinite) {
      return try JSONText.line(write(tuning))
    } catch {
      return "not finite"
    }
  }

  /// Every knob, in the order in which they are written.
  public static let all: [TuningField] = strategies + exposure + gestures

  private static let strategies: [TuningField] = [
    TuningField(
      "strategies", "exposure", "software, hardware or meterOnly",
      "Who runs exposure: the library, the camera steered by us, or nobody of ours",
      \.strategies.exposure,
      read: TuningCodec.strategy, write: { .string($0.rawValue) })
  ]

  private static let exposure: [TuningField] = [
    TuningField(
      "exposure", "pattern",
      "average, centreWeighted, matrix, highlightWeighted, {\"spot\": {x, y, diameter}} or "
        + "{\"custom\": {columns, rows, weights}}",
      "Which part of the picture counts where no rectangle does", \.exposure.pattern,
      read: TuningCodec.pattern, write: TuningCodec.json),
    TuningField(
      "exposure", "response",
      "null, linear, bt709, sRGB, {\"gamma\": exponent} or {\"table\": […]}",
      "How codes become light where no profile knows it; null for what the format commonly has",
      \.exposure.response, read: TuningCodec.response, write: TuningCodec.json),
    number(
      "exposure", "target", 0.01...0.9, unit: "of the sensor's range",
      "The mean light that is aimed at without bias", \.exposure.target),
    optional(
      "exposure", "highlightShare", 0.0001...1, unit: "of the picture",
      "The greatest share that may be brighter than highlightLevel", \.exposure.highlightShare),
    number(
      "exposure", "highlightLevel", 0.01...1, unit: "of the sensor's range",
      "The light that the highlights' share is held to", \.exposure.highlightLevel),
    TuningField(
      "exposure", "speed", "\"fast\" or {\"smooth\": 0.01 to 60 s}",
      "How quickly exposure follows the light: at once, or with a time constant",
      \.exposure.speed, read: TuningCodec.speed, write: TuningCodec.json),
    TuningField(
      "exposure", "warmUpFrames", "0 to 100 frames",
      "Frames at a stream's start that are let go by", \.exposure.warmUpFrames,
      read: { (node) throws(JSONFault) in try node.integer(0...100) }, write: { .integer($0) }),
    TuningField(
      "exposure", "program",
      "balanced, short, long, {\"time\": s}, {\"gain\": factor} or {\"stages\": [[s, factor], …]}",
      "How a total exposure is divided between time and gain", \.exposure.program,
      read: TuningCodec.program, write: TuningCodec.json),
    optional(
      "exposure", "longestTime", 1e-6...3600, unit: "s", "The longest exposure time that is used",
      \.exposure.longestTime),
    optional(
      "exposure", "greatestGain", 1...1e6, unit: "×", "The greatest gain that is used",
      \.exposure.greatestGain),
    TuningField(
      "exposure", "flicker", "off, 50 or 60 as a string, in Hz of the mains",
      "Which lamps are avoided; with off they are found out by detectsFlicker",
      \.exposure.flicker, read: TuningCodec.flicker, write: TuningCodec.json),
    flag(
      "exposure", "detectsFlicker", "Whether the lamps' frequency is found out",
      \.exposure.detectsFlicker),
    flag(
      "exposure", "learnsResponse",
      "Whether a camera's response curve is learned where no profile knows it",
      \.exposure.learnsResponse),
    TuningField(
      "exposure", "biasRange", "[least, greatest] of -10 to 10 EV",
      "The exposure compensations that may be asked for", \.exposure.biasRange,
      read: TuningCodec.biasRange,
      write: { .array([.real($0.lowerBound), .real($0.upperBound)]) }),
    flag(
      "exposure", "smoothsBias", "Whether a new bias is reached smoothly and not at once",
      \.exposure.smoothsBias),
  ]

  private static let gestures: [TuningField] = [
    number(
      "gestures", "exposureSize", 0.01...1, unit: "frame heights",
      "The side of the square that is metered around a point", \.gestures.exposureSize),
    number(
      "gestures", "focusSize", 0.01...1, unit: "frame heights",
      "The side of the square in which is focused; without effect yet", \.gestures.focusSize),
    flag(
      "gestures", "followsSubject",
      "Whether what a tap set ends when the subject area changes", \.gestures.followsSubject),
  ]
}
