import LoopMeasures
import ExposurePeers
import Glibc
import GrayCard

/// Compares exposure loops at the simulated camera, and holds GrayCard to its bars.
@main
struct ExposureBench {
  static func main() throws {
    if CommandLine.arguments.contains("--help") {
      print(BenchOptions.usage)
      return
    }
    let options: BenchOptions
    do throws(BenchOptions.Failure) {
      options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
    } catch {
      if case .message(let text) = error { print("exposure-bench: \(text)") }
      exit(2)
    }
    let report = BenchReport(options)
    report.header()
    var faults = 0
    for section in options.sections {
      report.begin(section)
      for kind in options.cameras {
        let bench = CameraBench(options, kind)
        switch section {
        case .step: faults += report.steps(kind, try bench.steps())
        case .smooth: faults += report.smooth(kind, try bench.smooth())
        case .steady: faults += report.steady(kind, try bench.steady())
        case .highlight: faults += report.highlights(kind, try bench.highlights())
        case .ramp: faults += report.ramps(kind, try bench.ramps())
        }
      }
    }
    report.end(faults)
    if faults > 0 { exit(1) }
  }
}

/// A loop of the bench.
struct Contender {
  let name: String
  let maker: LoopMaker

  static let fast = Contender(name: "graycard fast", maker: GrayCardLoop.maker(.fast))
  static let smooth = Contender(
    name: "graycard smooth", maker: GrayCardLoop.maker(.smooth(timeConstant: 0.3)))
  static let all = [
    fast, smooth, Contender(name: "rpi-like", maker: RaspberryPiLoop.maker),
    Contender(name: "softisp-like", maker: SoftISPLoop.maker),
    Contender(name: "libv4l-like", maker: LibV4LLoop.maker),
  ]
}
