internal import Controls
internal import Documents
internal import Foundation
internal import Frames
internal import Photometry
internal import Profiles
internal import Recordings
internal import Statistics
internal import WhiteBalance

/// What `graycard balance` was asked to do.
struct BalanceOptions {
  var sources: [String] = []
  var reading = SourceOptions()
  var statistics = StatisticsConfiguration()
  var response: ResponseCurve?
  var profile: DeviceProfile?
  var prior: ChromaPrior?
  var reference: NormalisedRectangle?
  var plot: String?
  var picture: String?
  var printsJSON = false
  var frameLimit: Int?

  static let table = ArgumentTable(
    name: "graycard balance",
    usage: "SOURCE...",
    summary: "Print the light that frames were taken under, and the gains it needs.",
    details: """
      SOURCE is what `graycard meter' reads. Each method's estimate is a line: the correlated colour \
      temperature, Duv (above 0 is greener than a black body), the gains of red and blue against green, and \
      how far it can be trusted, 0 to 1. Temperatures of raw frames and of 16-bit pictures, which are taken \
      for a sensor's linear light, go by the profile, or by a generic camera; those of other pictures are \
      the picture's own, as BT.709 colours.

      With --reference a grey card in the frame is the truth: it is left out of the statistics, and the \
      angle between its colour and each estimate is printed. Coordinates are normalised: 0,0 is the top \
      left corner of the frame, 1,1 the bottom right.

      Exit status: 0 on success, 2 on wrong usage, 3 where a frame could not be read or has no colour.
      """,
    options: [
      OptionEntry("grid", "g", value: "CxR", help: "Zones, up to 64x48 (default 32x24)"),
      OptionEntry(
        "mask", value: "SHAPE",
        help:
          "What holds a picture: circle:RADIUS[,X,Y], letterbox:TOP,BOTTOM, pillarbox:LEFT,RIGHT"
      ),
      OptionEntry(
        "reference", "r", value: "X,Y,W,H", help: "A grey card in the frame, to compare with"),
      OptionEntry("profile", value: "FILE", help: "A device profile with the sensor's colours"),
      OptionEntry(
        "prior", value: "FILE", help: "What surfaces look like, for the learned method besides"),
      OptionEntry(
        "plot", value: "FILE.svg", help: "Draw the zones' colours and the estimates by the locus"),
      OptionEntry(
        "apply", "o", value: "FILE.png", help: "Write each frame with the last method's gains"),
      OptionEntry("json", "j", help: "Print a JSON object a frame"),
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
    if sources.isEmpty { Self.table.fail("no source is given") }
  }

  private mutating func take(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "grid": statistics.grid = try OptionValue.grid(value)
    case "mask": statistics.mask = try OptionValue.mask(value)
    case "reference": reference = try Self.reference(value)
    case "profile":
      do throws(DocumentError) {
        profile = try ProfileLibrary.read(value, place: .user)
      } catch {
        throw UsageError("\(error)")
      }
    case "prior": prior = try Self.prior(value)
    case "plot": plot = value
    case "apply": picture = value
    case "json": printsJSON = true
    case "for": frameLimit = try OptionValue.count(value)
    case "response": response = try OptionValue.response(value)
    default: try ReadingOptions.take(name, value, &reading)
    }
  }

  private static func prior(_ path: String) throws(UsageError) -> ChromaPrior {
    do throws(DocumentError) {
      return try ChromaPrior(file: path)
    } catch {
      throw UsageError("\(error)")
    }
  }

  private static func reference(_ value: String) throws(UsageError) -> NormalisedRectangle {
    let numbers = try OptionValue.numbers(value, count: 4...4)
    guard
      let rectangle = NormalisedRectangle(
        x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    else { throw UsageError("width and height must be above 0") }
    guard rectangle.intersection(.full) != nil else {
      throw UsageError("the rectangle lies outside the frame")
    }
    return rectangle
  }
}
