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

/// The median without allocating: the middle of a part of a scratch array, which it reorders.
enum Median {
  /// Finds the median of the first numbers of an array; of an even count the upper.
  ///
  /// - Parameters:
  ///   - numbers: Numbers, none NaN; reordered.
  ///   - count: How many count.
  /// - Returns: The median; 0 where none counts.
  static func of(_ numbers: inout [Double], count: Int) -> Double {
    let count = min(count, numbers.count)
    guard count > 0 else { return 0 }
    let wanted = count / 2
    var (low, high) = (0, count - 1)
    // Hoare's selection (1961): each turn leaves the part that holds the wanted place.
    while low < high {
      let pivot = numbers[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] < pivot { left += 1 }
        while numbers[right] > pivot { right -= 1 }
        if left <= right {
          numbers.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        break
      }
    }
    return numbers[wanted]
  }
}
