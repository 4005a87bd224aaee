internal import Photometry
public import Statistics

/// Notices that the picture became another one, so that what a tap set goes back to following it.
///
/// Compares the zones' light with what it was at first, each frame's by its own exposure: neither a change
/// of exposure nor noise nor a lamp's flicker is another subject. What lasts less than ``duration`` is
/// somebody walking by.
public struct SubjectAreaMonitor: Hashable, Sendable {
  /// Stops by which a zone's light must differ to count as changed.
  public static let leastStops = 0.5
  /// The share of the zones that must have changed.
  public static let leastShare = 0.35
  /// Seconds for which it must last.
  public static let duration = 0.4
  /// Light, 0…1 of the sensor's range, below which a zone is too dark to be compared.
  public static let leastLight = 0.002

  private var reference: [Double]
  private var isArmed = false
  private var changedSince: Double?

  /// Begins without a picture to compare with.
  ///
  /// - Parameter zoneCount: The zones of the statistics.
  public init(zoneCount: Int) {
    reference = [Double](repeating: 0, count: max(zoneCount, 0))
  }

  /// Forgets the picture: the next frame is compared with, or nothing until then.
  public mutating func arm() {
    isArmed = false
    changedSince = nil
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - response: How codes are turned into linear light.
  ///   - exposure: The total exposure that it was taken with, in seconds at gain 1; positive.
  ///   - timestamp: When it was taken, in seconds.
  /// - Returns: Whether the subject area has changed; from the next frame on that is compared with the
  ///   new picture.
  public mutating func step(
    _ statistics: FrameStatistics, response: ResponseCurve, exposure: Double, at timestamp: Double
  ) -> Bool {
    guard exposure > 0, exposure.isFinite, timestamp.isFinite else { return false }
    if statistics.zones.count != reference.count {
      reference = [Double](repeating: 0, count: statistics.zones.count)
      isArmed = false
    }
    var (compared, changed) = (0, 0)
    for index in statistics.zones.indices {
      let zone = statistics.zones[index]
      guard zone.cells > 0 else { continue }
      let code = statistics.signal.levels.normalised(statistics.meanCode(of: zone))
      let light = response.linear(fromEncoded: code)
      let isSeen = light > Self.leastLight && zone.clippedHigh < zone.cells / 4
      let stops = isSeen ? Exact.log2(light / exposure) : .nan
      if !isArmed {
        reference[index] = stops
      } else if (stops - reference[index]).magnitude >= 0 {
        compared += 1
        if (stops - reference[index]).magnitude > Self.leastStops { changed += 1 }
      }
    }
    guard isArmed else {
      isArmed = true
      return false
    }
    // A picture of which little can be compared any more is another one too, or says nothing.
    guard compared * 4 >= reference.count else { return false }
    guard Double(changed) > Self.leastShare * Double(compared) else {
      changedSince = nil
      return false
    }
    let since = changedSince ?? timestamp
    changedSince = since
    guard timestamp - since >= Self.duration || timestamp < since else { return false }
    arm()
    return true
  }
}
