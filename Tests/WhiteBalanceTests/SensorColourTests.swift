import Controls
import Testing

@testable import WhiteBalance

@Suite struct SensorColourTests {
  /// A ColorMatrix as DNG files have it: that of the sRGB primaries, so that D65 is grey.
  static let matrix = SensorMatrix([
    3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570,
  ])
  static let wideMatrix = SensorMatrix([
    0.7560, -0.2452, -0.0825, -0.4220, 1.2301, 0.2161, -0.0726, 0.1903, 0.5786,
  ])

  @Test(arguments: [2000.0, 2856, 3500, 4000, 4321, 5000, 6504, 8000, 12_000, 25_000])
  func gainsAndLightAreEachOthersInverse(_ kelvin: Double) throws {
    let wide = try #require(Self.wideMatrix.flatMap { SensorColour($0) })
    for sensor in [SensorColour.generic, wide] {
      for tint in [-0.02, 0, 0.004, 0.02] {
        let light = try #require(ColourTemperature(kelvin: kelvin, tint: tint))
        let gains = try #require(sensor.gains(for: light))
        let back = try #require(sensor.light(of: gains))
        #expect(abs(back.kelvin - kelvin) < 1e-5)
        #expect(abs(back.tint - tint) < 1e-11)
      }
    }
  }

  @Test func aMatrixOfPrimariesIsGreyInItsWhite() throws {
    let sensor = try #require(Self.matrix.flatMap { SensorColour($0) })
    let d65 = try #require(Chromaticity(x: 0.3127, y: 0.3290).flatMap { ColourTemperature($0) })
    let gains = try #require(sensor.gains(for: d65))
    // The standard's digits.
    #expect(abs(gains.red - 1) < 1e-3)
    #expect(abs(gains.blue - 1) < 1e-3)
  }

  /// Warmer light has more red and less blue; a greener one less of both.
  @Test func gainsFollowTheLight() throws {
    var last: WhiteBalanceGains?
    for kelvin in stride(from: 1500.0, through: 15_000, by: 250) {
      let light = try #require(ColourTemperature(kelvin: kelvin, tint: 0))
      let gains = try #require(SensorColour.generic.gains(for: light))
      if let before = last {
        #expect(gains.red > before.red)
        #expect(gains.blue < before.blue)
      }
      last = gains
      let green = try #require(ColourTemperature(kelvin: kelvin, tint: 0.01))
      let greener = try #require(SensorColour.generic.gains(for: green))
      #expect(greener.red > gains.red)
      #expect(greener.blue > gains.blue)
    }
  }

  @Test func aLocusThatTurnsBackIsNone() throws {
    func locus(_ reds: [Double]) -> WhiteBalanceLocus? {
      WhiteBalanceLocus(
        reds.enumerated().map {
          .init(kelvin: 3000 + 1000 * Double($0.offset), red: $0.element, blue: 0.6)
        })
    }
    let good = try #require(locus([0.9, 0.6, 0.5]))
    #expect(SensorColour(good) != nil)
    let turning = try #require(locus([0.9, 0.5, 0.6]))
    #expect(SensorColour(turning) == nil)
    let flat = try #require(locus([0.9, 0.9, 0.8]))
    #expect(SensorColour(flat) == nil)
    // A matrix that sees no red.
    let blind = try #require(SensorMatrix([-1, 0, 0, 0, 1, 0, 0, 0, 1]))
    #expect(SensorColour(blind) == nil)
  }

  @Test func aProfilesNearestKnowledgeCounts() throws {
    var profile = DeviceProfile()
    #expect(SensorColour(profile) == .generic)
    let matrix = try #require(Self.wideMatrix)
    profile.sensorMatrix = .init(matrix, origin: .shipped)
    #expect(SensorColour(profile) == SensorColour(matrix))
    let locus = try #require(
      WhiteBalanceLocus([
        .init(kelvin: 2856, red: 1, blue: 0.4), .init(kelvin: 6504, red: 0.6, blue: 0.8),
      ]))
    profile.whiteBalanceLocus = .init(locus, origin: .user)
    let sensor = SensorColour(profile)
    let light = try #require(ColourTemperature(kelvin: 2856, tint: 0))
    let gains = try #require(sensor.gains(for: light))
    #expect(abs(gains.red - 1) < 1e-12)
    #expect(abs(gains.blue - 2.5) < 1e-12)
  }

  @Test func gainsStopWhereTheDeviceDoes() throws {
    let candle = try #require(ColourTemperature(kelvin: 1900, tint: 0))
    let gains = try #require(SensorColour.generic.gains(for: candle))
    let whole = ChannelGains(gains)
    #expect(!whole.isLimited)
    #expect(min(whole.red, whole.green, whole.blue) == 1)
    #expect(abs(whole.red / whole.green - gains.red) < 1e-12)
    let most = ChannelGains(gains, greatest: 3)
    #expect(most.isLimited)
    #expect(most.blue == 3)
    #expect(most.red == whole.red)
    #expect(gains.limited(to: 8) == gains)
    let limited = gains.limited(to: 3)
    #expect(ChannelGains(limited, greatest: 3.0001).isLimited == false)
    for odd in [Double.nan, 0, -1] {
      let none = ChannelGains(gains, greatest: odd)
      #expect((none.red, none.green, none.blue) == (1, 1, 1))
    }
  }

  @Test func presetsAreTheLightsTheyName() throws {
    let ranges: [WhiteBalancePreset: ClosedRange<Double>] = [
      .incandescent: 2500...3500, .fluorescent: 4000...5000, .fluorescentH: 5000...7000,
      .horizon: 4900...5100, .daylight: 5000...6500, .flash: 5000...5500, .cloudy: 6500...8000,
      .shade: 9000...10_000,
    ]
    for preset in WhiteBalancePreset.allCases {
      let range = try #require(ranges[preset])
      #expect(range.contains(preset.light.kelvin))
      #expect(WhiteBalancePreset.nearest(to: preset.light, of: Set(ranges.keys)) == preset)
    }
    let warm = try #require(ColourTemperature(kelvin: 2000, tint: 0))
    #expect(WhiteBalancePreset.nearest(to: warm, of: [.shade, .daylight]) == .daylight)
    #expect(WhiteBalancePreset.nearest(to: warm, of: []) == nil)
  }

  @Test func anglesAreThoseOfVectors() throws {
    let unity = WhiteBalanceGains.unity
    #expect(unity.angle(to: unity) == 0)
    // (1, 1, 1) against (2, 1, 1): cos = 4 / √18.
    let half = try #require(WhiteBalanceGains(red: 0.5, blue: 1))
    #expect(abs(unity.angle(to: half) - 19.471220634490695) < 1e-10)
    // (100, 1, 0.01) against (0.01, 1, 100): cos = 3 / (100² + 1 + 0.01²).
    let red = try #require(WhiteBalanceGains(red: 0.01, blue: 100))
    let blue = try #require(WhiteBalanceGains(red: 100, blue: 0.01))
    #expect(abs(red.angle(to: blue) - 89.98281298) < 1e-6)
  }
}
