import LoopMeasures
import Exposure
import Glibc
import Testing

/// Scenes on which nothing, or next to nothing, must be done.
@Suite struct SteadyTests {
  /// Frames that a scene is watched: 1,000, or ten for each of `GRAYCARD_ROUNDS`, which `make soak`
  /// sets to 1,000.
  static let frames: Int = {
    guard let text = unsafe getenv("GRAYCARD_ROUNDS"),
      let rounds = Int(unsafe String(cString: text)), rounds > 0
    else { return 1000 }
    return min(rounds, 1_000_000) * 10
  }()

  @Test(arguments: LoopCamera.Kind.allCases, [-11.0, -7.5])
  func aSteadySceneIsLeftAlone(_ kind: LoopCamera.Kind, _ total: Double) throws {
    let camera = StepTests.camera(kind, latency: 3)
    // Short exposures show ripple in full, and there smooth is the one that could dither.
    let speed: ExposureSpeed = total < -10 ? .smooth(timeConstant: 0.3) : .fast
    let steady = try SteadyScene(
      frames: Self.frames, ripple: 0.02, camera, scene: LoopScenes.texture(camera), total: total,
      GrayCardLoop.maker(speed))
    #expect(steady.writes == 0)
  }

  @Test(arguments: LoopCamera.Kind.allCases, [LoopPattern.average, .matrix])
  func aPassingHighlightMovesLittle(_ kind: LoopCamera.Kind, _ pattern: LoopPattern) throws {
    let camera = StepTests.camera(kind, latency: 3)
    let highlight = try PassingHighlight(
      camera, scene: LoopScenes.texture(camera), pattern,
      GrayCardLoop.maker(.smooth(timeConstant: 0.3)))
    #expect(highlight.moved <= 0.3)
    #expect(highlight.left.magnitude <= 0.1)
  }
}
