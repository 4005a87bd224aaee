internal import CJansson

/// Reads JSON text through jansson, within limits that hold before memory is taken.
package enum JSONParser {
  /// The most that is taken unless said otherwise; a profile of every value with tables of the
  /// greatest size has less than a quarter of it.
  package static let mostBytes = 1 << 20
  /// Profiles are five deep, a frame of a recording eight.
  package static let mostDepth = 16

  /// Where and why a text is no document.
  package struct Failure: Error {
    package let line: Int
    package let column: Int
    package let fault: DocumentError.Fault
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - most: The most bytes that are taken.
  /// - Returns: The document.
  /// - Throws: ``Failure`` with a place, where the text is too long, too deep, or no JSON.
  package static func parse(
    _ bytes: [UInt8], most: Int = mostBytes
  ) throws(Failure) -> JSONValue {
    guard bytes.count <= most else {
      throw Failure(line: 1, column: 1, fault: .tooLarge(bytes: bytes.count, most: most))
    }
    if let offset = JSONLocator(bytes).offset(deeperThan: mostDepth) {
      let place = JSONLocator(bytes).place(of: offset)
      throw Failure(line: place.line, column: place.column, fault: .tooDeep(most: mostDepth))
    }
    var error = json_error_t()
    let root = unsafe bytes.withUnsafeBytes { buffer in
      unsafe json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        Int(JSON_REJECT_DUPLICATES), &error)
    }
    guard let root = unsafe root else {
      throw failure(error, isEmpty: bytes.isEmpty)
    }
    defer { unsafe json_decref(root) }
    return unsafe value(root)
  }

  private static func failure(_ error: json_error_t, isEmpty: Bool) -> Failure {
    // An empty buffer has no address, which jansson calls a wrong argument.
    guard !isEmpty else {
      return Failure(line: 1, column: 1, fault: .syntax("the file is empty"))
    }
    var error = error
    let code = unsafe json_error_code(&error)
    let words = unsafe withUnsafeBytes(of: &error.text) { text in
      unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    let fault: DocumentError.Fault
    if code == json_error_duplicate_key, let key = quoted(in: words) {
      fault = .duplicateKey(key)
    } else {
      fault = .syntax(words)
    }
    return Failure(
      line: max(1, Int(error.line)), column: max(1, Int(error.column)), fault: fault)
  }

  /// The key in jansson's words `duplicate object key near '"key"'`.
  private static func quoted(in words: String) -> String? {
    guard let start = words.firstRange(of: "near '\""), let end = words.lastIndex(of: "\""),
      start.upperBound <= end
    else { return nil }
    return String(words[start.upperBound..<end])
  }

  /// jansson's value as ours; no deeper than ``mostDepth``, which was checked.
  private static func value(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe json.pointee.type {
    case JSON_OBJECT:
      var members: [JSONValue.Member] = []
      var place = unsafe json_object_iter(json)
      while let here = unsafe place {
        if let key = unsafe json_object_iter_key(here),
          let inner = unsafe json_object_iter_value(here)
        {
          members.append(
            JSONValue.Member(unsafe String(cString: key), unsafe value(inner)))
        }
        unsafe place = json_object_iter_next(json, here)
      }
      return .object(members)
    case JSON_ARRAY:
      let count = unsafe json_array_size(json)
      return .array(
        (0..<count).compactMap { index in
          unsafe json_array_get(json, index).map { unsafe value($0) }
        })
    case JSON_STRING:
      return unsafe json_string_value(json).map { .string(unsafe String(cString: $0)) } ?? .null
    case JSON_INTEGER: return unsafe .integer(Int(json_integer_value(json)))
    case JSON_REAL: return unsafe .real(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}
