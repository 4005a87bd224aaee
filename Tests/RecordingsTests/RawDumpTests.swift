import Frames
import Photometry
import Recordings
import Testing

@Suite("Raw dumps")
struct RawDumpTests {
  @Test("a real mosaic of 14 bits in words")
  func nikon() throws {
    let frame = try sample("nikon_384x256_RG14.raw", dump("RG14", 384, 256))
    #expect(frame.layout.format == .bayer(.rggb, .bits14))
    #expect(try [frame.code(0, 0), frame.code(1, 0), frame.code(5, 3)] == [1949, 1820, 939])
    #expect(crc32(frame.bytes) == 0x62FC_5D6A)
    #expect(frame.response == .linear)
    #expect(frame.name == Samples.path("nikon_384x256_RG14.raw"))
  }

  @Test("a real mosaic of 10 bits in words")
  func openISP() throws {
    let frame = try sample("openisp_256x192_RG10.raw", dump("RG10", 256, 192))
    #expect(crc32(frame.bytes) == 0x25E7_32DD)
    #expect(try frame.code(5, 3) == 152)
  }

  @Test("B42: packed samples have their exact values")
  func packed() throws {
    let ten = try outcomes([0x80, 0x40, 0xFF, 0x00, 0xE4], dump("pRAA", 4, 1))
    let tenBits = try #require(ten.first?.frame)
    #expect(try (0..<4).map { try tenBits.code($0, 0) } == [512, 257, 1022, 3])
    let twelve = try outcomes([0xAB, 0xCD, 0x21], dump("pRCC", 2, 1))
    let twelveBits = try #require(twelve.first?.frame)
    #expect(try (0..<2).map { try twelveBits.code($0, 0) } == [0xAB1, 0xCD2])
  }

  @Test("B42: packed lines may be padded")
  func packedStride() throws {
    var bytes = [UInt8](repeating: 0xFF, count: 128)
    bytes.replaceSubrange(0..<5, with: [0x80, 0x40, 0xFF, 0x00, 0xE4])
    bytes.replaceSubrange(64..<69, with: [0x00, 0x40, 0xFF, 0x00, 0xE4])
    let results = try outcomes(bytes, dump("pRAA", 4, 2, stride: 64))
    let frame = try #require(results.first?.frame)
    #expect(try [frame.code(0, 0), frame.code(0, 1), frame.code(3, 1)] == [512, 0, 3])
    #expect(results.count == 1)
  }

  @Test("B42: 10 bits in words lie at either end")
  func alignment() throws {
    var options = dump("Y10", 2, 1)
    let low = try #require(try outcomes([0x01, 0x02, 0xFF, 0x03], options).first?.frame)
    #expect(try [low.code(0, 0), low.code(1, 0)] == [0x201, 0x3FF])
    options.alignment = .high
    let high = try #require(try outcomes([0x40, 0x80, 0xC0, 0xFF], options).first?.frame)
    #expect(try [high.code(0, 0), high.code(1, 0)] == [0x201, 0x3FF])
  }

  @Test("frames stand behind one another, with the padding of the last row")
  func sequence() throws {
    let one: [UInt8] = [1, 2, 0, 0, 3, 4, 0, 0]
    var options = dump("GREY", 2, 2, stride: 4)
    options.frameRate = 10
    let frames = try outcomes(one + one + one, options).compactMap(\.frame)
    #expect(frames.count == 3)
    #expect(frames.allSatisfy { $0.bytes == one })
    #expect(frames.map(\.timestamp) == [0, 0.1, 0.2])
    #expect(frames.map(\.name) == ["memory#0", "memory#1", "memory#2"])
  }

  @Test(
    "every format's frame has the driver's sizeimage",
    arguments: [
      ("GREY", 6, 18), ("YUYV", nil, 24), ("NV12", 4, 20), ("NV16", 4, 24), ("YU12", 4, 20),
      ("422P", 4, 24), ("RGB3", nil, 27), ("XR24", nil, 36), ("Y16", nil, 18), ("NM12", nil, 17),
    ])
  func sizes(_ format: String, _ stride: Int?, _ bytes: Int) throws {
    // 3×3 pixels: odd sizes round chroma up.
    let two = [UInt8](repeating: 100, count: 2 * bytes)
    let results = try outcomes(two, dump(format, 3, 3, stride: stride))
    #expect(results.count == 2, "\(results)")
    #expect(results.allSatisfy { $0.frame?.bytes.count == bytes })
  }

  @Test("a partial frame at the end is an error that says how much remains")
  func partial() throws {
    let results = try outcomes([1, 2, 3, 4, 5, 6, 7], dump("GREY", 2, 2))
    #expect(results.count == 2)
    #expect(results[0].frame?.bytes == [1, 2, 3, 4])
    guard case .frame(let place, let error)? = results[1].error else {
      Issue.record("\(results[1])")
      return
    }
    #expect(place.description == "memory, frame 1 at byte 4")
    #expect(error == .truncated(bytes: 3, needed: 4))
  }

  @Test("a file smaller than a frame says so", arguments: 0..<4)
  func short(_ count: Int) throws {
    let results = try outcomes([UInt8](repeating: 1, count: count), dump("GREY", 2, 2))
    #expect(results.count == 1)
    if count == 0 {
      #expect(results[0].frameError == .empty)
    } else {
      #expect(results[0].error == .fileTooShort(path: "memory", bytes: count, needed: 4))
    }
  }

  @Test("B38: a buffer that came short isn't metered", arguments: [0, 4000, 6143, 6144])
  func shortBuffers(_ count: Int) throws {
    let results = try outcomes([UInt8](repeating: 128, count: count), dump("YUYV", 64, 48))
    #expect(results.count == 1)
    #expect((results[0].frame != nil) == (count == 6144))
  }

  @Test("the widest and the highest frame read")
  func extremes() throws {
    let bytes = [UInt8](repeating: 9, count: 65_535)
    #expect(try outcomes(bytes, dump("GREY", 65_535, 1)).first?.frame?.code(65_534, 0) == 9)
    #expect(try outcomes(bytes, dump("GREY", 1, 65_535)).first?.frame?.code(0, 65_534) == 9)
  }

  @Test("contradicting options are refused at once")
  func options() {
    func refusal(_ options: SourceOptions) -> SourceError? {
      do throws(SourceError) {
        _ = try outcomes([1], options)
        return nil
      } catch { return error }
    }
    func outcomes(_ bytes: [UInt8], _ options: SourceOptions) throws(SourceError) -> Int {
      var source = try FrameSource(bytes: bytes, name: "memory", options: options)
      return try source.next() == nil ? 0 : 1
    }
    let grey = FourCC("GREY") ?? FourCC(rawValue: 0)
    let unknown = FourCC("H264") ?? FourCC(rawValue: 0)
    #expect(refusal(dump("GREY", 2, nil)) == .sizeMissing(grey))
    #expect(refusal(dump("H264", 2, 2)) == .unsupportedFormat(unknown))
    #expect(
      refusal(dump("GREY", 2, 2, stride: 1))
        == .layout(.strideTooShort(plane: 0, stride: 1, needed: 2)))
    #expect(refusal(dump("GREY", 0, 2)) == .layout(.unsupportedSize(width: 0, height: 2)))
    #expect(
      refusal(dump("GREY", 2, 2, stride: .max))
        == .layout(.planeOutOfReach(plane: 0, offset: 0, stride: .max)))
    var rate = SourceOptions()
    rate.frameRate = 0
    #expect(refusal(rate) == .frameRate(0))
    rate.frameRate = .nan
    #expect(refusal(rate) != nil)
    var levels = dump("GREY", 2, 2)
    levels.blackLevel = 300
    #expect(refusal(levels) != nil)
  }

  @Test("a size far beyond the file takes no memory")
  func bomb() throws {
    let results = try outcomes([1], dump("GREY", 60_000, 60_000))
    #expect(results.count == 1)
    #expect(results[0].frameError == .tooLarge(bytes: 3_600_000_000))
  }
}

@Suite("MJPG dumps")
struct MotionJPEGTests {
  private let options = dump("MJPG", nil, nil)

  @Test("pictures are split at their markers and decoded")
  func split() throws {
    let camera = try Samples.bytes("test_inside.jpeg")
    let face = try Samples.bytes("made/face-restarts.jpg")
    let padding = [UInt8](repeating: 0, count: 37)
    let frames = try outcomes(camera + face + padding + camera, options).compactMap(\.frame)
    #expect(frames.map(\.layout.width) == [320, 64, 320])
    #expect(frames.map(\.name) == ["memory#0", "memory#1", "memory#2"])
  }

  @Test("a thumbnail inside a segment doesn't split its picture")
  func thumbnail() throws {
    let face = try Samples.bytes("made/face-grey.jpg")
    let length = face.count + 2
    let segment = [0xFF, 0xE5, UInt8(length >> 8), UInt8(length & 0xFF)] + face
    let picture = Array(face.prefix(2)) + segment + face.dropFirst(2)
    let results = try outcomes(picture + face, options)
    #expect(results.count == 2)
    #expect(results.allSatisfy { $0.frame != nil })
  }

  @Test("a picture that lost its end costs only itself")
  func lostEnd() throws {
    let face = try Samples.bytes("made/face-restarts.jpg")
    let cut = Array(face.prefix(face.count * 60 / 100))
    let results = try outcomes(cut + face + face.dropLast(2), options)
    try #require(results.count == 3)
    #expect(results[0].frameError != nil)
    #expect(results[1].frame?.index == 1)
    #expect(results[2].frameError != nil)
  }

  @Test("87 of 100 broken pictures don't stop the loop")
  func mostlyBroken() throws {
    let face = try Samples.bytes("made/face-grey.jpg")
    var stream: [UInt8] = []
    for index in 0..<100 { stream += index % 8 == 0 ? face : Array(face.dropLast(40)) }
    let results = try outcomes(stream, options)
    #expect(results.count == 100)
    #expect(results.compactMap(\.frame).count == 13)
  }

  @Test("a dump without a picture says so")
  func none() throws {
    let results = try outcomes([1, 2, 3], options)
    #expect(results.count == 1)
    #expect(results[0].error?.description.contains("no picture begins in 3 bytes") == true)
  }
}
