import Foundation
import Profiles
import Provenance
import Statistics
import WhiteBalance

/// Measures how far estimates of the light are off, and holds the default to its bars.
@main
struct BalanceBench {
  static let usage = """
    Usage: balance-bench [--smoke] [--prior FILE] [--fitted FOLDER]

    Prints the angular errors of every method as Markdown: on simulated scenes, and where the variable
    GRAYCARD_FRAMES names the folder of the larger frames, on photographs whose light was measured.
    Ends with status 1 where the default misses a bar.

      --smoke          few scenes: only shows that it works
      --prior FILE     the learned prior (default: the one that ships)
      --fitted FOLDER  priors that Notebooks/train_chroma_prior.py fitted to the photographs
    """

  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    var (isSmoke, fitted) = (false, URL?.none)
    var prior = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../share/graycard/priors/simulated.json")
    while let argument = arguments.popFirst() {
      switch argument {
      case "--smoke": isSmoke = true
      case "--prior": prior = URL(filePath: arguments.popFirst() ?? "")
      case "--fitted": fitted = URL(filePath: arguments.popFirst() ?? "")
      case "--help":
        print(usage)
        return
      default:
        print("balance-bench: unknown option \(argument)\n\(usage)")
        exit(2)
      }
    }
    let learned = Contender(
      name: "learned, simulated scenes", method: .learned,
      prior: try ChromaPrior(file: prior.standardized.path))
    var report = BalanceReport()
    report.header()
    let everyone = Contender.simple + [.standard, learned]
    if let folder = Photographs.folder, !isSmoke {
      let own = try Photographs.make(folder)
      var photographs = report.table(own, everyone)
      photographs.merge(
        report.rows(own, try Self.fitted(fitted)), uniquingKeysWith: { first, _ in first })
      var other = Contender.standard
      other.name = "combined, locus of the other Canon's lights"
      let across = report.rows(try Photographs.make(folder, across: true), [other])
      other.name = "combined, locus of a 5D Mark II's sensitivities"
      _ = report.rows(try Photographs.make(folder, moves: false), [other])
      (other.name, other.usesLocus) = ("combined, no locus", false)
      _ = report.rows(own, [other])
      report.photographBars(photographs, across: across.values.first)
      report.neverWorse(own, everyone)
      let phone = try Photographs.phone(folder)
      report.phoneBars(report.table(phone, everyone))
      report.neverWorse(phone, everyone)
      _ = report.table(try Photographs.phone(folder, grid: .standard), [.standard, learned])
    }
    let simulated = try SimulatedScenes.make(each: isSmoke ? 1 : 5)
    let results = report.table(simulated, everyone)
    if !isSmoke {
      report.simulatedBars(results)
      report.neverWorse(simulated, everyone)
    }
    report.end()
    if report.missed > 0 { exit(1) }
  }

  /// Priors fitted to photographs: three folds, and each camera for the other.
  private static func fitted(_ folder: URL?) throws -> [Contender] {
    guard let folder else { return [] }
    func prior(_ name: String) throws -> ChromaPrior {
      try ChromaPrior(file: folder.appending(path: name + ".json").path)
    }
    var folds = Contender(name: "learned, photographs by folds", method: .learned)
    folds.byFold = try (0..<3).map { try prior("fold-\($0)") }
    var cameras = Contender(name: "learned, photographs of the other Canon", method: .learned)
    cameras.byGroup = [
      "Canon 1D": try prior("without-1d"), "Canon 5D": try prior("without-5d"),
    ]
    return [folds, cameras]
  }
}
