public import Photometry
public import Statistics

/// Whether a frame's colours may drive white balance at all.
public enum ColourEvidence: Hashable, Sendable, CaseIterable {
  /// They may; how far is the estimate's confidence.
  case usable
  /// The format has no colour, or every zone is grey to half a code of eight bits: an infrared picture
  /// that comes as YUV, or a grey scene in gains that suit it, where nothing has to change either.
  case colourless
  /// Half of the picture or more is clipped, so that its colours are those of the clipping.
  case clipped
  /// Nine tenths of the picture or more are black, or all of it is as good as black.
  case dark
  /// The mosaic is not in the order that is said (field case B41).
  case filterOrder

  /// The share of clipped cells from which a picture counts as clipped.
  public static let clippedShare = 0.5
  /// The share of black cells from which a picture counts as dark.
  public static let darkShare = 0.9
  /// The linear light below which a zone has no colour worth looking at: 9 EV below white.
  public static let leastLight = 0.002

  /// Looks at a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - response: How codes are turned into linear light.
  public init(_ statistics: FrameStatistics, response: ResponseCurve) {
    let total = statistics.total
    let cells = Double(total.cells)
    if statistics.signal.channels == .none {
      self = .colourless
    } else if statistics.cfaOrderVerdict == .suspicious {
      self = .filterOrder
    } else if cells == 0 || Double(total.clippedLow) >= Self.darkShare * cells {
      self = .dark
    } else if Double(total.clippedHigh) >= Self.clippedShare * cells {
      self = .clipped
    } else {
      self = Self.ofZones(statistics, response)
    }
  }

  private static func ofZones(
    _ statistics: FrameStatistics, _ response: ResponseCurve
  ) -> ColourEvidence {
    var isLit = false
    for index in statistics.zones.indices {
      guard let codes = statistics.meanChannels(of: statistics.zones[index]),
        response.linear(fromEncoded: codes.green) >= leastLight
          || response.linear(fromEncoded: codes.red) >= leastLight
          || response.linear(fromEncoded: codes.blue) >= leastLight
      else { continue }
      isLit = true
      let apart = max(
        (codes.red - codes.green).magnitude, (codes.blue - codes.green).magnitude)
      // Not greater than half a code; NaN counts as colour.
      if !(apart <= 0.5 / 255) { return .usable }
    }
    return isLit ? .colourless : .dark
  }
}
