/// The energy of a picture's detail at three scales, with the number of points it was summed over.
///
/// At each scale the energy is Σ (dx² + dy²) of forward differences: of luma samples (fine), of
/// sums of 4×4 samples (medium), and of sums of 16×16 samples divided by 16 (coarse). Divided by
/// 256, medium and coarse energies are those of block means, in squared samples like the fine one.
/// Blocks lie side by side from the region's left upper corner; those that its edges cut are left
/// out, and coarse sums are rounded down when divided.
///
/// A point is a sample or block with a neighbour on its right and one below. It counts where none of
/// the three holds a sample that is saturated (its cell is clipped high), has a saturated one among
/// its eight neighbours, or is masked; it belongs to the zone of its left upper sample.
public struct FocusEnergy: Hashable, Sendable, BitwiseCopyable {
  /// Σ (dx² + dy²) at full resolution, in squared luma samples.
  public var fine: UInt64
  /// Σ (dx² + dy²) of sums of 4×4 samples.
  public var medium: UInt64
  /// Σ (dx² + dy²) of sums of 16×16 samples divided by 16.
  public var coarse: UInt64
  /// The points summed in ``fine``.
  public var finePoints: UInt32
  /// The points summed in ``medium``.
  public var mediumPoints: UInt32
  /// The points summed in ``coarse``.
  public var coarsePoints: UInt32

  /// Makes an energy of its parts.
  ///
  /// - Parameters:
  ///   - fine: Σ (dx² + dy²) at full resolution.
  ///   - medium: The same of sums of 4×4 samples.
  ///   - coarse: The same of sums of 16×16 samples divided by 16.
  ///   - finePoints: The points of the first.
  ///   - mediumPoints: The points of the second.
  ///   - coarsePoints: The points of the third.
  public init(
    fine: UInt64 = 0, medium: UInt64 = 0, coarse: UInt64 = 0, finePoints: UInt32 = 0,
    mediumPoints: UInt32 = 0, coarsePoints: UInt32 = 0
  ) {
    self.fine = fine
    self.medium = medium
    self.coarse = coarse
    self.finePoints = finePoints
    self.mediumPoints = mediumPoints
    self.coarsePoints = coarsePoints
  }

  /// Adds another zone's energy.
  ///
  /// - Parameters:
  ///   - sum: The energy that grows.
  ///   - other: The energy to add.
  public static func += (sum: inout FocusEnergy, other: FocusEnergy) {
    sum.fine &+= other.fine
    sum.medium &+= other.medium
    sum.coarse &+= other.coarse
    sum.finePoints &+= other.finePoints
    sum.mediumPoints &+= other.mediumPoints
    sum.coarsePoints &+= other.coarsePoints
  }

  /// The mean energy a point at each scale, in squared luma samples; 0 without points.
  public var means: (fine: Double, medium: Double, coarse: Double) {
    func mean(_ sum: UInt64, _ points: UInt32, _ scale: Double) -> Double {
      points == 0 ? 0 : Double(sum) / Double(points) / scale
    }
    return (
      mean(fine, finePoints, 1), mean(medium, mediumPoints, 256),
      mean(coarse, coarsePoints, 256)
    )
  }
}

/// Sums of a zone's colour channels over its unclipped cells, in codes.
public struct ChannelSums: Hashable, Sendable, BitwiseCopyable {
  /// Red; Cb of YUV formats.
  public var first: UInt64
  /// Green, of Bayer formats the one on red rows; Cr of YUV formats.
  public var second: UInt64
  /// Blue; 0 of YUV formats.
  public var third: UInt64
  /// The green on blue rows of Bayer formats; 0 of all others.
  public var fourth: UInt64

  /// Makes sums of their parts.
  ///
  /// - Parameters:
  ///   - first: Red or Cb.
  ///   - second: Green or Cr.
  ///   - third: Blue.
  ///   - fourth: The second green.
  public init(_ first: UInt64 = 0, _ second: UInt64 = 0, _ third: UInt64 = 0, _ fourth: UInt64 = 0)
  {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// Adds another zone's sums.
  ///
  /// - Parameters:
  ///   - sum: The sums that grow.
  ///   - other: The sums to add.
  public static func += (sum: inout ChannelSums, other: ChannelSums) {
    sum.first &+= other.first
    sum.second &+= other.second
    sum.third &+= other.third
    sum.fourth &+= other.fourth
  }
}

/// What one zone of a frame holds.
///
/// Each counted cell is one of three: clipped high (a channel of it at or above the clipping
/// level: of YUV, red, green or blue as they come out of Y, Cb and Cr, since a clipped red hides
/// in an unclipped Y), else clipped low (its mean luma at or below the level), else unclipped.
///
/// Of YUV, the cell's greatest Y is taken with the greatest of red, green and blue above it. These
/// are products of Cb − 128 and Cr − 128 with coefficients that are rounded to 1/64, scaled from
/// chroma's span of codes to luma's, and summed before they are rounded to codes, halves up.
public struct ZoneStatistics: Hashable, Sendable, BitwiseCopyable {
  /// Cells that the mask lets count.
  public var cells: UInt32
  /// Cells with a channel at or above the upper clipping level.
  public var clippedHigh: UInt32
  /// Cells whose mean luma is at or below the lower clipping level.
  public var clippedLow: UInt32
  /// Σ of the luma samples of all counted cells.
  public var lumaSum: UInt64
  /// Σ of the luma samples of the unclipped cells.
  public var unclippedLumaSum: UInt64
  /// Sums of the colour channels over the unclipped cells.
  public var channels: ChannelSums
  /// Detail at three scales.
  public var focus: FocusEnergy

  /// Makes a zone of its parts; all counts are 0 unless given.
  ///
  /// - Parameters:
  ///   - cells: Cells that count.
  ///   - clippedHigh: Cells with a channel clipped high.
  ///   - clippedLow: Cells with their luma clipped low.
  ///   - lumaSum: Σ of luma samples.
  ///   - unclippedLumaSum: Σ of the luma samples of unclipped cells.
  ///   - channels: Sums of the colour channels.
  ///   - focus: Detail at three scales.
  public init(
    cells: UInt32 = 0, clippedHigh: UInt32 = 0, clippedLow: UInt32 = 0, lumaSum: UInt64 = 0,
    unclippedLumaSum: UInt64 = 0, channels: ChannelSums = ChannelSums(),
    focus: FocusEnergy = FocusEnergy()
  ) {
    self.cells = cells
    self.clippedHigh = clippedHigh
    self.clippedLow = clippedLow
    self.lumaSum = lumaSum
    self.unclippedLumaSum = unclippedLumaSum
    self.channels = channels
    self.focus = focus
  }

  /// Cells that are clipped neither high nor low.
  public var unclipped: UInt32 { cells &- clippedHigh &- clippedLow }

  /// Adds another zone.
  ///
  /// - Parameters:
  ///   - sum: The zone that grows.
  ///   - other: The zone to add.
  public static func += (sum: inout ZoneStatistics, other: ZoneStatistics) {
    sum.cells &+= other.cells
    sum.clippedHigh &+= other.clippedHigh
    sum.clippedLow &+= other.clippedLow
    sum.lumaSum &+= other.lumaSum
    sum.unclippedLumaSum &+= other.unclippedLumaSum
    sum.channels += other.channels
    sum.focus += other.focus
  }
}
