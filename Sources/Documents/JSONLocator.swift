/// Finds where in a text something stands, for errors; jansson keeps no places of values.
///
/// Nothing is assumed of the text: where it is no JSON the nearest place before is told.
package struct JSONLocator {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Line and column of a byte, both from 1; columns count characters (scalars).
  package func place(of offset: Int) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(max(0, offset)) {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// The byte of the first bracket that opens more levels than are taken.
  package func offset(deeperThan most: Int) -> Int? {
    var (depth, offset) = (0, 0)
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset = endOfString(at: offset)
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > most { return offset }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// The first byte of a value, or of its key.
  ///
  /// - Parameters:
  ///   - path: The steps to the value.
  ///   - atKey: Whether the last step's key is meant, not its value.
  /// - Returns: The offset.
  package func offset(of path: [JSONStep], atKey: Bool) -> Int {
    var offset = skippingBlanks(from: 0)
    for (number, step) in path.enumerated() {
      let isLast = number == path.count - 1
      guard let next = self.offset(of: step, inValueAt: offset, atKey: atKey && isLast) else {
        return offset
      }
      offset = next
    }
    return offset
  }

  private func offset(of step: JSONStep, inValueAt start: Int, atKey: Bool) -> Int? {
    var offset = skippingBlanks(from: start + 1)
    var index = 0
    while offset < bytes.count, !isClosing(bytes[offset]) {
      let key = offset
      switch step {
      case .index(let wanted):
        if index == wanted { return offset }
      case .key(let wanted):
        let end = endOfString(at: offset)
        offset = skippingBlanks(from: skippingBlanks(from: end) + 1)
        if isString(key..<end, wanted) { return atKey ? key : offset }
      }
      index += 1
      offset = skippingBlanks(from: endOfValue(at: offset))
      if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") {
        offset = skippingBlanks(from: offset + 1)
      }
      if offset <= key { return nil }
    }
    return nil
  }

  /// Whether a string token means a text. Its escapes are jansson's to read.
  private func isString(_ range: Range<Int>, _ wanted: String) -> Bool {
    let token = Array(bytes[range])
    if token.elementsEqual(Array("\"\(wanted)\"".utf8)) { return true }
    guard token.contains(UInt8(ascii: "\\")) else { return false }
    let list = [UInt8(ascii: "[")] + token + [UInt8(ascii: "]")]
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(list) == .array([.string(wanted)])
    } catch {
      return false
    }
  }

  private func endOfValue(at start: Int) -> Int {
    var (depth, offset) = (0, start)
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset = endOfString(at: offset)
        if depth == 0 { return offset }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case let byte where isClosing(byte):
        if depth == 0 { return offset }
        depth -= 1
        if depth == 0 { return offset + 1 }
      case UInt8(ascii: ",") where depth == 0: return offset
      default: break
      }
      offset += 1
    }
    return offset
  }

  /// Behind the closing quote.
  private func endOfString(at start: Int) -> Int {
    var offset = start + 1
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\"") { return offset + 1 }
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  private func skippingBlanks(from start: Int) -> Int {
    var offset = min(start, bytes.count)
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    return offset
  }

  private func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}
