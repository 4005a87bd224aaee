internal import Controls
internal import Foundation
internal import Profiles

/// A profile, or what profiles say of a camera, as a table or as JSON; the JSON is documented in
/// Documentation/JSON.md.
struct ProfileReport {
  /// A value with everything that is said of it.
  private struct Value {
    let key: String
    /// The value as JSON.
    let json: String
    let unit: String
    let origin: String
    let date: String
    /// The file; `nil` where all values have the same.
    var file: String?
    var over: [String] = []
  }

  /// The longest value in the table; JSON has them whole.
  private static let mostLetters = 48

  private let file: String?
  private let match: DeviceProfile.Match
  private let values: [Value]

  /// Reports a profile.
  init(_ entry: ProfileLibrary.Entry) {
    file = entry.path
    match = entry.profile.match
    values = ProfileField.all.compactMap { Self.value($0, entry.profile) }
  }

  /// Reports what is known of a camera.
  init(_ camera: DeviceProfile.Match, _ decisions: [ProfileLibrary.Decision]) {
    file = nil
    match = camera
    values = decisions.compactMap { decision in
      var value = Self.value(decision.field, decision.winner.profile)
      value?.file = decision.winner.path ?? ""
      value?.over = decision.losers.compactMap(\.path)
      return value
    }
  }

  private static func value(_ field: ProfileField, _ profile: DeviceProfile) -> Value? {
    guard let json = field.text(in: profile), let origin = field.origin(in: profile) else {
      return nil
    }
    return Value(
      key: field.key, json: json, unit: field.unit, origin: origin.word,
      date: field.date(in: profile) ?? "")
  }

  private var names: [(key: String, text: String)] {
    [("driver", match.driver), ("card", match.card), ("usb", match.usbIdentifier)]
      .compactMap { key, text in text.map { (key, $0) } }
  }

  /// Lines for a terminal or a pipe.
  var text: String {
    let who = names.isEmpty ? "every camera" : names.map { "\($0)=\($1)" }.joined(separator: ",")
    var lines = [file.map { "\($0): \(who)" } ?? who]
    var rows = [["value", "", "unit", "origin", "date"]]
    if values.contains(where: { $0.file != nil }) { rows[0].append("file") }
    rows += values.map { value in
      let isLong = value.json.count > Self.mostLetters
      var row = [
        value.key, isLong ? value.json.prefix(Self.mostLetters - 1) + "…" : value.json, value.unit,
        value.origin, value.date,
      ]
      if let file = value.file {
        row.append(
          value.over.isEmpty ? file : "\(file) (over \(value.over.joined(separator: ", ")))")
      }
      return row
    }
    if values.isEmpty { lines.append("  no values") } else { lines += Self.aligned(rows) }
    return lines.map { ReportText.printable($0) + "\n" }.joined()
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line =
        "  "
        + zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.count)
        }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// A JSON object with a line feed.
  var json: String {
    var members = ["\"schema\":1"]
    if let file { members.append("\"file\":\(Self.quoted(file))") }
    let names = names.map { "\"\($0)\":\(Self.quoted($1))" }.joined(separator: ",")
    members.append("\"match\":{\(names)}")
    let values = values.map { value in
      var parts = [
        "\"key\":\(Self.quoted(value.key))", "\"value\":\(value.json)",
        "\"unit\":\(Self.quoted(value.unit))", "\"origin\":\(Self.quoted(value.origin))",
      ]
      if !value.date.isEmpty { parts.append("\"date\":\(Self.quoted(value.date))") }
      if let file = value.file {
        parts.append("\"file\":\(Self.quoted(file))")
        parts.append("\"over\":[\(value.over.map(Self.quoted).joined(separator: ","))]")
      }
      return "{\(parts.joined(separator: ","))}"
    }
    members.append("\"values\":[\(values.joined(separator: ","))]")
    return "{\(members.joined(separator: ","))}\n"
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
