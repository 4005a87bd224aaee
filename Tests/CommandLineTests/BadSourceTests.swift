import Foundation
import Testing

/// What cannot be read ends with status 3 and one line that says what and where; never with a signal.
@Suite struct BadSourceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let options: [String]
    let says: String
    var testDescription: String { name + " " + options.joined(separator: " ") }

    init(_ name: String, _ options: String..., says: String) {
      self.name = name
      self.options = options
      self.says = says
    }
  }

  static let cases: [Case] = [
    Case("empty.png", says: "empty.png, frame 0: no bytes: the frame was dropped; skip it"),
    Case("cut.png", says: "cut.png, frame 0: damaged PNG data (end of stream); skip the frame"),
    Case("cut.jpg", says: "cut.jpg, frame 0: the JPEG data end before the picture does"),
    Case(
      "cut.y4m",
      says: "cut.y4m, frame 0 at byte 43: 3951 bytes remain where the frame needs 28800; "
        + "check size, format and stride, or skip the frame"),
    Case(
      "zero.pgm",
      says: "zero.pgm, frame 0 at byte 0: frame size 0×0 is outside 1×1 to 65535×65535; "
        + "pass the driver's size"),
    Case(
      "text.txt",
      says: "text.txt: not a JPEG, PNG, TIFF, PGM, PPM, Y4M or camera raw file; "
        + "for a raw dump give its format and size"),
    Case(
      "short.raw", "--format=YUYV", "--size=64x48",
      says: "short.raw: 3000 bytes are less than one frame of 6144; check format, size and stride"),
    Case(
      "short.raw", "--format=YUYV",
      says: "a raw dump of YUYV does not tell its size; give width and height"),
    Case(
      "short.raw", "--format=GREY", "--size=0x0",
      says: "frame size 0×0 is outside 1×1 to 65535×65535; pass the driver's size"),
    Case(
      "line.raw", "--format=GREY", "--size=65535x1",
      says: "line.raw: a region of 65535×1 pixels is too small to meter; at least 8×4 are needed"),
    Case(
      "short.raw", "--format=YUYV", "--size=30x40", "--stride=8",
      says: "stride 8 of plane 0 is shorter than its row, 60 bytes; pass the driver's bytesperline"),
    Case(
      "short.raw", "--format=GREY", "--size=8x8", "--stride=9223372036854775807",
      says: "plane 0 at offset 0 with stride 9223372036854775807 does not fit in memory; "
        + "pass the driver's data_offset and bytesperline"),
    Case(
      "frame.pgm", "--range=9:9",
      says: "frame.pgm, frame 0 at byte 0: black 9 and white 9 leave no codes to meter in 8 bits; "
        + "black must be 0 or more, white at most 255 and well above black"),
    Case(
      "frame.pgm", "--mask=circle:0.01",
      says: "frame.pgm: the mask leaves nothing of the region to meter; "
        + "widen the mask or the region"),
    Case(
      "folder",
      says: "folder: the folder holds no frames; JPEG, PNG, TIFF, PGM, PPM, Y4M and camera raw "
        + "files are read, and raw dumps with a format and a size"),
    Case("pip*", says: "pipe is a FIFO; name a file or a folder of files"),
    Case(
      "pip*", "--format=GREY", "--size=8x8",
      says: "pipe is a FIFO; name a file or a folder of files"),
    Case("-", says: "-, frame 0: no bytes: the frame was dropped; skip it"),
    Case("/dev/null", says: "/dev/null is a character device; name a file or a folder of files"),
    Case("missing.png", says: "missing.png: no such file or folder"),
    Case("missing*.png", says: "missing*.png: no file matches the pattern"),
  ]

  private static func makeFolder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("empty.png", [])
    try folder.write("cut.png", Array(sampleBytes("chelsea.png").prefix(500)))
    let jpeg = try sampleBytes("test_inside.jpeg")
    try folder.write("cut.jpg", Array(jpeg.prefix(jpeg.count / 2)))
    try folder.write("cut.y4m", Array(sampleBytes("tree.y4m").prefix(4000)))
    try folder.write("zero.pgm", Array("P5\n0 0\n255\n".utf8))
    try folder.write("text.txt", Array("hello\n".utf8))
    try folder.write("short.raw", [UInt8](repeating: 0, count: 3000))
    try folder.write("line.raw", [UInt8](repeating: 0, count: 65_535))
    try folder.write(
      "frame.pgm", Array("P5\n64 48\n255\n".utf8) + [UInt8](repeating: 90, count: 64 * 48))
    try FileManager.default.createDirectory(
      atPath: folder.path + "/folder", withIntermediateDirectories: false)
    let madePipe = unsafe mkfifo(folder.path + "/pipe", 0o600)
    try #require(madePipe == 0)
    return folder
  }

  @Test(arguments: cases)
  func saysWhatAndWhere(_ row: Case) throws {
    let folder = try Self.makeFolder()
    let run = try Program.run(["meter"] + row.options + [row.name], folder: folder.path)
    #expect(run.status == 3)
    #expect(run.endedItself)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.hasPrefix("graycard meter: " + row.says), "\(run.errors)")
  }

  /// What can be read is metered all the same, and the last line counts.
  @Test func goodFramesAreMeteredBesideBadOnes() throws {
    let folder = try Self.makeFolder()
    let run = try Program.run(
      "meter", "empty.png", "frame.pgm", "cut.png", "frame.pgm", folder: folder.path)
    #expect(run.status == 3)
    #expect(run.lines.count == 2)
    #expect(run.errorLines.count == 3)
    #expect(run.errorLines.last == "graycard meter: 2 of 4 frames could not be read")
  }

  @Test func aMissingNameIsToldAndTheOthersAreMetered() throws {
    let folder = try Self.makeFolder()
    let run = try Program.run(
      "meter", "missing.png", "frame.pgm", "none*.png", "frame.pgm", folder: folder.path)
    #expect(run.status == 3)
    #expect(run.lines.count == 2)
    #expect(
      run.errorLines == [
        "graycard meter: missing.png: no such file or folder",
        "graycard meter: none*.png: no file matches the pattern",
        "graycard meter: 2 of 4 frames could not be read",
      ])
  }

  @Test func theStandardInputAndPipesAreRead() throws {
    let folder = try Self.makeFolder()
    let program = "'\(Program.path)' meter"
    let direct = try Program.run("meter", samples + "tree.y4m").output
    let lines = direct.split(separator: "\n").map { $0.drop { $0 != "#" } }
    #expect(lines.count > 2)
    for command in [
      "cat '\(samples)tree.y4m' | \(program) -", "\(program) - <'\(samples)tree.y4m'",
      "cat '\(samples)tree.y4m' >pipe & \(program) pipe",
    ] {
      let run = try Program.shell(command, folder: folder.path)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.lines.map { $0.drop { $0 != "#" } } == lines)
    }
    // An endless stream ends when enough was read.
    let endless = try Program.shell(
      "yes | \(program) --format=GREY --size=64x48 --for=3 -", folder: folder.path)
    #expect(endless.status == 0)
    #expect(endless.lines.count == 3)
  }

  @Test func optionsWithoutEffectAreWarnedOf() throws {
    let run = try Program.run(
      "meter", "--cfa=rggb", "--format=GREY", "--size=8x8", samples + "made/face.ppm")
    #expect(run.status == 0)
    #expect(run.output.contains("warning: --cfa is ignored; the picture is no mosaic"))
    #expect(
      run.output.contains("warning: --format and --size are ignored; the file tells its own"))
  }

  /// A frame whose picture can't be written counts once, as failed.
  @Test func anOverlayThatCannotBeWrittenIsOneFailure() throws {
    let folder = try Self.makeFolder()
    let run = try Program.run(
      "meter", "--overlay=nowhere/out.png", "frame.pgm", folder: folder.path)
    #expect(run.status == 3)
    #expect(run.lines.count == 1)
    #expect(run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.hasPrefix("graycard meter: frame.pgm: nowhere/out.png: "))
  }
}
