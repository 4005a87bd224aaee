import Frames
import Testing

@Suite struct FrameMaskTests {
  /// Whether a mask holds a block of a 160×120 frame.
  private static func holds(_ mask: FrameMask, _ x: Int, _ y: Int, _ w: Int, _ h: Int) -> Bool {
    mask.contains(x: x, y: y, width: w, height: h, frameWidth: 160, frameHeight: 120)
  }

  @Test func everythingLiesInAnEmptyMask() {
    #expect(Self.holds(FrameMask(), 0, 0, 160, 120))
  }

  @Test func letterboxHoldsTheRowsBetween() {
    let mask = FrameMask.letterbox(top: 0.25, bottom: 0.1)!
    #expect(Self.holds(mask, 0, 30, 160, 78))
    #expect(!Self.holds(mask, 0, 29, 8, 4))
    #expect(!Self.holds(mask, 0, 105, 8, 4))
  }

  @Test func pillarboxHoldsTheColumnsBetween() {
    let mask = FrameMask.pillarbox(left: 0.25, right: 0.25)!
    #expect(Self.holds(mask, 40, 0, 80, 120))
    #expect(!Self.holds(mask, 39, 0, 8, 4))
    #expect(!Self.holds(mask, 113, 0, 8, 4))
  }

  @Test(arguments: [(0.5, 0.5), (1, 0), (0, 1), (0.7, 0.7), (.nan, 0), (0, .infinity)])
  func barsMustLeaveAPicture(_ first: Double, _ second: Double) {
    #expect(FrameMask.letterbox(top: first, bottom: second) == nil)
    #expect(FrameMask.pillarbox(left: first, right: second) == nil)
  }

  @Test func negativeBarsLeaveAllOfThePicture() {
    #expect(Self.holds(FrameMask.letterbox(top: -0.5, bottom: -0.5)!, 0, 0, 160, 120))
  }

  /// A circle of half the height, to the pixel: its radius is 60, its centre (80, 60).
  @Test func aCircleIsRoundOnSquarePixels() {
    let mask = FrameMask(circle: FrameMask.Circle(radius: 0.5))
    for y in 0..<120 {
      for x in 0..<160 {
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        let inside = corners.allSatisfy {
          ($0.0 - 80) * ($0.0 - 80) + ($0.1 - 60) * ($0.1 - 60) <= 3600
        }
        #expect(Self.holds(mask, x, y, 1, 1) == inside)
      }
    }
  }

  @Test func aBlockCountsOnlyWhole() {
    let mask = FrameMask(circle: FrameMask.Circle(centreX: 0.25, centreY: 0.25, radius: 0.25))
    #expect(Self.holds(mask, 32, 28, 16, 4))
    #expect(!Self.holds(mask, 8, 28, 8, 4))
    #expect(!Self.holds(mask, 0, 0, 160, 120))
  }

  @Test(arguments: [(0.5, 0.5, 0), (0.5, 0.5, -1), (.nan, 0.5, 1), (0.5, .infinity, 1)])
  func refusesCircles(_ x: Double, _ y: Double, _ radius: Double) {
    #expect(FrameMask.Circle(centreX: x, centreY: y, radius: radius) == nil)
  }

  @Test func excludedRectanglesTakeWhatTheyTouch() {
    let mask = FrameMask(excluded: [NormalisedRectangle(x: 0.5, y: 0.5, width: 0.1, height: 0.1)!])
    #expect(!Self.holds(mask, 76, 58, 8, 4))
    #expect(!Self.holds(mask, 80, 60, 1, 1))
    #expect(Self.holds(mask, 72, 60, 8, 4))
    #expect(Self.holds(mask, 80, 56, 8, 4))
    #expect(Self.holds(mask, 96, 60, 8, 4))
    #expect(Self.holds(mask, 80, 72, 8, 4))
  }

  @Test func partsAreJoined() {
    let mask = FrameMask(
      rectangle: NormalisedRectangle(x: 0, y: 0, width: 0.5, height: 1)!,
      circle: FrameMask.Circle(radius: 0.5),
      excluded: [NormalisedRectangle(x: 0.4, y: 0, width: 0.1, height: 1)!])
    #expect(Self.holds(mask, 40, 60, 8, 4))
    #expect(!Self.holds(mask, 64, 60, 8, 4))
    #expect(!Self.holds(mask, 88, 60, 8, 4))
    #expect(!Self.holds(mask, 8, 60, 8, 4))
  }
}
