import Frames
import Photometry
import Recordings
import Testing

@Suite("Y4M")
struct Y4MTests {
  private func error(_ text: String, _ bytes: [UInt8] = []) throws -> FrameError? {
    try outcomes(Array(text.utf8) + bytes).first?.frameError
  }

  @Test("a clip's frames have its samples, range and times")
  func clip() throws {
    let frames = try outcomes([Samples.path("tree.y4m")]).compactMap(\.frame)
    #expect(frames.map { crc32($0.bytes) } == [0xC9B2_9CFE, 0xD694_5870, 0x44DC_CB1B])
    let layout = try FrameLayout(
      format: .planarYUV(.yuv420, .cbCr), width: 160, height: 120, range: .limited)
    #expect(frames.allSatisfy { $0.layout == layout && $0.response == .bt709 })
    #expect([0, 19_200, 24_000].map { frames[0].bytes[$0] } == [109, 121, 138])
    #expect(frames.map(\.timestamp) == [0, 1.0 / 15, 2.0 / 15])
    #expect(frames[2].name == Samples.path("tree.y4m") + "#2")
  }

  @Test(
    "colour spaces",
    arguments: [
      ("", PixelFormat.planarYUV(.yuv420, .cbCr), 6), (" C420", .planarYUV(.yuv420, .cbCr), 6),
      (" C420mpeg2", .planarYUV(.yuv420, .cbCr), 6),
      (" C420paldv", .planarYUV(.yuv420, .cbCr), 6),
      (" C420jpeg", .planarYUV(.yuv420, .cbCr), 6), (" C422", .planarYUV(.yuv422, .cbCr), 8),
      (" Cmono", .grey(.bits8), 4),
    ])
  func colourSpaces(_ parameter: String, _ format: PixelFormat, _ count: Int) throws {
    let bytes = (0..<count).map { UInt8(16 + $0) }
    let text = "YUV4MPEG2 W2 H2\(parameter)\nFRAME Ip\n"
    let frame = try #require(try outcomes(Array(text.utf8) + bytes).first?.frame)
    #expect(frame.bytes == bytes)
    #expect(frame.layout.format == format)
    #expect(frame.layout.range == .limited)
    #expect(frame.timestamp == nil)
  }

  @Test("the range and the matrix")
  func range() throws {
    let text = "YUV4MPEG2 W2 H720 F25:1 Cmono XYSCSS=420 XCOLORRANGE=FULL\nFRAME\n"
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 1440)
    let frame = try #require(try outcomes(bytes).first?.frame)
    #expect(frame.layout.range == .full)
    #expect(frame.layout.matrix == .bt709)
  }

  @Test("other colour spaces are refused by name", arguments: ["444", "411", "420p10", "444alpha"])
  func otherColourSpaces(_ name: String) throws {
    let error = try #require(try error("YUV4MPEG2 W2 H2 C\(name)\nFRAME\n"))
    #expect(error == .unsupported(format: "Y4M", detail: "colour space C\(name)"))
  }

  @Test(
    "bad headers",
    arguments: [
      "YUV4MPEG2", "YUV4MPEG2 W2", "YUV4MPEG2 W2\n", "YUV4MPEG2 Wx H2\n", "YUV4MPEG2 W+2 H2\n",
      "YUV4MPEG2 W99999999999999999999 H2\n", "YUV4MPEG2 W0 H2\n", "YUV4MPEG2 W2 H2\n",
      "YUV4MPEG2 W2 H2\nFRAM", "YUV4MPEG2 W2 H2\nJUNK\n", "YUV4MPEG2 W2 H2\nFRAME",
    ])
  func badHeaders(_ text: String) throws {
    let results = try outcomes(Array(text.utf8))
    #expect(results.count == 1)
    #expect(results[0].error != nil)
  }

  @Test("sizes that the data can't hold are refused before memory is taken")
  func bombs() throws {
    #expect(
      try error("YUV4MPEG2 W60000 H60000\nFRAME\n") == .tooLarge(bytes: 5_400_000_000))
    #expect(
      try error("YUV4MPEG2 W20000 H20000\nFRAME\n")
        == .truncated(bytes: 0, needed: 600_000_000))
  }

  @Test("a cut last frame is an error that names it")
  func cutFrame() throws {
    let whole = try Samples.bytes("tree.y4m")
    let results = try outcomes(Array(whole.dropLast(100)))
    #expect(results.count == 3)
    let error = try #require(results.last?.error)
    let offset = whole.count - 28_806
    #expect(
      error.description.hasPrefix(
        "memory, frame 2 at byte \(offset): 28700 bytes remain where the frame needs 28800"))
  }

  @Test("a file cut at any byte gives the frames before the cut, then an error")
  func cuts() throws {
    let header = Array("YUV4MPEG2 W1 H1 F30:1 Cmono\n".utf8)
    let frame = Array("FRAME\n".utf8) + [7]
    let whole = header + frame + frame
    for count in 0..<whole.count {
      let results = try outcomes(Array(whole.prefix(count)))
      let complete = max(0, count - header.count) / frame.count
      let isWhole = complete > 0 && (count - header.count) % frame.count == 0
      #expect(results.compactMap(\.frame).count == complete, "cut at \(count)")
      #expect(results.compactMap(\.error).count == (isWhole ? 0 : 1), "cut at \(count)")
    }
  }
}
