import Controls
import Frames
import Statistics

/// A picture whose light is known.
struct BenchScene {
  /// What its results are grouped by, as a camera or a light.
  let groups: [String]
  let statistics: FrameStatistics
  /// The sensor's colour of grey under the light.
  let truth: [Double]
  /// The sensor's locus, where it is known.
  let locus: WhiteBalanceLocus?
  /// The part of the set that it is left out of when something is fitted to the others.
  let fold: Int

  /// Takes statistics of linear 16-bit colours the way that a camera's come: each pixel becomes a quad
  /// of a mosaic; black is 0 and white 65,535.
  static func statistics(
    _ pixels: [UInt16], width: Int, height: Int,
    grid: ZoneGridSize? = ZoneGridSize(columns: 64, rows: 48)
  ) throws -> FrameStatistics {
    let layout = try FrameLayout(
      format: .bayer(.rggb, .bits16), width: width * 2, height: height * 2,
      range: .levels(black: 0, white: 65_535))
    let stride = width * 4
    var bytes = [UInt8](repeating: 0, count: stride * height * 2)
    for y in 0..<height {
      for x in 0..<width {
        let source = (y * width + x) * 3
        let sites = [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 2)]
        for (right, down, channel) in sites {
          let place = (y * 2 + down) * stride + (x * 2 + right) * 2
          bytes[place] = UInt8(truncatingIfNeeded: pixels[source + channel])
          bytes[place + 1] = UInt8(truncatingIfNeeded: pixels[source + channel] >> 8)
        }
      }
    }
    var extractor = try StatisticsExtractor(
      layout, configuration: StatisticsConfiguration(grid: grid ?? .standard))
    return try extractor.extract(FrameView(layout, bytes.span))
  }
}

/// A set of pictures.
struct BenchSet {
  let name: String
  let note: String
  var scenes: [BenchScene]
}

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same scenes on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func uniform(_ range: ClosedRange<Double> = 0...1) -> Double {
    Double.random(in: range, using: &self)
  }

  /// About a standard normal number: twelve uniform ones, less six.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform() }
  }
}
