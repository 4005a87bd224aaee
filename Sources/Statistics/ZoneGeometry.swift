public import Frames

/// The number of zones that a frame is divided into.
public struct ZoneGridSize: Hashable, Sendable {
  /// The most columns a grid may have.
  public static let greatestColumns = 64
  /// The most rows a grid may have.
  public static let greatestRows = 48
  /// 32×24 zones: fine enough for a face across the room, coarse enough to take in microseconds.
  public static let standard = ZoneGridSize(uncheckedColumns: 32, rows: 24)

  /// Zones side by side, 1…64.
  public let columns: Int
  /// Zones one above the other, 1…48.
  public let rows: Int

  /// Makes a grid size. The result is `nil` outside 1×1…64×48.
  ///
  /// - Parameters:
  ///   - columns: Zones side by side.
  ///   - rows: Zones one above the other.
  public init?(columns: Int, rows: Int) {
    guard (1...Self.greatestColumns).contains(columns), (1...Self.greatestRows).contains(rows)
    else { return nil }
    self.init(uncheckedColumns: columns, rows: rows)
  }

  private init(uncheckedColumns columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// Where the zones of a frame lie, in pixels, after rounding to what the kernels can split.
///
/// Zone borders fall on multiples of 8×4 samples (16×8 pixels of a Bayer mosaic, whose samples are
/// quads), so a grid finer than that is coarsened and a zone may be a few pixels off its even
/// share: edge *i* of *n* parts is *i* / *n* of the length, rounded to the nearest multiple, halves
/// up, and the last edge is the length itself. Odd remainders that do not fill a cell of the format (a pair, a quad) are not metered.
public struct ZoneGeometry: Hashable, Sendable {
  /// The frame's width in pixels.
  public let frameWidth: Int
  /// The frame's height in pixels.
  public let frameHeight: Int
  /// The left edge of each column in pixels and, last, the right edge of the metered region.
  public let columnEdges: [Int]
  /// The top edge of each row in pixels and, last, the bottom edge of the metered region.
  public let rowEdges: [Int]

  /// Describes a grid, e.g. that of an ISP's statistics.
  ///
  /// - Parameters:
  ///   - frameWidth: The frame's width in pixels, positive.
  ///   - frameHeight: The frame's height in pixels, positive.
  ///   - columnEdges: 2…65 rising edges inside the frame, in pixels.
  ///   - rowEdges: 2…49 rising edges inside the frame, in pixels.
  /// - Throws: ``StatisticsError/invalidGeometry``.
  public init(
    frameWidth: Int, frameHeight: Int, columnEdges: [Int], rowEdges: [Int]
  ) throws(StatisticsError) {
    let sound =
      Self.isRising(columnEdges, within: frameWidth, atMost: ZoneGridSize.greatestColumns)
      && Self.isRising(rowEdges, within: frameHeight, atMost: ZoneGridSize.greatestRows)
    guard sound else { throw .invalidGeometry }
    self.frameWidth = frameWidth
    self.frameHeight = frameHeight
    self.columnEdges = columnEdges
    self.rowEdges = rowEdges
  }

  /// Zones side by side.
  public var columns: Int { columnEdges.count - 1 }

  /// Zones one above the other.
  public var rows: Int { rowEdges.count - 1 }

  /// All zones; they are numbered row by row from the top left.
  public var zoneCount: Int { columns * rows }

  /// The place of a zone in the frame.
  ///
  /// - Parameter zone: The zone's number, less than ``zoneCount``.
  /// - Returns: Its normalised rectangle.
  public func rectangle(ofZone zone: Int) -> NormalisedRectangle {
    let (left, right) = (columnEdges[zone % columns], columnEdges[zone % columns + 1])
    let (top, bottom) = (rowEdges[zone / columns], rowEdges[zone / columns + 1])
    let (width, height) = (Double(frameWidth), Double(frameHeight))
    // Edges are integers inside the frame, so the rectangle always exists.
    return NormalisedRectangle(
      x: Double(left) / width, y: Double(top) / height, width: Double(right - left) / width,
      height: Double(bottom - top) / height) ?? .full
  }

  /// The zone that holds a point of the frame, or the nearest one.
  ///
  /// - Parameters:
  ///   - x: The normalised distance from the left edge.
  ///   - y: The normalised distance from the top edge.
  /// - Returns: The zone's number.
  public func zone(atX x: Double, y: Double) -> Int {
    let column = Self.interval(holding: x * Double(frameWidth), in: columnEdges)
    let row = Self.interval(holding: y * Double(frameHeight), in: rowEdges)
    return row * columns + column
  }

  private static func interval(holding position: Double, in edges: [Int]) -> Int {
    var index = 0
    while index < edges.count - 2, position >= Double(edges[index + 1]) { index += 1 }
    return index
  }

  private static func isRising(_ edges: [Int], within size: Int, atMost count: Int) -> Bool {
    guard (2...count + 1).contains(edges.count), edges[0] >= 0, edges[edges.count - 1] <= size
    else { return false }
    return zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }
  }
}
