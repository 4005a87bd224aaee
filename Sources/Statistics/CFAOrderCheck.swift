internal import Frames

/// Whether the declared colour filter order fits what the sensor sends.
///
/// Drivers declare orders that the sensor does not have, mostly after a flip (field case B41). Then
/// the two declared greens are a red and a blue, which differ, and the declared red and blue are
/// both green, which agree. A picture of neutral greys shows it as well as any: a sensor's raw red
/// and blue differ from its green by far more than its two greens from each other.
public enum CFAOrderVerdict: Hashable, Sendable {
  /// The declared greens agree: the order, or its mirror with red and blue exchanged, is right.
  case plausible
  /// The declared red and blue agree better than the declared greens: a row or column is off by one,
  /// so white balance must not be driven from these numbers.
  case suspicious
  /// Too little unclipped light, or too little colour, to tell.
  case undetermined
}

extension FrameStatistics {
  /// Compares the channels of a Bayer frame zone by zone.
  ///
  /// - Returns: The verdict; `undetermined` for formats without a mosaic.
  public var cfaOrderVerdict: CFAOrderVerdict {
    guard signal.channels == .bayer else { return .undetermined }
    let black = Double(signal.levels.black)
    var (greens, redBlue, zonesSeen) = (0.0, 0.0, 0)
    for index in zones.indices where zones[index].unclipped >= 8 {
      let cells = Double(zones[index].unclipped)
      let sums = zones[index].channels
      let red = Double(sums.first) / cells - black
      let greenOnRed = Double(sums.second) / cells - black
      let blue = Double(sums.third) / cells - black
      let greenOnBlue = Double(sums.fourth) / cells - black
      guard red > 0, blue > 0, greenOnRed > 0, greenOnBlue > 0 else { continue }
      greens += Self.distance(greenOnRed, greenOnBlue)
      redBlue += Self.distance(red, blue)
      zonesSeen += 1
    }
    guard zonesSeen > 0 else { return .undetermined }
    greens /= Double(zonesSeen)
    redBlue /= Double(zonesSeen)
    // Under 5 % the greens agree as well as real ones do; crosstalk alone makes 1 to 3 %.
    if greens < 0.05 { return redBlue < 0.05 ? .undetermined : .plausible }
    return greens > 3 * redBlue ? .suspicious : .plausible
  }

  /// The distance of two positive means relative to their sum, 0…1.
  private static func distance(_ a: Double, _ b: Double) -> Double {
    (a > b ? a - b : b - a) / (a + b)
  }
}
