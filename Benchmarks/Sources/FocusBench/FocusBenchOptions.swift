import Foundation

/// What the command line asks for.
struct FocusBenchOptions {
  var sections: [Section] = [.stacks, .scenes, .whole]
  var printsJSON = false
  var isSmoke = false
  var scenes = 500
  var seed: UInt64 = 1
  var frames = ProcessInfo.processInfo.environment["GRAYCARD_FRAMES"]
  var subjects: [String] = []

  /// The parts of the bench.
  enum Section: String, CaseIterable {
    case stacks, scenes, whole, curves
  }

  static let usage = """
    Usage: focus-bench [OPTION...]

    Runs focus searches on stacks of photographs through focus, and on simulated scenes, and prints how
    many positions they visit and how often they end in focus, as Markdown.

      --json           an object a line instead
      --smoke          few scenes and starts: only shows that it works
      --frames FOLDER  holds focus/<stack>/ and photos/ (default: GRAYCARD_FRAMES; without it the
                       clone's small stacks and few photographs are used)
      --scenes N       how many simulated scenes (default 500)
      --seed N         the first scene's seed (default 1)
      --sections LIST  some of \(Section.allCases.map(\.rawValue).joined(separator: ","));
                       curves prints each stack's energies, and only with --json
      --subjects LIST  searches whose names begin so
    """

  enum Failure: Error { case message(String) }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--smoke": (isSmoke, scenes) = (true, 6)
      case "--frames": frames = rest.popFirst()
      case "--scenes":
        guard let count = Int(rest.popFirst() ?? ""), (0...1_000_000).contains(count) else {
          throw .message("--scenes needs a number from 0 to 1000000")
        }
        scenes = count
      case "--seed":
        guard let number = UInt64(rest.popFirst() ?? ""), number <= 1 << 40 else {
          throw .message("--seed needs a number from 0 to \(UInt64(1) << 40)")
        }
        seed = number
      case "--sections":
        let names = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
        sections = names.compactMap(Section.init(rawValue:))
        guard !sections.isEmpty, sections.count == names.count else {
          let known = Section.allCases.map(\.rawValue).joined(separator: ",")
          throw .message("--sections takes some of \(known)")
        }
      case "--subjects":
        subjects = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
      default: throw .message("unknown option \(argument)\n\(Self.usage)")
      }
    }
    if frames?.isEmpty == true { frames = nil }
  }

  /// The folder that holds the stacks.
  var stacks: String { frames.map { "\($0)/focus" } ?? Self.clone("Tests/Regression/stacks") }

  /// The stacks that are there, in order.
  var stackNames: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stacks)) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }

  /// A folder of this clone, from this file's place in it.
  static func clone(_ path: String) -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appending(path: path).path
  }
}
