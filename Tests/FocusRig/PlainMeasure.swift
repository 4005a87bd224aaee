public import Frames
public import Statistics

/// The focus measure that the peers search by: the energy of 4×4 block means over the window's zones,
/// divided by the squared mean.
///
/// The middle band, since pixels of a noisy camera drown in noise at the fine one. No noise is taken off.
public enum PlainMeasure {
  /// The zones whose middle lies in a window, summed.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - window: The window.
  /// - Returns: The sum.
  public static func zones(of statistics: FrameStatistics, in window: NormalisedRectangle)
    -> ZoneStatistics
  {
    var sum = ZoneStatistics()
    for (index, zone) in statistics.zones.enumerated() {
      let place = statistics.geometry.rectangle(ofZone: index)
      let (x, y) = (place.x + place.width / 2, place.y + place.height / 2)
      guard x >= window.x, x < window.maxX, y >= window.y, y < window.maxY else { continue }
      sum += zone
    }
    return sum
  }

  /// The window's energy.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - window: The window.
  /// - Returns: The mean squared difference of neighbouring block means over the squared mean; 0 of
  ///   a window without points or light.
  public static func energy(_ statistics: FrameStatistics, in window: NormalisedRectangle) -> Double {
    let sum = zones(of: statistics, in: window)
    let mean = statistics.meanCode(of: sum)
    return mean > 0 ? sum.focus.means.medium / (mean * mean) : 0
  }
}
