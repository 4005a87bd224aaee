/// What an extractor keeps while it goes through a frame: a few rows and the sums of a zone row.
///
/// Sample rows live in rings of four: differences of row y need rows y and y + 1 and the
/// saturation of rows y − 1 to y + 2, and a 4:2:0 cell brings two rows at once.
struct ExtractionScratch: ~Copyable {
  /// Bytes before and behind each flag row, so that a kernel may look at neighbours.
  static let margin = 16
  static let ringRows = 4

  let width: Int
  let groups: Int
  let blocksAcross: Int
  let coarseAcross: Int
  /// Luma samples as bytes, where they fit.
  let luma8: FixedBuffer<UInt8>
  /// Luma samples as words, of Bayer and deep formats.
  let luma16: FixedBuffer<UInt16>
  /// 0xFF at saturated samples.
  let saturated: FixedBuffer<UInt8>
  /// 0xFF at samples that no difference may use: saturated, next to saturated, or masked.
  let unusable: FixedBuffer<UInt8>
  /// 0xFF at samples that count, one row for each parity of the block row.
  let maskRows: FixedBuffer<UInt8>
  /// A group of eight samples in six sums: clipped low << 32 | high, unclipped luma, four channels.
  let groupSums: FixedBuffer<UInt64>
  /// Fine focus energy and its points, a group each.
  let fineEnergy: FixedBuffer<UInt64>
  let finePoints: FixedBuffer<UInt32>
  /// Sums of 4×4 samples, and whether one of them is unusable.
  let blockSums: FixedBuffer<UInt32>
  let blockUnusable: FixedBuffer<UInt8>
  let mediumEnergy: FixedBuffer<UInt64>
  let mediumPoints: FixedBuffer<UInt32>
  /// Sums of 16×16 samples, and whether one of them is unusable.
  let coarseSums: FixedBuffer<UInt32>
  let coarseUnusable: FixedBuffer<UInt8>
  let coarseEnergy: FixedBuffer<UInt64>
  let coarsePoints: FixedBuffer<UInt32>

  /// Sums in a group.
  static let sumsPerGroup = 6

  init(width: Int, usesWords: Bool) {
    self.width = width
    groups = (width + 7) / 8
    blocksAcross = (width + 3) / 4
    coarseAcross = (width + 15) / 16
    let padded = width + 2 * Self.margin
    luma8 = FixedBuffer(repeating: 0, count: usesWords ? 0 : padded * Self.ringRows)
    luma16 = FixedBuffer(repeating: 0, count: usesWords ? padded * Self.ringRows : 0)
    saturated = FixedBuffer(repeating: 0, count: padded * Self.ringRows)
    unusable = FixedBuffer(repeating: 0, count: padded * Self.ringRows)
    maskRows = FixedBuffer(repeating: 0xFF, count: padded * 2)
    groupSums = FixedBuffer(repeating: 0, count: groups * Self.sumsPerGroup)
    fineEnergy = FixedBuffer(repeating: 0, count: groups)
    finePoints = FixedBuffer(repeating: 0, count: groups)
    blockSums = FixedBuffer(repeating: 0, count: blocksAcross * Self.ringRows)
    blockUnusable = FixedBuffer(repeating: 0, count: blocksAcross * Self.ringRows)
    mediumEnergy = FixedBuffer(repeating: 0, count: blocksAcross)
    mediumPoints = FixedBuffer(repeating: 0, count: blocksAcross)
    coarseSums = FixedBuffer(repeating: 0, count: coarseAcross * Self.ringRows)
    coarseUnusable = FixedBuffer(repeating: 0, count: coarseAcross * Self.ringRows)
    coarseEnergy = FixedBuffer(repeating: 0, count: coarseAcross)
    coarsePoints = FixedBuffer(repeating: 0, count: coarseAcross)
  }

  /// Where a sample row begins in a ring of rows.
  func row(_ y: Int) -> Int { (y & 3) * (width + 2 * Self.margin) + Self.margin }

  /// Where the mask row of a sample row begins.
  func maskRow(_ y: Int) -> Int { (y >> 2 & 1) * (width + 2 * Self.margin) + Self.margin }

  /// Where a row of 4×4 blocks begins.
  func blockRow(_ k: Int) -> Int { (k & 3) * blocksAcross }

  /// Where a row of 16×16 blocks begins.
  func coarseRow(_ m: Int) -> Int { (m & 3) * coarseAcross }

  /// Forgets the frame before.
  func clear() {
    saturated.fill(0)
    unusable.fill(0)
    groupSums.fill(0)
    fineEnergy.fill(0)
    finePoints.fill(0)
    blockSums.fill(0)
    blockUnusable.fill(0)
    mediumEnergy.fill(0)
    mediumPoints.fill(0)
    coarseSums.fill(0)
    coarseUnusable.fill(0)
    coarseEnergy.fill(0)
    coarsePoints.fill(0)
  }
}
