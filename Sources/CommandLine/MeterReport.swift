internal import Frames
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics
internal import WhiteBalance

/// Everything that `graycard meter` says of a frame; its JSON is documented in Documentation/JSON.md.
struct MeterReport: Encodable {
  struct Metering: Encodable {
    let pattern: String
    let ev: Double
    let linear: Double
    let contrast: Double
    let clippedHigh: Double
    let clippedLow: Double
    let ignoredRois: [Int]
  }

  struct Luma: Encodable {
    let mean: Double
    let percentiles: [String: Double]
  }

  struct Clipped: Encodable {
    let high: Double
    let low: Double
  }

  struct Focus: Encodable {
    let fine: Double
    let medium: Double
    let coarse: Double
  }

  struct Channels: Encodable {
    let red: Double
    let green: Double
    let blue: Double
  }

  struct Gains: Encodable {
    let red: Double
    let blue: Double
  }

  struct Zones: Encodable {
    let columns: Int
    let rows: Int
    let columnEdges: [Int]
    let rowEdges: [Int]
    let luminance: [Double]
    let weight: [Double]
  }

  let schema = 1
  let source: String
  let frame: Int
  let timestamp: Double?
  let format: String
  let width: Int
  let height: Int
  let bitDepth: Int
  let response: String
  let metering: Metering
  let luma: Luma
  let clipped: Clipped
  let focus: Focus
  let channels: Channels?
  let gains: Gains?
  let colourTemperature: Double?
  let warnings: [String]
  let zones: Zones?

  /// The percentiles that are printed, in percent.
  static let percentiles = [1, 5, 50, 95, 99]

  init(
    _ frame: RecordedFrame, _ statistics: FrameStatistics, _ metered: MeteredLuminance,
    options: MeterOptions, response: ResponseCurve
  ) {
    let total = statistics.total
    source = frame.name
    self.frame = frame.index
    timestamp = frame.timestamp
    let layout = frame.layout
    format =
      FourCC(layout.format, alignment: layout.alignment).map { $0.description } ?? "unknown"
    width = layout.width
    height = layout.height
    bitDepth = layout.format.bitDepth
    self.response = Self.name(response)
    metering = Metering(
      pattern: Self.usesRectangles(options) ? "roi" : options.patternName,
      ev: metered.exposureValue.stops, linear: metered.linear, contrast: metered.contrast,
      clippedHigh: metered.clippedHighShare, clippedLow: metered.clippedLowShare,
      ignoredRois: metered.ignoredRectangles)
    luma = Luma(
      mean: statistics.meanCode(of: total),
      percentiles: Dictionary(
        uniqueKeysWithValues: Self.percentiles.map {
          ("\($0)", statistics.percentile(Double($0) / 100) ?? 0)
        }))
    let cells = Double(max(total.cells, 1))
    clipped = Clipped(
      high: Double(total.clippedHigh) / cells, low: Double(total.clippedLow) / cells)
    let means = total.focus.means
    // In millionths of the squared range, so that formats of different depth compare.
    let range =
      (layout.levels.white - layout.levels.black) * statistics.signal.codesPerSample
    let unit = Double(range) * Double(range) / 1e6
    focus = Focus(
      fine: means.fine / unit, medium: means.medium / unit, coarse: means.coarse / unit)
    let channelMeans = ChannelMeans(statistics, response: response)
    channels = channelMeans.map { Channels(red: $0.red, green: $0.green, blue: $0.blue) }
    gains = channelMeans?.grayWorldGains.map { Gains(red: $0.red, blue: $0.blue) }
    // A mosaic's channels are the sensor's own, for which no chromaticity is known.
    colourTemperature =
      statistics.signal.channels == .bayer ? nil : channelMeans?.colourTemperature
    warnings = Self.warnings(frame, statistics, metered, options)
    zones =
      options.showsZones
      ? Zones(
        columns: statistics.geometry.columns, rows: statistics.geometry.rows,
        columnEdges: statistics.geometry.columnEdges, rowEdges: statistics.geometry.rowEdges,
        luminance: metered.zoneLuminances, weight: metered.zoneWeights) : nil
  }

  private static func warnings(
    _ frame: RecordedFrame, _ statistics: FrameStatistics, _ metered: MeteredLuminance,
    _ options: MeterOptions
  ) -> [String] {
    var warnings: [String] = []
    if frame.ignoredOptions.contains(.dumpFormat) {
      warnings.append("--format and --size are ignored; the file tells its own")
    }
    if frame.ignoredOptions.contains(.cfa) {
      warnings.append("--cfa is ignored; the picture is no mosaic")
    }
    if statistics.cfaOrderVerdict == .suspicious {
      warnings.append("the colour filter order looks wrong; colours are not to be trusted")
    }
    for index in metered.ignoredRectangles {
      warnings.append("rectangle \(index + 1) lies outside the frame and is ignored")
    }
    if !options.rectangles.isEmpty, !usesRectangles(options) {
      warnings.append("no rectangle counts; the pattern is metered")
    }
    return warnings
  }

  /// Whether a rectangle has weight and lies in the frame.
  private static func usesRectangles(_ options: MeterOptions) -> Bool {
    options.rectangles.contains {
      $0.weight > 0 && $0.rectangle.intersection(.full) != nil
    }
  }

  static func name(_ response: ResponseCurve) -> String {
    switch response {
    case .linear: "linear"
    case .bt709: "bt709"
    case .sRGB: "srgb"
    case .power(let exponent): "gamma \(exponent.value)"
    case .table: "table"
    }
  }
}
