internal import Frames
internal import GrayCard
internal import Recordings
internal import V4L2

/// What `graycard record` was asked to do.
struct RecordOptions {
  var sources: [String] = []
  var reading = SourceOptions()
  var device = DeviceOptions()
  var readsFiles = false
  var output = ""
  var frames: Int?
  var compression = FrameCompression.none
  var isPlain = false
  var tuning = Tuning()
  var printsJSON = false

  /// Frames a second of what does not tell.
  static let usualRate = 30.0

  static let table = ArgumentTable(
    name: "graycard record",
    usage: "-o FOLDER sim:SCENE\n-o FOLDER -d DEVICE\n--from -o OUTPUT SOURCE...",
    summary: "Record frames with everything that is needed to replay them.",
    details: """
      A recording is a new folder, which `graycard meter' and all that reads frames take for a source. \
      A camera, or a simulated one (`graycard run --list' names the scenes), is recorded under automatic \
      exposure, or as it stands with --plain.

      With --from the frames of files, folders and recordings are recorded; where OUTPUT ends in .y4m, or in \
      .raw, .yuv or .bin, they are written to one file for other programs instead. A recording that is \
      recorded again keeps what was noted of its frames.

      Frames that the disk is too slow for are dropped and told; nothing that exists is overwritten. What \
      was recorded before a full disk, a signal or a crash can be read.

      Exit status: 0 on success, 1 where frames were dropped, 2 on wrong usage, 3 where a camera or a \
      file failed.
      """,
    options: DeviceOptions.entries + [
      OptionEntry(
        "output", "o", value: "OUTPUT", help: "Where to: a new folder, or with --from a new file"),
      OptionEntry("for", "n", value: "FRAMES", help: "End after so many frames"),
      OptionEntry("from", help: "Take the frames of files, folders and recordings"),
      OptionEntry("compress", "z", help: "Compress each frame, without loss, by zstd"),
      OptionEntry("plain", help: "Steer nothing"),
      OptionEntry("json", "j", help: "Print at the end what became of the frames as a JSON object"),
      OptionEntry("format", "f", value: "FOURCC", help: "Format of a raw dump, as V4L2 names it"),
      OptionEntry("size", "s", value: "WxH", help: "Size of a raw dump's frames in pixels"),
      OptionEntry("stride", value: "BYTES", help: "Bytes from row to row of a raw dump"),
      OptionEntry(
        "frame-rate", value: "FPS",
        help: "Frames a second of files, where they do not tell (default 30)"),
    ],
    acceptsArguments: true)

  /// Reads a command line; wrong usage ends the program.
  init(_ arguments: [String]) {
    let parsed = Self.table.parse(arguments)
    sources = parsed.arguments
    for (name, value) in parsed.options {
      do throws(UsageError) {
        try take(name, value ?? "")
      } catch {
        Self.table.fail("--\(name): \(error.message)")
      }
    }
    reading.readsPipes = true
    if let fault { Self.table.fail(fault) }
  }

  private mutating func take(_ name: String, _ value: String) throws(UsageError) {
    if try device.take(name, value) { return }
    switch name {
    case "output": output = value
    case "for": frames = try OptionValue.count(value)
    case "from": readsFiles = true
    case "compress": compression = .zstd
    case "plain": isPlain = true
    case "json": printsJSON = true
    case "format":
      guard let code = FourCC(value), code.meaning != nil else {
        throw UsageError("“\(value)” is not a format that is metered; YUYV is one")
      }
      reading.format = code
    case "size":
      let size = try OptionValue.integers(value, separator: "x", count: 2...2)
      (reading.width, reading.height) = (size[0], size[1])
    case "stride": reading.stride = try OptionValue.count(value)
    case "frame-rate": reading.frameRate = try OptionValue.positive(value)
    default: throw UsageError("the option is not known")
    }
  }

  /// What is missing or too much, in words.
  private var fault: String? {
    if output.isEmpty { return "-o names where to record to" }
    if device.path != nil, !sources.isEmpty { return "a camera or files, not both" }
    if readsFiles {
      if device.path != nil { return "--from takes files, not a camera" }
      return sources.isEmpty ? "no source is given" : nil
    }
    let isFileOption = reading.format != nil || reading.width != nil || reading.stride != nil
    if isFileOption || reading.frameRate != nil { return "options of files need --from" }
    if FrameExport.Kind(path: output) != nil { return "a camera is recorded to a folder" }
    if device.path != nil { return nil }
    guard sources.count == 1, let source = sources.first, source.hasPrefix("sim:") else {
      return sources.isEmpty
        ? "no source is given" : "the frames of files are recorded with --from"
    }
    return nil
  }
}
