internal import Frames
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics
internal import V4L2

/// What `graycard meter` was asked to do.
struct MeterOptions {
  var sources: [String] = []
  var reading = SourceOptions()
  var statistics = StatisticsConfiguration()
  var pattern = MeteringPattern.matrix
  var patternName = "matrix"
  var rectangles: [WeightedRectangle] = []
  var response: ResponseCurve?
  var showsZones = false
  var showsDetail = false
  var printsJSON = false
  var learnsBorders = false
  var overlay: String?
  var frameLimit: Int?
  var device: DeviceOptions = {
    // Nothing is written to a camera that is only metered.
    var device = DeviceOptions()
    device.policy.stateFolder = .none
    return device
  }()

  static let table = ArgumentTable(
    name: "graycard meter",
    usage: "SOURCE...\n-d DEVICE",
    summary: "Print what frames are metered at.",
    details: """
      SOURCE is a JPEG, PNG, TIFF, PGM/PPM, Y4M, DNG or camera raw file, a recording, a raw dump as `v4l2-ctl \
      --stream-to' writes it (with --format and --size), a folder, a quoted pattern of these, a named pipe, or - for the standard \
      input. With -d a \
      camera's frames are metered; nothing is written to its controls.

      On a terminal a table is redrawn for each frame; elsewhere each frame is a line. EV is relative to \
      mid-grey, 18 % of the sensor's linear range. Coordinates are normalised: 0,0 is the top left corner \
      of the frame, 1,1 the bottom right.

      Exit status: 0 on success, 2 on wrong usage, 3 where a frame could not be read.
      """,
    options: DeviceOptions.entries + [
      OptionEntry(
        "pattern", "p", value: "PATTERN",
        help: "average, centre, spot[:X,Y[,DIAMETER]], matrix (default) or highlight"),
      OptionEntry(
        "weights", value: "CxR:W,W,...", help: "Meter by a grid of weights of your own"),
      OptionEntry(
        "roi", "r", value: "X,Y,W,H[,WEIGHT]",
        help: "Meter a rectangle instead, weight 0 to 1000 a pixel; may be repeated"),
      OptionEntry("grid", "g", value: "CxR", help: "Zones, up to 64x48 (default 32x24)"),
      OptionEntry(
        "decimation", value: "STEP", help: "Histogram samples: 1, 2x2, 4x2 or 4x4 (default)"),
      OptionEntry(
        "mask", value: "SHAPE",
        help:
          "What holds a picture: circle:RADIUS[,X,Y], letterbox:TOP,BOTTOM, pillarbox:LEFT,RIGHT"
      ),
      OptionEntry(
        "learn-borders", help: "Leave black borders out of metering, once 30 frames showed them"),
      OptionEntry("zones", "z", help: "Show the zones as a map, and in JSON as numbers"),
      OptionEntry("detail", help: "Print table and histogram of each frame, terminal or not"),
      OptionEntry("json", "j", help: "Print a JSON object a frame"),
      OptionEntry(
        "overlay", "o", value: "FILE.png",
        help: "Write each frame with zones, weights, clipping and histogram drawn in"),
      OptionEntry("for", "n", value: "FRAMES", help: "End after so many frames"),
    ] + ReadingOptions.entries,
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
    if let idle = idleDumpOption {
      Self.table.fail("--\(idle) is for raw dumps; give --format too")
    }
    if sources.isEmpty, device.path == nil { Self.table.fail("no source is given") }
    if !sources.isEmpty, device.path != nil {
      Self.table.fail("a camera or files, not both")
    }
  }

  /// An option that describes a raw dump, where nothing says that there is one.
  private var idleDumpOption: String? {
    guard reading.format == nil else { return nil }
    if reading.width != nil { return "size" }
    return reading.stride == nil ? nil : "stride"
  }

  private mutating func take(_ name: String, _ value: String) throws(UsageError) {
    if try device.take(name, value) { return }
    switch name {
    case "pattern": (pattern, patternName) = (try OptionValue.pattern(value), value)
    case "weights": (pattern, patternName) = (try OptionValue.weights(value), "custom")
    case "roi": rectangles.append(try OptionValue.rectangle(value))
    case "grid": statistics.grid = try OptionValue.grid(value)
    case "decimation": statistics.decimation = try OptionValue.decimation(value)
    case "mask": statistics.mask = try OptionValue.mask(value)
    case "learn-borders": learnsBorders = true
    case "zones": showsZones = true
    case "detail": showsDetail = true
    case "json": printsJSON = true
    case "overlay": overlay = value
    case "for": frameLimit = try OptionValue.count(value)
    case "response": response = try OptionValue.response(value)
    default: try ReadingOptions.take(name, value, &reading)
    }
  }
}

/// Why an option's value was refused, in words.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
