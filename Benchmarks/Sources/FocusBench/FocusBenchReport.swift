import FocusRig
import Foundation
import GrayCard
import Provenance

/// Prints measurements as Markdown for people or as lines of JSON for programs.
struct FocusBenchReport {
  let options: FocusBenchOptions

  init(_ options: FocusBenchOptions) { self.options = options }

  func header() {
    let (commit, processor, date) = (Provenance.commit, Provenance.processor, Provenance.date)
    if options.printsJSON {
      line(
        HeaderLine(
          commit: commit, processor: processor, date: date, scenes: options.scenes,
          seed: options.seed, isSmoke: options.isSmoke))
      return
    }
    print(
      """
      # Focus searches

      Printed by `focus-bench` (commit \(commit), \(date), \(processor)); the numbers do not depend on the
      machine. A stop is a position that the lens is driven to: the start, each one on the way, and the
      last, if it went back there. Frames are those that a search waits for at its stops; travel is in
      positions. Searches by others use the fine and the middle band of the statistics together, divided by
      the squared mean. They are our own programs after published descriptions, and stand for ways of searching.

      In focus: the share of runs that end in focus and say so. Unsure: in focus, but called otherwise.
      Wrong: out of focus, and called sharp. Flat: called sharp where there is nothing to focus on. Two
      depths: runs that end in focus at one of two depths; said: and told that there are several.
      """)
  }

  func begin(_ section: FocusBenchOptions.Section, photographs: Int = 0) {
    guard !options.printsJSON else { return }
    switch section {
    case .stacks:
      print(
        """

        ## Real stacks

        Each of 3×3 windows from every start. What is in focus says `Tests/Regression/focus-labels.tsv`,
        made before any search was tuned; `pcb` has 10 positions and is reported apart.
        """)
    case .scenes:
      print(
        """

        ## Simulated scenes

        \(options.scenes) scenes from seed \(options.seed), cut from \(photographs) photographs. Drawn for
        each: 21 to 61 positions, start, depth, contrast, light, noise, the blur's shape and growth, the
        lens's own softness, code curve, denoising and sharpening. In focus is what the generator says:
        one step beside the true depth, or 88 % of its detail.
        """)
    case .curves: break
    case .whole:
      print(
        """

        ## Whole frames

        As figures of others are given: different positions looked at, mean and most; mean travel; how
        far the end is from the best of the same measure, mean and most; share within one.

        | stack | search | looked at | most | travel | error | most | within 1 |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        """)
    }
  }

  func curve(_ stack: String, _ window: Int, _ points: [(mean: Double, focus: FocusEnergy)]) {
    line(
      CurveLine(
        stack: stack, window: window, mean: points.map(\.mean),
        fine: points.map(\.focus.means.fine), medium: points.map(\.focus.means.medium),
        coarse: points.map(\.focus.means.coarse)))
  }

  func table(_ name: String, _ tallies: [(name: String, tally: FocusTally)]) {
    if options.printsJSON {
      for (subject, tally) in tallies { line(TallyLine(name, subject, tally)) }
      return
    }
    print("\n### \(name)\n")
    row([
      "search", "runs", "stops: median", "mean", "90 %", "frames", "travel", "in focus", "unsure",
      "wrong", "flat", "two depths", "said",
    ])
    row(["---"] + Array(repeating: "---:", count: 12))
    for (subject, tally) in tallies {
      row([
        subject, "\(tally.stops.count)", "\(tally.stops(atShare: 0.5))",
        Self.number(tally.meanStops, 1), "\(tally.stops(atShare: 0.9))",
        Self.number(tally.meanFrames, 1), Self.number(tally.meanTravel, 1),
        Self.number(100 * tally.successShare, 1) + " %", "\(tally.unsure)", "\(tally.wrongs)",
        "\(tally.flatSharp)/\(tally.flatRuns)", "\(tally.twoFound)/\(tally.twoRuns)",
        "\(tally.twoSaid)/\(tally.twoRuns)",
      ])
    }
  }

  func run(_ run: FocusRun, _ subject: String, _ label: FocusLabel) {
    guard options.printsJSON else { return }
    line(
      RunLine(
        place: label.stack, window: label.window, seed: nil, subject: subject,
        labelled: label.kind, best: label.best, isInFocus: label.inFocus.contains(run.end), run: run
      ))
  }

  func scene(_ scene: SimulatedScene) {
    guard options.printsJSON else { return }
    line(SceneLine(scene))
  }

  func run(_ run: FocusRun, _ subject: String, _ scene: SimulatedScene) {
    guard options.printsJSON else { return }
    line(
      RunLine(
        place: "scene", window: nil, seed: scene.draw.seed, subject: subject,
        labelled: scene.draw.kind, best: scene.best, isInFocus: scene.inFocus.contains(run.end),
        run: run))
  }

  func whole(_ stack: String, _ subject: String, _ runs: [FocusRun], best: Int) {
    func mean(_ values: [Int]) -> Double {
      Double(values.reduce(0, +)) / Double(max(values.count, 1))
    }
    let errors = runs.map { abs($0.end - best) }
    let near = errors.count { $0 <= 1 }
    if options.printsJSON {
      return line(
        WholeLine(
          stack: stack, subject: subject, evaluations: mean(runs.map(\.evaluations)),
          travel: mean(runs.map(\.travel)), error: mean(errors), near: near, runs: runs.count))
    }
    row([
      stack, subject, Self.number(mean(runs.map(\.evaluations)), 1),
      "\(runs.map(\.evaluations).max() ?? 0)", Self.number(mean(runs.map(\.travel)), 1),
      Self.number(mean(errors), 2), "\(errors.max() ?? 0)",
      Self.number(100 * Double(near) / Double(max(runs.count, 1)), 0) + " %",
    ])
  }

  private func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }

  private func line(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return }
    print(String(decoding: data, as: UTF8.self))
  }

  private static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
