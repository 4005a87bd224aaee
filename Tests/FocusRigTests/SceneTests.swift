import Foundation
import Frames
import Statistics
import Testing

@testable import FocusRig

/// Scenes are what their draws say.
@Suite struct SceneTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let photographs = Result {
    try ScenePhotographs(ours: "\(tests)/Regression/frames", collection: nil)
  }

  /// The first scene of a kind from a seed on.
  private func scene(_ kind: FocusLabel.Kind, from seed: UInt64) throws -> SimulatedScene {
    let photographs = try Self.photographs.get()
    for seed in seed..<seed + 200 {
      // The kind shows before the scene is rendered.
      guard SceneDraw(seed: seed * 1_000, photographs: photographs.count).kind == kind else {
        continue
      }
      let scene = SimulatedScene(seed: seed, photographs: photographs)
      if scene.draw.kind == kind { return scene }
    }
    throw NotFound()
  }

  private struct NotFound: Error {}

  @Test func theCloneHoldsPhotographs() throws {
    #expect(try Self.photographs.get().count == 6)
  }

  @Test func drawsRepeatAndCoverTheirRanges() {
    let draws = (0..<2_000).map { SceneDraw(seed: $0, photographs: 6) }
    #expect(draws == (0..<2_000).map { SceneDraw(seed: $0, photographs: 6) })
    #expect(Set(draws.map(\.shape)) == Set(PointSpread.allCases))
    #expect(Set(draws.map(\.curve)) == Set(CodeCurve.allCases))
    #expect(draws.allSatisfy { $0.start >= 0 && $0.start < $0.count })
    #expect(draws.allSatisfy { d in d.depths.allSatisfy { $0 >= 0 && $0 <= Double(d.count - 1) } })
    let share = Double(draws.count { $0.kind == .focusable }) / 2_000
    #expect((share - 0.9).magnitude < 0.03)
  }

  /// Rendered far off and at the depth that was drawn; the curve is highest there.
  @Test func aSceneIsSharpestAtItsDepth() throws {
    let scene = try scene(.focusable, from: 40)
    let best = try #require(scene.best.first)
    let lens = scene.lens
    #expect(scene.inFocus.contains(best))
    func energy(_ position: Int) throws -> Double {
      PlainMeasure.energy(try scene.statistics(at: position), in: lens.window)
    }
    let far = best * 2 < lens.count ? lens.count - 1 : 0
    let (sharp, blurred) = (try energy(best), try energy(far))
    #expect(sharp > 1.3 * blurred, "seed \(scene.draw.seed)")
    #expect(try scene.statistics(at: best) == scene.statistics(at: best))
  }

  @Test func aFlatSceneHoldsNothing() throws {
    let scene = try scene(.flat, from: 1)
    #expect(scene.best.isEmpty && scene.inFocus.isEmpty)
    let (first, last) = (try scene.statistics(at: 0), try scene.statistics(at: 20))
    let (a, b) = (first.total.focus.means.fine, last.total.focus.means.fine)
    #expect((a / b - 1).magnitude < 0.2, "seed \(scene.draw.seed)")
  }

  @Test func twoDepthsLieSideBySide() throws {
    let scene = try scene(.twoDepths, from: 1)
    #expect(scene.best.count == 2)
    let left = try #require(NormalisedRectangle(x: 0, y: 0, width: 0.4, height: 1))
    let right = try #require(NormalisedRectangle(x: 0.6, y: 0, width: 0.4, height: 1))
    let (near, far) = (scene.best[0], scene.best[1])
    func energy(_ position: Int, _ window: NormalisedRectangle) throws -> Double {
      PlainMeasure.energy(try scene.statistics(at: position), in: window)
    }
    #expect(try energy(near, left) > energy(far, left), "seed \(scene.draw.seed)")
    #expect(try energy(far, right) > energy(near, right), "seed \(scene.draw.seed)")
  }

  @Test func anotherSubjectHasTheSameLens() throws {
    let scene = try scene(.focusable, from: 7)
    let other = SimulatedScene(besides: scene, photographs: try Self.photographs.get()).draw
    #expect(other.blurPerPosition == scene.draw.blurPerPosition)
    #expect(other.shape == scene.draw.shape && other.sharpening == scene.draw.sharpening)
    #expect(other.count == scene.draw.count && other.depths != scene.draw.depths)
  }
}
