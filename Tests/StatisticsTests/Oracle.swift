import Frames

@testable import Statistics

/// The statistics by their definition: whole planes in arrays, one loop an output, nothing shared
/// with the extractor but the result's types. Slow and plain on purpose.
struct Oracle {
  let layout: FrameLayout
  let configuration: StatisticsConfiguration
  let geometry: ZoneGeometry
  let signal: SignalDescription
  var width = 0
  var height = 0
  var samples: [[Int]] = []
  var counted: [[Bool]] = []
  var saturated: [[Bool]] = []

  struct Cell {
    var x: Int
    var y: Int
    var lumaCodes: [Int]
    var sample: Int
    var peak: Int
    var channels: ChannelSums
  }

  /// Pixels of a luma sample.
  var scale: Int { signal.channels == .bayer ? 2 : 1 }
  var originX: Int { geometry.columnEdges[0] / scale }
  var originY: Int { geometry.rowEdges[0] / scale }

  init(_ layout: FrameLayout, _ configuration: StatisticsConfiguration, geometry: ZoneGeometry) {
    self.layout = layout
    self.configuration = configuration
    self.geometry = geometry
    signal = SignalDescription(layout)
    width = geometry.columnEdges[geometry.columns] / scale - originX
    height = geometry.rowEdges[geometry.rows] / scale - originY
  }

  mutating func statistics(of bytes: [UInt8]) throws -> FrameStatistics {
    let cells = Mosaic(layout: layout, bytes: bytes).cells(
      originX: originX, originY: originY, width: width, height: height)
    samples = [[Int]](repeating: [Int](repeating: 0, count: width), count: height)
    saturated = [[Bool]](repeating: [Bool](repeating: false, count: width), count: height)
    counted = (0..<height).map { y in (0..<width).map { counts(x: $0, y: y) } }
    var zones = [ZoneStatistics](repeating: ZoneStatistics(), count: geometry.zoneCount)
    for cell in cells { add(cell, to: &zones) }
    addLuma(to: &zones)
    addFine(to: &zones)
    addBlocks(of: 4, divisor: 1, to: &zones, energy: \.medium, points: \.mediumPoints)
    addBlocks(of: 16, divisor: 16, to: &zones, energy: \.coarse, points: \.coarsePoints)
    let (histogram, zoneHistograms) = histograms()
    return try FrameStatistics(
      geometry: geometry, signal: signal, zones: zones, histogram: histogram,
      zoneHistograms: zoneHistograms,
      rowLumaSums: (0..<height).map { y in
        (0..<width).reduce(UInt64(0)) { counted[y][$1] ? $0 + UInt64(samples[y][$1]) : $0 }
      },
      rowSampleCounts: (0..<height).map { y in UInt32(counted[y].count { $0 }) })
  }

  /// A sample counts where the mask holds all of its block of 8×4, cut at the region's edge.
  private func counts(x: Int, y: Int) -> Bool {
    guard let mask = configuration.mask else { return true }
    let (left, top) = (x / 8 * 8, y / 4 * 4)
    return mask.contains(
      x: (originX + left) * scale, y: (originY + top) * scale,
      width: (min(left + 8, width) - left) * scale, height: (min(top + 4, height) - top) * scale,
      frameWidth: layout.width, frameHeight: layout.height)
  }

  private func zone(x: Int, y: Int) -> Int {
    let column = geometry.columnEdges.lastIndex { $0 / scale - originX <= x }!
    let row = geometry.rowEdges.lastIndex { $0 / scale - originY <= y }!
    return row * geometry.columns + column
  }

  private mutating func add(_ cell: Cell, to zones: inout [ZoneStatistics]) {
    let high = cell.peak >= signal.levels.clippedHigh
    let (cellWidth, cellHeight) =
      cell.lumaCodes.count == 1 || scale == 2 ? (1, 1) : (2, cell.lumaCodes.count / 2)
    for dy in 0..<cellHeight {
      for dx in 0..<cellWidth {
        let code = scale == 2 ? cell.sample : cell.lumaCodes[dy * cellWidth + dx]
        samples[cell.y + dy][cell.x + dx] = code
        saturated[cell.y + dy][cell.x + dx] = high
      }
    }
    guard counted[cell.y][cell.x] else { return }
    let index = zone(x: cell.x, y: cell.y)
    zones[index].cells += 1
    let sum = cell.lumaCodes.reduce(0, +)
    if high {
      zones[index].clippedHigh += 1
    } else if sum <= signal.levels.clippedLow * cell.lumaCodes.count {
      zones[index].clippedLow += 1
    } else {
      zones[index].unclippedLumaSum += UInt64(scale == 2 ? cell.sample : sum)
      zones[index].channels += cell.channels
    }
  }

  private func addLuma(to zones: inout [ZoneStatistics]) {
    for y in 0..<height {
      for x in 0..<width where counted[y][x] {
        zones[zone(x: x, y: y)].lumaSum += UInt64(samples[y][x])
      }
    }
  }

  /// Whether a difference may use a sample: counted, and no saturated sample in its 3×3.
  private func usable(_ x: Int, _ y: Int) -> Bool {
    guard counted[y][x] else { return false }
    for ny in max(0, y - 1)...min(height - 1, y + 1) {
      for nx in max(0, x - 1)...min(width - 1, x + 1) where saturated[ny][nx] { return false }
    }
    return true
  }

  private func addFine(to zones: inout [ZoneStatistics]) {
    for y in 0..<height - 1 {
      for x in 0..<width - 1 where usable(x, y) && usable(x + 1, y) && usable(x, y + 1) {
        let dx = samples[y][x + 1] - samples[y][x]
        let dy = samples[y + 1][x] - samples[y][x]
        let index = zone(x: x, y: y)
        zones[index].focus.fine += UInt64(dx * dx + dy * dy)
        zones[index].focus.finePoints += 1
      }
    }
  }

  private func addBlocks(
    of size: Int, divisor: Int, to zones: inout [ZoneStatistics],
    energy: WritableKeyPath<FocusEnergy, UInt64>, points: WritableKeyPath<FocusEnergy, UInt32>
  ) {
    let (across, down) = (width / size, height / size)
    guard across > 1, down > 1 else { return }
    var sums = [[Int?]](repeating: [Int?](repeating: nil, count: across), count: down)
    for by in 0..<down {
      for bx in 0..<across {
        var sum: Int? = 0
        for y in by * size..<by * size + size {
          for x in bx * size..<bx * size + size {
            sum = usable(x, y) ? sum.map { $0 + samples[y][x] } : nil
          }
        }
        sums[by][bx] = sum.map { $0 / divisor }
      }
    }
    for by in 0..<down - 1 {
      for bx in 0..<across - 1 {
        guard let here = sums[by][bx], let right = sums[by][bx + 1], let below = sums[by + 1][bx]
        else { continue }
        let index = zone(x: bx * size, y: by * size)
        let (dx, dy) = (right - here, below - here)
        zones[index].focus[keyPath: energy] += UInt64(dx * dx + dy * dy)
        zones[index].focus[keyPath: points] += 1
      }
    }
  }

  private func histograms() -> ([UInt32], [UInt32]) {
    var frame = [UInt32](repeating: 0, count: signal.binCount)
    var zoneBins = [UInt32](repeating: 0, count: geometry.zoneCount * 16)
    let step = configuration.decimation.pixelSteps
    for y in stride(from: 0, to: height, by: max(1, step.y / scale)) {
      for x in stride(from: 0, to: width, by: max(1, step.x / scale)) where counted[y][x] {
        let bin = samples[y][x] >> signal.binShift
        frame[bin] += 1
        zoneBins[zone(x: x, y: y) * 16 + zoneBin(bin)] += 1
      }
    }
    return (frame, zoneBins)
  }

  private func zoneBin(_ bin: Int) -> Int {
    guard signal.channels == .bayer || signal.bitDepth > 8 else { return bin / 16 }
    let place = signal.levels.normalised(signal.code(ofBin: bin))
    return min(15, Int(16 * max(0, min(1, place)).squareRoot()))
  }
}
