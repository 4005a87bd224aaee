import Controls
import Exposure
import Frames
import Metering
import Photometry
import SimulatedCamera
import Statistics

/// Automatic exposure on a simulated camera whose response is unknown and learned on the way.
struct CurveLoop: ~Copyable {
  /// What one frame showed.
  struct Step {
    let truth: SimulatedFrame.Truth
    /// How far the true linear mean is from the target, in stops.
    let error: Double
    let decision: ExposureDecision
    let finding: ResponseLearner.Finding
    let writes: Int
  }

  var camera: SimulatedCamera
  var learner: ResponseLearner
  var controller: ExposureController
  var bias: Double
  /// Whether the meter follows the learner.
  var isLearning = true
  private(set) var tracker: SettingsTracker
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private let capabilities: CameraCapabilities

  init(
    _ description: CameraDescription, scene: Scene, second: Scene? = nil,
    script: SceneScript = SceneScript(),
    assumed: ResponseCurve = .sRGB, delays: ControlDelays?, bias: Double = 0
  ) throws {
    var camera = try SimulatedCamera(
      description, scenes: [scene] + (second.map { [$0] } ?? []), script: script)
    camera.startStream()
    let extractor = try StatisticsExtractor(
      camera.layout, configuration: StatisticsConfiguration(decimation: .every))
    controller = ExposureController(splitter: ExposureSplitter(program: .long))
    self.bias = bias
    let start = CameraSettings(exposureTime: Self.startTime, analogueGain: 1)
    tracker = SettingsTracker(start, areCertain: true, delays: delays)
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(pattern: .average, response: assumed))
    learner = ResponseLearner(
      geometry: extractor.geometry, signal: extractor.signal, assumed: assumed)
    capabilities = CameraCapabilities(
      exposureTime: ControlRange(minimum: 1e-6, maximum: 0.5, step: 1e-6),
      analogueGain: ControlRange(minimum: 1, maximum: 63, step: 1.0 / 16))
    self.camera = camera
    self.extractor = extractor
  }

  static let startTime = 0.0005

  /// A grey camera whose exposure counts in microseconds, with noise.
  static func camera(
    _ response: ResponseCurve, latency: Int, bits: PixelFormat = .grey(.bits8), width: Int = 64,
    height: Int = 48
  ) -> CameraDescription {
    var camera = CameraDescription.fieldCase(
      width: width, height: height, exposureLatency: latency, gainLatency: latency)
    camera.format = bits
    camera.controls[0] = SimulatedControl(
      .exposureTime, minimum: 1, maximum: 500_000, defaultValue: 500, latency: latency,
      law: .linear(perCode: 1e-6))
    camera.sensor.noise = Sensor.Noise()
    camera.sensor.response = response
    return camera
  }

  /// Patches within some stops of mid-grey at the start's exposure; their mean is mid-grey.
  static func patches(stops: Double = 1, width: Int = 64, height: Int = 48) throws -> Scene {
    var light: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        let patch = (x / 8) * 7 + (y / 4) * 5
        light.append(Exact.exp2((Double(patch % 13) / 6 - 1) * stops))
      }
    }
    let mean = light.reduce(0, +) / Double(light.count)
    // The camera's signal is radiance × time / 100 µs.
    let scale = 0.18 / (startTime / 1e-4) / mean
    let plane = light.map { Float($0 * scale) }
    return try Scene(width: width, height: height, red: plane, green: plane, blue: plane)
  }

  /// Sets the light from the next frame on, in stops.
  mutating func setLight(_ stops: Double) {
    camera.script.events.append(.light(at: camera.clock - 1e-4, stops: stops))
  }

  mutating func step() throws -> Step {
    let frame = camera.nextFrame()
    let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    var metered = try meter.meter(statistics)
    let observed = tracker.observe(
      frame.sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2)
    var finding = ResponseLearner.Finding.nothing
    if isLearning {
      finding = learner.step(
        statistics,
        ResponseLearner.Frame(
          timestamp: frame.timestamp, settings: observed.frame.settings,
          isSettled: observed.frame.isSettled))
      if learner.curve != meter.configuration.response {
        meter.setResponse(learner.curve)
        metered = try meter.meter(statistics)
        tracker.remeasured(metered.exposureValue.stops)
      }
    }
    let decision = controller.step(
      metered,
      ExposureController.Frame(
        timestamp: frame.timestamp, settings: observed.frame, written: tracker.written,
        areDelaysKnown: observed.areDelaysKnown,
        isStudied: isLearning && learner.wantsAnotherFrame),
      camera: capabilities, bias: bias)
    let writes = tracker.writes(aimingAt: decision.settings, after: frame.sequence)
    for write in writes { try put(write) }
    tracker.wrote(writes, after: frame.sequence)
    let target = controller.configuration.target * Exact.exp2(bias)
    return Step(
      truth: frame.truth, error: ExposureValue.stops(ofRatio: frame.truth.meanLinear / target),
      decision: decision, finding: finding, writes: writes.count)
  }

  /// The greatest error of the curve in force in stops, over the codes that were measured.
  func error(of truth: ResponseCurve) -> Double {
    (5...60).map { index in
      let encoded = Double(index) / 64
      guard learner.isMeasured(encoded: encoded) else { return 0 }
      let ratio =
        learner.curve.linear(fromEncoded: encoded) / truth.linear(fromEncoded: encoded)
      return Exact.log2(ratio).magnitude
    }.max() ?? 0
  }

  private mutating func put(_ write: ControlWrite) throws {
    switch write.control {
    case .exposureTime:
      try camera.write(.exposureTime, Int((write.value * 1e6).rounded()))
    case .analogueGain:
      try camera.write(.gain, Int((write.value * 16).rounded()))
    }
  }

  /// Lets frames pass and counts the settled changes of exposure after which the true mean lies, and
  /// stays, within 0.15 EV of the target.
  mutating func corrections(frames: Int = 60) throws -> (count: Int, error: Double) {
    var (changes, needed) = (0, 0)
    var total: Double?
    var last = try step()
    for index in 0..<frames {
      if index > 0 { last = try step() }
      let exposure = last.truth.exposureTime * last.truth.gain
      if let total, exposure != total { changes += 1 }
      total = exposure
      if last.error.magnitude > 0.15 { needed = changes + 1 }
    }
    return (needed, last.error)
  }
}
