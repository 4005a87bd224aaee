public import Frames
public import Statistics

/// The focus measure that the peers search by: the energy of pixels and of 4×4 block means over the
/// window's zones, divided by the squared mean.
///
/// The fine band alone drowns in noise, the middle one alone is blind to the last pixel of blur. No noise
/// is taken off, as the peers take none off.
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
  /// - Returns: The mean squared differences of neighbours over the squared mean, of pixels and block
  ///   means together, and of block means alone; 0 of a window without points or light.
  public static func energies(
    _ statistics: FrameStatistics, in window: NormalisedRectangle
  ) -> (both: Double, medium: Double) {
    let sum = zones(of: statistics, in: window)
    let mean = statistics.meanCode(of: sum)
    guard mean > 0 else { return (0, 0) }
    let (fine, medium, _) = sum.focus.means
    return ((fine + medium) / (mean * mean), medium / (mean * mean))
  }

  /// The window's energy of both bands.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - window: The window.
  /// - Returns: The first of ``energies(_:in:)``.
  public static func energy(_ statistics: FrameStatistics, in window: NormalisedRectangle) -> Double
  {
    energies(statistics, in: window).both
  }
}
