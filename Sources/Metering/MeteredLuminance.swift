public import Photometry
internal import Statistics

/// What a frame was metered at, and which zones said so.
///
/// Filled again and again by ``Meter/meter(_:into:)``; keep a copy of the numbers you need, since a
/// kept value makes the meter allocate new storage.
public struct MeteredLuminance: Hashable, Sendable {
  /// The weighted mean luminance in linear light: 0 at black, 1 at the sensor's white.
  ///
  /// Clipped parts count as 1, so that a mean over them is a lower bound. Of the pattern
  /// `highlightWeighted`, a quarter of the brightest hundredth's mean.
  public internal(set) var linear: Double
  /// The same in stops relative to mid-grey, 18 % of the linear range.
  public internal(set) var exposureValue: ExposureValue
  /// Stops between the 5th and the 95th percentile of the frame's luminance.
  ///
  /// Bounded by what the codes can tell: black counts as one half of the smallest code's light.
  public internal(set) var contrast: Double
  /// The weighted share of cells with a channel clipped to white, 0…1.
  public internal(set) var clippedHighShare: Double
  /// The weighted share of cells clipped to black, 0…1.
  public internal(set) var clippedLowShare: Double
  /// The share that each zone had in the metered value, row by row; they sum to 1.
  public internal(set) var zoneWeights: [Double]
  /// Each zone's luminance in linear light, 0…1, row by row.
  public internal(set) var zoneLuminances: [Double]
  /// The numbers of rectangles that lie wholly outside the frame and were ignored.
  public internal(set) var ignoredRectangles: [Int]

  /// A value for ``Meter/meter(_:into:)`` to fill.
  ///
  /// - Parameter zoneCount: The number of zones.
  public init(zoneCount: Int = 0) {
    linear = 0
    exposureValue = ExposureValue(linear: 0)
    contrast = 0
    clippedHighShare = 0
    clippedLowShare = 0
    zoneWeights = [Double](repeating: 0, count: max(0, zoneCount))
    zoneLuminances = [Double](repeating: 0, count: max(0, zoneCount))
    ignoredRectangles = []
  }
}
