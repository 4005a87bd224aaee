internal import Frames
internal import Statistics

/// The mean encoded values of a frame's zones, where they say anything.
///
/// Zones rather than the histogram's quantiles: a zone averages noise away, which would widen a
/// histogram differently at each exposure, and a zone that something moved through can be told apart.
struct ZoneLevels: Hashable, Sendable {
  /// Codes above black and below white within which nothing is believed.
  static let margin = 2.5

  /// Encoded means, 0…1; −1 where a zone holds nothing, or clipped or crushed cells.
  private(set) var encoded: [Double]
  /// The least and the greatest of them; `nil` where no zone says anything.
  private(set) var range: Extremes?

  struct Extremes: Hashable, Sendable {
    var low: Double
    var high: Double
  }

  init(zoneCount: Int) {
    encoded = [Double](repeating: -1, count: max(0, zoneCount))
  }

  /// Takes a frame.
  ///
  /// - Returns: Whether the frame has the zones that were expected.
  mutating func take(_ statistics: borrowing FrameStatistics) -> Bool {
    let levels = statistics.signal.levels
    let span = Double(levels.white - levels.black)
    guard statistics.zones.count == encoded.count, span > 0 else { return false }
    let edge = Self.margin / span
    range = nil
    for index in encoded.indices {
      let zone = statistics.zones[index]
      encoded[index] = -1
      guard zone.cells > 0, zone.clippedHigh == 0, zone.clippedLow == 0 else { continue }
      let value = levels.normalised(statistics.meanCode(of: zone))
      guard value > edge, value < 1 - edge else { continue }
      encoded[index] = value
      let (low, high) = (range?.low ?? value, range?.high ?? value)
      range = Extremes(low: min(low, value), high: max(high, value))
    }
    return true
  }
}
