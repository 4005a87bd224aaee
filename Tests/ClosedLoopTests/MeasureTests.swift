import Controls
import Metering
import Photometry
import Testing

@testable import LoopMeasures

/// What measures loops is measured on courses that were made up.
@Suite struct MeasureTests {
  /// Frames of the errors given in stops, metered in full where not said otherwise.
  static func records(_ errors: [Double], blind: Int = 0) -> [LoopRecord] {
    errors.enumerated().map { index, error in
      LoopRecord(
        timestamp: Double(index) / 30, mean: 0.18 * Exact.exp2(error), light: 1,
        time: 0.01 * Exact.exp2(error), gain: 1, metered: 0.18,
        clippedHigh: index < blind ? 0.5 : 0, clippedLow: 0,
        wanted: index < blind ? CameraSettings(exposureTime: 0.01) : nil, writes: 0)
    }
  }

  static let quiet = [Double](repeating: 0, count: StepResponse.tail)

  @Test func framesAreCountedFromTheStep() {
    let response = StepResponse(stops: 1, latency: 2, Self.records([1, 1, 1] + Self.quiet))
    #expect(response.frames == 4)
    #expect(response.bar == 4)
    #expect(response.faults == [])
    let late = StepResponse(stops: 1, latency: 2, Self.records([1, 1, 1, 1] + Self.quiet))
    #expect(late.faults == ["5 frames instead of 4"])
  }

  @Test func blindStepsAllowForMoreAndOvershootIsToldApart() {
    let course = [6.0, 2, -1.5, 0]
    let blind = StepResponse(
      stops: 6, latency: 0, Self.records(course + Self.quiet, blind: 2))
    #expect(blind.blindSteps == 2)
    #expect(abs(blind.blindOvershoot - 1.5) < 1e-9)
    #expect(blind.overshoot == 0)
    #expect(blind.frames == 4)
    #expect(blind.faults == [])
    let seen = StepResponse(stops: 6, latency: 0, Self.records(course + Self.quiet))
    #expect(abs(seen.overshoot - 1.5) < 1e-9)
    #expect(seen.faults.count == 2)
  }

  @Test func aSwingNeverSettles() {
    let swing: [Double] = (0..<60).map { $0 % 2 == 0 ? 0.5 : -0.5 }
    let response = StepResponse(stops: 1, latency: 2, Self.records(swing))
    #expect(response.frames == nil)
    #expect(response.faults.contains("never settles"))
  }

  @Test func turnsAreCountedBehindConvergence() {
    let course = [1.0, 0.5, 0.05, 0.02, 0.05, 0.02] + Self.quiet
    let response = StepResponse(stops: 1, latency: 4, Self.records(course))
    #expect(response.frames == 3)
    #expect(response.turns == 2)
  }

  @Test func parabolasHaveNoDeviation() {
    let values: [Double] = (0..<40).map { index in
      let x = Double(index)
      return 0.5 + 0.1 * x - 0.003 * x * x
    }
    #expect(abs(LightRamp.fit(values, at: 20) - values[20]) < 1e-12)
    var bent = values
    bent[20] += 0.04
    // The frame itself is left out of the curve that it is held to.
    #expect(abs(bent[20] - LightRamp.fit(bent, at: 20) - 0.04) < 1e-12)
  }

  /// A loop that writes on every frame what the last frame asks for, as if cameras answered at once.
  struct Hasty: ExposureLoop {
    let name = "hasty"

    mutating func step(_ frame: LoopFrame) -> CameraSettings? {
      let factor = 0.18 / max(frame.metered.linear, 1e-4)
      return CameraSettings(
        exposureTime: min(frame.written.exposureTime * factor, 0.03), analogueGain: 1)
    }
  }

  @Test func aHastyLoopIsFoundOut() throws {
    let camera = StepTests.camera(.raw, latency: 3)
    let scene = LoopScenes.texture(camera)
    let response = try StepResponse(stops: 1, camera, scene: scene, patience: 60) { _, _ in
      Hasty()
    }
    #expect(response.frames == nil)
    let steady = try SteadyScene(
      frames: 30, ripple: 0, camera, scene: scene, total: -9
    ) { _, _ in Hasty() }
    #expect(steady.writes > 0)
  }
}
