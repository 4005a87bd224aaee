internal import Foundation

/// A closed loop as a table that a terminal redraws frame by frame.
struct RunTable {
  /// What the table is headed with.
  let title: String
  let usesColour: Bool
  private var errors: [Double] = []
  private var findings: [String] = []
  private var drawnLines = 0

  /// Frames that the course of the error shows.
  private static let history = 56

  init(title: String, usesColour: Bool) {
    self.title = title
    self.usesColour = usesColour
  }

  /// The text that draws the table over the one before.
  mutating func next(
    _ report: RunReport, marker: String? = nil, size: (columns: Int, rows: Int)
  ) -> String {
    errors.append(report.exposure?.error ?? 0)
    findings += report.exposure?.findings ?? []
    if errors.count > Self.history { errors.removeFirst() }
    let lines = (lines(report) + [marker].compactMap { $0 }).prefix(max(size.rows - 1, 1)).map {
      String($0.prefix(max(size.columns - 1, 20)))
    }
    let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\u{1B}[J" : ""
    drawnLines = lines.count
    return up + lines.map { decorated($0) + "\n" }.joined()
  }

  private func lines(_ report: RunReport) -> [String] {
    let head = String(format: "%@   frame %d   %.3f s", title, report.sequence, report.timestamp)
    guard let exposure = report.exposure else { return [head, report.line] }
    let metered = exposure.ev.map { String(format: "%+.2f EV", $0) } ?? "not metered"
    return [
      head,
      "state       \(exposure.state): \(exposure.reason)",
      String(
        format: "metered     %@, bias %+.2f EV, error %+.2f EV", metered, exposure.bias,
        exposure.error),
      "            \(RunReport.bar(exposure.error))",
      String(
        format: "exposure    %9.4f ms %@", exposure.time * 1000,
        Self.scale(exposure.time, from: 1e-4, to: 1)),
      String(
        format: "gain        ×%8.2f   %@", exposure.gain, Self.scale(exposure.gain, from: 1, to: 64)
      ),
      String(
        format: "clipped     %.1f %% white, %.1f %% black", (report.clippedHigh ?? 0) * 100,
        (report.clippedLow ?? 0) * 100),
      "delays      \(exposure.delays[0]) and \(exposure.delays[1]) frames"
        + (exposure.areDelaysKnown ? "" : ", assumed"),
      "lamps       \(exposure.lamps ?? "not known yet")" + (exposure.mayBand ? "; may band" : ""),
      "gesture     \(report.gesture ?? "none")",
      "error       " + errors.map(Self.mark).joined(),
    ] + findings.map { "found       " + $0 }
  }

  private func decorated(_ line: String) -> String {
    usesColour && line.hasPrefix(title) ? "\u{1B}[1m\(line)\u{1B}[0m" : line
  }

  /// A value's place on a logarithmic scale of 32 letters.
  private static func scale(_ value: Double, from least: Double, to greatest: Double) -> String {
    let place = log(max(value, least) / least) / log(greatest / least)
    let filled = Int(min(max(place, 0), 1) * 32)
    return String(repeating: "█", count: filled) + String(repeating: "·", count: 32 - filled)
  }

  /// An error as one letter: a level for its size, 2 stops being the highest.
  private static func mark(_ error: Double) -> String {
    let levels = Array("·▁▂▃▄▅▆▇█")
    let size = Int(min(abs(error) * 4, 8).rounded())
    return String(levels[min(max(size, 0), 8)])
  }
}
