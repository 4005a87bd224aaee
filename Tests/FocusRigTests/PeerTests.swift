import Frames
import Statistics
import Testing

@testable import FocusRig

/// Searches on a curve of one hill, where all must do what they are known for.
@Suite struct PeerTests {
  /// A lens whose medium energies are given; everything else is a flat grey.
  static func lens(_ energies: [Double], start: Int) -> ReplayLens {
    ReplayLens(count: energies.count, window: .full, start: start) { position in
      let geometry = try ZoneGeometry(
        frameWidth: 64, frameHeight: 48, columnEdges: [0, 64], rowEdges: [0, 48])
      let focus = FocusEnergy(medium: UInt64(energies[position] * 256_000), mediumPoints: 1_000)
      let zone = ZoneStatistics(
        cells: 3_072, lumaSum: 3_072 * 100, unclippedLumaSum: 3_072 * 100, focus: focus)
      let levels = SignalLevels(
        range: .full(bitDepth: 8), bitDepth: 8)
      return try FrameStatistics(
        geometry: geometry, signal: SignalDescription(channels: .none, bitDepth: 8, levels: levels),
        zones: [zone], histogram: Array(repeating: 0, count: 256), zoneHistograms: [],
        rowLumaSums: [], rowSampleCounts: [])
    }
  }
}
