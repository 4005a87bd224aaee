import Controls
import Frames
import Photometry
import SimulatedCamera
import Testing

@testable import Exposure

/// Automatic exposure on cameras whose response nobody told, in closed loop, with noise.
///
/// A correction is a change of exposure that a frame shows; a step takes as many as have been shown by
/// the first frame from which on the true mean of linear light stays within 0.15 EV of the target.
/// The light is stepped before the first frame, so that the first step meets a learner that has seen
/// nothing; then it goes to and fro. A step up of 3 EV from mid-grey clips whatever the curve, and is
/// searched for; so the step up is also made from a target 1.5 EV lower, where it stays below white.
@Suite struct CurveLoopTests {
  /// A step of light, the bias of the target, and the stops of the scene's patches about their mean.
  struct Case: Sendable, CustomTestStringConvertible {
    let step: Double
    let bias: Double
    let contrast: Double
    /// Whether the step ends within what the sensor holds.
    let isUnclipped: Bool
    var testDescription: String { "\(step) EV at a target of \(bias) EV" }
  }

  static let cases = [
    Case(step: 3, bias: -1.5, contrast: 1, isUnclipped: true),
    Case(step: -3, bias: 0, contrast: 1.5, isUnclipped: true),
    Case(step: 3, bias: 0, contrast: 1, isUnclipped: false),
  ]
  static let truths: [ResponseCurve] = [
    .sRGB, (try? .gamma(1.8)) ?? .linear, Sensor.firmwareCurve, .linear, .bt709,
    // One that has no name and is not simulated elsewhere.
    (try? .gamma(1.5)) ?? .linear,
  ]

  static func corrections(
    _ truth: ResponseCurve, assumed: ResponseCurve, _ which: Case, latency: Int,
    isLearning: Bool = true
  ) throws -> (counts: [Int], learner: ResponseLearner) {
    var loop = try CurveLoop(
      CurveLoop.camera(truth, latency: latency),
      scene: try CurveLoop.patches(stops: which.contrast), assumed: assumed,
      delays: ControlDelays(exposureTime: latency, analogueGain: latency), bias: which.bias)
    loop.isLearning = isLearning
    var counts: [Int] = []
    for round in 0..<5 {
      loop.setLight(which.bias + (round % 2 == 0 ? which.step : 0))
      counts.append(try loop.corrections(frames: 20).count)
    }
    return (counts, loop.learner)
  }

  @Test(arguments: truths, cases)
  func threeCorrectionsAtFirstThenOne(_ truth: ResponseCurve, _ which: Case) throws {
    for (assumed, latency) in [(ResponseCurve.sRGB, 0), (.bt709, 2)] {
      let (counts, learner) = try Self.corrections(
        truth, assumed: assumed, which, latency: latency)
      let known = try Self.corrections(
        truth, assumed: truth, which, latency: latency, isLearning: false
      ).counts
      let note = Comment("assumed \(assumed), L = \(latency): \(counts), known \(known)")
      #expect(counts[0] <= 3, note)
      // Once there and back, as many as with a curve that is known; a search may end just inside.
      for round in 2...4 { #expect(counts[round] <= max(known[round], 2), note) }
      if which.isUnclipped { #expect(counts[2] == 1 && counts[4] == 1, note) }
      #expect(learner.changesTaken >= 2, note)
    }
  }

  /// Without the learner a wrong curve goes on being wrong: the test above is not won by chance.
  @Test func withoutLearningTheErrorStays() throws {
    var loop = try CurveLoop(
      CurveLoop.camera(.linear, latency: 2), scene: try CurveLoop.patches(),
      delays: ControlDelays(exposureTime: 2, analogueGain: 2), bias: -1.5)
    loop.isLearning = false
    let error = try loop.corrections().error
    #expect(error > 1, "\(error)")
  }

  /// A correction waits for the second frame after the one before, once, and then is made.
  @Test func aCorrectionWaitsForTheLearnerOnce() throws {
    var loop = try CurveLoop(
      CurveLoop.camera(.linear, latency: 2), scene: try CurveLoop.patches(),
      delays: ControlDelays(exposureTime: 2, analogueGain: 2), bias: -1.5)
    var reasons: [ExposureReason] = []
    for _ in 0..<20 {
      let step = try loop.step()
      reasons.append(step.decision.reason)
      if step.decision.reason == .learningResponse {
        #expect(step.writes == 0)
        #expect(step.decision.settings == nil)
      }
    }
    let waits = reasons.indices.filter { reasons[$0] == .learningResponse }
    #expect(!waits.isEmpty && waits.count <= 4, "\(reasons)")
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $1 - $0 > 1 })
    // What is well known needs no waiting: none in the third step to and fro.
    for step in [2.0, 0, 2, 0, 2, 0] {
      loop.setLight(step - 1.5)
      reasons = try (0..<20).map { _ in try loop.step().decision.reason }
    }
    #expect(reasons.filter { $0 == .learningResponse }.count <= 1, "\(reasons)")
  }

  /// Delays are learned by the same changes that teach the curve.
  @Test(arguments: truths)
  func delaysMayBeUnknownToo(_ truth: ResponseCurve) throws {
    for latency in [1, 4] {
      var loop = try CurveLoop(
        CurveLoop.camera(truth, latency: latency), scene: try CurveLoop.patches(stops: 1.5),
        delays: nil)
      var last = (count: 0, error: 0.0)
      for step in [-3.0, 0, -2, 0, -3] {
        loop.setLight(step)
        last = try loop.corrections(frames: 60)
      }
      #expect(last.count <= 2, "\(truth), L = \(latency): \(last)")
      #expect(last.error.magnitude <= 0.1, "\(truth), L = \(latency): \(last)")
      #expect((loop.tracker.delays.exposureTime - latency).magnitude <= 1)
    }
  }

  /// Colour video of a chart: pairs of chroma, limited range, detail within zones.
  @Test(arguments: [ResponseCurve.linear, Sensor.firmwareCurve, .sRGB])
  func videoOfAChart(_ truth: ResponseCurve) throws {
    var camera = CurveLoop.camera(
      truth, latency: 2, bits: .packedYUV(.yuyv), width: 160, height: 120)
    camera.sensor.sensitivities = nil
    // A white of 2 stops above mid-grey at the start's exposure.
    let white = 0.7 / (CurveLoop.startTime / 1e-4)
    var loop = try CurveLoop(
      camera, scene: .chart(width: 160, height: 120, white: white), assumed: .bt709,
      delays: ControlDelays(exposureTime: 2, analogueGain: 2), bias: -1)
    var last = (count: 0, error: 0.0)
    for step in [-3.0, -1, -3, -1, -3] {
      loop.setLight(step)
      last = try loop.corrections(frames: 24)
    }
    #expect(last.count <= 1, "\(truth): \(last)")
    #expect(last.error.magnitude <= 0.1, "\(truth): \(last)")
  }

  /// Detail finer than the zones: pixels of ±1 stop about the patches. Zones' mean codes bend a little.
  @Test(arguments: [ResponseCurve.sRGB, .linear, Sensor.firmwareCurve])
  func detailWithinZonesBendsLittle(_ truth: ResponseCurve) throws {
    let patches = try CurveLoop.patches(stops: 1)
    var generator = Generator(seed: 3)
    let plane = patches.green.map { light in
      light * Float(Exact.exp2(Double.random(in: -1...1, using: &generator)))
    }
    let scene = try Scene(width: 64, height: 48, red: plane, green: plane, blue: plane)
    var loop = try CurveLoop(
      CurveLoop.camera(truth, latency: 2), scene: scene, assumed: .bt709,
      delays: ControlDelays(exposureTime: 2, analogueGain: 2), bias: -1)
    for step in [-3.0, -1, -3, -1, -2, -3, -1] {
      loop.setLight(step)
      _ = try loop.corrections(frames: 20)
    }
    #expect(loop.learner.changesTaken > 3)
    // White is not in sight, so the scale may be off, within its uncertainty; the shape may not.
    let errors = (8...30).map { Double($0) / 64 }.filter { loop.learner.isMeasured(encoded: $0) }
      .map { encoded in
        let ratio =
          loop.learner.curve.linear(fromEncoded: encoded) / truth.linear(fromEncoded: encoded)
        return (stops: Exact.log2(ratio), limit: 2 * loop.learner.uncertainty(ofEncoded: encoded))
      }
    #expect(errors.allSatisfy { $0.stops.magnitude <= $0.limit }, "\(errors)")
    let stops = errors.map { $0.stops }
    let range = (stops.max() ?? 0) - (stops.min() ?? 0)
    #expect(errors.count > 10 && range <= 0.1, "\(range)")
  }

  static func script(seed: UInt64, flicker: Flicker?) -> SceneScript {
    var generator = Generator(seed: seed)
    var script = SceneScript(flicker: flicker)
    var time = 1.0
    while time < 35 {
      let stops = Double.random(in: -2.5...1.5, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: script.events.append(.light(at: time, stops: stops))
      case 2:
        let duration = Double.random(in: 0.5...4, using: &generator)
        script.events.append(.light(at: time, stops: stops, over: duration))
      case 3:
        script.events.append(.scene(at: time, index: Int.random(in: 0..<2, using: &generator)))
      default:
        let place = Double.random(in: 0...0.6, using: &generator)
        guard let from = NormalisedRectangle(x: 0, y: place, width: 0.3, height: 0.4),
          let to = NormalisedRectangle(x: 0.7, y: place, width: 0.3, height: 0.4)
        else { continue }
        script.rectangles.append(
          SceneScript.MovingRectangle(
            start: time, end: time + 3, from: from, to: to, effect: .stops(stops)))
      }
      time += Double.random(in: 0.4...1.6, using: &generator)
    }
    return script
  }

  /// 1,000 frames of lamps, sunsets, cuts and passers-by before a camera that is what was assumed.
  @Test(arguments: [ResponseCurve.sRGB, .bt709, Sensor.firmwareCurve], [0.0, 0.04])
  func ordinaryChangesDoNoHarm(_ curve: ResponseCurve, _ ripple: Double) throws {
    for seed: UInt64 in [1] {
      let flicker = ripple > 0 ? Flicker(frequency: 100, depth: ripple) : nil
      var loop = try CurveLoop(
        CurveLoop.camera(curve, latency: 2), scene: try CurveLoop.patches(stops: 1.5),
        second: try CurveLoop.patches(stops: 0.7),
        script: Self.script(seed: seed, flicker: flicker), assumed: curve,
        delays: ControlDelays(exposureTime: 2, analogueGain: 2))
      var worst = 0.0
      for _ in 0..<1000 {
        let step = try loop.step()
        if step.finding != .nothing { worst = max(worst, loop.error(of: curve)) }
      }
      let counts = "\(loop.learner.changesTaken) taken, \(loop.learner.changesRejected) rejected"
      #expect(worst <= 0.05, "seed \(seed): \(worst), \(counts)")
      if ripple == 0 { #expect(loop.learner.changesTaken > 3, "seed \(seed): \(counts)") }
    }
  }

  /// The same scenes before a camera that is not.
  @Test(arguments: [ResponseCurve.linear, (try? .gamma(1.8)) ?? .linear])
  func ordinaryChangesTeach(_ curve: ResponseCurve) throws {
    for seed: UInt64 in [2] {
      var loop = try CurveLoop(
        CurveLoop.camera(curve, latency: 2), scene: try CurveLoop.patches(stops: 1.5),
        second: try CurveLoop.patches(stops: 0.7), script: Self.script(seed: seed, flicker: nil),
        delays: ControlDelays(exposureTime: 2, analogueGain: 2))
      for _ in 0..<1000 { _ = try loop.step() }
      let error = loop.error(of: curve)
      #expect(error <= 0.1, "seed \(seed): \(error)")
    }
  }

  @Test func theSameCameraGivesTheSameBits() throws {
    let results = try (0..<2).map { _ in
      try Self.corrections(.linear, assumed: .sRGB, Self.cases[1], latency: 2)
    }
    #expect(results[0].learner.curve == results[1].learner.curve)
    #expect(results[0].counts == results[1].counts)
  }
}
