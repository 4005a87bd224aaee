public import Frames
public import Statistics

/// Finds static black borders (a fisheye's surround, letterbox and pillarbox bars) over frames.
///
/// A zone is border when it was black in every frame that was bright enough to tell, and is joined
/// to the frame's edge by such zones; a zone beside the border that was never without some black is
/// cut by its edge and goes with it. A dark scene teaches nothing, and a black object that moves or
/// is lit once is not border.
public struct BorderLearner: Sendable {
  /// Bright frames that are needed before borders are believed.
  public static let framesNeeded = 30

  /// Bright frames seen so far, up to ``framesNeeded``.
  public private(set) var framesSeen = 0
  /// The zones that are border; all `false` until enough frames were seen.
  public private(set) var borders: [Bool]

  private let geometry: ZoneGeometry
  private var leastBlackShare: [Double]

  /// A frame teaches when a tenth of it at least is brighter than this share of the range.
  private static let brightLevel = 0.2
  /// Samples up to this share of the encoded range count as black, and those of the same zone bin: of
  /// 8-bit full range codes 0 to 15, of video range up to 31.
  private static let blackLevel = 0.03
  /// A border zone is black but for noise; a cut zone has some black in it at all times.
  private static let borderShare = 0.98
  private static let cutShare = 0.05

  /// Prepares to learn.
  ///
  /// - Parameter geometry: The statistics' zones.
  public init(geometry: ZoneGeometry) {
    self.geometry = geometry
    borders = [Bool](repeating: false, count: geometry.zoneCount)
    leastBlackShare = [Double](repeating: 1, count: geometry.zoneCount)
  }

  /// Whether enough bright frames were seen to know.
  public var hasLearned: Bool { framesSeen >= Self.framesNeeded }

  /// Takes a frame. Later frames can only free zones that were lit after all.
  ///
  /// - Parameter statistics: The frame's statistics; others than the geometry's are ignored.
  public mutating func step(_ statistics: FrameStatistics) {
    guard statistics.geometry == geometry, isBright(statistics) else { return }
    let signal = statistics.signal
    let range = Double(signal.levels.white - signal.levels.black)
    let code = Int(Double(signal.levels.black) + Self.blackLevel * range)
    let blackest = Int(statistics.zoneBinOfBin[signal.bin(ofCode: code)])
    var changed = false
    for zone in leastBlackShare.indices {
      let share = blackShare(zone, upTo: blackest, statistics)
      if share < leastBlackShare[zone] {
        leastBlackShare[zone] = share
        changed = true
      }
    }
    let knew = hasLearned
    framesSeen = min(framesSeen + 1, Self.framesNeeded)
    if hasLearned, changed || !knew { findBorders() }
  }

  /// The learned borders as a mask for the statistics, or `nil` where there are none.
  public var mask: FrameMask? {
    guard borders.contains(true) else { return nil }
    return FrameMask(
      excluded: borders.indices.filter { borders[$0] }.map { geometry.rectangle(ofZone: $0) })
  }

  private func isBright(_ statistics: borrowing FrameStatistics) -> Bool {
    guard let bright = statistics.percentile(0.9) else { return false }
    return statistics.signal.levels.normalised(bright) >= Self.brightLevel
  }

  private func blackShare(
    _ zone: Int, upTo last: Int, _ statistics: borrowing FrameStatistics
  ) -> Double {
    let first = zone * FrameStatistics.zoneBinCount
    var (black, all) = (0, 0)
    for bin in 0..<FrameStatistics.zoneBinCount {
      let samples = Int(statistics.zoneHistograms[first + bin])
      all += samples
      if bin <= last { black += samples }
    }
    return all == 0 ? 1 : Double(black) / Double(all)
  }

  /// Grows the border from the frame's edge inwards, then adds the zones that it cuts.
  private mutating func findBorders() {
    var found = [Bool](repeating: false, count: borders.count)
    var grew = true
    while grew {
      grew = false
      for zone in found.indices where !found[zone] && leastBlackShare[zone] >= Self.borderShare {
        if isAtEdge(zone) || neighbours(of: zone).contains(where: { found[$0] }) {
          found[zone] = true
          grew = true
        }
      }
    }
    borders = found
    for zone in found.indices where !found[zone] && leastBlackShare[zone] >= Self.cutShare {
      if neighbours(of: zone).contains(where: { found[$0] }) { borders[zone] = true }
    }
    // A frame that is border all over is a covered lens, not a border.
    if !borders.contains(false) { borders = borders.map { _ in false } }
  }

  private func isAtEdge(_ zone: Int) -> Bool {
    let (column, row) = (zone % geometry.columns, zone / geometry.columns)
    return column == 0 || row == 0 || column == geometry.columns - 1 || row == geometry.rows - 1
  }

  private func neighbours(of zone: Int) -> [Int] {
    let (column, row) = (zone % geometry.columns, zone / geometry.columns)
    var near: [Int] = []
    if column > 0 { near.append(zone - 1) }
    if column < geometry.columns - 1 { near.append(zone + 1) }
    if row > 0 { near.append(zone - geometry.columns) }
    if row < geometry.rows - 1 { near.append(zone + geometry.columns) }
    return near
  }
}
