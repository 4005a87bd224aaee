internal import Focus
internal import Foundation

/// A stack's focus curve, with all bands and where a search looked.
struct FocusPlot {
  private let stack: FocusStack
  private let search: FocusReplay?
  private let low: Double
  private let high: Double

  private static let width = 800.0
  private static let height = 480.0
  private static let margin = 50.0
  private static let bands: [(name: String, colour: Drawing.Colour)] = [
    ("fine", (0.0, 0.45, 0.70, 1)), ("medium", (0.84, 0.37, 0.0, 1)),
    ("coarse", (0.0, 0.62, 0.45, 1)),
  ]

  init(_ stack: FocusStack, _ search: FocusReplay?) {
    self.stack = stack
    self.search = search
    let values = stack.samples.compactMap { $0?.logs }.flatMap { [$0.fine, $0.medium, $0.coarse] }
    low = (values.min() ?? -1) - 0.3
    high = (values.max() ?? 1) + 0.3
  }

  /// Draws the curve into an SVG file.
  ///
  /// - Parameter path: The file, which is replaced.
  /// - Throws: ``Overlay/WritingError``.
  func write(to path: String) throws {
    try Drawing.write(path, width: Self.width, height: Self.height) { draw(on: $0) }
  }

  private func x(_ position: Double) -> Double {
    let last = Double(max(stack.samples.count - 1, 1))
    return Self.margin + position / last * (Self.width - 2 * Self.margin)
  }

  private func y(_ stops: Double) -> Double {
    let share = (stops - low) / max(high - low, 1e-9)
    return Self.height - Self.margin - share * (Self.height - 2 * Self.margin)
  }

  private func draw(on drawing: borrowing Drawing) {
    let ink = (0.25, 0.25, 0.25, 1.0)
    drawing.rectangle(0, 0, Self.width, Self.height, (1, 1, 1, 1))
    let right = Self.width - Self.margin
    let bottom = Self.height - Self.margin
    drawing.line(
      [(Self.margin, Self.margin), (Self.margin, bottom), (right, bottom)], ink, width: 1)
    for stops in stride(
      from: low.rounded(.up), through: high, by: max(1, ((high - low) / 8).rounded()))
    {
      drawing.text(String(format: "%.0f", stops), x: 14, y: y(stops) + 4)
    }
    let count = stack.samples.count
    for position in stride(from: 0, to: count, by: max(1, count / 10)) {
      drawing.text("\(position)", x: x(Double(position)) - 6, y: bottom + 18)
    }
    drawing.text("detail in stops against the lens's position", x: Self.margin, y: 24)
    for (index, band) in Self.bands.enumerated() {
      let points = stack.samples.enumerated().compactMap { position, sample in
        sample.map { sample in
          let value = [sample.logs.fine, sample.logs.medium, sample.logs.coarse][index]
          return (x(Double(position)), y(value))
        }
      }
      drawing.line(points, band.colour, width: 2)
      let line = 24 + 18 * Double(index)
      drawing.line([(right - 90, line - 4), (right - 66, line - 4)], band.colour, width: 3)
      drawing.text(band.name, x: right - 60, y: line)
    }
    if let peak = stack.peak, search == nil {
      drawing.line([(x(peak.place), Self.margin), (x(peak.place), bottom)], ink, width: 1)
    }
    for (number, visit) in (search?.visits ?? []).enumerated() {
      guard let sample = stack.samples[visit] else { continue }
      drawing.disc(x(Double(visit)), y(sample.logs.medium), 4, ink)
      drawing.text("\(number + 1)", x: x(Double(visit)) + 5, y: y(sample.logs.medium) - 6)
    }
  }
}
