import Testing

@testable import Controls

@Suite struct ControlRangeTests {
  @Test func refusesWhatIsNoRange() {
    #expect(ControlRange(minimum: 1, maximum: 0) == nil)
    #expect(ControlRange(minimum: 0, maximum: 1, step: -1) == nil)
    #expect(ControlRange(minimum: .nan, maximum: 1) == nil)
    #expect(ControlRange(minimum: 0, maximum: .infinity) == nil)
    #expect(ControlRange(minimum: -1e308, maximum: 1e308) == nil)
  }

  @Test(arguments: [
    // wish, nearest, at most; of 10…20 by 4, whose greatest value is 18.
    (9.0, 10.0, 10.0), (10, 10, 10), (11.9, 10, 10), (12, 14, 10), (14, 14, 14), (17, 18, 14),
    (19.9, 18, 18), (25, 18, 18), (.infinity, 18, 18), (.nan, 10, 10), (-.infinity, 10, 10),
  ])
  func takesValuesOnItsSteps(_ wish: Double, _ nearest: Double, _ atMost: Double) throws {
    let range = try #require(ControlRange(minimum: 10, maximum: 20, step: 4))
    #expect(range.nearest(wish) == nearest)
    #expect(range.atMost(wish) == atMost)
    #expect(range.greatest == 18)
  }

  @Test func takesEveryValueWithoutSteps() throws {
    let range = try #require(ControlRange(minimum: 0.5, maximum: 2))
    #expect(range.nearest(1.2345) == 1.2345)
    #expect(range.atMost(1.2345) == 1.2345)
    #expect(range.atMost(3) == 2)
    #expect(range.neighbours(of: 1) == (1, 1))
  }

  @Test func aMultipleOfTheStepIsNotLostByRounding() throws {
    let range = try #require(ControlRange(minimum: 0.0001, maximum: 1, step: 0.0001))
    for code in 1...10_000 {
      let seconds = Double(code) / 10_000
      #expect(abs(range.atMost(seconds) - seconds) < 1e-12)
      #expect(abs(range.nearest(seconds) - seconds) < 1e-12)
    }
  }

  @Test func degenerateRangesAreNotAdjustable() throws {
    #expect(try !#require(ControlRange(minimum: 5, maximum: 5, step: 1)).isAdjustable)
    #expect(try !#require(ControlRange(minimum: 0, maximum: 20, step: 50)).isAdjustable)
    #expect(try #require(ControlRange(minimum: 0, maximum: 20, step: 20)).isAdjustable)
  }
}
