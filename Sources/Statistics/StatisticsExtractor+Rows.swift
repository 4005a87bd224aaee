internal import Frames

// How rows go through the extractor. Each step has a scalar form (ReferenceKernels) that defines it
// and, where the processor and the format allow, a vector form that gives the same numbers.
extension StatisticsExtractor {
  /// Splits a row of cells into luma samples, saturation flags and sums.
  mutating func readCells(_ frame: borrowing FrameView, cellRow: Int) {
    let y = cellRow * plane.cellHeight
    if plane.isMasked, y % LumaPlane.granuleHeight == 0 { fillMaskRow(y) }
    let any: Bool
    if let kernels, let found = kernels.readCells(frame, y: y, extractor: self) {
      any = found
    } else {
      any = ReferenceKernels.readCells(frame, y: y, extractor: self)
    }
    for row in y..<y + plane.cellHeight { progress.saturatedRows[row] = any }
  }

  /// Does everything that becomes possible once the samples of a row are known.
  mutating func advance(past y: Int) {
    sumRow(y)
    if y % steps.y == 0 { countRow(y) }
    let last = y == plane.height - 1
    if y & 3 == 3 || last { collectBlockSums(y >> 2) }
    if last || plane.rowEdges[progress.cellZoneRow + 1] == y + 1 { flushCells() }
    if y >= 1 { completeUsability(of: y - 1) }
    if y >= 2 { differentiate(y - 2) }
  }

  private mutating func sumRow(_ y: Int) {
    if let kernels {
      rowSums[y] = kernels.sumRow(y, extractor: self)
    } else {
      rowSums[y] = ReferenceKernels.sumRow(y, extractor: self)
    }
  }

  private func countRow(_ y: Int) {
    let zoneRow = zoneRow(holding: y)
    if let kernels {
      kernels.countRow(y, zoneRow: zoneRow, extractor: self)
    } else {
      ReferenceKernels.countRow(y, zoneRow: zoneRow, extractor: self)
    }
  }

  /// Writes which samples of a block row count.
  func fillMaskRow(_ y: Int) {
    let start = scratch.maskRow(y)
    for x in 0..<plane.width {
      let counts = plane.counts(blockX: x >> 3, blockY: y >> 2)
      scratch.maskRows[start + x] = counts ? 0xFF : 0
    }
  }

  /// The luma of the zones, from the sums of 4×4 samples that the focus bands need anyway.
  private func collectBlockSums(_ k: Int) {
    let first = zoneRow(holding: k * 4) * plane.columns
    let start = scratch.blockRow(k)
    for column in 0..<plane.columns {
      var sum: UInt64 = 0
      let end = (plane.columnEdges[column + 1] + 3) / 4
      for block in plane.columnEdges[column] / 4..<end {
        if plane.isMasked, !plane.counts(blockX: block >> 1, blockY: k) { continue }
        sum &+= UInt64(scratch.blockSums[start + block])
      }
      zones[first + column].lumaSum &+= sum
    }
  }

  /// Moves the sums of the groups into the zones of a finished zone row.
  private mutating func flushCells() {
    let first = progress.cellZoneRow * plane.columns
    for column in 0..<plane.columns {
      var zone = zones[first + column]
      for group in plane.columnEdges[column] / 8..<(plane.columnEdges[column + 1] + 7) / 8 {
        let place = group * ExtractionScratch.sumsPerGroup
        let clipped = scratch.groupSums[place]
        zone.clippedHigh &+= UInt32(truncatingIfNeeded: clipped)
        zone.clippedLow &+= UInt32(truncatingIfNeeded: clipped >> 32)
        zone.unclippedLumaSum &+= scratch.groupSums[place + 1]
        let sums = ChannelSums(
          scratch.groupSums[place + 2], scratch.groupSums[place + 3],
          scratch.groupSums[place + 4], scratch.groupSums[place + 5])
        zone.channels += format.channels(sums)
      }
      zones[first + column] = zone
    }
    scratch.groupSums.fill(0)
    progress.cellZoneRow = min(progress.cellZoneRow + 1, plane.rows - 1)
  }

  /// The zone row that holds a sample row.
  func zoneRow(holding y: Int) -> Int {
    var row = min(progress.focusZoneRow, plane.rows - 1)
    while plane.rowEdges[row + 1] <= y { row += 1 }
    return row
  }

  /// Moves the finished frame into the result.
  func deliver(into statistics: inout FrameStatistics) {
    if statistics.geometry != geometry || statistics.signal != signal
      || statistics.rowLumaSums.count != plane.height
    {
      statistics = makeStatistics()
    }
    for index in 0..<zones.count {
      var zone = zones[index]
      zone.cells = countedCells[index]
      statistics.zones[index] = zone
    }
    for index in 0..<histogram.count { statistics.histogram[index] = histogram[index] }
    for index in 0..<zoneHistograms.count {
      statistics.zoneHistograms[index] = zoneHistograms[index]
    }
    for index in 0..<plane.height { statistics.rowLumaSums[index] = rowSums[index] }
    for index in 0..<plane.height { statistics.rowSampleCounts[index] = rowCounts[index] }
    statistics.timestamp = nil
    statistics.sequence = nil
  }
}
