import Frames
import Metering
import Photometry
import Recordings
import Statistics

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same frames on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// A grey 8-bit frame: one luma code a pixel.
struct GreyFrame {
  let layout: FrameLayout
  var codes: [UInt8]

  init(
    _ width: Int, _ height: Int, range: SignalRange = .full, _ code: (Int, Int) -> Int
  ) throws {
    layout = try FrameLayout(format: .grey(.bits8), width: width, height: height, range: range)
    codes = []
    for y in 0..<height { for x in 0..<width { codes.append(UInt8(min(max(code(x, y), 0), 255))) } }
  }

  /// A scene in linear light, 0…1, as a camera with a curve would encode it.
  init(
    _ width: Int, _ height: Int, encodedBy curve: ResponseCurve, _ light: (Double, Double) -> Double
  ) throws {
    try self.init(width, height) { x, y in
      let (u, v) = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
      return Int((curve.encoded(fromLinear: light(u, v)) * 255).rounded())
    }
  }

  /// The luma of a recorded picture, so that each pixel's light is known without the statistics.
  init(luma frame: RecordedFrame) throws {
    let layout = frame.layout
    let view = try FrameView(layout, frame.bytes.span)
    self.layout = try FrameLayout(
      format: .grey(.bits8), width: layout.width, height: layout.height)
    codes = []
    codes.reserveCapacity(layout.width * layout.height)
    for y in 0..<layout.height {
      let row = view.row(y)
      for x in 0..<layout.width {
        switch layout.format {
        case .rgb(let order, .bits8):
          let first = x * order.componentCount
          let places = order.componentOffsets
          let (red, green) = (Int(row[first + places.red]), Int(row[first + places.green]))
          let blue = Int(row[first + places.blue])
          codes.append(UInt8((77 * red + 150 * green + 29 * blue + 128) >> 8))
        default:
          codes.append(row[x])
        }
      }
    }
  }

  func statistics(
    _ configuration: StatisticsConfiguration = StatisticsConfiguration()
  ) throws -> FrameStatistics {
    var extractor = try StatisticsExtractor(layout, configuration: configuration)
    return try extractor.extract(FrameView(layout, codes.span))
  }

  /// The light of each code.
  func lights(_ curve: ResponseCurve) -> [Double] {
    (0...255).map { curve.linear(fromEncoded: layout.levels.normalised(Double($0))) }
  }

  /// The mean light of the frame, pixel by pixel.
  func meanLight(_ curve: ResponseCurve) -> Double {
    let light = lights(curve)
    return codes.reduce(0.0) { $0 + light[Int($1)] } / Double(codes.count)
  }

  /// The mean light of each zone, pixel by pixel.
  func meanLights(_ curve: ResponseCurve, _ geometry: ZoneGeometry) -> [Double] {
    let light = lights(curve)
    return (0..<geometry.zoneCount).map { zone in
      let (column, row) = (zone % geometry.columns, zone / geometry.columns)
      var (sum, count) = (0.0, 0)
      for y in geometry.rowEdges[row]..<geometry.rowEdges[row + 1] {
        for x in geometry.columnEdges[column]..<geometry.columnEdges[column + 1] {
          sum += light[Int(codes[y * layout.width + x])]
          count += 1
        }
      }
      return sum / Double(count)
    }
  }
}

/// Meters a frame.
func metered(
  _ statistics: FrameStatistics, _ pattern: MeteringPattern = .matrix,
  rectangles: [WeightedRectangle] = [], response: ResponseCurve = .sRGB, excluding: [Bool] = []
) throws -> MeteredLuminance {
  var meter = Meter(
    geometry: statistics.geometry, signal: statistics.signal,
    configuration: MeteringConfiguration(
      pattern: pattern, rectangles: rectangles, response: response))
  meter.exclude(excluding)
  return try meter.meter(statistics)
}

/// The recorded frames of this repository, found from this file.
func recorded(_ name: String) throws -> RecordedFrame {
  let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  var source = try FrameSource(paths: [folder + "/Regression/frames/" + name])
  return try source.next()!
}

/// Every pattern, with a spot and a grid of its own.
let allPatterns: [(name: String, pattern: MeteringPattern)] = [
  ("average", .average), ("centre-weighted", .centreWeighted), ("spot", .spot(.centre)),
  ("matrix", .matrix), ("highlight-weighted", .highlightWeighted),
  (
    "custom",
    .custom(MeteringPattern.WeightGrid(columns: 3, rows: 2, weights: [1, 2, 3, 4, 5, 6])!)
  ),
]

let gamma22 = try! ResponseCurve.gamma(2.2)
