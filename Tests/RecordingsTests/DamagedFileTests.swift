import Frames
import Recordings
import Testing

@Suite("Damaged PNG and TIFF files")
struct DamagedFileTests {
  private func error(_ bytes: [UInt8]) throws -> FrameError? {
    let results = try outcomes(bytes)
    #expect(results.count == 1)
    return results.first?.frameError
  }

  /// Puts a size into a PNG's IHDR, with the right checksum.
  private func resized(_ png: [UInt8], _ width: UInt32, _ height: UInt32) -> [UInt8] {
    var bytes = png
    for (place, value) in [(16, width), (20, height)] { set(&bytes, place, value) }
    set(&bytes, 29, crc32(bytes[12..<29]))
    return bytes
  }

  private func set(_ bytes: inout [UInt8], _ place: Int, _ value: UInt32) {
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
    }
  }

  @Test("a PNG that declares more than its data can hold is refused before memory is taken")
  func pngBombs() throws {
    let png = try Samples.bytes("made/face-rgb.png")
    #expect(try error(resized(png, 60_000, 60_000)) == .tooLarge(bytes: 10_800_000_000))
    #expect(
      try error(resized(png, 18_000, 18_000))
        == .impossibleSize(width: 18_000, height: 18_000, bytes: png.count))
    #expect(try error(resized(png, 0, 48)) != nil)
    #expect(try error(resized(png, 70_000, 48)) != nil)
    #expect(try error(resized(png, 64, 49)) != nil)
  }

  @Test("a cut PNG is refused", arguments: [8, 20, 33, 100, 4000, 8800])
  func cutPNG(_ count: Int) throws {
    #expect(try error(Array(Samples.bytes("made/face-rgb.png").prefix(count))) != nil)
  }

  @Test("a TIFF that declares more than its data can hold is refused before memory is taken")
  func tiffBombs() throws {
    // Little-endian, as tifffile writes it: ImageWidth (256) and ImageLength (257), LONG or SHORT.
    var bytes = try Samples.bytes("made/face-rgb16.tif")
    var found = 0
    for place in bytes.indices.dropLast(12) where bytes[place + 1] == 1 && bytes[place + 3] == 0 {
      guard bytes[place] <= 1, [3, 4].contains(bytes[place + 2]), bytes[place + 4] == 1 else {
        continue
      }
      bytes.replaceSubrange(place + 2..<place + 12, with: [4, 0, 1, 0, 0, 0, 0x60, 0xEA, 0, 0])
      found += 1
      if found == 2 { break }
    }
    try #require(found == 2)
    #expect(try error(bytes) == .tooLarge(bytes: 21_600_000_000))
  }

  @Test("a cut TIFF is refused", arguments: [4, 8, 12, 100, 1000, 18_000])
  func cutTIFF(_ count: Int) throws {
    #expect(try error(Array(Samples.bytes("made/face-rgb16.tif").prefix(count))) != nil)
  }

  @Test("a TIFF of kinds that nothing shows is refused in words")
  func floatTIFF() throws {
    let error = try #require(try error(Samples.bytes("made/face-float.tif")))
    guard case .unsupported(format: "TIFF", let detail) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!detail.isEmpty)
  }

  @Test("a damaged page of a TIFF doesn't take the next with it")
  func damagedPage() throws {
    let whole = try Samples.bytes("made/face-tiles.tif")
    for index in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[index] ^= 0x55
      _ = try outcomes(bytes)
    }
  }

  @Test("no flipped byte of a small PNG or DNG does harm")
  func flips() throws {
    let png = try Samples.bytes("made/face-palette.png")
    for index in stride(from: 0, to: png.count, by: 3) {
      var bytes = png
      bytes[index] ^= 0x55
      _ = try outcomes(bytes)
    }
    let dng = try Samples.bytes("nikon.dng")
    for index in 0..<500 {
      var bytes = dng
      bytes[index] ^= 0x55
      _ = try outcomes(bytes)
    }
  }
}
