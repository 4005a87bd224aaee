import Frames
import Photometry
import Recordings
import Testing

@Suite("Camera raw")
struct CameraRawTests {
  @Test("a DNG's visible area has its own filter order, levels and as-shot gains")
  func dng() throws {
    let frame = try sample("nikon.dng")
    // ActiveArea begins at column 2, row 1 of an RGGB mosaic, so the file says GBRG; libraw drops
    // a row to keep the margins even, which makes it RGGB again.
    #expect(frame.layout.format == .bayer(.rggb, .bits14))
    #expect([frame.layout.width, frame.layout.height] == [380, 253])
    #expect(frame.layout.range == .levels(black: 600, white: 15_520))
    #expect(try frame.pixel(0, 0) == [1881])
    #expect(try frame.pixel(1, 0) == [1822])
    #expect(try frame.pixel(0, 1) == [1841])
    #expect(crc32(frame.bytes) == 0xADF0_9F35)
    #expect(frame.response == .linear)
    let gains = try #require(frame.gainsAsShot)
    #expect(abs(gains.red - 1.94921875) < 1e-4)
    #expect(abs(gains.blue - 1.34375) < 1e-4)
  }

  @Test("a DNG in memory reads as one in a file")
  func memory() throws {
    let frame = try #require(try outcomes(Samples.bytes("nikon.dng")).first?.frame)
    #expect(crc32(frame.bytes) == 0xADF0_9F35)
  }

  @Test("a DNG that is cut is refused", arguments: [500, 1000, 50_000, 196_000])
  func cut(_ count: Int) throws {
    let results = try outcomes(Array(Samples.bytes("nikon.dng").prefix(count)))
    #expect(results.count == 1)
    #expect(results.first?.frameError != nil, "\(results)")
  }

  @Test("a camera raw extension on an ordinary TIFF is refused in words")
  func plainTIFF() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("plain.nef", try Samples.bytes("made/face-rgb16.tif"))
    let error = try #require(try outcomes([path]).first?.error)
    #expect(error.description.contains("plain.nef, frame 0: "))
  }

  @Test("a mosaic without colours is refused in words")
  func monochrome() throws {
    // CFAPattern 1 2 0 1 becomes 1 2 0 3: green, blue, red, cyan.
    var bytes = try Samples.bytes("nikon.dng")
    let tag: [UInt8] = [0x8E, 0x82, 1, 0, 4, 0, 0, 0, 1, 2, 0, 1]
    let place = try #require(
      bytes.indices.dropLast(12).first { bytes[$0..<$0 + 12].elementsEqual(tag) })
    bytes.replaceSubrange(place + 8..<place + 12, with: [1, 2, 0, 3])
    let error = try #require(try outcomes(bytes).first?.frameError)
    guard case .unsupported(format: "camera raw", _) = error else {
      Issue.record("\(error)")
      return
    }
  }
}
