import Controls
import Testing
import WhiteBalance

@Suite struct ChromaPriorTests {
  private static let plane = [Float](repeating: 0, count: 64 * 64)
  private static let temperatures = [Double](repeating: 0, count: ChromaPrior.mireds.count)

  @Test func faultsAreRefused() {
    func prior(
      _ zones: [Float] = Self.plane, _ edges: [Float] = Self.plane,
      _ table: [Double] = Self.temperatures,
      _ tolerance: Double = 0.06, _ strays: Double = 0.003
    ) -> ChromaPrior? {
      ChromaPrior(
        zones: zones, edges: edges, temperatures: table, tolerance: tolerance,
        strays: strays)
    }
    #expect(prior() != nil)
    #expect(prior([0]) == nil)
    #expect(prior(Self.plane, Self.plane + [0]) == nil)
    #expect(prior([.nan] + Self.plane.dropFirst()) == nil)
    #expect(prior(Self.plane, [1001] + Self.plane.dropFirst()) == nil)
    #expect(prior(Self.plane, Self.plane, [0]) == nil)
    #expect(prior(Self.plane, Self.plane, [.infinity] + Self.temperatures.dropFirst()) == nil)
    #expect(prior(Self.plane, Self.plane, Self.temperatures, 0) == nil)
    #expect(prior(Self.plane, Self.plane, Self.temperatures, .nan) == nil)
    #expect(prior(Self.plane, Self.plane, Self.temperatures, 0.06, 1.1) == nil)
    #expect(prior(Self.plane, Self.plane, Self.temperatures, 0.06, .nan) == nil)
  }

  /// A prior that knows no surfaces goes by the temperatures alone.
  @Test func withoutEvidenceTheCommonestLightIsFound() throws {
    // 160 mired are 6,250 K, 400 mired 2,500 K.
    for (commonest, kelvin) in [(160.0, 6250.0), (400, 2500)] {
      let prior = try #require(
        ChromaPrior(
          zones: Self.plane, edges: Self.plane,
          temperatures: ChromaPrior.mireds.map { $0 == commonest ? 0 : -500 }, tolerance: 0.06))
      let statistics = try EstimatorScenes.rgb { x, y in (100 + x, 160 - y, 90 + x) }
      let estimate = EstimatorScenes.estimate(.learned, statistics, prior: prior)
      let found = try #require(estimate)
      let entries = try #require(EstimatorScenes.locus).entries
      let near = try #require(
        entries.min { abs($0.kelvin - kelvin) < abs($1.kelvin - kelvin) })
      print("\(kelvin) K: \(found)")
      #expect(abs(found.red / near.red - 1) < 0.1 && abs(found.blue / near.blue - 1) < 0.15)
    }
  }

  /// What is learned changes what is found: here, that grey surfaces are a stop redder than they are.
  @Test func theFilterIsRelativeToTheLight() throws {
    let zones = (0..<64 * 64).map { index in
      let (red, blue) = (index / 64 - 16, (index % 64 + 32) % 64 - 32)
      return -Float(red * red + blue * blue) / 10
    }
    let prior = try #require(
      ChromaPrior(
        zones: zones, edges: Self.plane, temperatures: Self.temperatures, tolerance: 1))
    let statistics = try EstimatorScenes.rgb { _, _ in (160, 80, 80) }
    let found = try #require(EstimatorScenes.estimate(.learned, statistics, prior: prior))
    // Far from the locus a place is known to two bins, an eighth of a stop.
    #expect(abs(found.red - 1) < 0.1 && abs(found.blue - 1) < 0.1)
  }
}
