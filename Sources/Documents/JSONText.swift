/// Writes JSON text: numbers with the fewest digits that give the same bits again, which jansson has
/// from 2.15 on only, and lists of numbers on one line.
package enum JSONText {
  /// A number that JSON has no text for.
  package struct NotFinite: Error {}

  /// The document as text with a line feed at its end.
  ///
  /// - Parameter value: The document.
  /// - Returns: UTF-8 text.
  /// - Throws: ``NotFinite``.
  package static func text(_ value: JSONValue) throws(NotFinite) -> String {
    try text(value, indent: 0) + "\n"
  }

  /// The value on one line.
  package static func line(_ value: JSONValue) throws(NotFinite) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .real(let number):
      guard number.isFinite else { throw NotFinite() }
      return "\(number)"
    case .string(let string): return quoted(string)
    case .array(let items):
      var parts: [String] = []
      for item in items { parts.append(try line(item)) }
      return "[" + parts.joined(separator: ", ") + "]"
    case .object(let members):
      var parts: [String] = []
      for member in members { parts.append("\(quoted(member.key)): \(try line(member.value))") }
      return "{" + parts.joined(separator: ", ") + "}"
    }
  }

  /// Objects get a line a member for two levels; what is deeper is a line.
  private static func text(_ value: JSONValue, indent: Int) throws(NotFinite) -> String {
    guard indent < 4, case .object(let members) = value, !members.isEmpty else {
      return try line(value)
    }
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    for member in members {
      lines.append(
        "\(blanks)  \(quoted(member.key)): \(try text(member.value, indent: indent + 2))")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(blanks)}"
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
