public import Frames

/// Takes the statistics of frames of one layout, reading each pixel once.
///
/// Make one for a stream, then call ``extract(_:into:)`` for every frame; nothing is allocated per
/// frame. Where a frame arrives in slices, call ``begin()``, ``consume(_:rows:)`` as rows become
/// ready, and ``finish(_:into:)``: the result is the same, and only the last slice's work is left
/// to do when the frame is complete.
///
/// The rows of luma samples that every format is reduced to go through these steps: clip and colour
/// sums of the cells; sums of 4×4 and 16×16 samples; histograms and row profile; and, two rows
/// later, when the saturation of the rows around is known, the focus energies.
public struct StatisticsExtractor: ~Copyable {
  /// The layout of the frames.
  public let layout: FrameLayout
  /// What is taken of each frame.
  public let configuration: StatisticsConfiguration
  /// Where the zones lie, after rounding.
  public let geometry: ZoneGeometry
  /// What the numbers are made of.
  public let signal: SignalDescription

  let plane: LumaPlane
  let format: CellFormat
  let kernels: VectorKernels?
  var scratch: ExtractionScratch
  let zones: FixedBuffer<ZoneStatistics>
  let histogram: FixedBuffer<UInt32>
  let zoneHistograms: FixedBuffer<UInt32>
  let zoneBinOfBin: FixedBuffer<UInt8>
  let columnEdges: FixedBuffer<UInt32>
  let rowSums: FixedBuffer<UInt64>
  let countedCells: [UInt32]
  let rowCounts: [UInt32]
  let binTable: [UInt8]
  /// Samples from one histogram sample to the next.
  let steps: (x: Int, y: Int)
  var progress = Progress()

  /// How far a frame has been read.
  struct Progress {
    /// The next cell row to read.
    var nextCellRow = 0
    /// The zone rows that cell sums and fine energies are collected for.
    var cellZoneRow = 0
    var focusZoneRow = 0
    /// The zone rows that medium and coarse energies are collected for.
    var mediumZoneRow = 0
    var coarseZoneRow = 0
    /// Rows since the last flush whose differences all counted.
    var plainFocusRows = 0
    /// Whether the rows of the rings hold a saturated or an unusable sample.
    var saturatedRows = RowFlags()
    var unusableRows = RowFlags()
  }

  /// Prepares for frames of a layout; everything that is allocated is allocated here.
  ///
  /// - Parameters:
  ///   - layout: The layout of the frames.
  ///   - configuration: What is taken of each frame.
  /// - Throws: ``StatisticsError/regionTooSmall(width:height:neededWidth:neededHeight:)`` or
  ///   ``StatisticsError/nothingLeft``.
  public init(
    _ layout: FrameLayout, configuration: StatisticsConfiguration = StatisticsConfiguration()
  ) throws(StatisticsError) {
    let plane = try LumaPlane(layout, configuration)
    let signal = SignalDescription(layout)
    let geometry = try plane.geometry(layout)
    self.layout = layout
    self.configuration = configuration
    self.plane = plane
    self.signal = signal
    self.geometry = geometry
    format = CellFormat(layout, signal: signal, plane: plane)
    kernels = configuration.implementation == .fastest ? VectorKernels.best : nil
    scratch = ExtractionScratch(width: plane.width, usesWords: format.usesWords)
    let zoneCount = geometry.zoneCount
    zones = FixedBuffer(repeating: ZoneStatistics(), count: zoneCount)
    histogram = FixedBuffer(repeating: 0, count: signal.binCount)
    zoneHistograms = FixedBuffer(
      repeating: 0, count: zoneCount * FrameStatistics.zoneBinCount)
    binTable = FrameStatistics.zoneBins(for: signal)
    zoneBinOfBin = FixedBuffer(repeating: 0, count: signal.binCount)
    for bin in 0..<signal.binCount { zoneBinOfBin[bin] = binTable[bin] }
    columnEdges = FixedBuffer(repeating: 0, count: plane.columnEdges.count)
    for index in plane.columnEdges.indices { columnEdges[index] = UInt32(plane.columnEdges[index]) }
    rowSums = FixedBuffer(repeating: 0, count: plane.height)
    countedCells = plane.countedCells()
    rowCounts = (0..<plane.height).map { UInt32(plane.countedSamples(inRow: $0)) }
    let pixelSteps = configuration.decimation.pixelSteps
    steps = (
      max(1, pixelSteps.x / plane.pixelsPerSample), max(1, pixelSteps.y / plane.pixelsPerSample)
    )
    begin()
  }

  /// Makes a result of the right size, for ``extract(_:into:)`` to fill.
  ///
  /// - Returns: Empty statistics.
  public func makeStatistics() -> FrameStatistics {
    FrameStatistics(
      emptyWith: geometry, signal: signal, zoneBinOfBin: binTable, rowSampleCounts: rowCounts)
  }

  /// Takes the statistics of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame; its layout is the extractor's.
  ///   - statistics: The result, whose storage is used again.
  /// - Throws: ``StatisticsError/layoutChanged``.
  public mutating func extract(
    _ frame: borrowing FrameView, into statistics: inout FrameStatistics
  ) throws(StatisticsError) {
    begin()
    try finish(frame, into: &statistics)
  }

  /// Takes the statistics of one frame into a new value.
  ///
  /// - Parameter frame: The frame; its layout is the extractor's.
  /// - Returns: The statistics.
  /// - Throws: ``StatisticsError/layoutChanged``.
  public mutating func extract(
    _ frame: borrowing FrameView
  ) throws(StatisticsError) -> FrameStatistics {
    var statistics = makeStatistics()
    try extract(frame, into: &statistics)
    return statistics
  }

  /// Starts a frame, forgetting what was consumed of one that was not finished.
  public mutating func begin() {
    progress = Progress()
    scratch.clear()
    zones.fill(ZoneStatistics())
    histogram.fill(0)
    zoneHistograms.fill(0)
    rowSums.fill(0)
    if plane.isMasked { fillMaskRow(0) }
  }

  /// Reads the rows of a frame that have arrived.
  ///
  /// - Parameters:
  ///   - frame: The whole frame's memory, of which later rows may still be unwritten.
  ///   - rows: How many rows of pixels are ready, counted from the top; fewer than before, or a
  ///     number below 0, changes nothing.
  /// - Throws: ``StatisticsError/layoutChanged``.
  public mutating func consume(
    _ frame: borrowing FrameView, rows: Int
  ) throws(StatisticsError) {
    guard frame.layout == layout else { throw .layoutChanged }
    let ready = max(0, max(0, rows) / plane.pixelsPerSample - plane.originY)
    let cellRows = min(ready, plane.height) / plane.cellHeight
    while progress.nextCellRow < cellRows {
      let y = progress.nextCellRow * plane.cellHeight
      readCells(frame, cellRow: progress.nextCellRow)
      progress.nextCellRow += 1
      for row in y..<y + plane.cellHeight { advance(past: row) }
    }
  }

  /// Reads what is left of a frame and completes its statistics.
  ///
  /// - Parameters:
  ///   - frame: The frame, complete.
  ///   - statistics: The result, whose storage is used again.
  /// - Throws: ``StatisticsError/layoutChanged``.
  public mutating func finish(
    _ frame: borrowing FrameView, into statistics: inout FrameStatistics
  ) throws(StatisticsError) {
    try consume(frame, rows: layout.height)
    completeUsability(of: plane.height - 1)
    finishFocus()
    deliver(into: &statistics)
    begin()
  }
}
