import Foundation
import Frames
import Recordings
import Testing

@Suite struct MeterOutputTests {
  /// Five frames of 16×8 grey, 0, 60, 120, 180, 240.
  private static func dump() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(
      "grey.raw", (0..<5).flatMap { [UInt8](repeating: UInt8(60 * $0), count: 128) })
    return folder
  }

  private static let raw = ["meter", "--format=GREY", "--size=16x8"]

  @Test func aPipeGetsALineAFrame() throws {
    let folder = try Self.dump()
    let run = try Program.run(Self.raw + ["grey.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 5)
    #expect(
      run.lines[2] == "grey.raw#2  EV +0.06  luma 120.0 p1/5/50/95/99 120/120/120/120/120  "
        + "clipped 0.0 %/0.0 %  focus 0.0/0.0/0.0")
    #expect(run.lines[0].contains("clipped 0.0 %/100.0 %"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(arguments: [1, 2, 5, 6])
  func forEndsEarly(_ frames: Int) throws {
    let folder = try Self.dump()
    let run = try Program.run(Self.raw + ["--for=\(frames)", "grey.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.lines.count == min(frames, 5))
  }

  @Test func optionsMayStandBehindTheSource() throws {
    let folder = try Self.dump()
    let run = try Program.run(
      "meter", "grey.raw", "-f", "GREY", "-s", "16x8", "-n", "1", folder: folder.path)
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
  }

  private static func objects(_ run: Run) throws -> [[String: Any]] {
    try run.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Keys of every frame, and those that only a colour picture or --zones has.
  static let keys: Set<String> = [
    "bitDepth", "clipped", "focus", "format", "frame", "height", "luma", "metering", "response",
    "schema", "source", "warnings", "width",
  ]

  @Test func jsonIsAnObjectALine() throws {
    let folder = try Self.dump()
    let run = try Program.run(
      Self.raw + ["--json", "--frame-rate=4", "grey.raw"], folder: folder.path)
    let objects = try Self.objects(run)
    #expect(objects.count == 5)
    for (index, object) in objects.enumerated() {
      #expect(Set(object.keys) == Self.keys.union(["timestamp"]))
      #expect(object["frame"] as? Int == index)
      #expect(object["schema"] as? Int == 1)
      #expect(object["timestamp"] as? Double == Double(index) / 4)
      #expect(object["format"] as? String == "GREY")
      let luma = try #require(object["luma"] as? [String: Any])
      #expect(luma["mean"] as? Double == Double(60 * index))
      let percentiles = try #require(luma["percentiles"] as? [String: Any])
      #expect(Set(percentiles.keys) == ["1", "5", "50", "95", "99"])
      let metering = try #require(object["metering"] as? [String: Any])
      #expect(
        Set(metering.keys) == [
          "clippedHigh", "clippedLow", "contrast", "ev", "ignoredRois", "linear", "pattern",
        ])
      #expect(Set(try #require(object["clipped"] as? [String: Any]).keys) == ["high", "low"])
      #expect(
        Set(try #require(object["focus"] as? [String: Any]).keys) == ["coarse", "fine", "medium"])
    }
  }

  @Test func jsonOfAColourPictureHasItsChannels() throws {
    let run = try Program.run("meter", "--json", "--zones", "--grid=4x3", samples + "chelsea.png")
    let object = try #require(try Self.objects(run).first)
    #expect(
      Set(object.keys) == Self.keys.union(["channels", "gains", "colourTemperature", "zones"]))
    let zones = try #require(object["zones"] as? [String: Any])
    #expect(zones["columns"] as? Int == 4)
    #expect(zones["rows"] as? Int == 3)
    let weights = try #require(zones["weight"] as? [Double])
    #expect(weights.count == 12)
    #expect(abs(weights.reduce(0, +) - 1) < 1e-9)
    #expect((zones["luminance"] as? [Double])?.count == 12)
    #expect((zones["columnEdges"] as? [Int])?.count == 5)
    #expect((zones["rowEdges"] as? [Int])?.count == 4)
  }

  @Test func rectanglesOutsideAreSaid() throws {
    let folder = try Self.dump()
    let run = try Program.run(
      Self.raw + ["--json", "--roi=2,2,1,1", "--roi=0,0,1,1", "--for=1", "grey.raw"],
      folder: folder.path)
    let object = try #require(try Self.objects(run).first)
    #expect(
      object["warnings"] as? [String]
        == ["rectangle 1 lies outside the frame and is ignored"])
    let metering = try #require(object["metering"] as? [String: Any])
    #expect(metering["pattern"] as? String == "roi")
    #expect(metering["ignoredRois"] as? [Int] == [0])
  }

  /// Each curve that the command line takes gives numbers that JSON can hold.
  @Test(arguments: ["linear", "bt709", "srgb", "0.1", "0.5", "10"])
  func blackFramesHaveNumbers(_ response: String) throws {
    let folder = try Self.dump()
    let run = try Program.run(
      Self.raw + ["--json", "--zones", "--response=\(response)", "grey.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(try Self.objects(run).count == 5)
  }

  @Test func detailIsATable() throws {
    let folder = try Self.dump()
    let run = try Program.run(
      Self.raw + ["--detail", "--for=1", "--response=linear", "grey.raw"], folder: folder.path)
    #expect(run.lines[0] == "grey.raw#0  frame 0  16×8 GREY linear")
    #expect(run.lines[1] == "  metered  -20.00 EV (matrix), contrast 0.0 EV")
    #expect(run.lines.count == 9)
  }

  // MARK: Overlay

  private static func picture(_ path: String) throws -> RecordedFrame {
    var source = try FrameSource(paths: [path])
    return try #require(try source.next())
  }

  private static func pixel(_ frame: RecordedFrame, _ x: Int, _ y: Int) -> [UInt8] {
    let start = frame.layout.planes[0].offset + y * frame.layout.planes[0].stride + 3 * x
    return Array(frame.bytes[start..<start + 3])
  }

  @Test func theOverlayIsAPicture() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "grey.raw", [255, 0, 100].flatMap { [UInt8](repeating: $0, count: 128) })
    let run = try Program.run(
      Self.raw + ["--grid=1x1", "--overlay=out.v1.png", "grey.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.lines.count == 3)
    let names = ["out.v1.png", "out.v1-0001.png", "out.v1-0002.png"]
    let pictures = try names.map { try Self.picture(folder.path + "/" + $0) }
    for picture in pictures {
      // 16×8 enlarged 40 times, with the panel below.
      #expect(picture.layout.width == 640)
      #expect(picture.layout.height == 320 + 132)
      #expect(picture.layout.format == .rgb(.rgb, .bits8))
    }
    // Stripes of four pixels over what is clipped: red on white, blue on black.
    #expect(Self.pixel(pictures[0], 100, 100) == [255, 40, 40])
    #expect(Self.pixel(pictures[0], 104, 100) == [255, 255, 255])
    #expect(Self.pixel(pictures[1], 100, 100) == [40, 80, 255])
    #expect(Self.pixel(pictures[1], 104, 100) == [0, 0, 0])
    #expect(Self.pixel(pictures[2], 100, 100) == [100, 100, 100])
    #expect(Self.pixel(pictures[2], 104, 100) == [100, 100, 100])
  }

  /// Zones that weigh less are darker, all of them blended with the picture.
  @Test func zonesAreShadedByWeight() throws {
    let folder = try ScratchFolder()
    try folder.write("grey.raw", [UInt8](repeating: 100, count: 128))
    let run = try Program.run(
      Self.raw + ["--pattern=centre", "--weights=2x2:1,2,3,4", "--overlay=out.png", "grey.raw"],
      folder: folder.path)
    #expect(run.status == 0)
    let picture = try Self.picture(folder.path + "/out.png")
    let shades = [(100, 80), (420, 80), (100, 240), (420, 240)].map {
      Int(Self.pixel(picture, $0.0, $0.1)[0])
    }
    // Black over 100 by half of what is missing to the heaviest.
    for (shade, expected) in zip(shades, [62, 75, 87, 100]) { #expect(abs(shade - expected) <= 1) }
  }

  /// Formats whose last pixel fills no pair, square or quad are drawn without a trap.
  @Test(arguments: ["YUYV", "NV12", "YV12", "422P", "RGB3", "XR24", "RGGB", "pRAA", "BG12", "Y10P"])
  func oddFramesOfEveryKindAreDrawn(_ name: String) throws {
    let folder = try ScratchFolder()
    let format = try #require(FourCC(name)?.meaning).format
    let layout = try FrameLayout(format: format, width: 35, height: 21)
    try folder.write("odd.raw", (0..<layout.byteCounts[0]).map { UInt8(truncatingIfNeeded: $0) })
    let run = try Program.run(
      "meter", "--format=\(name)", "--size=35x21", "--overlay=out.png", "odd.raw",
      folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Self.picture(folder.path + "/out.png").layout.width >= 640)
  }
}

/// What must not be lost: pictures, and the news that output was.
@Suite struct OutputSafetyTests {
  private static let sample = samples + "coins.png"

  @Test func outputThatCannotBeWrittenIsAFailure() throws {
    let folder = try ScratchFolder()
    for command in ["meter \(Self.sample)", "meter --json \(Self.sample)", "run --for 2"] {
      let run = try Program.shell("\(Program.path) \(command) > /dev/full", folder: folder.path)
      #expect(run.status == 3, "\(command)")
      #expect(run.errors.contains("cannot be written"))
    }
  }

  @Test func theSourceIsNotDrawnOver() throws {
    let folder = try ScratchFolder()
    let copy = "\(folder.path)/photo.png"
    try FileManager.default.copyItem(atPath: Self.sample, toPath: copy)
    let before = FileManager.default.contents(atPath: copy)
    let run = try Program.run("meter", "--overlay", copy, copy)
    #expect(run.status == 3)
    #expect(FileManager.default.contents(atPath: copy) == before)
  }

  @Test func aPictureIsWholeOrNotThere() throws {
    let folder = try ScratchFolder()
    let run = try Program.shell(
      "ulimit -f 20; \(Program.path) meter --overlay out.png \(Self.sample)", folder: folder.path)
    #expect(run.status != 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        $0 != "out.png"
      })
  }

  @Test func namesDoNotSteerTheTerminal() throws {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: Self.sample, toPath: "\(folder.path)/a\u{1B}[31mb\nc.png")
    let run = try Program.run("meter", folder.path)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(!run.output.contains("\u{1B}"))
  }
}
