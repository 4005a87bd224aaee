// The focus bands. They run behind the other steps: whether a difference counts depends on the
// saturation of the rows below.
extension StatisticsExtractor {
  /// Decides which samples of a row no difference may use, once the row below is known.
  mutating func completeUsability(of y: Int) {
    let saturated = progress.saturatedRows
    let above = y > 0 && saturated[y - 1]
    let below = y + 1 < plane.height && saturated[y + 1]
    let any = plane.isMasked || above || saturated[y] || below
    progress.unusableRows[y] = any
    if any {
      let rows = (
        y > 0 ? scratch.row(y - 1) : nil, scratch.row(y),
        y + 1 < plane.height ? scratch.row(y + 1) : nil
      )
      let mask = plane.isMasked ? scratch.maskRow(y) : nil
      if let kernels {
        kernels.markUnusable(rows, mask: mask, into: scratch.row(y), scratch: scratch)
      } else {
        ReferenceKernels.markUnusable(rows, mask: mask, into: scratch.row(y), scratch: scratch)
      }
      foldIntoBlocks(y)
    }
    if y & 3 == 3 { completeBlockRow(y >> 2) }
  }

  /// The fine band's differences from a row to the next.
  mutating func differentiate(_ y: Int) {
    if plane.rowEdges[progress.focusZoneRow + 1] == y { flushFocus() }
    let plain = !progress.unusableRows[y] && !progress.unusableRows[y + 1]
    if plain { progress.plainFocusRows += 1 }
    if let kernels {
      kernels.differentiate(y, allCount: plain, extractor: self)
    } else {
      ReferenceKernels.differentiate(y, allCount: plain, extractor: self)
    }
  }

  /// What is left when the last row has been read.
  mutating func finishFocus() {
    if plane.height >= 2 { differentiate(plane.height - 2) }
    flushFocus()
    flushMedium(nextZoneRow: 0)
    flushCoarse(nextZoneRow: 0)
  }

  private func foldIntoBlocks(_ y: Int) {
    let row = scratch.row(y)
    let start = scratch.blockRow(y >> 2)
    for x in 0..<plane.width where scratch.unusable[row + x] != 0 {
      scratch.blockUnusable[start + x >> 2] = 0xFF
    }
  }

  /// Closes a row of 4×4 blocks: medium differences from the row above, sums for the coarse band.
  private mutating func completeBlockRow(_ k: Int) {
    // Blocks that the right edge cuts are smaller than the others and never compared with them.
    let whole = plane.width / 4
    let row = scratch.blockRow(k)
    if k >= 1 {
      let zoneRow = zoneRow(ofFocusRow: (k - 1) * 4)
      if zoneRow != progress.mediumZoneRow { flushMedium(nextZoneRow: zoneRow) }
      differ(.medium, above: scratch.blockRow(k - 1), below: row, count: whole)
    }
    let coarse = scratch.coarseRow(k >> 2)
    for block in 0..<plane.width / 16 * 4 {
      scratch.coarseSums.add(scratch.blockSums[row + block], at: coarse + block >> 2)
      let unusable = scratch.blockUnusable[row + block]
      if unusable != 0 { scratch.coarseUnusable[coarse + block >> 2] = unusable }
    }
    if k & 3 == 3 { completeCoarseRow(k >> 2) }
    // The slot two rows on held row k − 2, which is done with.
    let next = scratch.blockRow(k + 2)
    scratch.blockSums.fill(0, next..<next + scratch.blocksAcross)
    scratch.blockUnusable.fill(0, next..<next + scratch.blocksAcross)
  }

  private mutating func completeCoarseRow(_ m: Int) {
    if m >= 1 {
      let zoneRow = zoneRow(ofFocusRow: (m - 1) * 16)
      if zoneRow != progress.coarseZoneRow { flushCoarse(nextZoneRow: zoneRow) }
      differ(
        .coarse, above: scratch.coarseRow(m - 1), below: scratch.coarseRow(m),
        count: plane.width / 16)
    }
    let next = scratch.coarseRow(m + 1)
    scratch.coarseSums.fill(0, next..<next + scratch.coarseAcross)
    scratch.coarseUnusable.fill(0, next..<next + scratch.coarseAcross)
  }

  /// The bands whose differences are of block sums.
  enum BlockBand {
    case medium
    case coarse
  }

  private func differ(_ band: BlockBand, above: Int, below: Int, count: Int) {
    if let kernels {
      kernels.differ(band, above: above, below: below, count: count, scratch: scratch)
    } else {
      ReferenceKernels.differ(band, above: above, below: below, count: count, scratch: scratch)
    }
  }

  private mutating func flushFocus() {
    let first = progress.focusZoneRow * plane.columns
    for column in 0..<plane.columns {
      let (left, right) = (plane.columnEdges[column], plane.columnEdges[column + 1])
      var focus = zones[first + column].focus
      for group in left / 8..<(right + 7) / 8 {
        focus.fine &+= scratch.fineEnergy[group]
        focus.finePoints &+= scratch.finePoints[group]
      }
      // The frame's last column has no neighbour on its right.
      let perRow = min(right, plane.width - 1) - left
      focus.finePoints &+= UInt32(progress.plainFocusRows * perRow)
      zones[first + column].focus = focus
    }
    scratch.fineEnergy.fill(0)
    scratch.finePoints.fill(0)
    progress.plainFocusRows = 0
    progress.focusZoneRow = min(progress.focusZoneRow + 1, plane.rows - 1)
  }

  private mutating func flushMedium(nextZoneRow: Int) {
    let first = progress.mediumZoneRow * plane.columns
    for column in 0..<plane.columns {
      var zone = zones[first + column]
      for block in plane.columnEdges[column] / 4..<plane.columnEdges[column + 1] / 4 {
        zone.focus.medium &+= scratch.mediumEnergy[block]
        zone.focus.mediumPoints &+= scratch.mediumPoints[block]
      }
      zones[first + column] = zone
    }
    scratch.mediumEnergy.fill(0)
    scratch.mediumPoints.fill(0)
    progress.mediumZoneRow = nextZoneRow
  }

  private mutating func flushCoarse(nextZoneRow: Int) {
    let first = progress.coarseZoneRow * plane.columns
    var column = 0
    for block in 0..<plane.width / 16 {
      while plane.columnEdges[column + 1] <= block * 16 { column += 1 }
      var zone = zones[first + column]
      zone.focus.coarse &+= scratch.coarseEnergy[block]
      zone.focus.coarsePoints &+= scratch.coarsePoints[block]
      zones[first + column] = zone
    }
    scratch.coarseEnergy.fill(0)
    scratch.coarsePoints.fill(0)
    progress.coarseZoneRow = nextZoneRow
  }

  private func zoneRow(ofFocusRow y: Int) -> Int {
    var row = 0
    while plane.rowEdges[row + 1] <= y { row += 1 }
    return row
  }
}
