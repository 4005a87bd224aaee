import Testing

@testable import WhiteBalance

/// Temperatures and Duv against what colour-science says and against themselves.
@Suite struct ColourTemperatureTests {
  @Test(arguments: LocusReference.blackBodies.indices)
  func blackBodiesAreWherePlanckPutsThem(_ index: Int) throws {
    let row = LocusReference.blackBodies[index]
    let light = try #require(ColourTemperature(kelvin: row.kelvin, duv: 0))
    let colour = try #require(light.chromaticity)
    // The reference is given to nine digits.
    #expect(abs(colour.u - row.u) <= 1.5e-9)
    #expect(abs(colour.v - row.v) <= 1.5e-9)
  }

  @Test(arguments: LocusReference.daylight.indices)
  func daylightIsThatOfTheCIE(_ index: Int) throws {
    let row = LocusReference.daylight[index]
    let colour = try #require(DaylightLocus.chromaticity(nominal: row.kelvin))
    #expect(abs(colour.x - row.x) <= 1e-9)
    #expect(abs(colour.y - row.y) <= 1e-9)
    // From 5,000 K on daylight is the white of the scale.
    let light = try #require(ColourTemperature(colour))
    if row.kelvin > 5002 {
      #expect(abs(light.tint) <= 1e-8, "\(row.kelvin): \(light.tint)")
    }
    #expect(abs(light.kelvin / row.kelvin - 1) <= 0.0036)
  }

  @Test(arguments: LocusReference.lights.indices)
  func standardLightsHaveTheirTemperature(_ index: Int) throws {
    let row = LocusReference.lights[index]
    let colour = try #require(Chromaticity(x: row.x, y: row.y))
    let light = try #require(ColourTemperature(colour))
    // The reference finds the tangent by differences, good to some 10⁻⁴ K.
    #expect(abs(light.kelvin - row.kelvin) <= 2e-3, "\(row.name)")
    #expect(abs(light.duv - row.duv) <= 2e-8, "\(row.name)")
    // Ohno's method itself errs by up to 1 K, and colour-science's older constant by 0.1 K.
    #expect(abs(light.kelvin - row.ohnoKelvin) <= 1, "\(row.name)")
    #expect(abs(light.duv - row.ohnoDuv) <= 2e-6, "\(row.name)")
  }

  @Test func thereAndBackIsTheSame() throws {
    var worst = (kelvin: 0.0, duv: 0.0)
    var kelvin = 2000.0
    while kelvin <= 12_000 {
      for duv in [-0.05, -0.02, -0.003, 0, 1e-5, 0.0033, 0.02, 0.05] {
        let light = try #require(ColourTemperature(kelvin: kelvin, duv: duv))
        let colour = try #require(light.chromaticity)
        let found = try #require(Self.found(colour))
        worst.kelvin = max(worst.kelvin, abs(found.kelvin - kelvin))
        worst.duv = max(worst.duv, abs(found.duv - duv))
      }
      kelvin *= 1.013
    }
    print("round trip: worst \(worst.kelvin) K, Duv \(worst.duv)")
    #expect(worst.kelvin <= 1e-5)
    #expect(worst.duv <= 1e-12)
  }

  /// What a chromaticity's temperature and Duv are, also a rounding beyond the range.
  private static func found(_ colour: Chromaticity) -> (kelvin: Double, duv: Double)? {
    PlanckianLocus.mired(of: colour, in: 25...1000).map {
      (1e6 / $0, PlanckianLocus.point(mired: $0).duv(colour))
    }
  }

  @Test func theEndsOfTheRangeComeBack() throws {
    for kelvin in [1000.0, 1001, 39_000, 40_000] {
      let light = try #require(ColourTemperature(kelvin: kelvin, tint: 0))
      let colour = try #require(light.chromaticity)
      let back = try #require(ColourTemperature(colour))
      #expect(abs(back.kelvin / kelvin - 1) < 1e-6)
      #expect(abs(back.tint) < 1e-9)
    }
  }

  /// The white of the scale moves without a jump or a kink that the eye could see.
  @Test func theJoinedScaleIsSmooth() throws {
    var last: (value: Double, slope: Double)?
    var kelvin = 3900.0
    while kelvin <= 5100 {
      let value = ColourTemperature.whiteDuv(kelvin)
      if let before = last {
        let slope = value - before.value
        #expect(abs(slope) < 6e-6)
        #expect(abs(slope - before.slope) < 3e-8)
        last = (value, slope)
      } else {
        last = (value, 0)
      }
      kelvin += 1
    }
    #expect(ColourTemperature.whiteDuv(4000) == 0)
    #expect(abs(ColourTemperature.whiteDuv(5000) - 0.0032587) < 1e-6)
    // The CIE's two formulas meet within this.
    #expect(
      abs(ColourTemperature.whiteDuv(6997.70) - ColourTemperature.whiteDuv(6997.72)) < 1e-8)
  }

  @Test func whatIsNoLightHasNoTemperature() {
    #expect(ColourTemperature(kelvin: 999, duv: 0) == nil)
    #expect(ColourTemperature(kelvin: .nan, duv: 0) == nil)
    #expect(ColourTemperature(kelvin: 5000, duv: .nan) == nil)
    #expect(ColourTemperature(kelvin: 5000, duv: 0.051) == nil)
    #expect(ColourTemperature(kelvin: 40_001, tint: 0) == nil)
    #expect(Chromaticity(x: .nan, y: 0.3) == nil)
    #expect(Chromaticity(u: .infinity, v: 0.3) == nil)
    #expect(Chromaticity(bigX: 0, bigY: 0, bigZ: 0) == nil)
    // Deep blue, deep green, deep red.
    for (x, y) in [(0.15, 0.06), (0.2, 0.7), (0.7, 0.29), (-0.9, 1.9), (2, 2)] {
      #expect(Chromaticity(x: x, y: y).flatMap { ColourTemperature($0) } == nil)
    }
  }
}
