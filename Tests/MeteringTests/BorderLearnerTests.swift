import Frames
import Metering
import Statistics
import Testing

@Suite struct BorderLearnerTests {
  enum Shape: String, CaseIterable { case fisheye, letterbox, pillarbox, none }

  /// Whether a pixel of a 160×120 frame lies in the picture, and how far inside, in pixels.
  static func depth(_ shape: Shape, _ x: Double, _ y: Double) -> Double {
    switch shape {
    case .fisheye:
      let (dx, dy) = (x - 80, y - 60)
      return 55 - (dx * dx + dy * dy).squareRoot()
    case .letterbox: return min(y - 16, 100 - y)
    case .pillarbox: return min(x - 24, 136 - x)
    case .none: return 1000
    }
  }

  /// A frame of a moving scene with black around it, and noise on both.
  static func frame(
    _ shape: Shape, _ range: SignalRange, number: Int, level: Int = 150,
    black: (Int, Int) -> Bool = { _, _ in false }, _ generator: inout Generator
  ) throws -> FrameStatistics {
    let base = range == .limited ? 16 : 1
    return try GreyFrame(160, 120, range: range) { x, y in
      let noise = Int.random(in: -3...3, using: &generator)
      let isPicture = depth(shape, Double(x) + 0.5, Double(y) + 0.5) > 0
      if !isPicture || black(x, y) { return base + noise }
      // Stripes that move, dark and bright.
      return level + ((x + 3 * number) / 20 % 2 == 0 ? 40 : -60) * level / 150 + noise
    }.statistics()
  }

  static func learned(
    _ shape: Shape, _ range: SignalRange, frames: Int
  ) throws -> BorderLearner {
    var generator = Generator(seed: 20_261_208)
    let first = try frame(shape, range, number: 0, &generator)
    var learner = BorderLearner(geometry: first.geometry)
    for number in 0..<frames {
      learner.step(try frame(shape, range, number: number, &generator))
    }
    return learner
  }

  @Test(arguments: Shape.allCases, [SignalRange.limited, .full])
  func learnsAfterThirtyBrightFrames(_ shape: Shape, _ range: SignalRange) throws {
    let early = try Self.learned(shape, range, frames: 29)
    #expect(!early.hasLearned)
    #expect(!early.borders.contains(true))
    #expect(early.mask == nil)
    let learner = try Self.learned(shape, range, frames: 30)
    #expect(learner.hasLearned)
    let geometry = try Self.geometry()
    for zone in 0..<geometry.zoneCount {
      let place = geometry.rectangle(ofZone: zone)
      let corners = [
        (place.x, place.y), (place.maxX, place.y), (place.x, place.maxY), (place.maxX, place.maxY),
      ].map { Self.depth(shape, $0.0 * 160, $0.1 * 120) }
      // A zone that the edge cuts may be either.
      if corners.allSatisfy({ $0 < -1 }) { #expect(learner.borders[zone], "zone \(place)") }
      if corners.allSatisfy({ $0 > 1 }) { #expect(!learner.borders[zone], "zone \(place)") }
    }
    #expect((learner.mask == nil) == (shape == .none))
  }

  private static func geometry() throws -> ZoneGeometry {
    try GreyFrame(160, 120) { _, _ in 0 }.statistics().geometry
  }

  /// The learned mask leaves the picture's zones alone in the next statistics.
  @Test func theMaskFitsTheStatistics() throws {
    let learner = try Self.learned(.letterbox, .full, frames: 30)
    let mask = try #require(learner.mask)
    let frame = try GreyFrame(160, 120) { _, y in y < 16 || y >= 100 ? 0 : 100 }
    let found = try frame.statistics(StatisticsConfiguration(mask: mask))
    for zone in learner.borders.indices where learner.borders[zone] {
      #expect(found.zones[zone].cells == 0)
    }
    let meanCode = try #require(found.meanLumaCode)
    #expect(meanCode > 99)
  }

  @Test(arguments: [SignalRange.limited, .full])
  func darkScenesTeachNothing(_ range: SignalRange) throws {
    var generator = Generator(seed: 20_261_209)
    var learner = BorderLearner(geometry: try Self.geometry())
    for number in 0..<100 {
      learner.step(try Self.frame(.fisheye, range, number: number, level: 30, &generator))
    }
    #expect(learner.framesSeen == 0)
    #expect(!learner.borders.contains(true))
  }

  @Test func aCoveredLensGivesNone() throws {
    var generator = Generator(seed: 20_261_210)
    var learner = BorderLearner(geometry: try Self.geometry())
    for _ in 0..<100 {
      learner.step(
        try Self.frame(.none, .limited, number: 0, black: { _, _ in true }, &generator))
    }
    #expect(!learner.borders.contains(true))
    #expect(learner.mask == nil)
  }

  /// A dark object in the middle touches no border.
  @Test func aDarkObjectInsideIsNotBorder() throws {
    var generator = Generator(seed: 20_261_211)
    var learner = BorderLearner(geometry: try Self.geometry())
    for number in 0..<40 {
      learner.step(
        try Self.frame(
          .none, .full, number: number,
          black: { x, y in x >= 64 && x < 96 && y >= 40 && y < 80 }, &generator))
    }
    #expect(learner.hasLearned)
    #expect(!learner.borders.contains(true))
  }

  /// A black object at the edge is taken for border until it is lit; one frame is enough.
  @Test func anObjectAtTheEdgeIsFreedWhenItIsLit() throws {
    var generator = Generator(seed: 20_261_212)
    let geometry = try Self.geometry()
    var learner = BorderLearner(geometry: geometry)
    func step(_ number: Int, isLit: Bool) throws {
      learner.step(
        try Self.frame(
          .none, .full, number: number, black: { x, y in !isLit && x < 32 && y < 40 }, &generator))
    }
    for number in 0..<30 { try step(number, isLit: false) }
    let corner = geometry.zone(atX: 0.05, y: 0.05)
    #expect(learner.borders[corner])
    try step(30, isLit: true)
    #expect(!learner.borders.contains(true))
    for number in 31..<70 { try step(number, isLit: false) }
    #expect(!learner.borders.contains(true))
  }

  @Test func anObjectThatMovesIsNotBorder() throws {
    var generator = Generator(seed: 20_261_213)
    var learner = BorderLearner(geometry: try Self.geometry())
    for number in 0..<40 {
      learner.step(
        try Self.frame(
          .none, .full, number: number,
          black: { x, _ in x >= number * 4 && x < number * 4 + 40 }, &generator))
    }
    #expect(!learner.borders.contains(true))
  }

  @Test func otherStatisticsAreIgnored() throws {
    var learner = BorderLearner(geometry: try Self.geometry())
    let other = try GreyFrame(64, 48) { _, _ in 200 }.statistics()
    for _ in 0..<40 { learner.step(other) }
    #expect(learner.framesSeen == 0)
  }
}
