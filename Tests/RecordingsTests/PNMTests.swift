import Frames
import Photometry
import Recordings
import Testing

@Suite("PGM and PPM")
struct PNMTests {
  static func file(_ header: String, _ samples: [UInt8]) -> [UInt8] { Array(header.utf8) + samples }

  private func frame(_ header: String, _ samples: [UInt8]) throws -> RecordedFrame {
    let results = try outcomes(Self.file(header, samples))
    try #require(results.count == 1)
    return try #require(results[0].frame, "\(results[0])")
  }

  private func error(_ header: String, _ samples: [UInt8] = []) throws -> FrameError? {
    let results = try outcomes(Self.file(header, samples))
    #expect(results.count == 1)
    return results[0].frameError
  }

  @Test("grey of 8 bits is taken as it is")
  func grey() throws {
    let frame = try frame("P5 3 2 255\n", [1, 2, 3, 4, 5, 6])
    #expect(frame.bytes == [1, 2, 3, 4, 5, 6])
    #expect(frame.layout == (try FrameLayout(format: .grey(.bits8), width: 3, height: 2)))
    #expect(frame.response == .sRGB)
    #expect(frame.name == "memory")
  }

  @Test("16-bit samples turn from big-endian to little-endian")
  func words() throws {
    let frame = try frame("P5\n2 1\n65535\n", [0x12, 0x34, 0xAB, 0xCD])
    #expect(frame.bytes == [0x34, 0x12, 0xCD, 0xAB])
    #expect(frame.layout.format == .grey(.bits16))
    #expect(frame.response == .linear)
  }

  @Test("comments may stand anywhere in the header, and a sample may look like a blank")
  func comments() throws {
    let header = "P5#a\n# 9 9 9\n2 # width\n#\n1\n#c\r255\n"
    #expect(try frame(header, [0x0A, 0x20]).bytes == [0x0A, 0x20])
  }

  @Test(
    "the greatest value becomes the depth or the white level",
    arguments: [
      (100, PixelFormat.grey(.bits8), SignalRange.levels(black: 0, white: 100)),
      (255, .grey(.bits8), .full), (700, .grey(.bits10), .levels(black: 0, white: 700)),
      (1023, .grey(.bits10), .full), (3000, .grey(.bits12), .levels(black: 0, white: 3000)),
      (4095, .grey(.bits12), .full), (16_383, .grey(.bits14), .full),
      (10_000, .grey(.bits14), .levels(black: 0, white: 10_000)),
      (40_000, .grey(.bits16), .levels(black: 0, white: 40_000)),
    ])
  func greatest(_ value: Int, _ format: PixelFormat, _ range: SignalRange) throws {
    let frame = try frame("P5 1 1 \(value)\n", value > 255 ? [0, 7] : [7])
    #expect(frame.layout.format == format)
    #expect(frame.layout.range == range)
    #expect(try frame.code(0, 0) == 7)
  }

  @Test("deep colour is stretched to 16 bits")
  func deepColour() throws {
    let frame = try frame("P6 1 1 4095\n", [0x0F, 0xFF, 0x08, 0x00, 0, 0])
    #expect(try frame.pixel(0, 0) == [65_535, 32_776, 0])
    #expect(frame.layout.range == .full)
  }

  @Test("several pictures in a file are a sequence, each of its own size")
  func sequence() throws {
    let bytes = Self.file("P5 1 1 255\n", [9]) + Self.file("\nP6 1 2 255\n", [1, 2, 3, 4, 5, 6])
    let frames = try outcomes(bytes + [0x0A]).compactMap(\.frame)
    #expect(frames.map(\.bytes) == [[9], [1, 2, 3, 4, 5, 6]])
    #expect(frames.map(\.name) == ["memory#0", "memory#1"])
  }

  @Test("text samples and bitmaps are refused in words", arguments: ["P1", "P2", "P3", "P4", "P7"])
  func otherKinds(_ magic: String) throws {
    let error = try #require(try error("\(magic)\n1 1\n255\n", [0]))
    #expect(error.description.contains(magic))
  }

  @Test(
    "bad headers are named",
    arguments: [
      "P5 ", "P5 3", "P5 3 2", "P5 3 2 255", "P5 x 2 255\n", "P5 -3 2 255\n", "P5 3 2 0\n",
      "P5 3 2 65536\n", "P5 99999999999999999999 2 255\n", "P5\n#", "P53 2 255\n",
    ])
  func badHeaders(_ header: String) throws {
    let results = try outcomes(Self.file(header, [UInt8](repeating: 0, count: 0)))
    #expect(results.count == 1)
    #expect(results[0].error != nil)
  }

  @Test("sizes that the data can't hold are refused before memory is taken")
  func bombs() throws {
    #expect(try error("P6 60000 60000 65535\n") == .tooLarge(bytes: 21_600_000_000))
    #expect(try error("P5 30000 30000 255\n") == .truncated(bytes: 0, needed: 900_000_000))
    #expect(
      try error("P5 0 4 255\n") == .layout(.unsupportedSize(width: 0, height: 4)))
    #expect(
      try error("P5 70000 4 255\n") == .layout(.unsupportedSize(width: 70_000, height: 4)))
    let levels = SignalRange.levels(black: 0, white: 1)
    #expect(try error("P5 1 1 1\n", [1]) == .layout(.levels(levels, bitDepth: 8)))
  }

  @Test("the widest picture reads")
  func widest() throws {
    let frame = try frame("P5 65535 1 255\n", [UInt8](repeating: 7, count: 65_535))
    #expect(try frame.code(65_534, 0) == 7)
  }

  @Test("a file cut at any byte gives the frames before the cut, then an error")
  func cuts() throws {
    let first = Self.file("P5 # c\n2 2 255\n", [1, 2, 3, 4])
    let whole = first + Self.file("P6 1 1 300\n", [0, 1, 0, 2, 0, 3])
    for count in 0..<whole.count {
      let results = try outcomes(Array(whole.prefix(count)))
      let frames = count >= first.count ? 1 : 0
      let errors = count == first.count ? 0 : 1
      #expect(results.compactMap(\.frame).count == frames, "cut at \(count)")
      #expect(results.compactMap(\.error).count == errors, "cut at \(count)")
    }
  }
}
