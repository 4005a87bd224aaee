import Frames
import Metering
import Photometry
import Statistics
import Testing

@Suite struct MeterTests {
  private static func uniform(_ code: Int) throws -> FrameStatistics {
    try GreyFrame(160, 120) { _, _ in code }.statistics()
  }

  /// A frame of 16-bit linear samples, all of one code.
  private static func linear(_ code: Int) throws -> FrameStatistics {
    let layout = try FrameLayout(format: .grey(.bits16), width: 160, height: 120)
    let bytes = (0..<layout.byteCounts[0]).map { UInt8($0 % 2 == 0 ? code & 255 : code >> 8) }
    var extractor = try StatisticsExtractor(layout)
    return try extractor.extract(FrameView(layout, bytes.span))
  }

  static let meanPatterns = allPatterns.filter { $0.name != "highlight-weighted" }

  @Test(arguments: meanPatterns)
  func midGreyIsZero(_ row: (name: String, pattern: MeteringPattern)) throws {
    let found = try metered(Self.linear(Int(0.18 * 65_535)), row.pattern, response: .linear)
    #expect(abs(found.exposureValue.stops) < 1e-4)
    #expect(found.contrast == 0)
  }

  @Test(arguments: allPatterns)
  func doublingTheLightIsAStop(_ row: (name: String, pattern: MeteringPattern)) throws {
    // The highlights come from bins of 64 codes, whose middles double only nearly.
    let tolerance = row.name == "highlight-weighted" ? 0.01 : 1e-9
    for code in [4096, 8000, 20_000] {
      let once = try metered(Self.linear(code), row.pattern, response: .linear)
      let twice = try metered(Self.linear(2 * code), row.pattern, response: .linear)
      let stops = twice.exposureValue.stops - once.exposureValue.stops
      #expect(abs(stops - 1) < tolerance)
    }
  }

  @Test(arguments: allPatterns)
  func anotherCurveMetersAsANewMeter(_ row: (name: String, pattern: MeteringPattern)) throws {
    let statistics = try GreyFrame(160, 120) { x, y in (x + y) % 256 }.statistics()
    func meter(_ response: ResponseCurve) -> Meter {
      Meter(
        geometry: statistics.geometry, signal: statistics.signal,
        configuration: MeteringConfiguration(pattern: row.pattern, response: response))
    }
    var (changed, new) = (meter(.sRGB), meter(.bt709))
    let before = try changed.meter(statistics)
    changed.setResponse(.bt709)
    let (after, wanted) = (try changed.meter(statistics), try new.meter(statistics))
    #expect(changed.configuration.response == .bt709)
    #expect(after == wanted)
    #expect(after != before)
  }

  @Test(arguments: allPatterns)
  func blackIsFinite(_ row: (name: String, pattern: MeteringPattern)) throws {
    let found = try metered(Self.uniform(0), row.pattern)
    #expect(found.linear == 0)
    #expect(found.exposureValue.stops.isFinite)
    #expect(abs(found.clippedLowShare - 1) < 1e-12)
    #expect(found.clippedHighShare == 0)
    #expect(found.zoneWeights.allSatisfy { $0.isFinite })
  }

  @Test(arguments: allPatterns)
  func whiteIsOne(_ row: (name: String, pattern: MeteringPattern)) throws {
    let found = try metered(Self.uniform(255), row.pattern)
    let expected = row.name == "highlight-weighted" ? 0.25 : 1
    #expect(abs(found.linear - expected) < 1e-12)
    #expect(abs(found.clippedHighShare - 1) < 1e-12)
  }

  @Test(arguments: allPatterns)
  func risesWithBrightness(_ row: (name: String, pattern: MeteringPattern)) throws {
    for curve in [ResponseCurve.sRGB, .bt709, gamma22, .linear] {
      var last = -Double.infinity
      for code in stride(from: 0, through: 255, by: 3) {
        let statistics = try GreyFrame(32, 24) { _, _ in code }.statistics()
        let found = try metered(statistics, row.pattern, response: curve)
        #expect(found.exposureValue.stops >= last, "code \(code)")
        last = found.exposureValue.stops
      }
    }
  }

  /// The same of a scene with a bright and a dark part, made brighter by a third of a stop a step.
  @Test(arguments: allPatterns)
  func risesWithTheScenesLight(_ row: (name: String, pattern: MeteringPattern)) throws {
    var last = -Double.infinity
    for step in 0..<24 {
      let gain = Exp2.thirds(step)
      let frame = try GreyFrame(160, 120, encodedBy: gamma22) { u, v in
        gain * (v < 0.4 ? 0.02 : u < 0.3 ? 0.0005 : 0.002 + 0.002 * u)
      }
      let found = try metered(frame.statistics(), row.pattern, response: gamma22)
      // The brightest hundredth is white before the rest of the scene is.
      if row.name == "highlight-weighted", found.linear == 0.25 {
        #expect(found.exposureValue.stops >= last, "step \(step)")
      } else {
        #expect(found.exposureValue.stops > last, "step \(step)")
      }
      last = found.exposureValue.stops
    }
  }

  enum Exp2 {
    /// 2^(n/3).
    static func thirds(_ n: Int) -> Double {
      let third = 1.2599210498948732
      return (0..<n).reduce(1.0) { product, _ in product * third }
    }
  }

  @Test(arguments: allPatterns)
  func weightsSumToOne(_ row: (name: String, pattern: MeteringPattern)) throws {
    var generator = Generator(seed: 20_261_207)
    let frame = try GreyFrame(161, 119) { x, _ in
      x < 50 ? 20 : Int.random(in: 0...255, using: &generator)
    }
    let found = try metered(frame.statistics(), row.pattern)
    #expect(abs(found.zoneWeights.reduce(0, +) - 1) < 1e-9)
    #expect(found.zoneWeights.allSatisfy { $0 >= 0 })
  }

  /// A bright half that is masked or excluded is as if it weren't there.
  @Test(arguments: allPatterns)
  func whatIsLeftOutCarriesNoWeight(_ row: (name: String, pattern: MeteringPattern)) throws {
    let frame = try GreyFrame(160, 120) { x, _ in x < 80 ? 60 : 230 }
    let expected = try metered(Self.uniform(60), row.pattern).linear
    let tolerance = row.name == "highlight-weighted" ? 0.01 : 1e-9

    let mask = FrameMask.pillarbox(left: 0, right: 0.5)
    let masked = try frame.statistics(StatisticsConfiguration(mask: mask))
    let found = try metered(masked, row.pattern)
    #expect(abs(found.linear - expected) < tolerance)
    for zone in masked.zones.indices where masked.zones[zone].cells == 0 {
      #expect(found.zoneWeights[zone] == 0)
    }

    let whole = try frame.statistics()
    let right = (0..<whole.geometry.zoneCount).map { whole.geometry.rectangle(ofZone: $0).x >= 0.5 }
    let excluded = try metered(whole, row.pattern, excluding: right)
    #expect(abs(excluded.linear - expected) < tolerance)
    for zone in right.indices where right[zone] { #expect(excluded.zoneWeights[zone] == 0) }
    #expect(abs(excluded.zoneWeights.reduce(0, +) - 1) < 1e-9)
    // A list of another length is no list of these zones.
    let ignored = try metered(whole, row.pattern, excluding: [true])
    #expect(try ignored == metered(whole, row.pattern))
  }

  @Test func everythingExcludedCountsEverything() throws {
    let statistics = try Self.uniform(100)
    let all = [Bool](repeating: true, count: statistics.geometry.zoneCount)
    let found = try metered(statistics, .matrix, excluding: all)
    let average = try metered(statistics, .average)
    #expect(abs(found.linear - average.linear) < 1e-12)
  }

  /// Where clipping lies decides whether it counts.
  @Test func clippedSharesAreWeighted() throws {
    let frame = try GreyFrame(160, 120) { x, y in x < 40 ? 255 : y >= 90 ? 0 : 100 }
    let statistics = try frame.statistics()
    let whole = try metered(statistics, .average)
    #expect(abs(whole.clippedHighShare - 0.25) < 1e-9)
    #expect(abs(whole.clippedLowShare - 0.75 * 0.25) < 1e-9)
    let spot = try metered(statistics, .spot(.centre))
    #expect(spot.clippedHighShare == 0)
    #expect(spot.clippedLowShare == 0)
  }

  @Test func contrastIsTheSpanOfThePercentiles() throws {
    let frame = try GreyFrame(160, 120) { x, _ in x < 80 ? 16 : 64 }
    #expect(try metered(frame.statistics(), response: .linear).contrast == 2)
  }

  @Test func refusesOtherStatistics() throws {
    let (one, other) = (try Self.uniform(9), try GreyFrame(64, 48) { _, _ in 9 }.statistics())
    var meter = Meter(
      geometry: one.geometry, signal: one.signal,
      configuration: MeteringConfiguration(response: .sRGB))
    #expect(throws: MeteringError.statisticsChanged) { try meter.meter(other) }
    #expect(throws: MeteringError.statisticsChanged) { try meter.meter(Self.linear(9)) }
    #expect(
      MeteringError.statisticsChanged.description
        == "the statistics differ in zones or signal from the meter's; make a meter for each layout"
    )
  }

  /// A meter remembers nothing of the frames before.
  @Test(arguments: allPatterns)
  func framesAreMeteredAlone(_ row: (name: String, pattern: MeteringPattern)) throws {
    let frame = try GreyFrame(160, 120) { x, y in (x * 3 + y * 5) % 256 }.statistics()
    var meter = Meter(
      geometry: frame.geometry, signal: frame.signal,
      configuration: MeteringConfiguration(pattern: row.pattern, response: .sRGB))
    let first = try meter.meter(frame)
    var result = try meter.meter(Self.uniform(250))
    try meter.meter(frame, into: &result)
    #expect(result == first)
  }

  @Test(arguments: [
    ("GREY", ResponseCurve.sRGB), ("Y10 ", .linear), ("YUYV", .bt709), ("NV12", .bt709),
    ("RGB3", .sRGB), ("RGB6", .linear), ("RGGB", .linear), ("pBAA", .linear),
  ])
  func formatsHaveTheirUsualCurve(_ name: String, _ curve: ResponseCurve) throws {
    let format = FourCC(name)!.meaning!.format
    let layout = try FrameLayout(format: format, width: 16, height: 8)
    #expect(MeteringConfiguration.defaultResponse(for: layout) == curve)
    let full = try FrameLayout(format: format, width: 16, height: 8, range: .full)
    #expect(
      MeteringConfiguration.defaultResponse(for: full) == (format.isYUV ? .sRGB : curve))
  }
}
