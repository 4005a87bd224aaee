import Foundation
import Provenance
import WhiteBalance

/// Prints tables and bars.
struct BalanceReport {
  private(set) var missed = 0

  func header() {
    print("Measured at \(Provenance.commit) on \(Provenance.date), \(Provenance.processor).")
  }

  /// A table of a set.
  ///
  /// - Returns: The results by the methods' names.
  func table(_ set: BenchSet, _ contenders: [Contender]) -> [String: Contender.Result] {
    print("\n## \(set.name): \(set.scenes.count)\n\n\(set.note)\n")
    print("| method | mean | median | trimean | best 25 % | worst 25 % | confidence | µs |")
    print("|---|---|---|---|---|---|---|---|")
    return rows(set, contenders)
  }

  /// Rows of a table.
  ///
  /// - Returns: The results by the methods' names.
  func rows(_ set: BenchSet, _ contenders: [Contender]) -> [String: Contender.Result] {
    var results: [String: Contender.Result] = [:]
    for contender in contenders {
      let result = contender.run(set.scenes)
      results[contender.name] = result
      let confidence = result.confidences.reduce(0, +) / Double(max(result.confidences.count, 1))
      let missing = result.missing > 0 ? " (\(result.missing) without an estimate)" : ""
      print(
        "| \(contender.name)\(missing) | \(result.errors.cells) | "
          + String(format: "%.2f | %.0f |", confidence, result.microseconds))
    }
    return results
  }

  private mutating func bar(_ name: String, _ value: Double?, _ most: Double) {
    guard let value else { return }
    let holds = value <= most
    if !holds { missed += 1 }
    print(
      "- \(holds ? "✔" : "✘") \(name): " + String(format: "%.2f, at most %.2f", value, most))
  }

  private mutating func bars(
    _ name: String, _ result: Contender.Result?, _ mean: Double, _ median: Double, _ worst: Double
  ) {
    bar("\(name), mean", result?.errors.mean, mean)
    bar("\(name), median", result?.errors.median, median)
    bar("\(name), worst 25 %", result?.errors.worst, worst)
  }

  mutating func photographBars(
    _ results: [String: Contender.Result], across: Contender.Result?
  ) {
    print("")
    let standard = results[Contender.standard.name]
    bars("default", standard, 3.2, 2.0, 7.8)
    bars("default, locus of the other Canon's lights", across, 3.2, 2.0, 7.8)
    if let standard {
      bars(
        "learned from simulated scenes, no more than the default",
        results["learned, simulated scenes"], standard.errors.mean, standard.errors.median,
        standard.errors.worst)
    }
    bars("learned by folds", results["learned, photographs by folds"], 2.5, 1.6, 6.0)
  }

  mutating func phoneBars(_ results: [String: Contender.Result]) {
    print("")
    bar("default, median", results[Contender.standard.name]?.errors.median, 1.6)
  }

  mutating func simulatedBars(_ results: [String: Contender.Result]) {
    print("")
    if let plain = results[Contender.grayWorld.name] {
      bar(
        "default, median, 60 % of plain gray world's",
        results[Contender.standard.name]?.errors.median, 0.6 * plain.errors.median)
    }
  }

  /// The default and the learned prior on the mean of each group, against plain gray world.
  mutating func neverWorse(_ set: BenchSet, _ contenders: [Contender]) {
    let plain = Contender.grayWorld.run(set.scenes).errors.values
    for contender in contenders where contender.method == .combined || contender.method == .learned
    {
      let errors = contender.run(set.scenes).errors.values
      var worst = (name: "all", excess: -Double.infinity)
      let names = Set(set.scenes.flatMap(\.groups)).sorted() + ["all"]
      for name in names {
        let members = set.scenes.indices.filter {
          name == "all" || set.scenes[$0].groups.contains(name)
        }
        let excess =
          members.reduce(0) { $0 + errors[$1] - plain[$1] } / Double(max(members.count, 1))
        if excess > worst.excess { worst = (name, excess) }
      }
      bar(
        "\(contender.name), mean above plain gray world's where it is highest (\(worst.name))",
        worst.excess, 0.5)
    }
  }

  func end() {
    print("\n\(missed == 0 ? "All bars are met." : "\(missed) bars are not met.")")
  }
}
