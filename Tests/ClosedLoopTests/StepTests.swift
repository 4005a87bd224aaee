import LoopMeasures
import Exposure
import Testing

/// The project's bars on a step of the light, at the simulated camera with noise. The full matrix is
/// what `exposure-bench` in Benchmarks runs.
@Suite struct StepTests {
  static let steps: [Double] = [1, -1, 3, -3, 6, -6, 10, -10]

  static func camera(_ kind: LoopCamera.Kind, latency: Int) -> LoopCamera {
    var camera = LoopCamera(kind, latency: latency)
    (camera.width, camera.height) = (64, 48)
    return camera
  }

  @Test(arguments: steps, [1, 4, 6])
  func fastHoldsItsBars(_ stops: Double, _ latency: Int) throws {
    // Each camera gets half of the matrix.
    let kind: LoopCamera.Kind = (latency + Int(stops)) % 2 == 0 ? .raw : .webcam
    let camera = Self.camera(kind, latency: latency)
    let response = try StepResponse(
      stops: stops, camera, scene: LoopScenes.texture(camera), GrayCardLoop.maker(.fast))
    #expect(response.faults == [], "\(kind): \(response)")
    // Else the bars would hold for a loop that nothing happened to.
    #expect((response.trace.first?.magnitude ?? 0) > 0.9 * stops.magnitude)
  }

  /// What is not clipped takes as long up as down.
  @Test(arguments: LoopCamera.Kind.allCases)
  func stopsAreStopsBothWays(_ kind: LoopCamera.Kind) throws {
    let camera = Self.camera(kind, latency: 2)
    let scene = LoopScenes.texture(camera)
    let frames = try [1.25, -1.25].map {
      try StepResponse(stops: $0, camera, scene: scene, GrayCardLoop.maker(.fast)).frames
    }
    #expect(frames == [4, 4])
  }

  @Test(arguments: [6.0, -6], LoopCamera.Kind.allCases)
  func smoothEndsAsFastDoes(_ stops: Double, _ kind: LoopCamera.Kind) throws {
    let camera = Self.camera(kind, latency: 3)
    let scene = LoopScenes.texture(camera)
    let fast = try StepResponse(stops: stops, camera, scene: scene, GrayCardLoop.maker(.fast))
    let smooth = try StepResponse(
      stops: stops, camera, scene: scene, GrayCardLoop.maker(.smooth(timeConstant: 0.3)))
    #expect(smooth.smoothFaults(fast) == [], "\(smooth)")
  }

  /// Steps that come while others are answered must leave nothing behind, wherever they fall.
  @Test(arguments: [1, 3, 6])
  func stepsAtAnyTimeEndWell(_ latency: Int) throws {
    let seed: UInt64 = 0x5EED
    var generator = Generator(seed: seed &+ UInt64(latency))
    for round in 0..<6 {
      let camera = Self.camera(round % 2 == 0 ? .raw : .webcam, latency: latency)
      var rig = try LoopRig(
        camera, scene: LoopScenes.texture(camera), stops: 0.5, total: -7,
        GrayCardLoop.maker(.fast))
      _ = try rig.run(10 + latency)
      for _ in 0..<6 {
        rig.switchLight(to: Double.random(in: -3.5...4.5, using: &generator))
        _ = try rig.run(Int.random(in: 1...2 * latency + 6, using: &generator))
      }
      rig.switchLight(to: 0)
      let records = try rig.run(4 * (latency + 1) + 1 + StepResponse.tail)
      let response = StepResponse(stops: 0, latency: latency, records)
      let note = Comment("seed \(seed), L = \(latency), round \(round): \(response.trace)")
      #expect(response.lateWrites == 0, note)
      // One blind step from the worst of these, and one latency of what was under way.
      #expect((response.frames ?? .max) <= 4 * (latency + 1) + 1, note)
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same numbers on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
