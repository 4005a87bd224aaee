import Testing

@testable import Controls

@Suite struct GainLawTests {
  static let table = GainTable([
    GainTable.Entry(code: 0, gain: 1), GainTable.Entry(code: 10, gain: 4),
    GainTable.Entry(code: 30, gain: 16),
  ])!

  @Test(arguments: [
    (GainLaw.linear(unity: 16), 64.0, 4.0), (.linear(unity: 16), 16, 1),
    (.offset(span: 128), 0, 1), (.offset(span: 128), 128, 2), (.offset(span: 128), 384, 4),
    (.exponential(unity: 0, stops: 0.5), 4, 4), (.exponential(unity: 10, stops: 1), 9, 0.5),
    (.table(table), 0, 1), (.table(table), 5, 2), (.table(table), 10, 4), (.table(table), 20, 8),
  ])
  func turnsCodesIntoGainAndBack(_ law: GainLaw, _ code: Double, _ gain: Double) {
    #expect(abs(law.gain(ofCode: code) - gain) < 1e-12 * gain)
    #expect(abs(law.code(ofGain: gain) - code) < 1e-9)
  }

  @Test func staysFiniteAndPositive() {
    let laws: [GainLaw] = [
      .linear(unity: 16), .linear(unity: 0), .offset(span: 1), .exponential(unity: 0, stops: 100),
      .table(Self.table),
    ]
    for law in laws {
      for code in [-1e300, -1, 0, 1e300, .infinity, -.infinity, .nan] {
        let gain = law.gain(ofCode: code)
        #expect(gain > 0 && gain.isFinite, "\(law) of \(code)")
      }
    }
  }

  @Test func tablesMustRise() {
    #expect(GainTable([GainTable.Entry(code: 0, gain: 1)]) == nil)
    #expect(
      GainTable([GainTable.Entry(code: 0, gain: 2), GainTable.Entry(code: 1, gain: 1)]) == nil)
    #expect(
      GainTable([GainTable.Entry(code: 1, gain: 1), GainTable.Entry(code: 1, gain: 2)]) == nil)
    #expect(
      GainTable([GainTable.Entry(code: 0, gain: 0), GainTable.Entry(code: 1, gain: 1)]) == nil)
  }
}
