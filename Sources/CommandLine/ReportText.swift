internal import Foundation

/// The words and pictures in letters that reports are printed as.
struct ReportText {
  let report: MeterReport
  let usesColour: Bool

  /// One line, for a pipe or a log.
  var line: String {
    let percentiles = MeterReport.percentiles.map { percentile($0) }.joined(separator: "/")
    var parts = [
      Self.printable(report.source), "EV \(signed(report.metering.ev))",
      "luma \(number(report.luma.mean, 1)) p1/5/50/95/99 \(percentiles)",
      "clipped \(percent(report.clipped.high))/\(percent(report.clipped.low))",
      "focus \(focus)",
    ]
    if report.channels != nil { parts.append("rgb \(channels) gains \(gains)") }
    if let kelvin = report.colourTemperature { parts.append("\(number(kelvin, 0)) K") }
    parts += report.warnings.map { "warning: \($0)" }
    return parts.joined(separator: "  ") + "\n"
  }

  /// A table, a histogram and, where asked for, a map of the zones.
  func table(histogram: [UInt32], zones: ZoneMap?, columns: Int) -> [String] {
    var rows = [
      bold(title(columns)),
      row(
        "metered",
        "\(signed(report.metering.ev)) EV (\(report.metering.pattern))"
          + ", contrast \(number(report.metering.contrast, 1)) EV"),
      row(
        "luma",
        "mean \(number(report.luma.mean, 1)) of \((1 << report.bitDepth) - 1), "
          + MeterReport.percentiles.map { "p\($0) \(percentile($0))" }.joined(separator: "  ")),
      row("clipped", "\(percent(report.clipped.high)) white, \(percent(report.clipped.low)) black"),
      row("focus", "fine/medium/coarse \(focus)"),
    ]
    if report.channels != nil {
      let kelvin = report.colourTemperature.map { ", about \(number($0, 0)) K" } ?? ""
      rows.append(row("colour", "R/G/B \(channels), gray-world gains R/B \(gains)\(kelvin)"))
    }
    rows += report.warnings.map { row("warning", $0) }
    rows += HistogramBars(histogram, columns: min(columns - 2, 128), rows: 4).lines.map { " \($0)" }
    // A line that wraps would be two, and the table drawn over it would leave one behind.
    for index in rows.indices.dropFirst() where rows[index].count > columns {
      rows[index] = rows[index].prefix(columns - 1) + "…"
    }
    if let zones { rows += zones.lines(usesColour: usesColour, columns: columns) }
    return rows
  }

  /// Short lines for a picture.
  var captions: [String] {
    var lines = [
      "\(report.width)×\(report.height) \(report.format), \(report.response)",
      "metered \(signed(report.metering.ev)) EV (\(report.metering.pattern))",
      "luma mean \(number(report.luma.mean, 1)), median \(percentile(50))",
      "clipped \(percent(report.clipped.high)) white, \(percent(report.clipped.low)) black",
      "focus \(focus)",
    ]
    if report.channels != nil { lines.append("R/G/B \(channels), gains \(gains)") }
    return lines
  }

  private var focus: String {
    [report.focus.fine, report.focus.medium, report.focus.coarse]
      .map { number($0, 1) }.joined(separator: "/")
  }

  private var channels: String {
    guard let means = report.channels else { return "" }
    return [means.red, means.green, means.blue].map { number($0, 3) }.joined(separator: "/")
  }

  private var gains: String {
    guard let gains = report.gains else { return "none" }
    return "\(number(gains.red, 3))/\(number(gains.blue, 3))"
  }

  /// Name and format; the name's end is kept where the line is too narrow for all of it.
  private func title(_ columns: Int) -> String {
    let format =
      "  frame \(report.frame)  \(report.width)×\(report.height) \(report.format) \(report.response)"
    let room = max(8, columns - format.count - 1)
    let name = Self.printable(report.source)
    let shown =
      name.count > room ? "…" + name.suffix(room - 1) : name
    return shown + format
  }

  /// A name without what would steer a terminal or break a line.
  static func printable(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  private func row(_ name: String, _ text: String) -> String {
    "  " + name.padding(toLength: 9, withPad: " ", startingAt: 0) + text
  }

  private func bold(_ text: String) -> String { usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func percentile(_ percent: Int) -> String {
    number(report.luma.percentiles["\(percent)"] ?? 0, 0)
  }

  private func percent(_ share: Double) -> String { "\(number(share * 100, 1)) %" }

  private func signed(_ value: Double) -> String { String(format: "%+.2f", value) }

  private func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

/// A histogram in block letters.
struct HistogramBars {
  let lines: [String]

  /// Draws a histogram; heights are square roots of counts, so that small counts are seen.
  init(_ histogram: [UInt32], columns: Int, rows: Int) {
    let columns = max(8, min(columns, histogram.count))
    let sums = (0..<columns).map { column in
      let first = column * histogram.count / columns
      let end = max(first + 1, (column + 1) * histogram.count / columns)
      return histogram[first..<end].reduce(0.0) { $0 + Double($1) }
    }
    let greatest = max(1, sums.max() ?? 1)
    let heights = sums.map { ($0 / greatest).squareRoot() * Double(rows * 8) }
    let letters: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    lines = (0..<rows).map { row in
      let base = (rows - 1 - row) * 8
      return String(heights.map { letters[max(0, min(8, Int($0.rounded(.up)) - base))] })
    }
  }
}
