internal import Photometry
internal import Recordings
internal import Statistics
internal import WhiteBalance

/// The zones of a frame by their colours, with the sensor's white and what methods take for it.
struct ChromaticityPlot {
  private let shot: BalanceShot
  /// What is shown, in stops of red over green and of blue over green.
  private let left: Double
  private let right: Double
  private let bottom: Double
  private let top: Double
  private let zones: [Zone]

  private struct Zone {
    let red: Double
    let blue: Double
    let colour: (Double, Double, Double, Double)
  }

  private static let width = 800.0
  private static let height = 640.0
  private static let margin = 60.0
  /// Temperatures with a mark on the line of white, in kelvins.
  private static let marks = [2000.0, 2500, 3000, 4000, 5000, 6500, 10_000, 20_000]

  init(_ shot: BalanceShot) {
    self.shot = shot
    let gains = shot.estimates.last?.estimate.gains ?? .unity
    let zones = shot.statistics.zones.compactMap { zone -> Zone? in
      guard let codes = shot.statistics.meanChannels(of: zone) else { return nil }
      let light = [codes.red, codes.green, codes.blue].map { shot.response.linear(fromEncoded: $0) }
      guard light.allSatisfy({ $0 > 1e-5 }) else { return nil }
      return Zone(
        red: Exact.log2(light[0] / light[1]), blue: Exact.log2(light[2] / light[1]),
        colour: Self.shown(light[0] * gains.red, light[1], light[2] * gains.blue))
    }
    self.zones = zones
    let places =
      zones.map { ($0.red, $0.blue) } + Self.marks.compactMap { Self.white(shot, $0) }
      + shot.estimates.map { Self.place($0.estimate.gains) }
    left = (places.map(\.0).min() ?? -1) - 0.2
    right = (places.map(\.0).max() ?? 1) + 0.2
    bottom = (places.map(\.1).min() ?? -1) - 0.2
    top = (places.map(\.1).max() ?? 1) + 0.2
  }

  /// Draws the picture into an SVG file.
  ///
  /// - Parameter path: The file, which is replaced.
  /// - Throws: ``Overlay/WritingError``.
  func write(to path: String) throws {
    try Drawing.write(path, width: Self.width, height: Self.height) { drawing in
      draw(on: drawing)
    }
  }

  private func draw(on drawing: borrowing Drawing) {
    drawing.rectangle(0, 0, Self.width, Self.height, (1, 1, 1, 1))
    drawing.text(ReportText.printable(shot.frame.name), x: Self.margin, y: 28)
    drawAxes(on: drawing)
    for zone in zones {
      drawing.disc(x(zone.red), y(zone.blue), 3, zone.colour)
    }
    drawWhite(on: drawing)
    if let reference = shot.reference {
      let place = Self.place(reference)
      drawing.square(x(place.0), y(place.1), 7, (0, 0, 0, 1))
      drawing.text("reference", x: x(place.0) + 11, y: y(place.1) + 18)
    }
    for entry in shot.estimates {
      let place = Self.place(entry.estimate.gains)
      drawing.cross(x(place.0), y(place.1), 7, (0.8, 0, 0.2, 1))
      drawing.text(entry.name, x: x(place.0) + 11, y: y(place.1) - 6)
    }
  }

  private func drawAxes(on drawing: borrowing Drawing) {
    let (low, high) = (Self.margin, Self.height - Self.margin)
    drawing.line(
      [(low, Self.margin), (low, high), (Self.width - low, high)], (0, 0, 0, 1), width: 1)
    var stop = left.rounded(.up)
    while stop <= right {
      drawing.line([(x(stop), high), (x(stop), high + 5)], (0, 0, 0, 1), width: 1)
      drawing.text("\(Int(stop))", x: x(stop) - 4, y: high + 20)
      stop += 1
    }
    stop = bottom.rounded(.up)
    while stop <= top {
      drawing.line([(low - 5, y(stop)), (low, y(stop))], (0, 0, 0, 1), width: 1)
      drawing.text("\(Int(stop))", x: low - 26, y: y(stop) + 4)
      stop += 1
    }
    drawing.text("red over green, stops", x: Self.width / 2 - 60, y: Self.height - 14)
    drawing.text("blue over green, stops", x: 10, y: Self.margin - 10)
  }

  /// The line of white from 1,500 to 25,000 K, with its marks.
  private func drawWhite(on drawing: borrowing Drawing) {
    let line = (0...80).compactMap { step -> (Double, Double)? in
      let mired = 40 + Double(step) * (667 - 40) / 80
      return Self.white(shot, 1e6 / mired)
    }
    drawing.line(
      line.filter(isShown).map { (x($0.0), y($0.1)) }, (0.1, 0.3, 0.7, 1), width: 1.5)
    for kelvin in Self.marks {
      guard let place = Self.white(shot, kelvin) else { continue }
      drawing.disc(x(place.0), y(place.1), 2.5, (0.1, 0.3, 0.7, 1))
      drawing.text("\(Int(kelvin)) K", x: x(place.0) + 6, y: y(place.1) + 12)
    }
  }

  private func isShown(_ place: (Double, Double)) -> Bool {
    place.0 >= left && place.0 <= right && place.1 >= bottom && place.1 <= top
  }

  private static func white(_ shot: BalanceShot, _ kelvin: Double) -> (Double, Double)? {
    ColourTemperature(kelvin: kelvin, tint: 0).flatMap { shot.sensor.colour.gains(for: $0) }
      .map(place)
  }

  private static func place(_ gains: WhiteBalanceGains) -> (Double, Double) {
    (-Exact.log2(gains.red), -Exact.log2(gains.blue))
  }

  /// A colour as bright as a screen shows it.
  private static func shown(
    _ red: Double, _ green: Double, _ blue: Double
  ) -> (Double, Double, Double, Double) {
    let most = max(red, green, blue)
    func encoded(_ value: Double) -> Double {
      ResponseCurve.sRGB.encoded(fromLinear: 0.8 * value / most)
    }
    return (encoded(red), encoded(green), encoded(blue), 1)
  }

  private func x(_ stops: Double) -> Double {
    Self.margin + (stops - left) / (right - left) * (Self.width - 2 * Self.margin)
  }

  private func y(_ stops: Double) -> Double {
    Self.height - Self.margin - (stops - bottom) / (top - bottom)
      * (Self.height - 2 * Self.margin)
  }
}
