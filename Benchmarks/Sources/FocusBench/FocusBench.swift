import FocusRig
import Frames
import GrayCard
import Glibc

/// Compares focus searches on real stacks and simulated scenes.
@main
struct FocusBench {
  let options: FocusBenchOptions
  let report: FocusBenchReport

  static func main() throws {
    if CommandLine.arguments.contains("--help") {
      print(FocusBenchOptions.usage)
      return
    }
    let options: FocusBenchOptions
    do throws(FocusBenchOptions.Failure) {
      options = try FocusBenchOptions(Array(CommandLine.arguments.dropFirst()))
    } catch {
      if case .message(let text) = error { print("focus-bench: \(text)") }
      exit(2)
    }
    let bench = FocusBench(options: options, report: FocusBenchReport(options))
    bench.report.header()
    for section in options.sections {
      switch section {
      case .stacks: try bench.stacks()
      case .scenes: try bench.scenes()
      case .whole: try bench.whole()
      case .curves: try bench.curves()
      }
    }
  }

  private var contenders: [Contender] {
    Contender.all.filter { contender in
      options.subjects.isEmpty || options.subjects.contains { contender.name.hasPrefix($0) }
    }
  }

  /// Every window of every stack from every start.
  private func stacks() throws {
    report.begin(.stacks)
    let labels = try FocusLabel.read(
      FocusBenchOptions.clone("Tests/Regression/focus-labels.tsv"))
    var together: [String: FocusTally] = [:]
    var names: [String] = []
    for label in labels where !names.contains(label.stack) { names.append(label.stack) }
    names.removeAll { !options.stackNames.contains($0) }
    if options.isSmoke { names = Array(names.prefix(2)) }
    for name in names {
      let stack = try FocusStack(folder: "\(options.stacks)/\(name)", name: name)
      let own = labels.filter { $0.stack == name }
      var tallies: [(String, FocusTally)] = []
      for contender in contenders {
        var tally = FocusTally()
        for label in own {
          for start in stride(from: 0, to: label.count, by: options.isSmoke ? 9 : 1) {
            let lens = stack.lens(window: label.rectangle, start: start)
            // A lens is learned on the window beside.
            let other = own[(label.window + 1) % own.count]
            let run = try contender.run(lens) {
              stack.lens(window: other.rectangle, start: label.count / 2)
            }
            tally.add(run, kind: label.kind, inFocus: label.inFocus)
            if name != "pcb" {
              together[contender.name, default: FocusTally()]
                .add(run, kind: label.kind, inFocus: label.inFocus)
            }
            report.run(run, contender.name, label)
          }
        }
        tallies.append((contender.name, tally))
      }
      report.table(name, tallies)
    }
    report.table("all but pcb", contenders.map { ($0.name, together[$0.name] ?? FocusTally()) })
  }

  /// Scenes drawn from seeds.
  private func scenes() throws {
    let photographs = try ScenePhotographs(
      ours: FocusBenchOptions.clone("Tests/Regression/frames"), collection: options.frames)
    report.begin(.scenes, photographs: photographs.count)
    var tallies = contenders.map { ($0.name, FocusTally()) }
    for seed in options.seed..<options.seed + UInt64(options.scenes) {
      let scene = SimulatedScene(seed: seed, photographs: photographs)
      report.scene(scene)
      for (index, contender) in contenders.enumerated() {
        let run = try contender.run(scene.lens) {
          SimulatedScene(besides: scene, photographs: photographs).lens
        }
        tallies[index].1.add(run, kind: scene.draw.kind, inFocus: scene.inFocus)
        report.run(run, contender.name, scene)
      }
    }
    report.table("\(options.scenes) scenes", tallies)
  }

  /// Whole frames, for comparison with figures measured elsewhere.
  private func whole() throws {
    report.begin(.whole)
    for name in ["pcb", "beetle", "mitochondria"] where options.stackNames.contains(name) {
      let stack = try FocusStack(folder: "\(options.stacks)/\(name)", name: name)
      let energies = stack.frames.map { PlainMeasure.energy($0, in: .full) }
      let best = energies.indices.max { energies[$0] < energies[$1] } ?? 0
      for contender in contenders {
        var runs: [FocusRun] = []
        for start in energies.indices {
          let lens = stack.lens(window: .full, start: start)
          runs.append(try contender.run(lens) { stack.lens(window: .full, start: 0) })
        }
        report.whole(name, contender.name, runs, best: best)
      }
    }
  }

  /// Energies of all bands at each position of each window.
  private func curves() throws {
    guard options.printsJSON else { return }
    for name in options.stackNames {
      let stack = try FocusStack(folder: "\(options.stacks)/\(name)", name: name)
      for window in 0..<9 {
        let sums = stack.frames.map {
          PlainMeasure.zones(of: $0, in: FocusLabel.rectangle(ofWindow: window))
        }
        report.curve(name, window, zip(stack.frames, sums).map { ($0.meanCode(of: $1), $1.focus) })
      }
    }
  }
}
