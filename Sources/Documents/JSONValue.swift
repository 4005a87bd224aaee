/// A JSON document as values, members in the order of the text.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent.
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// What an error calls it.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A step from a value to one inside it.
package enum JSONStep: Hashable, Sendable {
  case key(String)
  case index(Int)
}

extension [JSONStep] {
  /// The path in words, as `gainLaw.value.entries[3]`; empty for the document.
  package var text: String {
    var text = ""
    for step in self {
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
