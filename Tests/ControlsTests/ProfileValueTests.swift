import Testing

@testable import Controls

/// Values of profiles are made only within their ranges.
@Suite struct ProfileValueTests {
  @Test func noiseGrowsWithLight() throws {
    let noise = try #require(SensorNoise(shot: 0.5, read: 0.25))
    #expect([-1, 0, 0.5, 1, 2, .nan].map(noise.variance) == [0.25, 0.25, 0.5, 0.75, 0.75, 0.25])
    for (shot, read) in [(-0.1, 0), (0, 1.1), (.nan, 0), (0, .infinity)] as [(Double, Double)] {
      #expect(SensorNoise(shot: shot, read: read) == nil)
    }
  }

  @Test func aFocusRangeHasTwoEnds() {
    #expect(FocusRange(farthest: 0, nearest: 250) != nil)
    #expect(FocusRange(farthest: 250, nearest: 0) != nil)
    #expect(FocusRange(farthest: 1, nearest: 1) == nil)
    #expect(FocusRange(farthest: .nan, nearest: 1) == nil)
    #expect(FocusRange(farthest: 0, nearest: 0x1p32) == nil)
    #expect(FocusRange.Dioptres(farthest: 0, nearest: 14) != nil)
    #expect(FocusRange.Dioptres(farthest: 14, nearest: 0) == nil)
    #expect(FocusRange.Dioptres(farthest: -1, nearest: 0) == nil)
  }

  @Test func aSensorMatrixCanBeInverted() throws {
    #expect(try #require(SensorMatrix([1, 0, 0, 0, 2, 0, 0, 0, 3])).determinant == 6)
    #expect(try #require(SensorMatrix([0, 1, 0, 1, 0, 0, 0, 0, 1])).determinant == -1)
    #expect(SensorMatrix([1, 2, 3, 2, 4, 6, 0, 0, 1]) == nil)
    #expect(SensorMatrix([1, 0, 0, 0, 1, 0, 0, 0]) == nil)
    #expect(SensorMatrix([1, 0, 0, 0, 1, 0, 0, 0, .nan]) == nil)
    #expect(SensorMatrix([101, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
  }

  @Test func aLocusRises() {
    func locus(_ kelvins: [Double], red: Double = 1) -> WhiteBalanceLocus? {
      WhiteBalanceLocus(kelvins.map { .init(kelvin: $0, red: red, blue: 1) })
    }
    #expect(locus([2856, 6504]) != nil)
    #expect(locus([2856]) == nil)
    #expect(locus([6504, 2856]) == nil)
    #expect(locus([2856, 2856]) == nil)
    #expect(locus([999, 2856]) == nil)
    #expect(locus([2856, .nan]) == nil)
    #expect(locus([2856, 6504], red: 0) == nil)
    #expect(locus((0..<65).map { 2000 + Double($0) }) == nil)
  }

  @Test func equalFitsKeepTheirOrder() {
    let profiles = [
      DeviceProfile(match: .init(driver: "a", card: "b")), DeviceProfile(),
      DeviceProfile(match: .init(driver: "x")), DeviceProfile(match: .init(card: "b")),
      DeviceProfile(match: .init(driver: "a")),
    ]
    #expect(
      DeviceProfile.ranking(of: profiles, for: .init(driver: "a", card: "b")) == [1, 3, 4, 0])
  }
}
