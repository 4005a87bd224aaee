internal import Frames

/// The region of a frame as one plane of luma samples, with its zones and its mask.
///
/// Everything that does not change from frame to frame is worked out here, once a layout.
struct LumaPlane {
  /// Zone borders and mask blocks fall on multiples of this many samples, so that kernels sum
  /// eight neighbours without looking at borders and 4×4 blocks never straddle two zones.
  static let granuleWidth = 8
  static let granuleHeight = 4

  /// The region's left edge in samples of the frame; a multiple of 8.
  let originX: Int
  /// The region's top edge in samples of the frame; a multiple of 4.
  let originY: Int
  let width: Int
  let height: Int
  /// Pixels of a sample across and down: 2 of Bayer formats, else 1.
  let pixelsPerSample: Int
  /// Samples of a cell across and down.
  let cellWidth: Int
  let cellHeight: Int
  /// The zones' edges in samples of the region.
  let columnEdges: [Int]
  let rowEdges: [Int]
  /// The blocks of 8×4 samples that count, row by row; empty where all do.
  let blocks: [Bool]

  init(
    _ layout: FrameLayout, _ configuration: StatisticsConfiguration
  ) throws(StatisticsError) {
    (cellWidth, cellHeight, pixelsPerSample) = Self.cell(of: layout.format)
    let samples = (
      layout.width / pixelsPerSample / cellWidth * cellWidth,
      layout.height / pixelsPerSample / cellHeight * cellHeight
    )
    let region = configuration.region
    let (left, right) = Self.span(
      from: region.x, to: region.maxX, of: samples.0, granule: Self.granuleWidth)
    let (top, bottom) = Self.span(
      from: region.y, to: region.maxY, of: samples.1, granule: Self.granuleHeight)
    (originX, originY) = (left, top)
    (width, height) = (right - left, bottom - top)
    guard width >= Self.granuleWidth, height >= Self.granuleHeight else {
      throw .regionTooSmall(
        width: width * pixelsPerSample, height: height * pixelsPerSample,
        neededWidth: Self.granuleWidth * pixelsPerSample,
        neededHeight: Self.granuleHeight * pixelsPerSample)
    }
    columnEdges = Self.edges(width, into: configuration.grid.columns, granule: Self.granuleWidth)
    rowEdges = Self.edges(height, into: configuration.grid.rows, granule: Self.granuleHeight)
    blocks = Self.countedBlocks(
      configuration.mask, layout: layout, origin: (left, top), size: (width, height),
      pixelsPerSample: pixelsPerSample)
    if configuration.mask != nil, !blocks.contains(true) { throw .nothingLeft }
  }

  var blockColumns: Int { (width + Self.granuleWidth - 1) / Self.granuleWidth }
  var columns: Int { columnEdges.count - 1 }
  var rows: Int { rowEdges.count - 1 }
  var isMasked: Bool { !blocks.isEmpty }

  /// Whether the block that holds a sample counts.
  func counts(blockX: Int, blockY: Int) -> Bool {
    blocks.isEmpty || blocks[blockY * blockColumns + blockX]
  }

  /// The number of samples of a sample row that count.
  func countedSamples(inRow y: Int) -> Int {
    guard isMasked else { return width }
    var sum = 0
    for block in 0..<blockColumns where counts(blockX: block, blockY: y / Self.granuleHeight) {
      sum += min(Self.granuleWidth, width - block * Self.granuleWidth)
    }
    return sum
  }

  /// The number of cells of each zone that count.
  func countedCells() -> [UInt32] {
    var cells: [UInt32] = []
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = 0
        for y in rowEdges[row]..<rowEdges[row + 1] where y % cellHeight == 0 {
          let blockY = y / Self.granuleHeight
          guard isMasked else {
            sum += (columnEdges[column + 1] - columnEdges[column]) / cellWidth
            continue
          }
          for x in columnEdges[column]..<columnEdges[column + 1]
          where x % cellWidth == 0 && counts(blockX: x / Self.granuleWidth, blockY: blockY) {
            sum += 1
          }
        }
        cells.append(UInt32(sum))
      }
    }
    return cells
  }

  /// The zones' places in pixels.
  func geometry(_ layout: FrameLayout) throws(StatisticsError) -> ZoneGeometry {
    let (x, y, scale) = (originX, originY, pixelsPerSample)
    return try ZoneGeometry(
      frameWidth: layout.width, frameHeight: layout.height,
      columnEdges: columnEdges.map { (x + $0) * scale },
      rowEdges: rowEdges.map { (y + $0) * scale })
  }

  private static func cell(
    of format: PixelFormat
  ) -> (width: Int, height: Int, pixelsPerSample: Int) {
    switch format {
    case .grey, .rgb, .jpeg: (1, 1, 1)
    case .packedYUV, .semiPlanarYUV(.yuv422, _), .planarYUV(.yuv422, _): (2, 1, 1)
    case .semiPlanarYUV(.yuv420, _), .planarYUV(.yuv420, _): (2, 2, 1)
    case .bayer: (1, 1, 2)
    }
  }

  /// Rounds a normalised interval to granules; the far edge of the frame itself stays exact.
  private static func span(
    from low: Double, to high: Double, of size: Int, granule: Int
  ) -> (Int, Int) {
    func edge(_ position: Double) -> Int {
      let clamped = min(max(position, 0), 1)
      if clamped == 1 { return size }
      let rounded = Int((clamped * Double(size) / Double(granule)).rounded()) * granule
      return min(rounded, size)
    }
    return (edge(low), max(edge(low), edge(high)))
  }

  /// Divides a length evenly and rounds the inner edges to granules.
  ///
  /// With at least a granule a part, edges rise; only the last part may be smaller than a granule.
  private static func edges(_ length: Int, into parts: Int, granule: Int) -> [Int] {
    let parts = max(1, min(parts, length / granule))
    return (0...parts).map { index in
      if index == parts { return length }
      return (2 * length * index + parts * granule) / (2 * parts * granule) * granule
    }
  }

  private static func countedBlocks(
    _ mask: FrameMask?, layout: FrameLayout, origin: (x: Int, y: Int), size: (x: Int, y: Int),
    pixelsPerSample: Int
  ) -> [Bool] {
    guard let mask else { return [] }
    var blocks: [Bool] = []
    for top in stride(from: 0, to: size.y, by: granuleHeight) {
      for left in stride(from: 0, to: size.x, by: granuleWidth) {
        blocks.append(
          mask.contains(
            x: (origin.x + left) * pixelsPerSample, y: (origin.y + top) * pixelsPerSample,
            width: min(granuleWidth, size.x - left) * pixelsPerSample,
            height: min(granuleHeight, size.y - top) * pixelsPerSample,
            frameWidth: layout.width, frameHeight: layout.height))
      }
    }
    return blocks
  }
}
