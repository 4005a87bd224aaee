import Glibc
import GrayCard

/// Measures the statistics of each format against reading the same frame once.
@main
struct Benchmarks {
  static func main() throws {
    if CommandLine.arguments.contains("--help") {
      print(Options.usage)
      return
    }
    let options: Options
    do throws(Options.Failure) {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      if case .message(let text) = error { print("graycard-benchmarks: \(text)") }
      exit(2)
    }
    let report = Report(options: options)
    report.header()
    var agree = true
    for (name, code) in Options.codes where options.formats.contains(name) {
      guard let meaning = FourCC(code)?.meaning else { continue }
      let layout = try FrameLayout(
        format: meaning.format, width: options.width, height: options.height,
        alignment: meaning.alignment)
      for content in options.contents {
        agree = try measure(name, layout, content, report) && agree
      }
    }
    if !agree {
      print("graycard-benchmarks: the implementations' checksums differ, so they do different work")
      exit(1)
    }
  }

  /// Whether all implementations gave the same statistics.
  private static func measure(
    _ name: String, _ layout: FrameLayout, _ content: Content, _ report: Report
  ) throws -> Bool {
    let options = report.options
    let ring = FrameRing(layout, content.bytes(layout), ringBytes: options.ringBytes)
    let variants: [any Variant] = [
      ReadVariant(byteCount: ring.byteCount),
      try ExtractionVariant("fastest", layout, .fastest),
      try ExtractionVariant("reference", layout, .reference),
    ]
    var checksums: Set<UInt64> = []
    for isHot in [true, false] {
      let measurements = try RoundRobin.measure(
        variants, ring, isHot: isHot, rounds: options.rounds)
      for measurement in measurements {
        report.line(name, content, isHot: isHot, measurement)
        if measurement.variant != "read" { checksums.insert(measurement.checksum) }
      }
    }
    return checksums.count == 1
  }
}
