import Controls
import Frames
import Photometry
import Statistics
import WhiteBalance

/// Small frames of known colours.
enum EstimatorScenes {
  /// What sRGB makes of grey under Planckian light to 4,000 K and daylight from 5,000 K (CIE 1931
  /// observer, IEC 61966-2-1).
  static let locus = WhiteBalanceLocus([
    .init(kelvin: 2_500, red: 2.6867, blue: 0.1814),
    .init(kelvin: 3_000, red: 2.0968, blue: 0.3222),
    .init(kelvin: 3_500, red: 1.7526, blue: 0.4544),
    .init(kelvin: 4_000, red: 1.5298, blue: 0.5771),
    .init(kelvin: 5_000, red: 1.2056, blue: 0.7393),
    .init(kelvin: 5_500, red: 1.1189, blue: 0.8335),
    .init(kelvin: 6_504, red: 0.9997, blue: 0.9999),
    .init(kelvin: 7_500, red: 0.9232, blue: 1.1370),
    .init(kelvin: 9_000, red: 0.8490, blue: 1.3010),
    .init(kelvin: 12_000, red: 0.7683, blue: 1.5244),
  ])

  typealias Colour = (red: Int, green: Int, blue: Int)

  /// RGB24 of 160×120 pixels whose zone colours follow a rule of column and row of 20 × 15 zones.
  static func rgb(_ colour: (Int, Int) -> Colour) throws -> FrameStatistics {
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 160, height: 120)
    var bytes: [UInt8] = []
    for y in 0..<120 {
      for x in 0..<160 {
        let colour = colour(x / 8, y / 8)
        bytes += [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
      }
    }
    return try statistics(layout, bytes)
  }

  /// A mosaic of 320×120 pixels whose codes above black follow a rule of column and row of 20 × 15
  /// zones.
  static func bayer(
    _ order: CFAOrder, _ coding: SampleCoding, black: Int, white: Int,
    declared: CFAOrder? = nil, _ colour: (Int, Int) -> Colour
  ) throws -> FrameStatistics {
    let layout = try FrameLayout(
      format: .bayer(declared ?? order, coding), width: 320, height: 120,
      range: .levels(black: black, white: white))
    let sites = [order.sites.0, order.sites.1, order.sites.2, order.sites.3]
    var bytes: [UInt8] = []
    for y in 0..<120 {
      for x in 0..<320 {
        let colour = colour(x / 16, y / 8)
        let code: Int
        switch sites[x % 2 + y % 2 * 2] {
        case .red: code = black + colour.red
        case .greenOnRedRow, .greenOnBlueRow: code = black + colour.green
        case .blue: code = black + colour.blue
        }
        bytes.append(UInt8(truncatingIfNeeded: code))
        if layout.format.bitDepth > 8 { bytes.append(UInt8(truncatingIfNeeded: code >> 8)) }
      }
    }
    return try statistics(layout, bytes)
  }

  static func statistics(_ layout: FrameLayout, _ bytes: [UInt8]) throws -> FrameStatistics {
    let grid = ZoneGridSize(columns: 20, rows: 15) ?? .standard
    var extractor = try StatisticsExtractor(
      layout, configuration: StatisticsConfiguration(grid: grid))
    return try extractor.extract(FrameView(layout, bytes.span))
  }

  static func estimate(
    _ method: IlluminantEstimator.Method, _ statistics: FrameStatistics,
    response: ResponseCurve = .linear, inForce: WhiteBalanceGains = .unity,
    locus: WhiteBalanceLocus? = locus, prior: ChromaPrior? = nil
  ) -> IlluminantEstimate? {
    var estimator = IlluminantEstimator(method: method, locus: locus, prior: prior)
    return estimator.estimate(statistics, response: response, inForce: inForce)
  }

  static let methods: [IlluminantEstimator.Method] = [
    .grayWorld, .robustGrayWorld, .shadesOfGray(p: 4), .whitePatch(percentile: 90), .grayEdge,
    .combined, .learned,
  ]
}
