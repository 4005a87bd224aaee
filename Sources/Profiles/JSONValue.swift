internal import CJansson
internal import Glibc

/// A JSON document as a value; jansson reads and writes it.
enum JSONValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// In the document's order.
  case object([Member])

  struct Member: Hashable {
    let name: String
    let value: JSONValue
  }

  /// Larger documents are no profiles.
  static let mostBytes = 1 << 20

  /// Reads a document; duplicate names are refused.
  init(_ bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge(bytes: bytes.count) }
    var failure = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_ALLOW_NUL)
    let root = unsafe bytes.withUnsafeBytes { buffer in
      unsafe json_loadb(buffer.baseAddress, buffer.count, flags, &failure)
    }
    guard let root = unsafe root else {
      let words = unsafe withUnsafeBytes(of: &failure.text) { text in
        unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .syntax(line: Int(failure.line), column: Int(failure.column), reason: words)
    }
    defer { unsafe graycard_json_release(root) }
    self = unsafe Self.value(root)
  }

  /// jansson refuses documents that are nested deeper than 2,048, so that this ends.
  private static func value(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe graycard_json_type(json) {
    case JSON_TRUE: return .boolean(true)
    case JSON_FALSE: return .boolean(false)
    case JSON_INTEGER: return unsafe .integer(Int(json_integer_value(json)))
    case JSON_REAL: return unsafe .number(json_real_value(json))
    case JSON_STRING:
      guard let text = unsafe json_string_value(json) else { return .text("") }
      let bytes = unsafe UnsafeRawBufferPointer(
        start: text, count: json_string_length(json))
      return unsafe .text(String(decoding: bytes, as: UTF8.self))
    case JSON_ARRAY:
      return unsafe .list(
        (0..<json_array_size(json)).compactMap { index in
          unsafe json_array_get(json, index).map { unsafe value($0) }
        })
    case JSON_OBJECT: return unsafe object(json)
    default: return .null
    }
  }

  private static func object(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
    var members: [Member] = []
    var iterator = unsafe json_object_iter(json)
    while let place = unsafe iterator {
      unsafe take(place, into: &members)
      unsafe iterator = json_object_iter_next(json, place)
    }
    return .object(members)
  }

  private static func take(_ place: UnsafeMutableRawPointer, into members: inout [Member]) {
    guard let name = unsafe json_object_iter_key(place),
      let value = unsafe json_object_iter_value(place)
    else { return }
    unsafe members.append(Member(name: String(cString: name), value: Self.value(value)))
  }

  /// What a reader calls it.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .text: "a string"
    case .list: "an array"
    case .object: "an object"
    }
  }
}

// MARK: - Writing

extension JSONValue {
  /// The document as text with two blanks an indentation, ended by a line's end.
  var document: String { text(indentation: "") + "\n" }

  private func text(indentation: String) -> String {
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    // The shortest digits that give the same bits again.
    case .number(let value): return value.isFinite ? "\(value)" : "null"
    case .text(let value): return Self.quoted(value)
    case .list(let values):
      return "[" + values.map { $0.text(indentation: indentation) }.joined(separator: ", ") + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let inner = indentation + "  "
      let lines = members.map {
        inner + Self.quoted($0.name) + ": " + $0.value.text(indentation: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + indentation + "}"
    }
  }

  /// jansson quotes, so that every control character and every kind of text comes out right.
  private static func quoted(_ text: String) -> String {
    var text = text
    let json = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { letters in
        unsafe json_stringn(letters.baseAddress ?? UnsafePointer(bitPattern: 1), letters.count)
      }
    }
    guard let json = unsafe json else { return "\"\"" }
    defer { unsafe graycard_json_release(json) }
    guard let dump = unsafe json_dumps(json, Int(JSON_ENCODE_ANY)) else { return "\"\"" }
    defer { unsafe free(dump) }
    return unsafe String(cString: dump)
  }
}
