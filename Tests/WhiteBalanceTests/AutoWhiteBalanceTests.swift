import Controls
import Frames
import LockStates
import Photometry
import Statistics
import Testing

@testable import WhiteBalance

/// Estimator and controller together, on small frames of 16-bit linear RGB or 8-bit sRGB.
@Suite struct AutoWhiteBalanceTests {
  static let seed: UInt64 = 20_261_203

  /// A frame of 64×48 in 8×6 zones, of colours by zone.
  private final class Film {
    private var extractor: StatisticsExtractor
    private let layout: FrameLayout
    private let isLinear: Bool
    private var balance: AutoWhiteBalance
    private var sequence = -1

    init(_ setup: AutoWhiteBalance.Setup, isLinear: Bool) throws {
      layout = try FrameLayout(
        format: .rgb(.rgb, isLinear ? .bits16 : .bits8), width: 64, height: 48)
      let grid = try #require(ZoneGridSize(columns: 8, rows: 6))
      extractor = try StatisticsExtractor(
        layout, configuration: StatisticsConfiguration(grid: grid))
      self.isLinear = isLinear
      balance = AutoWhiteBalance(setup)
    }

    /// Steps with a frame; colours are 0…1, in light or as encoded.
    func step(_ zone: (Int) -> [Double]) throws -> AutoWhiteBalance.Step {
      sequence += 1
      let colours = (0..<48).map(zone)
      var bytes: [UInt8] = []
      for index in 0..<64 * 48 {
        let colour = colours[index % 64 / 8 + index / 64 / 8 * 8]
        for value in colour {
          let code = Int((min(max(value, 0), 1) * (isLinear ? 65_535 : 255)).rounded())
          bytes.append(UInt8(code & 255))
          if isLinear { bytes.append(UInt8(code >> 8)) }
        }
      }
      let statistics = try extractor.extract(FrameView(layout, bytes.span))
      return balance.step(
        statistics, response: isLinear ? .linear : .sRGB, sequence: sequence,
        time: Double(sequence) / 30)
    }

    func run(
      _ seconds: Double, _ zone: (Int) -> [Double]
    ) throws -> [AutoWhiteBalance.Step] {
      try (0..<Int(seconds * 30)).map { _ in try step(zone) }
    }
  }

  /// Reflectances of 48 surfaces: greys and mild colours of all hues, the same on every machine.
  private static let surfaces: [[Double]] = {
    var generator = Generator(seed: seed)
    return (0..<48).map { index in
      let grey = 0.08 + 0.6 * Double(generator.next() >> 11) * 0x1p-53
      guard index % 3 > 0 else { return [grey, grey, grey] }
      let turn = Double(index) / 48
      return [0.0, 1.0 / 3, 2.0 / 3].map {
        grey * (1 + 0.35 * Exact.cosine(turns: turn * 5 + $0))
      }
    }
  }()

  /// A surface under a light on the generic sensor.
  private static func lit(_ surface: [Double], _ light: ColourTemperature) -> [Double] {
    guard let grey = SensorColour.generic.grey(under: light) else { return surface }
    return [surface[0] * grey.red, surface[1], surface[2] * grey.blue]
  }

  private static func light(_ kelvin: Double) throws -> ColourTemperature {
    try #require(ColourTemperature(kelvin: kelvin, tint: 0))
  }

  private static func raw() throws -> Film {
    var setup = AutoWhiteBalance.Setup()
    setup.profile.whiteBalanceLocus = SensorColour.generic.locus.map { .init($0, origin: .user) }
    return try Film(setup, isLinear: true)
  }

  @Test(arguments: [2856.0, 6504, 9300])
  func lightIsFoundAndFollowed(_ kelvin: Double) throws {
    let film = try Self.raw()
    let (from, to) = (try Self.light(5000), try Self.light(kelvin))
    _ = try film.run(0.3) { Self.lit(Self.surfaces[$0], from) }
    let way = try film.run(1.2) { Self.lit(Self.surfaces[$0], to) }
    let truth = try #require(SensorColour.generic.gains(for: to))
    let last = try #require(way.last)
    print("loop: \(kelvin) K: \(last.decision.gains.angle(to: truth))°, seed \(Self.seed)")
    #expect(last.decision.gains.angle(to: truth) < 3)
    #expect(last.decision.state == .converged)
    // The loop adds nothing to the estimator's own error.
    let estimate = try #require(last.estimate)
    #expect(last.decision.gains.angle(to: estimate.gains) < 0.2)
  }

  /// Two lights on two halves: one light between them.
  @Test func mixedLightGivesOneBetween() throws {
    let film = try Self.raw()
    let (warm, cold) = (try Self.light(2856), try Self.light(6504))
    let last = try #require(
      try film.run(0.5) { Self.lit(Self.surfaces[$0], $0 % 8 < 4 ? warm : cold) }.last)
    let found = try #require(last.decision.light)
    print("loop: mixed: \(found.kelvin) K, confidence \(last.decision.confidence)")
    #expect(2856...6504 ~= found.kelvin)
  }

  /// A candle, and deep shade.
  @Test(arguments: [1900.0, 12_000])
  func extremeLightIsFollowed(_ kelvin: Double) throws {
    let film = try Self.raw()
    let light = try Self.light(kelvin)
    let last = try #require(try film.run(0.5) { Self.lit(Self.surfaces[$0], light) }.last)
    let truth = try #require(SensorColour.generic.gains(for: light))
    let found = last.decision.light.map { "\($0.kelvin) K" } ?? "no light"
    print(
      "loop: \(kelvin) K: \(found), \(last.decision.gains.angle(to: truth))°, confidence "
        + "\(last.decision.confidence)")
    #expect(last.decision.gains.angle(to: truth) < 5)
  }

  // MARK: Field case B46

  private static func screen() throws -> Film {
    var setup = AutoWhiteBalance.Setup()
    setup.profile.sensorMatrix = SensorColourTests.matrix.map { .init($0, origin: .user) }
    setup.configuration.start = try light(6504)
    return try Film(setup, isLinear: false)
  }

  private static let green: [Double] = [60.0 / 255, 160.0 / 255, 60.0 / 255]
  private static let grey: [Double] = [128.0 / 255, 128.0 / 255, 128.0 / 255]

  @Test func greenWithAGreyPatchStaysNeutral() throws {
    let film = try Self.screen()
    for step in try film.run(1.5, { $0 % 5 == 0 ? Self.grey : Self.green }) {
      #expect(0.9...1.1 ~= step.decision.gains.red)
      #expect(0.9...1.1 ~= step.decision.gains.blue)
    }
  }

  private static let blue: [Double] = [20.0 / 255, 40.0 / 255, 210.0 / 255]

  @Test(arguments: [green, blue])
  func aColourAllOverHolds(_ colour: [Double]) throws {
    let film = try Self.screen()
    _ = try film.run(0.3) { index in
      Self.surfaces[index].map { ResponseCurve.sRGB.encoded(fromLinear: $0) }
    }
    var last = try film.step { index in
      Self.surfaces[index].map { ResponseCurve.sRGB.encoded(fromLinear: $0) }
    }.decision.gains
    for _ in 0..<2 {
      let steps = try film.run(0.3) { _ in colour }
      let gains = try #require(steps.last).decision.gains
      print("loop: \(colour): \(gains), confidence \(steps.last?.decision.confidence ?? 0)")
      #expect((gains.red / last.red - 1).magnitude <= 0.01)
      #expect((gains.blue / last.blue - 1).magnitude <= 0.01)
      last = gains
    }
  }
}
