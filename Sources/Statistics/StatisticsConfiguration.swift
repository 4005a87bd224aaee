public import Frames

/// Which samples the histograms take, counted from the left upper sample of the region.
public enum HistogramDecimation: Hashable, Sendable, CaseIterable {
  /// Every sample.
  case every
  /// Every second sample of every second row.
  case by2x2
  /// Every fourth sample of every second row.
  case by4x2
  /// Every fourth sample of every fourth row.
  case by4x4

  /// Pixels from one sample to the next, across and down.
  public var pixelSteps: (x: Int, y: Int) {
    switch self {
    case .every: (1, 1)
    case .by2x2: (2, 2)
    case .by4x2: (4, 2)
    case .by4x4: (4, 4)
    }
  }
}

/// What statistics are taken of each frame.
public struct StatisticsConfiguration: Hashable, Sendable {
  /// Which code takes the statistics; both give the same numbers, to the bit.
  public enum Implementation: Hashable, Sendable {
    /// The fastest code that this processor has for the format.
    case fastest
    /// The scalar Swift code that defines the result.
    case reference
  }

  /// The number of zones; borders are rounded, see ``ZoneGeometry``.
  public var grid: ZoneGridSize
  /// Which samples the histograms take; of a Bayer mosaic, whose samples are quads, all of them
  /// are two pixels apart at the least.
  public var decimation: HistogramDecimation
  /// The part of the frame to read, rounded to whole zones' granules; nothing else is touched.
  public var region: NormalisedRectangle
  /// The part of the frame that holds a picture, where it does not fill the frame.
  public var mask: FrameMask?
  /// Which code takes the statistics.
  public var implementation: Implementation

  /// Configures the statistics.
  ///
  /// - Parameters:
  ///   - grid: The number of zones.
  ///   - decimation: Which samples the histograms take.
  ///   - region: The part of the frame to read.
  ///   - mask: The part of the frame that holds a picture.
  ///   - implementation: Which code takes the statistics.
  public init(
    grid: ZoneGridSize = .standard, decimation: HistogramDecimation = .by4x4,
    region: NormalisedRectangle = .full, mask: FrameMask? = nil,
    implementation: Implementation = .fastest
  ) {
    self.grid = grid
    self.decimation = decimation
    self.region = region
    self.mask = mask
    self.implementation = implementation
  }
}
