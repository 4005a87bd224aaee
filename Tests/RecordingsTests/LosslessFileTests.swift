import Frames
import Photometry
import Recordings
import Testing

/// A sample with what NumPy, Pillow, OpenCV or tifffile made of it.
struct LosslessCase: Sendable, CustomTestStringConvertible {
  let name: String
  let format: PixelFormat
  let size: [Int]
  let crc: UInt32
  let atOrigin: [Int]
  let atFiveThree: [Int]
  var response = ResponseCurve.sRGB
  var testDescription: String { name }

  static let rgb = PixelFormat.rgb(.rgb, .bits8)
  static let deepRGB = PixelFormat.rgb(.rgb, .bits16)

  static let all: [LosslessCase] = [
    .init(
      name: "coins.png", format: .grey(.bits8), size: [384, 303], crc: 0x0AC5_A20F,
      atOrigin: [47], atFiveThree: [130]),
    .init(
      name: "text.png", format: .grey(.bits8), size: [448, 172], crc: 0x2D1D_C3A9,
      atOrigin: [91], atFiveThree: [116]),
    .init(
      name: "chelsea.png", format: rgb, size: [451, 300], crc: 0x0F82_9D59,
      atOrigin: [143, 120, 104], atFiveThree: [145, 123, 109]),
    .init(
      name: "made/face-rgb.png", format: rgb, size: [64, 48], crc: 0x7ABA_874D,
      atOrigin: [151, 109, 71], atFiveThree: [167, 127, 92]),
    .init(
      name: "made/face-rgba.png", format: rgb, size: [64, 48], crc: 0x7ABA_874D,
      atOrigin: [151, 109, 71], atFiveThree: [167, 127, 92]),
    .init(
      name: "made/face.ppm", format: rgb, size: [64, 48], crc: 0x7ABA_874D,
      atOrigin: [151, 109, 71], atFiveThree: [167, 127, 92]),
    .init(
      name: "made/face-tiles.tif", format: rgb, size: [64, 48], crc: 0x7ABA_874D,
      atOrigin: [151, 109, 71], atFiveThree: [167, 127, 92]),
    .init(
      name: "made/face-palette.png", format: rgb, size: [64, 48], crc: 0x2375_520A,
      atOrigin: [148, 106, 68], atFiveThree: [166, 126, 91]),
    .init(
      name: "made/face-palette.tif", format: rgb, size: [64, 48], crc: 0x2375_520A,
      atOrigin: [148, 106, 68], atFiveThree: [166, 126, 91]),
    .init(
      name: "made/face-la.png", format: .grey(.bits8), size: [64, 48], crc: 0x488F_FFD1,
      atOrigin: [117], atFiveThree: [135]),
    .init(
      name: "made/face-rgb16.png", format: deepRGB, size: [64, 48], crc: 0xD66B_A524,
      atOrigin: [38807, 28013, 18247], atFiveThree: [42919, 32639, 23644], response: .linear),
    .init(
      name: "made/face-rgb16.tif", format: deepRGB, size: [64, 48], crc: 0xD66B_A524,
      atOrigin: [38807, 28013, 18247], atFiveThree: [42919, 32639, 23644], response: .linear),
    .init(
      name: "made/face-grey16.png", format: .grey(.bits16), size: [64, 48], crc: 0x7996_24CD,
      atOrigin: [30069], atFiveThree: [34695], response: .linear),
    .init(
      name: "made/face-grey16-srgb.png", format: .grey(.bits16), size: [64, 48],
      crc: 0x7996_24CD, atOrigin: [30069], atFiveThree: [34695], response: .sRGB),
    .init(
      name: "made/face-grey16.pgm", format: .grey(.bits16), size: [64, 48], crc: 0x7996_24CD,
      atOrigin: [30069], atFiveThree: [34695], response: .linear),
  ]
}

@Suite("Lossless files")
struct LosslessFileTests {
  @Test("decode to the bytes that other programs see", arguments: LosslessCase.all)
  func decode(_ expected: LosslessCase) throws {
    let frame = try sample(expected.name)
    #expect(frame.layout.format == expected.format)
    #expect([frame.layout.width, frame.layout.height] == expected.size)
    #expect(try frame.pixel(0, 0) == expected.atOrigin)
    #expect(try frame.pixel(5, 3) == expected.atFiveThree)
    #expect(crc32(frame.bytes) == expected.crc)
    #expect(frame.response == expected.response)
    #expect(frame.layout.range == .full)
    #expect(frame.name == Samples.path(expected.name))
    #expect(frame.timestamp == nil)
  }

  @Test("a gAMA chunk names the power")
  func gamma() throws {
    let frame = try sample("made/face-grey16-gamma.png")
    #expect(frame.response == (try ResponseCurve.gamma(2)))
    #expect(crc32(frame.bytes) == 0x7996_24CD)
  }

  @Test("a TIFF's pages are a sequence")
  func pages() throws {
    let frames = try outcomes([Samples.path("mitochondria.tif")]).compactMap(\.frame)
    try #require(frames.count == 2)
    #expect(frames.map { crc32($0.bytes) } == [0x95A6_6671, 0x64F4_3734])
    #expect(try frames.map { try $0.code(128, 128) } == [99, 113])
    #expect(frames.map(\.index) == [0, 1])
    #expect(frames[1].name == Samples.path("mitochondria.tif") + "#1")
    #expect(frames[0].response == .linear)
  }

  @Test("a TIFF's thumbnails are passed over")
  func thumbnail() throws {
    let frame = try sample("made/face-thumbnail.tif")
    #expect(crc32(frame.bytes) == 0x7ABA_874D)
  }

  @Test("a TIFF in memory reads as one in a file")
  func memory() throws {
    let frames = try outcomes(Samples.bytes("mitochondria.tif")).compactMap(\.frame)
    #expect(frames.map { crc32($0.bytes) } == [0x95A6_6671, 0x64F4_3734])
  }

  @Test("the user's levels, curve and colour filter order go before the file's")
  func overrides() throws {
    var options = SourceOptions()
    (options.cfa, options.blackLevel, options.frameRate) = (.gbrg, 10, 25)
    let frame = try sample("coins.png", options)
    #expect(frame.layout.format == .bayer(.gbrg, .bits8))
    #expect(frame.layout.range == .levels(black: 10, white: 255))
    #expect(frame.response == .linear)
    #expect(frame.timestamp == 0)
    options.response = .bt709
    #expect(try sample("coins.png", options).response == .bt709)
  }
}
