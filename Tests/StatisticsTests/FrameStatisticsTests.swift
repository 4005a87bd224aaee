import Frames
import Testing

@testable import Statistics

@Suite struct FrameStatisticsTests {
  static let geometry = try! ZoneGeometry(
    frameWidth: 64, frameHeight: 48, columnEdges: [0, 32, 64], rowEdges: [0, 48])
  static let signal = SignalDescription(
    channels: .none, bitDepth: 8, levels: SignalLevels(.full, bitDepth: 8)!)

  private static func make(
    zones: Int = 2, histogram: Int = 256, zoneHistograms: Int = 0, sums: Int = 0, counts: Int = 0,
    zone: ZoneStatistics = ZoneStatistics(cells: 100)
  ) throws -> FrameStatistics {
    try FrameStatistics(
      geometry: geometry, signal: signal, zones: [ZoneStatistics](repeating: zone, count: zones),
      histogram: [UInt32](repeating: 0, count: histogram),
      zoneHistograms: [UInt32](repeating: 0, count: zoneHistograms),
      rowLumaSums: [UInt64](repeating: 0, count: sums),
      rowSampleCounts: [UInt32](repeating: 0, count: counts))
  }

  @Test func hardwareMayLeaveOutWhatItDoesNotMeasure() throws {
    let made = try Self.make()
    #expect(made.zoneHistograms == [UInt32](repeating: 0, count: 32))
    #expect(made.rowLumaSums.isEmpty)
    #expect(made.timestamp == nil)
    #expect(made.total.cells == 200)
    #expect(made.percentile(0.5) == nil)
  }

  @Test func refusesCountsThatDoNotFit() {
    #expect(throws: StatisticsError.wrongCount(name: "zones", given: 3, needed: 2)) {
      try Self.make(zones: 3)
    }
    #expect(throws: StatisticsError.wrongCount(name: "histogram", given: 1024, needed: 256)) {
      try Self.make(histogram: 1024)
    }
    #expect(throws: StatisticsError.wrongCount(name: "zoneHistograms", given: 16, needed: 32)) {
      try Self.make(zoneHistograms: 16)
    }
    #expect(throws: StatisticsError.wrongCount(name: "rowSampleCounts", given: 4, needed: 5)) {
      try Self.make(sums: 5, counts: 4)
    }
  }

  @Test(arguments: [(UInt32(50), UInt32(51)), (101, 0), (0, 101), (.max, .max)])
  func refusesZonesThatContradictThemselves(_ high: UInt32, _ low: UInt32) {
    #expect(throws: StatisticsError.contradiction(zone: 0)) {
      try Self.make(zone: ZoneStatistics(cells: 100, clippedHigh: high, clippedLow: low))
    }
  }

  @Test func sentencesSayWhatAndHowMany() {
    #expect(
      StatisticsError.wrongCount(name: "zones", given: 3, needed: 2).description
        == "zones holds 3 values where 2 are needed")
    #expect(
      StatisticsError.contradiction(zone: 7).description
        == "zone 7 counts more clipped or unclipped cells than it has cells")
    #expect(
      StatisticsError.invalidGeometry.description
        == "zone edges must rise inside the frame, at most 64 columns and 48 rows")
  }

  @Test func theTotalIsTheSumOfTheZones() throws {
    var generator = Generator(seed: 20_261_204)
    let layout = try FrameLayout(format: .semiPlanarYUV(.yuv420, .cbCr), width: 90, height: 60)
    let bytes = (0..<layout.byteCounts[0]).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let fine = try statistics(layout, [bytes], StatisticsConfiguration(decimation: .every))
    let coarse = try statistics(
      layout, [bytes],
      StatisticsConfiguration(grid: ZoneGridSize(columns: 1, rows: 1)!, decimation: .every))
    #expect(fine.total == coarse.zones[0])
    #expect(fine.histogram == coarse.histogram)
    #expect(fine.rowLumaSums == coarse.rowLumaSums)
  }

  @Test func aZoneWithoutCellsIsBlack() throws {
    let made = try Self.make(zone: ZoneStatistics())
    #expect(made.meanCode(of: made.zones[0]) == 0)
    #expect(made.meanLumaCode == nil)
    #expect(made.meanChannels(of: made.zones[0]) == nil)
  }

  // MARK: Percentiles

  @Test(arguments: [1, 2, 3, 7, 100, 3072])
  func percentilesAreThoseOfTheSortedSamples(_ count: Int) throws {
    var generator = Generator(seed: 20_261_205)
    var samples = (0..<count).map { _ in Int.random(in: 0...255, using: &generator) }
    var histogram = [UInt32](repeating: 0, count: 256)
    for sample in samples { histogram[sample] += 1 }
    let made = try FrameStatistics(
      geometry: Self.geometry, signal: Self.signal,
      zones: [ZoneStatistics(), ZoneStatistics()], histogram: histogram)
    samples.sort()
    var shares = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1, -3, 7, .infinity, -.infinity]
    for _ in 0..<200 { shares.append(Double.random(in: 0...1, using: &generator)) }
    for share in shares {
      let inside = min(max(share, 0), 1)
      let rank = max(1, Int((inside * Double(count)).rounded(.up)))
      #expect(made.percentile(share) == Double(samples[rank - 1]), "share \(share)")
    }
    #expect(made.percentile(.nan) == Double(samples[0]))
  }

  @Test func percentilesRise() throws {
    let layout = try FrameLayout(format: .grey(.bits12), width: 64, height: 48)
    let bytes = (0..<layout.byteCounts[0]).map { UInt8($0 * 7 & ($0 % 2 == 0 ? 255 : 15)) }
    let found = try statistics(layout, [bytes])
    var last = -1.0
    for step in 0...100 {
      let value = try #require(found.percentile(Double(step) / 100))
      #expect(value >= last)
      last = value
    }
  }

  // MARK: Bins

  @Test(arguments: [
    (SignalDescription.ChannelModel.none, 8), (.none, 10), (.none, 12), (.none, 16), (.bayer, 8),
    (.bayer, 10), (.bayer, 14), (.bayer, 16), (.rgb, 8), (.rgb, 16),
  ])
  func binsHoldTheirCodes(_ channels: SignalDescription.ChannelModel, _ depth: Int) throws {
    let signal = SignalDescription(
      channels: channels, bitDepth: depth, levels: SignalLevels(.full, bitDepth: depth)!)
    #expect(signal.binCount == (depth > 8 ? 1024 : 256))
    let width = Double(1 << depth) / Double(signal.binCount)
    for code in stride(from: 0, to: 1 << depth, by: max(1, 1 << (depth - 10))) {
      let bin = signal.bin(ofCode: code)
      #expect((0..<signal.binCount).contains(bin))
      #expect(abs(signal.code(ofBin: bin) - Double(code)) <= width / 2 + 0.5)
    }
    #expect(signal.bin(ofCode: -5) == 0)
    #expect(signal.bin(ofCode: .max) == signal.binCount - 1)
  }

  /// The bins of zones rise and span all sixteen, and linear mid-grey is the seventh.
  @Test(arguments: [8, 10, 12, 14, 16])
  func zoneBinsRise(_ depth: Int) {
    for channels in [SignalDescription.ChannelModel.none, .bayer] {
      let signal = SignalDescription(
        channels: channels, bitDepth: depth, levels: SignalLevels(.full, bitDepth: depth)!)
      let bins = FrameStatistics.zoneBins(for: signal)
      #expect(bins.count == signal.binCount)
      #expect(bins.first == 0)
      #expect(bins.last == 15)
      #expect(zip(bins, bins.dropFirst()).allSatisfy { $0 <= $1 })
      guard depth > 8 || channels == .bayer else { continue }
      let midGrey = signal.bin(ofCode: Int(0.18 * Double((1 << depth) - 1)))
      #expect(bins[midGrey] == 6)
    }
  }
}
