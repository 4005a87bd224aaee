public import Controls
internal import Photometry

/// A place in a document, from which values are taken with their path.
struct ProfileReader {
  let value: JSONValue
  let path: String

  func members(_ known: [String]) throws(ProfileError) -> [String: ProfileReader] {
    guard case .object(let members) = value else { throw kind("an object") }
    var readers: [String: ProfileReader] = [:]
    for member in members {
      let place = path.isEmpty ? member.name : "\(path).\(member.name)"
      guard known.contains(member.name) else {
        throw .unknownKey(path: place, suggestion: Self.nearest(member.name, known))
      }
      readers[member.name] = ProfileReader(value: member.value, path: place)
    }
    return readers
  }

  func number(_ range: ClosedRange<Double>) throws(ProfileError) -> Double {
    let number: Double
    switch value {
    case .integer(let integer): number = Double(integer)
    case .number(let real): number = real
    default: throw kind("a number")
    }
    guard range.contains(number) else {
      throw .value(path: path, reason: "\(number) is outside \(range)")
    }
    return number
  }

  func integer(_ range: ClosedRange<Int>) throws(ProfileError) -> Int {
    guard case .integer(let integer) = value else { throw kind("a whole number") }
    guard range.contains(integer) else {
      throw .value(path: path, reason: "\(integer) is outside \(range)")
    }
    return integer
  }

  func text() throws(ProfileError) -> String {
    guard case .text(let text) = value else { throw kind("a string") }
    return text
  }

  func list() throws(ProfileError) -> [ProfileReader] {
    guard case .list(let values) = value else { throw kind("an array") }
    return values.enumerated().map { ProfileReader(value: $1, path: "\(path)[\($0)]") }
  }

  func kind(_ wanted: String) -> ProfileError {
    .kind(path: path, wanted: wanted, found: value.kind)
  }

  /// The known word that differs least, where it is near enough to have been meant.
  static func nearest(_ word: String, _ known: [String]) -> String? {
    let best = known.min { distance(word, $0) < distance(word, $1) }
    return best.flatMap { distance(word, $0) <= max(2, word.count / 3) ? $0 : nil }
  }

  /// Letters to be changed, added or removed (Levenshtein), upper and lower case alike.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.lowercased()), Array(right.lowercased()))
    var row = Array(0...b.count)
    for (i, letter) in a.prefix(100).enumerated() {
      var before = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let kept = before + (letter == other ? 0 : 1)
        before = row[j + 1]
        row[j + 1] = min(kept, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}

extension DeviceProfile {
  static let keys = [
    "schema", "match", "delays", "response", "gainLaw", "blackLevel", "quirks",
  ]

  /// Reads a profile from JSON; Documentation/Profiles.md describes it.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - origin: Where it comes from, which its values carry.
  /// - Throws: `ProfileError`, for the first fault.
  public init(json: [UInt8], origin: Origin) throws(ProfileError) {
    let root = try ProfileReader(value: JSONValue(json), path: "").members(Self.keys)
    guard let schema = root["schema"] else { throw .missing(path: "schema") }
    let version = try schema.integer(0...1_000_000)
    guard version == Self.schema else { throw .schema(version) }
    self.init(
      match: try root["match"].read { reader throws(ProfileError) in try Match(reader) } ?? Match())
    delays = try root["delays"].read { reader throws(ProfileError) in
      try Known(reader, origin) { body throws(ProfileError) in try ControlDelays(body) }
    }
    response = try root["response"].read { reader throws(ProfileError) in
      try Known(reader, origin) { body throws(ProfileError) in try ResponseCurve(body) }
    }
    gainLaw = try root["gainLaw"].read { reader throws(ProfileError) in
      try Known(reader, origin) { body throws(ProfileError) in try GainLaw(body) }
    }
    blackLevel = try root["blackLevel"].read { reader throws(ProfileError) in
      try Known(reader, origin) { body throws(ProfileError) in try body.integer(0...65_535) }
    }
    quirks = try root["quirks"].read { reader throws(ProfileError) in
      try Known(reader, origin) { body throws(ProfileError) in try Self.quirks(body) }
    }
  }

  private static func quirks(_ reader: ProfileReader) throws(ProfileError) -> Set<Quirk> {
    var quirks: Set<Quirk> = []
    for item in try reader.list() {
      let word = try item.text()
      guard let quirk = Quirk(rawValue: word) else {
        let known = Quirk.allCases.map(\.rawValue)
        throw .unknownKey(
          path: "\(item.path) “\(word)”", suggestion: ProfileReader.nearest(word, known))
      }
      quirks.insert(quirk)
    }
    return quirks
  }
}

extension ProfileReader? {
  func read<Value>(
    _ body: (ProfileReader) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value? {
    switch self {
    case .none: nil
    case .some(let reader): try body(reader)
    }
  }
}

extension DeviceProfile.Match {
  init(_ reader: ProfileReader) throws(ProfileError) {
    let members = try reader.members(["driver", "card", "usb"])
    self.init(
      driver: try members["driver"].read { value throws(ProfileError) in try value.text() },
      card: try members["card"].read { value throws(ProfileError) in try value.text() },
      usbIdentifier: try members["usb"].read { value throws(ProfileError) in try value.text() })
  }
}

extension DeviceProfile.Known {
  /// A value with its date: `{"value": …, "date": "2026-12-01"}`.
  init(
    _ reader: ProfileReader, _ origin: DeviceProfile.Origin,
    _ body: (ProfileReader) throws(ProfileError) -> Value
  ) throws(ProfileError) {
    let members = try reader.members(["value", "date"])
    guard let value = members["value"] else { throw .missing(path: "\(reader.path).value") }
    let date = try members["date"].read { value throws(ProfileError) in try value.text() }
    self.init(try body(value), origin: origin, date: date ?? "")
  }
}

extension ControlDelays {
  init(_ reader: ProfileReader) throws(ProfileError) {
    let members = try reader.members(["exposureTime", "analogueGain"])
    guard let time = members["exposureTime"] else {
      throw .missing(path: "\(reader.path).exposureTime")
    }
    guard let gain = members["analogueGain"] else {
      throw .missing(path: "\(reader.path).analogueGain")
    }
    self.init(
      exposureTime: try time.integer(0...Self.greatest),
      analogueGain: try gain.integer(0...Self.greatest))
  }
}

extension ResponseCurve {
  /// A name, a gamma's exponent, or the values of a table.
  init(_ reader: ProfileReader) throws(ProfileError) {
    do {
      switch reader.value {
      case .text("linear"): self = .linear
      case .text("bt709"): self = .bt709
      case .text("srgb"): self = .sRGB
      case .integer, .number: self = try .gamma(try reader.number(0.1...10))
      case .list:
        var values: [Double] = []
        for item in try reader.list() { values.append(try item.number(0...1)) }
        self = .table(try ResponseTable(values))
      default:
        throw ProfileError.value(
          path: reader.path,
          reason: "a curve is linear, bt709, srgb, an exponent from 0.1 to 10, or a table")
      }
    } catch let error as ProfileError {
      throw error
    } catch {
      throw .value(path: reader.path, reason: "\(error)")
    }
  }
}

extension GainLaw {
  /// `{"linear": unity}`, `{"offset": span}`, `{"exponential": {…}}` or `{"table": [[code, gain], …]}`.
  init(_ reader: ProfileReader) throws(ProfileError) {
    let members = try reader.members(["linear", "offset", "exponential", "table"])
    guard members.count == 1, let (name, body) = members.first else {
      throw .value(path: reader.path, reason: "a law is one of linear, offset, exponential, table")
    }
    switch name {
    case "linear": self = .linear(unity: try body.number(1e-6...1e9))
    case "offset": self = .offset(span: try body.number(1e-6...1e9))
    case "exponential":
      let parts = try body.members(["unity", "stops"])
      guard let unity = parts["unity"], let stops = parts["stops"] else {
        throw .missing(path: "\(body.path).unity or .stops")
      }
      self = .exponential(
        unity: try unity.number(-1e9...1e9), stops: try stops.number(1e-6...10))
    default:
      var entries: [GainTable.Entry] = []
      for item in try body.list() {
        let pair = try item.list()
        guard pair.count == 2 else { throw item.kind("a pair of code and gain") }
        entries.append(
          GainTable.Entry(
            code: try pair[0].number(-1e9...1e9), gain: try pair[1].number(1e-6...1e6)))
      }
      guard let table = GainTable(entries) else {
        throw .value(path: body.path, reason: "codes and gains must both rise, in 2 to 1,024 pairs")
      }
      self = .table(table)
    }
  }
}
