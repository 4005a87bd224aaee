/// The row steps in plain Swift: what they compute is defined here, and every other
/// implementation gives the same numbers.
enum ReferenceKernels {
  /// Σ of the counted samples of a row; sums of 4×4 samples grow by the row's share.
  static func sumRow(_ y: Int, extractor: borrowing StatisticsExtractor) -> UInt64 {
    let start = extractor.scratch.row(y)
    let mask = extractor.scratch.maskRow(y)
    let blocks = extractor.scratch.blockRow(y >> 2)
    var sum: UInt64 = 0
    for x in 0..<extractor.plane.width {
      let sample = sample(start + x, extractor)
      extractor.scratch.blockSums.add(UInt32(sample), at: blocks + x >> 2)
      if extractor.scratch.maskRows[mask + x] != 0 { sum += UInt64(sample) }
    }
    return sum
  }

  /// Counts every nth sample of a row into the frame's and the zones' histograms.
  static func countRow(
    _ y: Int, zoneRow: Int, extractor: borrowing StatisticsExtractor
  ) {
    let start = extractor.scratch.row(y)
    let mask = extractor.scratch.maskRow(y)
    var column = 0
    for x in stride(from: 0, to: extractor.plane.width, by: extractor.steps.x) {
      while extractor.plane.columnEdges[column + 1] <= x { column += 1 }
      if extractor.scratch.maskRows[mask + x] == 0 { continue }
      let bin = sample(start + x, extractor) >> extractor.signal.binShift
      let zone = zoneRow * extractor.plane.columns + column
      let zoneBin = zone * FrameStatistics.zoneBinCount + Int(extractor.zoneBinOfBin[bin])
      extractor.histogram[bin] &+= 1
      extractor.zoneHistograms[zoneBin] &+= 1
    }
  }

  /// Marks samples that are saturated, have a saturated neighbour, or are masked.
  static func markUnusable(
    _ rows: (above: Int?, here: Int, below: Int?), mask: Int?, into target: Int,
    scratch: borrowing ExtractionScratch
  ) {
    func saturated(_ x: Int) -> UInt8 {
      // The margins left and right of a flag row are always 0.
      var flags = scratch.saturated[rows.here + x]
      if let above = rows.above { flags |= scratch.saturated[above + x] }
      if let below = rows.below { flags |= scratch.saturated[below + x] }
      return flags
    }
    for x in 0..<scratch.width {
      var flags = saturated(x - 1) | saturated(x) | saturated(x + 1)
      if let mask { flags |= ~scratch.maskRows[mask + x] }
      scratch.unusable[target + x] = flags
    }
  }

  /// Adds (dx² + dy²) of a row of samples to its groups, and counts the points where not all count.
  static func differentiate(
    _ y: Int, allCount: Bool, extractor: borrowing StatisticsExtractor
  ) {
    let (here, below) = (extractor.scratch.row(y), extractor.scratch.row(y + 1))
    let flagsBelow = extractor.progress.unusableRows[y + 1]
    let flagsHere = extractor.progress.unusableRows[y]
    for x in 0..<extractor.plane.width - 1 {
      var flags: UInt8 = 0
      if flagsHere {
        flags |= extractor.scratch.unusable[here + x] | extractor.scratch.unusable[here + x + 1]
      }
      if flagsBelow { flags |= extractor.scratch.unusable[below + x] }
      if flags != 0 { continue }
      let value = sample(here + x, extractor)
      let dx = sample(here + x + 1, extractor) - value
      let dy = sample(below + x, extractor) - value
      extractor.scratch.fineEnergy.add(UInt64(dx * dx + dy * dy), at: x >> 3)
      if !allCount { extractor.scratch.finePoints.add(1, at: x >> 3) }
    }
  }

  /// Adds (dx² + dy²) of each block of a row to its place.
  static func differ(
    _ band: StatisticsExtractor.BlockBand, above: Int, below: Int, count: Int,
    scratch: borrowing ExtractionScratch
  ) {
    for block in 0..<max(0, count - 1) {
      switch band {
      case .medium:
        let flags =
          scratch.blockUnusable[above + block] | scratch.blockUnusable[above + block + 1]
          | scratch.blockUnusable[below + block]
        if flags != 0 { continue }
        scratch.mediumEnergy.add(
          squaredDifferences(
            scratch.blockSums[above + block], scratch.blockSums[above + block + 1],
            scratch.blockSums[below + block]), at: block)
        scratch.mediumPoints.add(1, at: block)
      case .coarse:
        let flags =
          scratch.coarseUnusable[above + block] | scratch.coarseUnusable[above + block + 1]
          | scratch.coarseUnusable[below + block]
        if flags != 0 { continue }
        scratch.coarseEnergy.add(
          squaredDifferences(
            scratch.coarseSums[above + block] / 16, scratch.coarseSums[above + block + 1] / 16,
            scratch.coarseSums[below + block] / 16), at: block)
        scratch.coarsePoints.add(1, at: block)
      }
    }
  }

  private static func squaredDifferences(_ here: UInt32, _ right: UInt32, _ below: UInt32) -> UInt64
  {
    let dx = Int64(right) - Int64(here)
    let dy = Int64(below) - Int64(here)
    return UInt64(dx * dx + dy * dy)
  }

  @inline(__always)
  private static func sample(
    _ index: Int, _ extractor: borrowing StatisticsExtractor
  ) -> Int {
    extractor.format.usesWords
      ? Int(extractor.scratch.luma16[index]) : Int(extractor.scratch.luma8[index])
  }
}
