import Frames
import Photometry
import Recordings
import Testing

/// A sample with what Pillow made of it; decoders may differ by a code or two.
struct JPEGCase: Sendable, CustomTestStringConvertible {
  let name: String
  let size: [Int]
  let atOrigin: [Int]
  let atCentre: [Int]
  let means: [Double]
  var testDescription: String { name }

  static let all: [JPEGCase] = [
    .init(
      name: "rocket.jpg", size: [640, 427], atOrigin: [17, 33, 58], atCentre: [132, 123, 114],
      means: [52.266, 61.294, 82.271]),
    .init(
      name: "test_inside.jpeg", size: [320, 240], atOrigin: [136, 137, 131],
      atCentre: [254, 254, 254], means: [156.316, 151.526, 145.552]),
    .init(
      name: "crusader.jpeg", size: [1512, 2016], atOrigin: [6, 6, 8], atCentre: [89, 90, 94],
      means: [42.861, 44.768, 48.255]),
    .init(
      name: "beetle/DSC_0356.jpg", size: [750, 500], atOrigin: [14, 12, 13],
      atCentre: [24, 19, 16], means: [39.483, 35.254, 31.851]),
    .init(
      name: "made/face-grey.jpg", size: [64, 48], atOrigin: [116], atCentre: [122],
      means: [105.846]),
    .init(
      name: "made/face-progressive.jpg", size: [64, 48], atOrigin: [152, 106, 70],
      atCentre: [156, 114, 76], means: [133.801, 98.979, 67.847]),
    .init(
      name: "made/face-restarts.jpg", size: [64, 48], atOrigin: [152, 106, 70],
      atCentre: [156, 114, 76], means: [133.801, 98.979, 67.847]),
    .init(
      name: "made/face-ycbcr.tif", size: [64, 48], atOrigin: [150, 109, 74],
      atCentre: [154, 118, 69], means: [133.837, 98.937, 67.778]),
  ]
}

@Suite("JPEG")
struct JPEGTests {
  @Test("decodes to what other programs see, within 3 codes", arguments: JPEGCase.all)
  func decode(_ expected: JPEGCase) throws {
    let frame = try sample(expected.name)
    let (width, height) = (frame.layout.width, frame.layout.height)
    #expect([width, height] == expected.size)
    #expect(frame.response == .sRGB)
    #expect(frame.layout.range == .full)
    let origin = try frame.pixel(0, 0)
    let centre = try frame.pixel(width / 2, height / 2)
    #expect(zip(origin, expected.atOrigin).allSatisfy { abs($0 - $1) <= 3 }, "\(origin)")
    #expect(zip(centre, expected.atCentre).allSatisfy { abs($0 - $1) <= 3 }, "\(centre)")
    let channels = expected.means.count
    for channel in 0..<channels {
      let codes = stride(from: channel, to: frame.bytes.count, by: channels)
      let sum = codes.reduce(0) { $0 + Int(frame.bytes[$1]) }
      let mean = Double(sum) / Double(width * height)
      #expect(abs(mean - expected.means[channel]) < 0.5)
    }
  }

  private static let camera = "test_inside.jpeg"

  private func refusal(_ bytes: [UInt8]) -> FrameError? {
    do throws(FrameError) {
      _ = try JPEGDecoder.decode(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func endsEarly(_ bytes: [UInt8]) -> Bool {
    if case .endsEarly(format: "JPEG", _)? = refusal(bytes) { return true }
    return false
  }

  @Test("B37: a picture without EOI isn't metered")
  func missingEnd() throws {
    let whole = try Samples.bytes(Self.camera)
    try #require(whole.suffix(2) == [0xFF, 0xD9])
    #expect(refusal(whole) == nil)
    #expect(endsEarly(whole.dropLast(2)))
    #expect(endsEarly(whole.dropLast(1)))
  }

  @Test(
    "B37: a picture that is cut isn't metered, with an EOI behind the cut or not",
    arguments: ["test_inside.jpeg", "made/face-progressive.jpg", "made/face-restarts.jpg"],
    [10, 30, 60, 90, 99])
  func cut(_ name: String, _ percent: Int) throws {
    let whole = try Samples.bytes(name)
    let part = Array(whole.prefix(whole.count * percent / 100))
    #expect(refusal(part) != nil)
    #expect(refusal(part + [0xFF, 0xD9]) != nil)
  }

  @Test("B37: extraneous bytes before a marker are harmless")
  func extraneous() throws {
    let whole = try Samples.bytes("made/face-restarts.jpg")
    let clean = try JPEGDecoder.decode(whole)
    let scan = try #require(Self.place(of: 0xD0, in: whole))
    var dirty = whole
    dirty.insert(contentsOf: [0x12, 0x34, 0x56, 0x78], at: scan)
    #expect(try JPEGDecoder.decode(dirty) == clean)
    var atEnd = whole
    atEnd.insert(contentsOf: [1, 2, 3, 4], at: atEnd.count - 2)
    #expect(try JPEGDecoder.decode(atEnd) == clean)
    #expect(try JPEGDecoder.decode(whole + [0, 0, 0, 0]) == clean)
  }

  @Test("B37: zero bytes are a dropped frame")
  func empty() {
    #expect(refusal([]) == .empty)
  }

  @Test("B37: a picture without Huffman tables gets the standard ones")
  func missingTables() throws {
    let whole = try Samples.bytes(Self.camera)
    let clean = try JPEGDecoder.decode(whole)
    let bare = try Self.withoutHuffmanTables(whole)
    #expect(bare.count < whole.count)
    #expect(try JPEGDecoder.decode(bare) == clean)
  }

  /// Where a marker first stands.
  private static func place(of marker: UInt8, in bytes: [UInt8]) -> Int? {
    bytes.indices.dropLast(10).first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker }
  }

  /// The same picture without its DHT segments.
  static func withoutHuffmanTables(_ bytes: [UInt8]) throws -> [UInt8] {
    var result = Array(bytes[..<2])
    var place = 2
    while bytes[place + 1] != 0xDA {
      try #require(bytes[place] == 0xFF)
      let end = place + 2 + Int(bytes[place + 2]) * 256 + Int(bytes[place + 3])
      if bytes[place + 1] != 0xC4 { result += bytes[place..<end] }
      place = end
    }
    return result + bytes[place...]
  }

  @Test("CMYK is refused in words")
  func cmyk() throws {
    let error = try #require(refusal(try Samples.bytes("made/face-cmyk.jpg")))
    #expect(error.description.contains("CMYK"))
  }

  @Test("a span of a larger buffer decodes like the whole")
  func span() throws {
    let whole = try Samples.bytes("made/face-grey.jpg")
    let padded = whole + [UInt8](repeating: 0, count: 100)
    #expect(try JPEGDecoder.decode(padded.span) == JPEGDecoder.decode(whole))
  }

  @Test("a header that declares more than the data can hold is refused before decoding")
  func bomb() throws {
    var bytes = try Samples.bytes("made/face-grey.jpg")
    let start = try #require(Self.place(of: 0xC0, in: bytes))
    bytes.replaceSubrange(start + 5..<start + 9, with: [0xEA, 0x60, 0xEA, 0x60])
    #expect(refusal(bytes) == .tooLarge(bytes: 3_600_000_000))
    bytes.replaceSubrange(start + 5..<start + 9, with: [0x27, 0x10, 0x27, 0x10])
    #expect(
      refusal(bytes) == .impossibleSize(width: 10_000, height: 10_000, bytes: bytes.count))
  }

  @Test("no flipped byte of a small picture does harm")
  func flips() throws {
    let whole = try Samples.bytes("made/face-restarts.jpg")
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0xFF
      _ = refusal(damaged)
    }
  }
}
