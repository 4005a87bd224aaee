import Frames
import Glibc
import Testing

@testable import Statistics

@Suite struct StatisticsExtractorTests {
  static func extract(
    _ layout: FrameLayout, _ bytes: [UInt8], _ configuration: StatisticsConfiguration
  ) throws -> FrameStatistics {
    var extractor = try StatisticsExtractor(layout, configuration: configuration)
    return try extractor.extract(FrameView(layout, bytes.span))
  }

  /// The first field in which two results differ, so that a failure says where to look.
  static func difference(_ a: FrameStatistics, _ b: FrameStatistics) -> String? {
    if a.geometry != b.geometry { return "geometry" }
    for zone in a.zones.indices where a.zones[zone] != b.zones[zone] {
      return "zone \(zone): \(a.zones[zone]) and \(b.zones[zone])"
    }
    if a.histogram != b.histogram { return "histogram" }
    if a.zoneHistograms != b.zoneHistograms { return "zone histograms" }
    if a.rowLumaSums != b.rowLumaSums { return "row sums" }
    if a.rowSampleCounts != b.rowSampleCounts { return "row counts" }
    return a == b ? nil : "something else"
  }

  /// Random frames a format; `make soak` asks for many more.
  static let rounds: Int = {
    guard let text = unsafe getenv("GRAYCARD_ROUNDS"),
      let rounds = unsafe Int(String(cString: text))
    else { return 24 }
    return max(1, rounds)
  }()

  @Test(arguments: allFormats)
  func equalsItsDefinitionOnRandomFrames(_ format: PixelFormat) throws {
    let seed: UInt64 = 20_261_201
    var generator = Generator(seed: seed)
    var compared = 0
    for round in 0..<Self.rounds {
      let layout = try generator.layout(format)
      var configuration = generator.configuration()
      let bytes = generator.bytes(count: layout.byteCounts[0])
      let fastest: FrameStatistics
      do {
        fastest = try Self.extract(layout, bytes, configuration)
      } catch StatisticsError.nothingLeft, StatisticsError.regionTooSmall {
        continue
      }
      configuration.implementation = .reference
      let reference = try Self.extract(layout, bytes, configuration)
      var oracle = Oracle(layout, configuration, geometry: fastest.geometry)
      let defined = try oracle.statistics(of: bytes)
      let place = Comment("seed \(seed), round \(round), \(layout), \(configuration)")
      #expect(Self.difference(reference, defined) == nil, place)
      #expect(Self.difference(fastest, defined) == nil, place)
      compared += 1
    }
    #expect(compared >= Self.rounds / 2)
  }
}
