import Frames
import Testing

@Suite struct NormalisedRectangleTests {
  @Test(arguments: [
    [0, 0, 0, 1], [0, 0, 1, -1], [.nan, 0, 1, 1], [0, .infinity, 1, 1], [0, 0, .infinity, 1],
    [0, 0, 1, .nan], [Double.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude, 1],
    [0, Double.greatestFiniteMagnitude, 1, .greatestFiniteMagnitude],
  ])
  func refuses(_ numbers: [Double]) {
    #expect(
      NormalisedRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        == nil)
  }

  @Test func mayReachBeyondTheFrame() throws {
    let rectangle = try #require(NormalisedRectangle(x: -2, y: 0.5, width: 5, height: 3))
    #expect(rectangle.maxX == 3)
    #expect(rectangle.maxY == 3.5)
    #expect(
      rectangle.intersection(.full) == NormalisedRectangle(x: 0, y: 0.5, width: 1, height: 0.5))
  }

  @Test func sharesNothingWithWhatItOnlyTouches() {
    let left = NormalisedRectangle(x: 0, y: 0, width: 0.5, height: 1)!
    let right = NormalisedRectangle(x: 0.5, y: 0, width: 0.5, height: 1)!
    #expect(left.intersection(right) == nil)
    #expect(right.intersection(left) == nil)
    #expect(left.intersection(left) == left)
  }

  @Test func intersectionIsSymmetric() {
    let a = NormalisedRectangle(x: 0.125, y: 0.25, width: 0.5, height: 0.5)!
    let b = NormalisedRectangle(x: 0.375, y: 0, width: 1, height: 0.5)!
    #expect(a.intersection(b) == NormalisedRectangle(x: 0.375, y: 0.25, width: 0.25, height: 0.25))
    #expect(a.intersection(b) == b.intersection(a))
  }

  @Test(arguments: [(-1, false), (0, true), (1, true), (1000, true), (1001, false), (.min, false)])
  func weighs(_ weight: Int, _ isSound: Bool) {
    #expect((WeightedRectangle(.full, weight: weight) != nil) == isSound)
  }

  @Test func weighsMostByDefault() {
    #expect(WeightedRectangle(.full)?.weight == WeightedRectangle.greatestWeight)
  }
}
