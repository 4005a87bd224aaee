import Frames
import LockStates
import Testing

@Suite struct PreviewGeometryTests {
  static func geometry(
    _ rotation: PreviewGeometry.Rotation = .none, mirrored: Bool = false,
    _ scaling: PreviewGeometry.Scaling = .fit, frame: Double = 2, view: Double = 2
  ) throws -> PreviewGeometry {
    try #require(
      PreviewGeometry(
        frameAspect: frame, viewAspect: view, rotation: rotation, isMirrored: mirrored,
        scaling: scaling))
  }

  /// The frame's top left corner, where each preview shows it.
  @Test(
    arguments: [
      (PreviewGeometry.Rotation.none, false, 0.0, 0.0), (.quarter, false, 1, 0),
      (.half, false, 1, 1), (.threeQuarters, false, 0, 1), (.none, true, 1, 0),
      (.quarter, true, 0, 0), (.half, true, 0, 1), (.threeQuarters, true, 1, 1),
    ])
  func theCornerTurns(
    _ rotation: PreviewGeometry.Rotation, _ mirrored: Bool, _ x: Double, _ y: Double
  ) throws {
    let view = rotation == .none || rotation == .half ? 2.0 : 0.5
    let geometry = try Self.geometry(rotation, mirrored: mirrored, view: view)
    let corner = try #require(NormalisedPoint(x: 0, y: 0))
    let place = geometry.viewPoint(of: corner)
    #expect(place == (x, y))
    #expect(geometry.framePoint(viewX: x, y: y) == corner)
  }

  @Test func barsHoldNoPoint() throws {
    // 2:1 shown whole in a square: a quarter of the height is a bar, above and below.
    let geometry = try Self.geometry(view: 1)
    #expect(geometry.framePoint(viewX: 0.5, y: 0.24) == nil)
    #expect(geometry.framePoint(viewX: 0.5, y: 0.25) == NormalisedPoint(x: 0.5, y: 0))
    #expect(geometry.framePoint(viewX: 0, y: 0.75) == NormalisedPoint(x: 0, y: 1))
    #expect(geometry.framePoint(viewX: -0.1, y: 0.5) == nil)
    #expect(geometry.framePoint(viewX: .nan, y: 0.5) == nil)
  }

  @Test func whatIsCutOffLiesOutsideTheView() throws {
    let geometry = try Self.geometry(.none, .fill, view: 1)
    #expect(geometry.framePoint(viewX: 0, y: 0) == NormalisedPoint(x: 0.25, y: 0))
    let left = geometry.viewPoint(of: try #require(NormalisedPoint(x: 0, y: 0.5)))
    #expect(left == (-0.5, 0.5))
  }

  @Test func thereAndBackIsTheSamePlace() throws {
    for rotation in PreviewGeometry.Rotation.allCases {
      for scaling in PreviewGeometry.Scaling.allCases {
        for mirrored in [false, true] {
          let geometry = try Self.geometry(
            rotation, mirrored: mirrored, scaling, frame: 1.6, view: 0.7)
          for step in 0...64 {
            let (x, y) = (Double(step % 9) / 8, Double(step / 9) / 8)
            guard y <= 1, let point = NormalisedPoint(x: x, y: y) else { continue }
            let place = geometry.viewPoint(of: point)
            guard (0...1).contains(place.x), (0...1).contains(place.y) else {
              #expect(scaling == .fill)
              continue
            }
            // A point on the picture's edge may come back beyond it by a rounding.
            let inside = geometry.framePoint(viewX: place.x, y: place.y)
            let edge = x == 0 || x == 1 || y == 0 || y == 1
            guard let inside else {
              #expect(edge)
              continue
            }
            #expect(abs(inside.x - x) < 1e-12 && abs(inside.y - y) < 1e-12)
          }
        }
      }
    }
  }

  @Test(arguments: [0, -1, .infinity, .nan, 1e-6]) func senselessShapesAreNone(_ aspect: Double) {
    #expect(PreviewGeometry(frameAspect: aspect, viewAspect: 1) == nil)
    #expect(PreviewGeometry(frameAspect: 1, viewAspect: aspect) == nil)
  }
}
