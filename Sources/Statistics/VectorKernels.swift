internal import CStatistics
internal import Frames

/// The C kernels that this processor can run, behind the same steps as ``ReferenceKernels``.
///
/// Addresses are taken of an extractor's own buffers, whose sizes follow from the plane, and of the
/// rows of a frame view, which are checked; the kernels read no further than `plane.width` samples.
@safe
struct VectorKernels: @unchecked Sendable {
  private let table: gcs_kernels

  /// The fastest kernels that this processor runs, or `nil` where it has none.
  static let best: VectorKernels? = {
    guard let kernels = unsafe gcs_best_kernels() else { return nil }
    return unsafe VectorKernels(table: kernels.pointee)
  }()

  /// Reads one row of cells, if there is a kernel for the format.
  ///
  /// - Returns: Whether a cell of the row is clipped high; `nil` where there is no kernel.
  func readCells(
    _ frame: borrowing FrameView, y: Int, extractor: borrowing StatisticsExtractor
  ) -> Bool? {
    let format = extractor.format
    switch format.pixelFormat {
    case .grey(.bits8):
      return unsafe readBytes(frame, y: y, bytesPerSample: 1, extractor) { cells, row, target in
        unsafe table.grey8(
          row, target.mask, target.count, &cells, target.luma, target.saturated, target.groups)
      }
    case .packedYUV(let order):
      return unsafe readBytes(frame, y: y, bytesPerSample: 2, extractor) { cells, row, target in
        cells.luma_first = order == .yuyv || order == .yvyu ? 1 : 0
        let cbFirst = order == .yuyv || order == .uyvy
        let (cb, cr) = (Int16(format.chroma.cbToBlue), Int16(format.chroma.crToRed))
        let (cbG, crG) = (Int16(format.chroma.cbToGreen), Int16(format.chroma.crToGreen))
        cells.own_terms = cbFirst ? (cb, cr) : (cr, cb)
        cells.green_terms = cbFirst ? (cbG, crG) : (crG, cbG)
        return unsafe table.pairs(
          row, target.mask, target.count, &cells, target.luma, target.saturated, target.groups)
      }
    case .bayer(_, .bits8):
      return readQuads(frame, y: y, bytesPerSample: 1, extractor)
    case .bayer(_, .bits10), .bayer(_, .bits12), .bayer(_, .bits14), .bayer(_, .bits16):
      return readQuads(frame, y: y, bytesPerSample: 2, extractor)
    case .grey, .bayer, .rgb, .semiPlanarYUV, .planarYUV, .jpeg:
      return nil
    }
  }

  /// Σ of the counted samples of a row; sums of 4×4 samples grow by the row's share.
  func sumRow(_ y: Int, extractor: borrowing StatisticsExtractor) -> UInt64 {
    let place = extractor.scratch.row(y)
    let blocks = unsafe extractor.scratch.blockSums.base + extractor.scratch.blockRow(y >> 2)
    let count = extractor.plane.width
    if extractor.format.usesWords {
      return unsafe table.sum16(
        extractor.scratch.luma16.base + place, mask(y, extractor), count, blocks)
    }
    return unsafe table.sum8(
      extractor.scratch.luma8.base + place, mask(y, extractor), count, blocks)
  }

  /// Counts every nth sample of a row into the frame's and the zones' histograms.
  func countRow(_ y: Int, zoneRow: Int, extractor: borrowing StatisticsExtractor) {
    let columns = extractor.plane.columns
    let firstBin = zoneRow * columns * FrameStatistics.zoneBinCount
    var histogram = unsafe gcs_histogram(
      frame: extractor.histogram.base, zones: extractor.zoneHistograms.base + firstBin,
      zone_bin: extractor.zoneBinOfBin.base, edges: extractor.columnEdges.base,
      columns: UInt32(columns), step: UInt32(extractor.steps.x),
      shift: UInt32(extractor.signal.binShift))
    let place = extractor.scratch.row(y)
    if extractor.format.usesWords {
      unsafe table.count16(
        extractor.scratch.luma16.base + place, mask(y, extractor), &histogram)
    } else {
      unsafe table.count8(extractor.scratch.luma8.base + place, mask(y, extractor), &histogram)
    }
  }

  /// Marks samples that are saturated, have a saturated neighbour, or are masked.
  func markUnusable(
    _ rows: (above: Int?, here: Int, below: Int?), mask: Int?, into target: Int,
    scratch: borrowing ExtractionScratch
  ) {
    let saturated = unsafe scratch.saturated.base
    let maskRows = unsafe scratch.maskRows.base
    var flags = unsafe gcs_flags(
      above: rows.above.map { unsafe UnsafePointer(saturated + $0) },
      here: saturated + rows.here,
      below: rows.below.map { unsafe UnsafePointer(saturated + $0) },
      mask: mask.map { unsafe UnsafePointer(maskRows + $0) })
    unsafe table.mark(&flags, scratch.width, scratch.unusable.base + target)
  }

  /// Adds (dx² + dy²) of a row of samples to its groups, and counts the points where not all count.
  func differentiate(_ y: Int, allCount: Bool, extractor: borrowing StatisticsExtractor) {
    let (here, below) = (extractor.scratch.row(y), extractor.scratch.row(y + 1))
    let unusable = unsafe extractor.scratch.unusable.base
    let flagsHere = unsafe extractor.progress.unusableRows[y] ? unusable + here : nil
    let flagsBelow = unsafe extractor.progress.unusableRows[y + 1] ? unusable + below : nil
    let energy = unsafe extractor.scratch.fineEnergy.base
    let points = unsafe extractor.scratch.finePoints.base
    let count = extractor.plane.width
    if extractor.format.usesWords {
      let luma = unsafe extractor.scratch.luma16.base
      unsafe table.differ16(
        luma + here, luma + below, flagsHere, flagsBelow, count, energy, points)
    } else {
      let luma = unsafe extractor.scratch.luma8.base
      unsafe table.differ8(
        luma + here, luma + below, flagsHere, flagsBelow, count, energy, points)
    }
  }

  /// Adds (dx² + dy²) of each block of a row to its place.
  func differ(
    _ band: StatisticsExtractor.BlockBand, above: Int, below: Int, count: Int,
    scratch: borrowing ExtractionScratch
  ) {
    switch band {
    case .medium:
      let sums = unsafe scratch.blockSums.base
      let unusable = unsafe scratch.blockUnusable.base
      unsafe table.blocks(
        sums + above, sums + below, unusable + above, unusable + below, count, 0,
        scratch.mediumEnergy.base, scratch.mediumPoints.base)
    case .coarse:
      let sums = unsafe scratch.coarseSums.base
      let unusable = unsafe scratch.coarseUnusable.base
      unsafe table.blocks(
        sums + above, sums + below, unusable + above, unusable + below, count, 4,
        scratch.coarseEnergy.base, scratch.coarsePoints.base)
    }
  }

  /// Where the cells of a row go.
  @unsafe
  private struct Target {
    let mask: UnsafePointer<UInt8>?
    let count: Int
    let luma: UnsafeMutablePointer<UInt8>
    let words: UnsafeMutablePointer<UInt16>
    let saturated: UnsafeMutablePointer<UInt8>
    let groups: UnsafeMutablePointer<UInt64>
  }

  private func target(_ y: Int, _ extractor: borrowing StatisticsExtractor) -> Target {
    let place = extractor.scratch.row(y)
    return unsafe Target(
      mask: mask(y, extractor), count: extractor.plane.width,
      luma: extractor.scratch.luma8.base + place, words: extractor.scratch.luma16.base + place,
      saturated: extractor.scratch.saturated.base + place,
      groups: extractor.scratch.groupSums.base)
  }

  private func mask(
    _ y: Int, _ extractor: borrowing StatisticsExtractor
  ) -> UnsafePointer<UInt8>? {
    guard extractor.plane.isMasked else { return nil }
    return unsafe UnsafePointer(extractor.scratch.maskRows.base + extractor.scratch.maskRow(y))
  }

  private func cells(_ format: CellFormat) -> gcs_cells {
    var cells = gcs_cells()
    cells.high = Int32(format.high)
    cells.low_sum = Int32(format.lowSum)
    let depth = format.pixelFormat.bitDepth
    cells.greatest = Int32((1 << depth) - 1)
    cells.word_shift = format.alignment == .high ? Int32(16 - depth) : 0
    cells.quad_shift = Int32(format.quadShift)
    return cells
  }

  private func readBytes(
    _ frame: borrowing FrameView, y: Int, bytesPerSample: Int,
    _ extractor: borrowing StatisticsExtractor,
    _ kernel: (inout gcs_cells, UnsafePointer<UInt8>, Target) -> Int32
  ) -> Bool {
    let format = extractor.format
    let first = format.originX * bytesPerSample
    let row = frame.row(format.originY + y).extracting(
      first..<first + format.width * bytesPerSample)
    var cells = cells(format)
    let target = unsafe target(y, extractor)
    return unsafe row.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe kernel(&cells, base, target) != 0
    }
  }

  private func readQuads(
    _ frame: borrowing FrameView, y: Int, bytesPerSample: Int,
    _ extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let first = format.originX * bytesPerSample
    let range = first..<first + format.width * 2 * bytesPerSample
    let upper = frame.row(format.originY + 2 * y).extracting(range)
    let lower = frame.row(format.originY + 2 * y + 1).extracting(range)
    var cells = cells(format)
    let target = unsafe target(y, extractor)
    return unsafe upper.withUnsafeBufferPointer { upper in
      unsafe lower.withUnsafeBufferPointer { lower in
        guard let above = upper.baseAddress, let below = lower.baseAddress else { return false }
        if bytesPerSample == 1 {
          return unsafe table.quads8(
            above, below, target.mask, target.count, &cells, target.words, target.saturated,
            target.groups) != 0
        }
        return unsafe table.quads16(
          above, below, target.mask, target.count, &cells, target.words, target.saturated,
          target.groups) != 0
      }
    }
  }
}
