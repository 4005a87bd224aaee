import Frames
import Recordings
import Statistics
import Testing

// Each test compares one kind of number of every frame, so that a failure names file and quantity.

@Suite struct ExpectedFileTests {
  @Test func isReadable() throws {
    let expected = try Expected.file.get()
    #expect(expected.frames.count >= 34)
    #expect(expected.tools["numpy"] != nil)
  }

  @Test func refusesWhatNoCameraSends() throws {
    for name in try Expected.file.get().refused {
      #expect(throws: SourceError.self, "\(name)") {
        var source = try FrameSource(paths: [Expected.framesFolder + name])
        _ = try source.next()
      }
    }
  }
}

@Suite struct StatisticsRegressionTests {
  @Test(arguments: FrameCase.all)
  func layout(_ frameCase: FrameCase) throws {
    let (expected, measured) = (frameCase.expected, try frameCase.measured())
    let layout = measured.frame.layout
    let code = try #require(FourCC(layout.format)).description
    #expect(code == expected.format.padded)
    #expect((layout.width, layout.height) == (expected.width, expected.height))
    let levels = layout.levels
    let codes = [levels.black, levels.white, levels.clippedLow, levels.clippedHigh]
    #expect(codes == expected.levels)
    #expect(measured.every.geometry.columnEdges == expected.columnEdges)
    #expect(measured.every.geometry.rowEdges == expected.rowEdges)
  }

  @Test(arguments: FrameCase.all)
  func lumaMean(_ frameCase: FrameCase) throws {
    let mean = try #require(try frameCase.measured().every.meanLumaCode)
    let tolerance = frameCase.tolerance(exact: 1e-9, lossy: Lossy.meanCode)
    #expect(abs(mean - frameCase.expected.lumaMean) <= tolerance)
  }

  @Test(arguments: FrameCase.all)
  func percentiles(_ frameCase: FrameCase) throws {
    for (decimation, expected) in frameCase.expected.histograms {
      let statistics = try frameCase.measured().taken(decimation)
      for (share, code) in zip([0.01, 0.05, 0.5, 0.95, 0.99], expected.percentiles) {
        let measured = try #require(statistics.percentile(share))
        let tolerance = frameCase.tolerance(exact: 0, lossy: Lossy.percentileCode)
        #expect(abs(measured - code) <= tolerance, "\(share) of \(decimation)")
      }
    }
  }

  @Test(arguments: FrameCase.all)
  func clippedCells(_ frameCase: FrameCase) throws {
    let total = try frameCase.measured().every.total
    let expected = frameCase.expected.totals
    #expect(UInt64(total.cells) == expected["cells"])
    let tolerance = frameCase.tolerance(exact: 0, lossy: Lossy.clippedShare * Double(total.cells))
    for (name, count) in [("clippedHigh", total.clippedHigh), ("clippedLow", total.clippedLow)] {
      let wanted = Double(try #require(expected[name]))
      #expect(abs(Double(count) - wanted) <= tolerance, "\(name)")
    }
  }

  @Test(arguments: FrameCase.all)
  func lumaAndChannelSums(_ frameCase: FrameCase) throws {
    let total = try frameCase.measured().every.total
    let expected = frameCase.expected.totals
    let sums = [
      ("lumaSum", total.lumaSum), ("unclippedLumaSum", total.unclippedLumaSum),
      ("channel1", total.channels.first), ("channel2", total.channels.second),
      ("channel3", total.channels.third), ("channel4", total.channels.fourth),
    ]
    for (name, sum) in sums {
      let wanted = try #require(expected[name])
      if frameCase.expected.isLossless {
        #expect(sum == wanted, "\(name)")
      } else {
        // What differs in which cells are clipped must not count twice: means are compared.
        let cells = name == "lumaSum" ? UInt64(total.cells) : UInt64(total.unclipped)
        let wantedCells = try frameCase.expected.cells(unclipped: name != "lumaSum")
        let difference = Double(sum) / Double(cells) - Double(wanted) / Double(wantedCells)
        #expect(abs(difference) <= Lossy.channelCode, "\(name)")
      }
    }
  }

  @Test(arguments: FrameCase.all)
  func focusEnergies(_ frameCase: FrameCase) throws {
    let focus = try frameCase.measured().every.total.focus
    let expected = frameCase.expected.totals
    let numbers = [
      ("fine", focus.fine), ("medium", focus.medium), ("coarse", focus.coarse),
      ("finePoints", UInt64(focus.finePoints)), ("mediumPoints", UInt64(focus.mediumPoints)),
      ("coarsePoints", UInt64(focus.coarsePoints)),
    ]
    for (name, number) in numbers {
      let wanted = try #require(expected[name])
      let tolerance = frameCase.tolerance(exact: 0, lossy: Lossy.focusShare * Double(wanted))
      #expect(abs(Double(number) - Double(wanted)) <= tolerance, "\(name)")
    }
  }

  @Test(arguments: FrameCase.all)
  func rowSums(_ frameCase: FrameCase) throws {
    let statistics = try frameCase.measured().every
    let expected = frameCase.expected.rows
    for row in expected.some {
      let difference =
        Double(statistics.rowLumaSums[Int(row[0])]) / Double(expected.samples)
        - Double(row[1]) / Double(expected.samples)
      let tolerance = frameCase.tolerance(exact: 0, lossy: Lossy.rowMeanCode)
      #expect(abs(difference) <= tolerance, "row \(row[0])")
    }
    #expect(statistics.rowSampleCounts.allSatisfy { $0 == expected.samples })
    if let wanted = expected.checksum { #expect(checksum(statistics.rowLumaSums) == wanted) }
  }

  @Test(arguments: FrameCase.all)
  func histograms(_ frameCase: FrameCase) throws {
    for (decimation, expected) in frameCase.expected.histograms {
      let statistics = try frameCase.measured().taken(decimation)
      #expect(statistics.histogramSampleCount == expected.samples, "\(decimation)")
      let width = statistics.histogram.count / 16
      for (index, wanted) in expected.sixteenths.enumerated() {
        let counts = statistics.histogram[index * width..<(index + 1) * width]
        let sum = counts.reduce(0) { $0 + Int($1) }
        let tolerance = frameCase.tolerance(
          exact: 0, lossy: Lossy.sixteenthShare * Double(expected.samples))
        let difference = abs(Double(sum - wanted))
        #expect(difference <= tolerance, "sixteenth \(index) of \(decimation)")
      }
      for bin in expected.fullest ?? [] {
        #expect(Int(statistics.histogram[bin[0]]) == bin[1], "bin \(bin[0]) of \(decimation)")
      }
      if let wanted = expected.checksum {
        #expect(checksum(statistics.histogram) == wanted, "\(decimation)")
      }
      if let wanted = expected.zonesChecksum {
        #expect(checksum(statistics.zoneHistograms) == wanted, "zones, \(decimation)")
      }
    }
  }

  @Test(arguments: FrameCase.all.filter { $0.expected.isLossless })
  func zoneTables(_ frameCase: FrameCase) throws {
    let zones = try frameCase.measured().every.zones
    let expected = try #require(frameCase.expected.zoneChecksums)
    #expect(expected.count == Self.columns.count)
    for (name, column) in Self.columns {
      #expect(checksum(zones.map(column)) == expected[name], "\(name)")
    }
  }

  @Test(arguments: FrameCase.all)
  func filterOrder(_ frameCase: FrameCase) throws {
    let statistics = try frameCase.measured().every
    let isMosaic = statistics.signal.channels == .bayer
    #expect(statistics.cfaOrderVerdict == (isMosaic ? .plausible : .undetermined))
  }

  private static let columns: [(String, @Sendable (ZoneStatistics) -> UInt64)] = [
    ("cells", { UInt64($0.cells) }),
    ("clippedHigh", { UInt64($0.clippedHigh) }),
    ("clippedLow", { UInt64($0.clippedLow) }),
    ("lumaSum", { $0.lumaSum }),
    ("unclippedLumaSum", { $0.unclippedLumaSum }),
    ("channel1", { $0.channels.first }),
    ("channel2", { $0.channels.second }),
    ("channel3", { $0.channels.third }),
    ("channel4", { $0.channels.fourth }),
    ("fine", { $0.focus.fine }),
    ("medium", { $0.focus.medium }),
    ("coarse", { $0.focus.coarse }),
    ("finePoints", { UInt64($0.focus.finePoints) }),
    ("mediumPoints", { UInt64($0.focus.mediumPoints) }),
    ("coarsePoints", { UInt64($0.focus.coarsePoints) }),
  ]
}

extension ExpectedFrame {
  func cells(unclipped: Bool) throws -> UInt64 {
    let cells = try #require(totals["cells"])
    guard unclipped else { return cells }
    return try cells - #require(totals["clippedHigh"]) - #require(totals["clippedLow"])
  }
}

extension String {
  /// V4L2's names have four characters, with blanks behind short ones.
  fileprivate var padded: String {
    self + String(repeating: " ", count: max(0, 4 - count))
  }
}
