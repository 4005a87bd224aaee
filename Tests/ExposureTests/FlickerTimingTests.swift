import Controls
import Exposure
import Frames
import Photometry
import SimulatedCamera
import Statistics
import Testing

@Suite("Flicker detector, timestamps")
struct FlickerTimingTests {
  private static let lamps: [(frequency: Double?, verdict: FlickerVerdict)] = [
    (nil, .none), (100, .mains50), (120, .mains60),
  ]

  @Test(
    "noise of a millisecond, lost frames, both, numbered or not",
    arguments: [15, 25, 29.97, 30, 60],
    lamps)
  func noiseAndGaps(rate: Double, lamp: (frequency: Double?, verdict: FlickerVerdict)) throws {
    for (noise, isLossy, hasNumbers) in [
      (0.001, false, true), (0.001, false, false), (0, true, true), (0, true, false),
      (0.001, true, true), (0.001, true, false),
    ] {
      var setup = LampBench.Setup()
      setup.rate = rate
      setup.shutter = .rolling(readOut: min(0.6 / rate, 0.02))
      setup.flicker = lamp.frequency.map { Flicker(frequency: $0, depth: 0.3, phase: 0.4) }
      setup.timestampNoise = noise
      setup.lost = isLossy ? [2, 5, 6, 9, 13, 14, 17, 20, 25, 26, 27, 28, 31] : []
      setup.hasNumbers = hasNumbers
      var bench = try LampBench(setup)
      let (finding, frames) = try bench.run(atMost: 70)
      #expect(finding.verdict == lamp.verdict, "noise \(noise), \(isLossy), \(hasNumbers)")
      #expect(frames <= (lamp.frequency == nil ? 50 : 30), "\(frames)")
    }
  }

  @Test("a clock that is set, stands or is not there does no harm")
  func clocks() throws {
    for clock in [
      { (frame: Int) -> Double? in frame < 10 ? Double(frame) / 30 : Double(frame) / 30 - 1e6 },
      { (frame: Int) -> Double? in 5 },
      { (frame: Int) -> Double? in nil },
      { (frame: Int) -> Double? in frame % 3 == 0 ? .nan : .infinity },
      { (frame: Int) -> Double? in Double(frame) * 1e300 },
      { (frame: Int) -> Double? in -Double(frame) / 30 },
      { (frame: Int) -> Double? in Double(frame) * 2 },
      { (frame: Int) -> Double? in Double(frame) * 1e-12 },
    ] {
      var detector = FlickerDetector(response: .linear)
      var verdicts: Set<FlickerVerdict> = []
      for frame in 0..<60 {
        let statistics = try Self.statistics(frame, timestamp: clock(frame))
        let finding = detector.step(statistics, settings: CameraSettings(exposureTime: 0.006))
        verdicts.insert(finding.verdict)
        #expect(finding.probe.map { $0 > 0 && $0 < 1 } ?? true)
      }
      #expect(verdicts.isDisjoint(with: [.mains50, .mains60]))
    }
  }

  @Test("frames of unknown settings, of no light and of other sizes tell nothing and do no harm")
  func uselessFrames() throws {
    var detector = FlickerDetector(response: .linear)
    for frame in 0..<200 {
      let rows = [0, 1, 15, 16, 17, 64, 3000][frame % 7]
      let statistics = try Self.statistics(
        frame, timestamp: Double(frame) / 30, rows: rows, code: frame % 5 == 0 ? 0 : 255)
      let time = frame % 2 == 0 ? 1e-30 : 1e30
      let settings = frame % 3 == 0 ? nil : CameraSettings(exposureTime: time, analogueGain: 1e30)
      #expect(detector.step(statistics, settings: settings).verdict == .undetermined)
    }
  }

  @Test("the same frames give the same findings, and a copy goes on alike")
  func repeatable() throws {
    var setup = LampBench.Setup()
    setup.flicker = Flicker(frequency: 120, depth: 0.3)
    var first = try LampBench(setup)
    var second = try LampBench(setup)
    for _ in 0..<30 { #expect(try first.step() == second.step()) }
  }

  /// Rows of a lamp-like ripple of 100 Hz, by formula.
  private static func statistics(
    _ frame: Int, timestamp: Double?, rows: Int = 48, code: UInt64 = 100
  ) throws -> FrameStatistics {
    let layout = try FrameLayout(format: .grey(.bits8), width: 16, height: 48)
    let extractor = try StatisticsExtractor(layout)
    let empty = extractor.makeStatistics()
    return try FrameStatistics(
      geometry: extractor.geometry, signal: extractor.signal, zones: empty.zones,
      histogram: empty.histogram,
      rowLumaSums: (0..<rows).map { row in 16 * code + UInt64((row * 5 + frame * 16) % 48) },
      rowSampleCounts: [UInt32](repeating: 16, count: rows), timestamp: timestamp, sequence: frame)
  }
}
