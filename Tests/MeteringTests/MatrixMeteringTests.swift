import Frames
import Metering
import Photometry
import Statistics
import Testing

/// Matrix metering keeps the subject where windows and skies are in view (field case B30).
@Suite struct MatrixMeteringTests {
  /// The scene's own light; 16 times of it is still below white.
  static let subject = 0.04

  /// What a scene is metered at, in stops relative to its own light metered alone.
  private static func shift(
    by pattern: MeteringPattern = .matrix, _ factor: (Double, Double) -> Double
  ) throws -> Double {
    let scene = try GreyFrame(160, 120, encodedBy: gamma22) { subject * factor($0, $1) }
    let alone = try GreyFrame(160, 120, encodedBy: gamma22) { _, _ in subject }
    let (with, without) = (
      try metered(scene.statistics(), pattern, response: gamma22),
      try metered(alone.statistics(), pattern, response: gamma22)
    )
    return with.exposureValue.stops - without.exposureValue.stops
  }

  @Test(arguments: [10, 40, 100, 118, 200, 255])
  func uniformScenesGiveTheAverage(_ code: Int) throws {
    let statistics = try GreyFrame(160, 120) { _, _ in code }.statistics()
    let (matrix, average) = (try metered(statistics), try metered(statistics, .average))
    #expect(abs(matrix.linear - average.linear) < 1e-12)
  }

  /// 12 % of the area, four stops up, wherever it is.
  @Test func aWindowDoesNotChangeTheRest() throws {
    var (worst, average) = (0.0, 0.0)
    for left in [0.0, 0.1, 0.3, 0.5, 0.6] {
      for top in [0.0, 0.2, 0.35, 0.5, 0.7] {
        func window(_ u: Double, _ v: Double) -> Double {
          u >= left && u < left + 0.4 && v >= top && v < top + 0.3 ? 16 : 1
        }
        worst = max(worst, abs(try Self.shift(window)))
        if left == 0.3, top == 0.35 { average = try Self.shift(by: .average, window) }
      }
    }
    print(
      "matrix: a window shifts by \(worst) EV at the most; in the middle, the average by \(average) EV"
    )
    #expect(worst < 0.35)
    #expect(average > 1)
  }

  /// A sky of a share of the height, eight times as bright, with an edge or a fade of a width.
  private static func sky(_ share: Double, fade: Double) -> (Double, Double) -> Double {
    { _, v in
      guard fade > 0 else { return v < share ? 8 : 1 }
      let place = min(max((v - share) / fade + 0.5, 0), 1)
      return 8 - 7 * place
    }
  }

  @Test(arguments: [0, 0.05, 0.1])
  func theSkyDoesNotChangeTheLand(_ fade: Double) throws {
    let shift = try Self.shift(Self.sky(0.55, fade: fade))
    print("matrix: a sky of 55 %, fade \(fade), shifts by \(shift) EV")
    #expect(abs(shift) < 0.35)
    #expect(try Self.shift(by: .average, Self.sky(0.55, fade: fade)) > 2)
  }

  /// Ten percent more or less of sky is no more than a third of a stop.
  @Test(arguments: [0, 0.05, 0.1])
  func movingTheSkyChangesLittle(_ fade: Double) throws {
    var shifts: [Double] = []
    for share in stride(from: 0.45, through: 0.651, by: 0.01) {
      shifts.append(try Self.shift(Self.sky(share, fade: fade)))
    }
    let middle = shifts[10]
    let worst = shifts.map { abs($0 - middle) }.max()!
    print("matrix: moving the sky by a tenth, fade \(fade), changes by \(worst) EV at the most")
    #expect(worst <= 0.3)
  }

  /// The subject in the lower centre comes out between 90 and 140 of 255 when the metered value is
  /// put at mid-grey.
  @Test(arguments: [("window", 0.12), ("sky", 0.55)])
  func theSubjectIsPlacedInTheMiddle(_ name: String, _ share: Double) throws {
    let shift = try Self.shift { u, v in
      name == "sky" ? (v < share ? 8 : 1) : u > 0.5 && u < 0.9 && v > 0.1 && v < 0.4 ? 16 : 1
    }
    // The subject's light when the metered mean is exposed to 18 %.
    var light = 0.18
    let (steps, factor) = (Int((abs(shift) * 100).rounded()), 1.0069555500567189)  // 2^(1/100)
    for _ in 0..<steps { light = shift > 0 ? light / factor : light * factor }
    let code = gamma22.encoded(fromLinear: light) * 255
    #expect((90.0...140).contains(code))
  }

  /// A black part of the picture doesn't drive the exposure up either.
  @Test func shadowsFade() throws {
    let shift = try Self.shift { u, _ in u < 0.3 ? 1.0 / 64 : 1 }
    #expect(abs(shift) < 0.35)
  }

  /// The lower middle is preferred.
  @Test func theLowerMiddleWeighsMost() throws {
    let statistics = try GreyFrame(160, 120) { _, _ in 100 }.statistics()
    let found = try metered(statistics)
    let heaviest = found.zoneWeights.indices.max {
      found.zoneWeights[$0] < found.zoneWeights[$1]
    }!
    let place = statistics.geometry.rectangle(ofZone: heaviest)
    #expect(abs(place.x + place.width / 2 - 0.5) < 0.06)
    #expect(abs(place.y + place.height / 2 - 0.6) < 0.06)
  }
}
