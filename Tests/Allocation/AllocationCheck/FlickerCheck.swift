import CAllocationCounter
import Controls
import Exposure
import Frames
import Photometry
import Statistics

/// Detects flicker in many frames and counts what that allocated.
enum FlickerCheck {
  /// Runs a detector over frames of a lamp, with exposure times that come and go, so that every
  /// branch is taken.
  ///
  /// - Returns: The allocations after the first frame, which makes the tables for its rows.
  /// - Throws: What the library throws; none of it is expected.
  static func allocations() throws -> UInt64 {
    let layout = try FrameLayout(format: .grey(.bits8), width: 64, height: 48)
    let extractor = try StatisticsExtractor(layout)
    let empty = extractor.makeStatistics()
    let frames = try (0..<90).map { frame in
      let rows = (0..<48).map { row in
        let turns = Double(row) / 24 + Double(frame) / 3
        return UInt64(64 * 100 * (1 + 0.2 * Exact.sine(turns: turns)))
      }
      return try FrameStatistics(
        geometry: extractor.geometry, signal: extractor.signal, zones: empty.zones,
        histogram: empty.histogram, rowLumaSums: rows,
        rowSampleCounts: [UInt32](repeating: 64, count: rows.count),
        timestamp: Double(frame) / 30, sequence: frame)
    }
    var sum: UInt64 = 0
    for shutter in [FlickerDetector.Shutter.unknown, .rolling(readOut: 0.02), .global] {
      var detector = FlickerDetector(shutter: shutter, response: .linear)
      var before: UInt64 = 0
      for (index, statistics) in frames.enumerated() {
        if index == 1 { before = gac_allocation_count() }
        let time = index / 8 % 2 == 0 ? 0.006 : 0.008
        _ = detector.step(statistics, settings: CameraSettings(exposureTime: time))
      }
      sum += gac_allocation_count() - before
    }
    return sum
  }
}
