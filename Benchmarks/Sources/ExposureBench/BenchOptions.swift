import LoopMeasures

/// What the command line asks for.
struct BenchOptions {
  var width = 160
  var height = 120
  var cameras = LoopCamera.Kind.allCases
  var sections = Section.allCases
  var isSmoke = false
  var printsJSON = false

  /// The parts of the bench.
  enum Section: String, CaseIterable {
    case step, smooth, steady, highlight, ramp
  }

  var steps: [Double] { isSmoke ? [1, -1, 6, -6] : [1, -1, 3, -3, 6, -6, 10, -10] }
  var latencies: [Int] { isSmoke ? [2] : [1, 2, 3, 4, 5, 6] }
  var frameRates: [Double] { isSmoke ? [30] : [15, 30, 60, 120] }
  /// Frames that a steady scene is watched.
  var steadyFrames: Int { isSmoke ? 60 : 600 }
  /// Frames that slow loops get to settle in.
  let patience = 800

  static let usage = """
    Usage: exposure-bench [OPTION...]

    Runs exposure loops at a simulated camera and prints how they answer to changes of light, as
    Markdown. Ends with status 1 where GrayCard misses one of its bars.

      --json           an object a line instead
      --smoke          small frames and few cases: only shows that it works
      --size WxH       size of the frames (default 160x120)
      --cameras LIST   some of \(LoopCamera.Kind.allCases.map(\.rawValue).joined(separator: ","))
      --sections LIST  some of \(Section.allCases.map(\.rawValue).joined(separator: ","))
    """

  enum Failure: Error { case message(String) }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--smoke":
        (width, height, isSmoke) = (64, 48, true)
        cameras = [.raw]
      case "--size":
        let sides = (rest.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (32...1024).contains($0) && $0 % 2 == 0 }) else {
          throw .message("--size needs WIDTHxHEIGHT, even numbers from 32 to 1024")
        }
        (width, height) = (sides[0], sides[1])
      case "--cameras": cameras = try Self.list(rest.popFirst(), "--cameras")
      case "--sections": sections = try Self.list(rest.popFirst(), "--sections")
      default: throw .message("unknown option \(argument)\n\(Self.usage)")
      }
    }
  }

  private static func list<Item: CaseIterable & RawRepresentable>(
    _ text: String?, _ option: String
  ) throws(Failure) -> [Item] where Item.RawValue == String {
    let names = (text ?? "").split(separator: ",").map(String.init)
    let items = names.compactMap(Item.init(rawValue:))
    guard !items.isEmpty, items.count == names.count else {
      let known = Item.allCases.map(\.rawValue).joined(separator: ",")
      throw .message("\(option) takes some of \(known)")
    }
    return items
  }

  func camera(_ kind: LoopCamera.Kind, latency: Int) -> LoopCamera {
    var camera = LoopCamera(kind, latency: latency)
    (camera.width, camera.height) = (width, height)
    return camera
  }
}
