/// What the command line asks for.
struct Options {
  var width = 1920
  var height = 1080
  var rounds = 41
  var formats = Options.formatNames
  var contents = Content.allCases
  var ringBytes = 192 << 20
  var printsJSON = false

  /// The names that `--formats` takes, with what V4L2 calls the format.
  static let codes = [
    ("GREY", "GREY"), ("YUYV", "YUYV"), ("NV12", "NV12"), ("YU12", "YU12"), ("RGB24", "RGB3"),
    ("BAYER8", "RGGB"), ("BAYER10", "RG10"), ("RAW10", "pRAA"), ("Y16", "Y16 "),
  ]
  static let formatNames = codes.map(\.0)

  static let usage = """
    Usage: graycard-benchmarks [OPTION...]

      --smoke          small frames, three rounds, natural content: only shows that it works
      --rounds N       rounds of each measurement (default 41)
      --size WxH       size of the frames (default 1920x1080)
      --formats LIST   some of \(formatNames.joined(separator: ","))
      --contents LIST  some of natural,flat,random
      --json           an object a line instead of the table
    """

  enum Failure: Error { case message(String) }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--smoke":
        (width, height, rounds, ringBytes) = (320, 240, 3, 4 << 20)
        contents = [.natural]
      case "--json": printsJSON = true
      case "--rounds":
        guard let value = rest.popFirst().flatMap(Int.init), value > 0 else {
          throw .message("--rounds needs a positive number")
        }
        rounds = value
      case "--size":
        let sides = (rest.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (32...8192).contains($0) }) else {
          throw .message("--size needs WIDTHxHEIGHT, 32 to 8192 each")
        }
        (width, height) = (sides[0], sides[1])
      case "--formats":
        formats = (rest.popFirst() ?? "").split(separator: ",").map { $0.uppercased() }
        guard !formats.isEmpty, formats.allSatisfy(Self.formatNames.contains) else {
          throw .message("--formats takes \(Self.formatNames.joined(separator: ","))")
        }
      case "--contents":
        let names = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
        contents = names.compactMap(Content.init)
        guard !contents.isEmpty, contents.count == names.count else {
          throw .message("--contents takes natural,flat,random")
        }
      default: throw .message("unknown option \(argument)\n\(Self.usage)")
      }
    }
  }
}
