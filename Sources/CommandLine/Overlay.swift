internal import CCairo
internal import Glibc
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics

/// A picture of a frame with its zones, their weights, what is clipped, and the histogram.
struct Overlay {
  let frame: RecordedFrame
  let statistics: FrameStatistics
  let metered: MeteredLuminance
  let report: MeterReport
  let response: ResponseCurve

  init(frame: RecordedFrame, shot: MeteredShot) {
    self.frame = frame
    statistics = shot.statistics
    metered = shot.metered
    report = shot.report
    response = shot.response
  }

  /// The height of the panel below the picture, in pixels.
  private static let panelHeight = 132
  /// Pictures are enlarged by whole factors to this width at the least, so that text fits.
  private static let leastWidth = 640

  /// Why a picture could not be written.
  struct WritingError: Error, CustomStringConvertible {
    let description: String
  }

  /// Draws the picture into a PNG file.
  ///
  /// - Parameter path: The file, which is replaced.
  /// - Throws: ``WritingError`` or what the frame's memory was refused for.
  func write(to path: String) throws {
    if Self.isSame(path, frame.name) {
      throw WritingError(description: "\(path) is the source itself; name another picture")
    }
    let image = try PreviewImage(frame, response: response)
    let zoom = max(1, (Self.leastWidth + image.width - 1) / image.width)
    let (width, height) = (image.width * zoom, image.height * zoom)
    let canvas = try Canvas(width: width, height: height + Self.panelHeight)
    paint(image, zoom: zoom, on: canvas)
    drawZones(on: canvas, zoom: Double(zoom) / Double(image.scale))
    drawPanel(on: canvas, top: height, width: width)
    try canvas.write(to: path)
  }

  /// Whether two names lead to one file; a name of a frame may have its number behind it.
  static func isSame(_ path: String, _ source: String) -> Bool {
    let file = source.lastIndex(of: "#").map { String(source[..<$0]) } ?? source
    return identity(path).map { $0 == identity(source) || $0 == identity(file) } ?? false
  }

  private static func identity(_ path: String) -> [UInt64]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// The pixels, with stripes over what is clipped: red and white over white, blue over black.
  private func paint(_ image: PreviewImage, zoom: Int, on canvas: borrowing Canvas) {
    for y in 0..<image.height * zoom {
      for x in 0..<image.width * zoom {
        let pixel = image.pixels[y / zoom * image.width + x / zoom]
        var colour = (pixel.red, pixel.green, pixel.blue)
        if (x + y) / 4 % 2 == 0 {
          if pixel.isClippedHigh { colour = (255, 40, 40) }
          if pixel.isClippedLow { colour = (40, 80, 255) }
        }
        canvas.set(x: x, y: y, colour)
      }
    }
    canvas.endPixels()
  }

  /// The zones' borders; the less a zone weighs, the darker it is drawn.
  private func drawZones(on canvas: borrowing Canvas, zoom: Double) {
    let geometry = statistics.geometry
    let heaviest = metered.zoneWeights.max() ?? 0
    for zone in 0..<geometry.zoneCount {
      let (column, row) = (zone % geometry.columns, zone / geometry.columns)
      let x = Double(geometry.columnEdges[column]) * zoom
      let y = Double(geometry.rowEdges[row]) * zoom
      let width = Double(geometry.columnEdges[column + 1]) * zoom - x
      let height = Double(geometry.rowEdges[row + 1]) * zoom - y
      let share = heaviest > 0 ? metered.zoneWeights[zone] / heaviest : 0
      canvas.fill(x, y, width, height, (0, 0, 0, 0.5 * (1 - share)))
      canvas.outline(x, y, width, height, (1, 1, 1, 0.15))
    }
  }

  private func drawPanel(on canvas: borrowing Canvas, top: Int, width: Int) {
    let top = Double(top)
    canvas.fill(0, top, Double(width), Double(Self.panelHeight), (0.1, 0.1, 0.1, 1))
    drawHistogram(on: canvas, x: 12, y: top + 12, width: Double(width) * 0.45, height: 100)
    let text = ReportText(report: report, usesColour: false)
    for (index, line) in text.captions.enumerated() {
      canvas.text(line, x: Double(width) * 0.45 + 28, y: top + 26 + Double(index) * 17)
    }
  }

  private func drawHistogram(
    on canvas: borrowing Canvas, x: Double, y: Double, width: Double, height: Double
  ) {
    let bars = 128
    let sums = (0..<bars).map { bar in
      statistics.histogram[
        bar * statistics.histogram.count / bars..<(bar + 1) * statistics.histogram.count / bars
      ].reduce(0.0) { $0 + Double($1) }
    }
    let greatest = max(1, sums.max() ?? 1)
    let step = width / Double(bars)
    canvas.outline(x, y, width, height, (1, 1, 1, 0.3))
    for (bar, sum) in sums.enumerated() where sum > 0 {
      // Square roots, so that small counts are seen beside large ones.
      let tall = max(1, (sum / greatest).squareRoot() * height)
      // Whole pixels, or the bars would show seams.
      let left = (x + Double(bar) * step).rounded(.down)
      let right = (x + Double(bar + 1) * step).rounded(.down)
      canvas.fill(left, y + height - tall, right - left, tall, (0.9, 0.9, 0.9, 1))
    }
  }
}
