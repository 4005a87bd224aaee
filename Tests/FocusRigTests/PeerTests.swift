import Frames
import Statistics
import Testing

@testable import FocusRig

/// Searches on curves whose answers are known.
@Suite struct PeerTests {
  /// A lens whose middle bands are given; the mean is 100.
  static func lens(_ energies: [Double], start: Int) -> ReplayLens {
    ReplayLens(count: energies.count, window: .full, start: start) { position in
      let focus = FocusEnergy(medium: UInt64(energies[position] * 256_000), mediumPoints: 1_000)
      let zone = ZoneStatistics(
        cells: 3_072, lumaSum: 307_200, unclippedLumaSum: 307_200, focus: focus)
      return try FrameStatistics(
        geometry: ZoneGeometry(
          frameWidth: 64, frameHeight: 48, columnEdges: [0, 64], rowEdges: [0, 48]),
        signal: SignalDescription(
          FrameLayout(format: .grey(.bits8), width: 64, height: 48, range: .full)),
        zones: [zone], histogram: Array(repeating: 0, count: 256))
    }
  }

  /// A hill over so many positions.
  static func hill(_ count: Int, top: Int, width: Double = 5) -> [Double] {
    (0..<count).map { position in
      let off = Double(position - top) / width
      return 10 + 1_000 / (1 + off * off)
    }
  }

  static let all: [any FocusSubject] = [
    FullSweep(), GoldenSection(), CoarseToFine(), HillClimb(.single), HillClimb(.adaptive),
  ]

  static func run(_ subject: some FocusSubject, _ lens: ReplayLens) throws -> FocusRun {
    var subject = subject
    return try FocusRun(&subject, lens)
  }

  @Test func everySearchFindsTheTopOfOneHill() throws {
    for count in [2, 3, 10, 17, 28, 41] {
      for (top, start) in [(0, count - 1), (count / 2, 0), (count - 1, count / 3)] {
        for subject in Self.all {
          let run = try Self.run(subject, Self.lens(Self.hill(count, top: top), start: start))
          #expect(run.end == top, "\(subject.name), \(count) positions, from \(start)")
          #expect(run.stops.first == start)
          #expect(run.stops.last == run.end)
        }
      }
    }
  }

  /// The counts that are measured elsewhere for stacks of these lengths.
  @Test func goldenSectionLooksAtAsManyAsFibonacciHas() throws {
    for (count, looks) in [(10, 5), (17, 6), (28, 7)] {
      for top in 0..<count {
        let lens = Self.lens(Self.hill(count, top: top), start: 0)
        #expect(try Self.run(GoldenSection(), lens).frames <= looks)
      }
      let lens = Self.lens(Self.hill(count, top: count / 2), start: 0)
      #expect(try Self.run(GoldenSection(), lens).frames == looks)
    }
  }

  @Test func aFullSweepLooksEverywhereOnce() throws {
    let run = try Self.run(FullSweep(), Self.lens(Self.hill(28, top: 14), start: 20))
    #expect(run.frames == 28)
    #expect(run.stops == [20] + (0..<28).reversed() + [14])
    #expect(run.travel == 7 + 27 + 14)
  }

  @Test func searchesWithASenseOfContrastRefuseAFlatCurve() throws {
    let flat = [Double](repeating: 500, count: 28)
    #expect(try Self.run(FullSweep(), Self.lens(flat, start: 9)).verdict == .noContrast)
    #expect(try Self.run(CoarseToFine(), Self.lens(flat, start: 9)).verdict == .noContrast)
  }

  @Test func aStepwiseClimbStopsAtTheFirstHill() throws {
    var curve = Self.hill(28, top: 20)
    curve[5] += 100
    #expect(try Self.run(HillClimb(.single), Self.lens(curve, start: 2)).end == 5)
    #expect(try Self.run(FullSweep(), Self.lens(curve, start: 2)).end == 20)
  }

  /// Up by fours, back from the first fall below three quarters, and three fine steps about the top.
  @Test func coarseToFineGoesItsWay() throws {
    let run = try Self.run(CoarseToFine(), Self.lens(Self.hill(41, top: 21, width: 4), start: 12))
    #expect(run.stops == [12, 16, 20, 24, 22, 21, 20, 21])
    #expect(run.verdict == .sharp)
    #expect(run.frames == 5 * 8)
  }
}
