import Controls
import Exposure
import Frames
import Photometry
import SimulatedCamera
import Statistics

/// A small simulated camera before a lamp, with a detector that looks at its frames.
///
/// The exposure is held; only what the detector asks for is carried out, two frames late, with gain
/// making up for the time.
struct LampBench: ~Copyable {
  struct Setup {
    var rate = 30.0
    /// Light of 100 or 120 Hz, or none.
    var flicker: Flicker?
    var shutter = Sensor.Shutter.rolling(readOut: 0.02)
    var exposure = 0.006
    var gain = 2.0
    var scene = Scene.texture(width: 16, height: 96, white: 200)
    var script = SceneScript()
    var noise = Sensor.Noise()
    var response = ResponseCurve.linear
    var seed: UInt64 = 1
    var lost: Set<Int> = []
    /// Timestamps are off by up to so many seconds to either side.
    var timestampNoise = 0.0
    /// Whether probes are carried out.
    var isObedient = true
    var canProbe = true
    var hasNumbers = true
    var tellsShutter = false
    /// Whether the picture's last row is read first.
    var isUpsideDown = false
    var tellsDirection = true
  }

  let setup: Setup
  var camera: SimulatedCamera
  var detector: FlickerDetector
  private var extractor: StatisticsExtractor
  private var random: UInt64 = 12345
  private let total: Double
  /// Frames taken.
  private(set) var frames = 0
  /// Exposure times that were asked for, in order, each once.
  private(set) var probes: [Double] = []

  init(_ setup: Setup) throws {
    var description = CameraDescription(
      format: .grey(.bits10), width: 16, height: 96,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 20_000, defaultValue: Int(setup.exposure * 1e5),
          latency: 2, law: .linear(perCode: 1e-5)),
        SimulatedControl(
          .gain, minimum: 64, maximum: 64 * 64, defaultValue: Int(setup.gain * 64), latency: 2,
          law: .linear(perCode: 1.0 / 64)),
        .toggle(.exposurePriority, defaultValue: 0),
      ])
    description.frameInterval = 1 / setup.rate
    description.sensor.shutter = setup.shutter
    description.sensor.noise = setup.noise
    description.sensor.bitDepth = 10
    description.seed = setup.seed
    description.quirks = setup.lost.isEmpty ? [] : [.lostFrames(setup.lost)]
    // Mid-grey at the setup's exposure in a scene of 100 cd/m².
    description.sensor.responsivity = 1800 * 0.01 / (setup.exposure * setup.gain)
    var script = setup.script
    script.flicker = setup.flicker
    let camera = try SimulatedCamera(description, scenes: [setup.scene], script: script)
    let extractor = try StatisticsExtractor(
      camera.layout, configuration: StatisticsConfiguration(decimation: .every))
    self.setup = setup
    self.camera = camera
    self.extractor = extractor
    let readOut = description.sensor.readOutTime
    let told: FlickerDetector.Shutter =
      setup.shutter == .global ? .global : .rolling(readOut: readOut)
    detector = FlickerDetector(
      shutter: setup.tellsShutter ? told : .unknown, response: setup.response,
      isReadUpwards: setup.isUpsideDown && setup.tellsDirection, canProbe: setup.canProbe)
    total = setup.exposure * setup.gain
  }

  private mutating func noise() -> Double {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(random >> 40) / Double(1 << 23) - 1
  }

  /// Takes a frame and does what the detector asks for.
  mutating func step() throws -> FlickerFinding {
    let frame = camera.nextFrame()
    let bytes = setup.isUpsideDown ? Self.flipped(frame) : frame.bytes
    var statistics = try extractor.extract(FrameView(frame.layout, bytes.span))
    statistics.timestamp = frame.timestamp + setup.timestampNoise * noise()
    statistics.sequence = setup.hasNumbers ? frame.sequence : nil
    frames += 1
    let finding = detector.step(
      statistics,
      settings: CameraSettings(
        exposureTime: frame.truth.exposureTime, analogueGain: frame.truth.gain))
    if let probe = finding.probe, probes.last != probe { probes.append(probe) }
    if setup.isObedient { try expose(finding.probe ?? setup.exposure) }
    return finding
  }

  private static func flipped(_ frame: SimulatedFrame) -> [UInt8] {
    let stride = frame.layout.planes[0].stride
    return (0..<frame.layout.height).reversed().flatMap { row in
      frame.bytes[row * stride..<(row + 1) * stride]
    }
  }

  /// Exposes for a time at the same total; not where gain would have to be below 1.
  mutating func expose(_ time: Double) throws {
    guard total / time >= 1 else { return }
    let time = Int((time * 1e5).rounded())
    try camera.write(.exposureTime, time)
    try camera.write(.gain, Int((total / (Double(time) * 1e-5) * 64).rounded()))
  }

  /// Runs until a verdict is reached.
  ///
  /// - Returns: The finding and the frames that it took; the last finding where there was none.
  mutating func run(atMost frames: Int) throws -> (finding: FlickerFinding, frames: Int) {
    var finding = try step()
    var count = 1
    while count < frames, finding.verdict == .undetermined {
      finding = try step()
      count += 1
    }
    return (finding, count)
  }

  /// Runs on whatever is found.
  ///
  /// - Returns: All verdicts that were given.
  mutating func verdicts(over frames: Int) throws -> Set<FlickerVerdict> {
    var verdicts: Set<FlickerVerdict> = []
    for _ in 0..<frames { verdicts.insert(try step().verdict) }
    return verdicts
  }
}

/// What is no lamp.
enum Impostor {
  /// Stripes that pass the camera, a stop darker than the scene.
  ///
  /// - Parameters:
  ///   - cycles: Stripes in the frame's height.
  ///   - turns: Stripes that pass a place in a second; positive upwards, as bands go whose phase
  ///     advances.
  ///   - seconds: For how long.
  /// - Returns: The script.
  static func movingStripes(cycles: Double, turns: Double, seconds: Double) -> SceneScript {
    let height = 0.5 / cycles
    let passage = (1 - height) * cycles / abs(turns)
    var script = SceneScript()
    guard let top = NormalisedRectangle(x: 0, y: 0, width: 1, height: height),
      let bottom = NormalisedRectangle(x: 0, y: 1 - height, width: 1, height: height)
    else { return script }
    var start = -passage
    while start < seconds {
      script.rectangles.append(
        .init(
          start: start, end: start + passage, from: turns > 0 ? bottom : top,
          to: turns > 0 ? top : bottom, effect: .stops(-1)))
      start += 1 / abs(turns)
    }
    return script
  }

  /// Light that is another in each frame, by chance, as lamps' is that are not quite steady.
  static func scatter(frames: Int, rate: Double, share: Double) -> SceneScript {
    var random: UInt64 = 99
    return SceneScript(
      events: (0..<frames).map { frame in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let factor = 1 + share * (Double(random >> 40) / Double(1 << 23) - 1)
        return .light(at: Double(frame) / rate, stops: ExposureValue.stops(ofRatio: factor))
      })
  }

  /// A scene behind blinds that stand still.
  static func blinds(cycles: Double) -> Scene {
    var values: [Float] = []
    for y in 0..<96 {
      let phase = Double(y) / 96 * cycles
      values += [Float](repeating: phase - phase.rounded(.down) < 0.5 ? 40 : 160, count: 16)
    }
    return (try? Scene(width: 16, height: 96, red: values, green: values, blue: values))
      ?? Scene(uniform: 100)
  }
}
