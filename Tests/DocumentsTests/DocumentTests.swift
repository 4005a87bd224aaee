import Documents
import Testing

@Suite struct DocumentTests {
  private func parse(_ text: String, most: Int = JSONParser.mostBytes) throws -> JSONValue {
    try JSONParser.parse(Array(text.utf8), most: most)
  }

  @Test func membersKeepTheirOrder() throws {
    let value = try parse(#"{"b": 1, "a": [true, null, -2.5, "x"]}"#)
    #expect(
      value
        == .object([
          .init("b", .integer(1)),
          .init("a", .array([.bool(true), .null, .real(-2.5), .string("x")])),
        ]))
  }

  /// The bits of every number come back; a million seeds of the generator would say no more.
  @Test func numbersComeBackToTheBit() throws {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<2000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: bits)
      guard number.isFinite else { continue }
      let text = try JSONText.line(.array([.real(number)]))
      guard case .array(let items) = try parse(text), case .real(let read)? = items.first else {
        // Whole numbers may come back as integers, which hold the same value.
        guard case .array(let items) = try parse(text), case .integer(let read)? = items.first
        else {
          Issue.record("\(text) is no number")
          continue
        }
        #expect(Double(read) == number)
        continue
      }
      #expect(read.bitPattern == number.bitPattern, "\(text)")
    }
    #expect(throws: JSONText.NotFinite.self) { try JSONText.text(.real(.infinity)) }
  }

  @Test func stringsComeBack() throws {
    let string = "“\"\\\n\t\u{1}é\u{1F4F7}"
    #expect(try parse(JSONText.line(.array([.string(string)]))) == .array([.string(string)]))
  }

  @Test(arguments: [
    ("", 1, 1), ("[1,\n 2,, 3]", 2, 4), (#"{"a": 1, "a": 2}"#, 1, 12), ("[01]", 1, 3),
  ]) func faultsHaveAPlace(_ text: String, _ line: Int, _ column: Int) {
    let failure = #expect(throws: JSONParser.Failure.self) { try parse(text) }
    #expect(failure?.line == line, "\(text)")
    #expect(abs((failure?.column ?? 0) - column) <= 1, "\(text): \(failure?.column ?? 0)")
  }

  @Test func lengthAndDepthHaveLimits() {
    let long = #expect(throws: JSONParser.Failure.self) { try parse("[1, 2]", most: 5) }
    #expect(long?.fault == .tooLarge(bytes: 6, most: 5))
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONParser.Failure.self) { try parse(deep) }
  }

  @Test func wordsAreGuessedWhenNear() {
    #expect(NearestWord.to("exposreTime", among: ["exposureTime", "gain"]) == "exposureTime")
    #expect(NearestWord.to("zzz", among: ["exposureTime", "gain"]) == nil)
  }

  @Test func aMemberIsFoundByItsPath() throws {
    let text = "{\n  \"a\": [1, {\"b\": \"c\"}]\n}"
    let bytes = Array(text.utf8)
    let node = JSONNode(try JSONParser.parse(bytes))
    do throws(JSONFault) {
      let items = try node.object(["a"]).required("a").array(0...9)
      _ = try items[1].object(["b"]).required("b").integer(0...1)
      Issue.record("a string was taken for a number")
    } catch {
      #expect(error.path.text == "a[1].b")
      let locator = JSONLocator(bytes)
      let place = locator.place(of: locator.offset(of: error.path, atKey: error.atKey))
      #expect(place == (2, 18))
    }
  }
}
