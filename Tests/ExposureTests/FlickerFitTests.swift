import Controls
import Frames
import Photometry
import Statistics
import Testing

@testable import Exposure

@Suite("Flicker fit")
struct FlickerFitTests {
  private static func statistics(_ rows: [Double]) throws -> FrameStatistics {
    let layout = try FrameLayout(format: .grey(.bits16), width: 16, height: 64)
    let extractor = try StatisticsExtractor(layout)
    let empty = extractor.makeStatistics()
    return try FrameStatistics(
      geometry: extractor.geometry, signal: extractor.signal, zones: empty.zones,
      histogram: empty.histogram, rowLumaSums: rows.map { UInt64($0 * 65_535 * 16) },
      rowSampleCounts: [UInt32](repeating: 16, count: rows.count))
  }

  /// A small ripple of some cycles over the rows, at a phase in turns.
  private static func rows(_ cycles: Double, phase: Double, count: Int = 64) -> [Double] {
    (0..<count).map { row in
      let turns = cycles * (Double(row) + 0.5) / Double(count) + phase
      return 0.3 * (1 + 0.02 * Exact.cosine(turns: turns))
    }
  }

  @Test("rows give a wave's amplitude in stops and its phase", arguments: [0.5, 1.5, 3, 8])
  func waves(cycles: Double) throws {
    var bands = RowBands()
    let wave = try #require(RowBands.waves.firstIndex(of: cycles))
    for phase in [0, 0.1, 0.25, 0.6] {
      let statistics = try Self.statistics(Self.rows(cycles, phase: phase))
      let isUsable = bands.measure(statistics, response: .linear, isReadUpwards: false)
      #expect(isUsable)
      // 0.02 in stops, less what the pedestal of 1/16 takes: 0.02 · log2 e / (1 + 1/16).
      let expected = 0.02 * 1.442_695 / 1.0625
      #expect(abs(bands.real[wave] - expected * Exact.cosine(turns: phase)) < 0.001)
      #expect(abs(bands.imaginary[wave] - expected * Exact.sine(turns: phase)) < 0.001)
    }
  }

  @Test("read upwards, the wave runs the other way; few rows, darkness and white have no waves")
  func directions() throws {
    let wave = try #require(RowBands.waves.firstIndex(of: 2))
    func measured(_ rows: [Double], upwards: Bool = false) throws -> RowBands? {
      var bands = RowBands()
      let statistics = try Self.statistics(rows)
      return bands.measure(statistics, response: .linear, isReadUpwards: upwards) ? bands : nil
    }
    let rows = Self.rows(2, phase: 0.1)
    let downwards = try #require(try measured(rows))
    let upwards = try #require(try measured(rows.reversed(), upwards: true))
    #expect(downwards.imaginary[wave] > 0.01)
    #expect(abs(downwards.imaginary[wave] - upwards.imaginary[wave]) < 1e-12)
    #expect(try measured(rows.reversed())?.imaginary[wave] ?? 0 < -0.01)
    #expect(try measured(Self.rows(2, phase: 0.1, count: 32))?.waveCount == RowBands.waves.count)
    #expect(try measured(Self.rows(2, phase: 0.1, count: 16))?.waveCount == 9)
    #expect(try measured(Self.rows(2, phase: 0.1, count: 15)) == nil)
    for level in [0, 0.001, 0.97, 1] {
      #expect(try measured([Double](repeating: level, count: 64)) == nil)
    }
  }

  @Test("what an exposure leaves of a ripple: all, two thirds, nothing, and then upside down")
  func depth() {
    #expect(FlickerFit.depth(0) == 1)
    #expect(abs(FlickerFit.depth(0.5) - 0.636_620) < 1e-6)
    #expect(abs(FlickerFit.depth(1)) < 1e-15)
    #expect(abs(FlickerFit.depth(1.5) + 0.212_207) < 1e-6)
    #expect(abs(FlickerFit.depth(3)) < 1e-15)
  }

  /// Frames of a wave that turns so many times a second, at times that may be uneven.
  private static func history(
    turning: Double, frequency: Double?, times: [Double], exposures: [Double]
  ) throws -> FlickerHistory {
    var history = FlickerHistory()
    var bands = RowBands()
    for (time, exposure) in zip(times, exposures) {
      let depth = frequency.map { FlickerFit.depth($0 * exposure) } ?? 1
      let lag = frequency.map { $0 * exposure / 2 } ?? 0
      let rows = (0..<64).map { row in
        let turns = 2 * (Double(row) + 0.5) / 64 + turning * time - lag
        return 0.3 * (1 + 0.02 * depth * Exact.cosine(turns: turns))
      }
      let isUsable = bands.measure(
        try statistics(rows), response: .linear, isReadUpwards: false)
      #expect(isUsable)
      history.add(
        bands, timestamp: time, elapsed: nil,
        settings: CameraSettings(exposureTime: exposure, analogueGain: 0.01 / exposure))
    }
    return history
  }

  @Test("uneven times tell 100 from 120 Hz where even ones could not")
  func unevenTimes() throws {
    // 20 frames/s: five and six periods. Off by a millisecond or two, neither stands still.
    let times = (0..<24).map { frame in
      let late = Double(frame * 7 % 5) * 0.001
      return Double(frame) / 20 + late
    }
    let history = try Self.history(
      turning: 120, frequency: 120, times: times,
      exposures: [Double](repeating: 0.003, count: 24))
    var weighing = FlickerWeighing()
    let fifty = weighing.rows(history, .hertz50, readOut: nil)
    let sixty = weighing.rows(history, .hertz60, readOut: nil)
    #expect(sixty.fit.share > 0.99)
    #expect(sixty.bits - fifty.bits > FlickerEvidence.neededLead)
    #expect(RowBands.waves[sixty.fit.wave] == 2)
    #expect(abs(sixty.fit.amplitude - 0.0272) < 0.001)
  }

  @Test("even times leave what stands still to the exposure")
  func evenTimes() throws {
    let times = (0..<20).map { Double($0) / 20 }
    var weighing = FlickerWeighing()
    var history = try Self.history(
      turning: 120, frequency: 120, times: times,
      exposures: [Double](repeating: 0.006, count: 20))
    var sixty = weighing.rows(history, .hertz60, readOut: nil)
    #expect(sixty.isStanding)
    #expect(sixty.visible < 0.01)
    #expect(!sixty.isCandidate && !sixty.isExcluded)
    // Two exposure times would fit 100 Hz as well, which stands still too; three do not.
    let exposures = (0..<20).map { [0.002, 1.0 / 120, 0.005, 1.0 / 120][$0 / 5] }
    history = try Self.history(
      turning: 120, frequency: 120, times: times, exposures: exposures)
    sixty = weighing.rows(history, .hertz60, readOut: nil)
    let fifty = weighing.rows(history, .hertz50, readOut: nil)
    #expect(sixty.isConfirmed)
    #expect(sixty.bits - fifty.bits > FlickerEvidence.neededLead)
  }

  @Test("stripes at a lamp's speed fit until the exposure changes")
  func stripes() throws {
    let times = (0..<24).map { Double($0) / 30 }
    var weighing = FlickerWeighing()
    for isLamp in [true, false] {
      let history = try Self.history(
        turning: 100, frequency: isLamp ? 100 : nil, times: times,
        exposures: (0..<24).map { $0 < 16 ? 0.006 : 0.01 })
      let fifty = weighing.rows(history, .hertz50, readOut: nil)
      #expect(fifty.isConfirmed == isLamp)
      #expect(fifty.isMotion == !isLamp)
    }
  }

  @Test("the slow part is constant, time and total exposure, and nothing else")
  func slowPart() throws {
    let times = (0..<16).map { Double($0) / 30 }
    let history = try Self.history(
      turning: 100, frequency: 100, times: times,
      exposures: [Double](repeating: 0.004, count: 16))
    var slow = SlowPart()
    slow.prepare(history, frames: 16)
    var series = times.map { 3 - 5 * $0 }
    func energy(_ series: [Double]) -> Double {
      var sum = 0.0
      for value in series { sum += value * value }
      return sum
    }
    #expect(abs(slow.energy(of: series) - energy(series)) < 1e-9)
    slow.remove(from: &series)
    #expect(series.allSatisfy { abs($0) < 1e-12 })
    var alternating = (0..<16).map { $0 % 2 == 0 ? 1.0 : -1 }
    slow.remove(from: &alternating)
    #expect(energy(alternating) > 15)
  }
}
