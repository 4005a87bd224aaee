import Documents
import Controls
import Testing

@testable import Profiles

/// Whatever is wrong is told with its place and what to do.
@Suite struct ProfileErrorTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let sentence: String
    var testDescription: String { sentence }

    init(_ text: String, says sentence: String) {
      self.text = text
      self.sentence = sentence
    }

    /// A document with one value.
    init(_ key: String, _ value: String, says sentence: String) {
      text = "{\"schema\": 1, \"match\": {},\n\"\(key)\": {\"value\": \(value)}}"
      self.sentence = sentence
    }
  }

  static let cases: [Case] = [
    Case("", says: "p.json:1:1: not JSON: the file is empty"),
    Case("{", says: "p.json:1:1: not JSON: string or '}' expected near end of file"),
    Case("[]", says: "p.json:1:1: a list where an object belongs; write an object"),
    Case("{}", says: "p.json:1:1: the key “schema” is missing; add it"),
    Case("{\"schema\": 1}", says: "p.json:1:1: the key “match” is missing; add it"),
    Case(
      "{\"new\": 1,\n \"schema\": 2}",
      says: "p.json:2:12: schema: schema 2 is not known; this version reads 1"),
    Case(
      "{\"schema\": \"1\"}",
      says: "p.json:1:12: schema: a string where a whole number belongs"),
    Case(
      "{\"schema\": 1, \"match\": {\"diver\": \"uvcvideo\"}}",
      says: "p.json:1:25: match.diver: the key “diver” is not known; did you mean “driver”?"),
    Case(
      "{\"schema\": 1, \"match\": {\"zzz\": 1}}",
      says: "p.json:1:25: match.zzz: the key “zzz” is not known; known are driver, card, usb"),
    Case(
      "{\"schema\": 1, \"match\": {\"usb\": \"046D:0825\"}}",
      says: "p.json:1:32: match.usb: “046D:0825” is not a USB vendor and product"),
    Case(
      "{\"schema\": 1, \"match\": {\"card\": \"\\u0007\"}}",
      says: "p.json:1:33: match.card: “\u{7}” is no name"),
    Case(
      "{\"schema\": 1, \"match\": {}, \"match\": {}}",
      says: "p.json:1:34: the key “match” is there twice"),
    Case(
      "{\"schema\": 1,\n\"match\": {},\n\"Delays\": {}}",
      says: "p.json:3:1: Delays: the key “Delays” is not known; did you mean “delays”?"),
    Case("backlash", "NaN", says: "p.json:2:25: not JSON: invalid token near 'NaN'"),
    Case("backlash", "1e999", says: "p.json:2:27: not JSON: real number overflow"),
    Case(
      "backlash", "-1", says: "p.json:2:23: backlash.value: -1 is refused; write 0 to 2147483648"),
    Case("backlash", "true", says: "p.json:2:23: backlash.value: a truth value where a number"),
    Case("backlash", "null", says: "p.json:2:23: backlash.value: null where a number"),
    Case(
      "backlash", "9007199254740993",
      says: "p.json:2:23: backlash.value: 9007199254740993 is refused; write a number that a double"
    ),
    Case(
      "backlash", "1, \"date\": \"2025-02-29\"",
      says: "p.json:2:34: backlash.date: “2025-02-29” is not a day; write it as 2026-12-01"),
    Case(
      "backlash", "1, \"origin\": \"usr\"",
      says: "p.json:2:36: backlash.origin: “usr” is not known; did you mean “user”?"),
    Case(
      "focusModelWidth", "0",
      says: "p.json:2:30: focusModelWidth.value: 0 is refused; write above 0"),
    Case("blackLevel", "1.5", says: "p.json:2:25: blackLevel.value: a number where a whole number"),
    Case("delays", "{}", says: "p.json:2:21: delays.value: the key “exposureTime” is missing"),
    Case(
      "delays", "{\"exposureTime\": 1, \"analogueGain\": 41}",
      says: "p.json:2:57: delays.value.analogueGain: 41 is refused; write 0 to 40"),
    Case(
      "response", "\"srgb\"",
      says: "p.json:2:23: response.value: “srgb” is not known; did you mean “sRGB”?"),
    Case(
      "response", "{\"gamma\": 11}",
      says: "p.json:2:33: response.value.gamma: 11 is refused; write 0.1 to 10"),
    Case(
      "response", "{\"table\": [0, 0.5, 0.5]}",
      says: "p.json:2:33: response.value.table: value 0.5 at index 2 is not above 0.5 before it"),
    Case(
      "response", "{\"table\": [0, 2]}",
      says: "p.json:2:37: response.value.table[1]: 2 is refused; write 0 to 1"),
    Case(
      "gainLaw", "{\"law\": \"linear\", \"span\": 1}",
      says: "p.json:2:40: gainLaw.value.span: the key “span” is not known; known are law, unity"),
    Case(
      "gainLaw", "{\"law\": \"exponential\", \"unity\": 0, \"stops\": 0}",
      says: "p.json:2:66: gainLaw.value.stops: 0 is refused; write stops a code, not 0"),
    Case(
      "gainLaw", "{\"law\": \"table\", \"entries\": [[1, 1], [1, 2]]}",
      says: "p.json:2:50: gainLaw.value.entries: codes and gains do not rise"),
    Case(
      "gainLaw", "{\"law\": \"table\", \"entries\": [[1, 1], [2]]}",
      says: "p.json:2:59: gainLaw.value.entries[1]: 1 elements is refused; write 2 to 2 of them"),
    Case(
      "sensorMatrix", "[[1, 0, 0], [0, 1, 0], [1, 1, 0]]",
      says: "p.json:2:27: sensorMatrix.value: the matrix cannot be inverted"),
    Case(
      "focusRange", "{\"farthest\": 3, \"nearest\": 3}",
      says: "p.json:2:25: focusRange.value: the same code for farthest and nearest"),
    Case(
      "quirks", "[\"deadGain\", \"deadGain\"]",
      says: "p.json:2:34: quirks.value[1]: “deadGain” a second time"),
    Case(
      "quirks", "[\"deadgain\"]",
      says: "p.json:2:22: quirks.value[0]: “deadgain” is not known; did you mean “deadGain”?"),
    Case(
      String(repeating: "[", count: 17), says: "p.json:1:17: more than 16 objects and lists inside"),
    Case(
      String(repeating: "[", count: 1_000_000), says: "p.json:1:17: more than 16 objects and lists"),
    Case(
      String(repeating: " ", count: 1 << 20) + "{}",
      says: "p.json:1:1: 1048578 bytes are more than the 1048576 that it may have"),
  ]

  @Test(arguments: cases)
  func saysWhatAndWhere(_ row: Case) throws {
    let error = #expect(throws: DocumentError.self) { try parse(row.text) }
    let words = error?.description ?? ""
    #expect(words.hasPrefix(row.sentence), "\(words)")
  }

  /// Keys that are written with escapes are found too, and columns count letters, not bytes.
  @Test func placesAreThoseOfLetters() throws {
    let text = "{\"schema\": 1, \"match\": {\"card\": \"üü\"}, \"back\\u006cash\": {\"value\": -1}}"
    let error = #expect(throws: DocumentError.self) { try parse(text) }
    #expect(error?.place?.column == 67)
    #expect(error?.place?.path == "backlash.value")
  }

  @Test func bytesThatAreNoTextAreRefused() throws {
    let bytes =
      Array("{\"schema\": 1, \"match\": {\"card\": \"".utf8) + [0xFF, 0xC0, 0x80]
      + Array("\"}}".utf8)
    let error = #expect(throws: DocumentError.self) {
      try ProfileDocument.read(bytes, name: "p.json", place: .user)
    }
    guard case .syntax = error?.fault else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  /// A sound document with any byte changed, taken away or cut off is read or refused, never a trap.
  @Test func damagedDocumentsNeverTrap() throws {
    let bytes = Array(try ProfileDocumentTests.full().utf8)
    var refused = 0
    for index in stride(from: 0, to: bytes.count, by: 3) {
      for damage in 0..<4 {
        var damaged = bytes
        switch damage {
        case 0: damaged.remove(at: index)
        case 1: damaged[index] ^= 0x20
        case 2: damaged[index] = UInt8(ascii: "[")
        default: damaged.removeSubrange(index...)
        }
        do throws(DocumentError) {
          let profile = try ProfileDocument.read(damaged, name: "p.json", place: .session)
          #expect(
            try ProfileDocument.read(
              Array(ProfileDocument.text(of: profile).utf8), name: "again", place: .session)
              == profile)
        } catch {
          refused += 1
          #expect(error.place != nil)
        }
      }
    }
    #expect(refused > bytes.count / 2)
  }
}
