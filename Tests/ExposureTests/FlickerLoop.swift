import Controls
import Exposure
import Frames
import Metering
import Photometry
import SimulatedCamera
import Statistics

/// Automatic exposure with a flicker detector before lamps, and the truth about the rows' ripple.
struct FlickerLoop: ~Copyable {
  struct Report {
    let finding: FlickerFinding
    /// The greatest departure of a row's light from what it would be without flicker, relative.
    let ripple: Double
    let exposureTime: Double
    let mayBand: Bool
    let error: Double
  }

  /// What the loop sees.
  private var camera: SimulatedCamera
  /// The same without noise: what it would see of the lamps alone, and without them.
  private var rippling: SimulatedCamera
  private var steady: SimulatedCamera
  private var detector: FlickerDetector
  private var controller: ExposureController
  private var tracker: SettingsTracker
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private let capabilities: CameraCapabilities
  private let isDetecting: Bool

  /// Makes a loop. Light is the scene's white in cd/m²; 100 ms at gain 1 fill the well at 100 cd/m².
  init(
    rate: Double = 30, flicker: Flicker?, light: Double, readOut: Double = 0.02,
    latency: Int = 2, isDetecting: Bool = true
  ) throws {
    var description = CameraDescription(
      format: .grey(.bits10), width: 16, height: 96,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 10, maximum: 50_000, defaultValue: 2000, latency: latency,
          law: .linear(perCode: 1e-5)),
        SimulatedControl(
          .gain, minimum: 64, maximum: 1024, defaultValue: 64, latency: latency,
          law: .linear(perCode: 1.0 / 64)),
        .toggle(.exposurePriority, defaultValue: 0),
      ])
    description.frameInterval = 1 / rate
    description.sensor.bitDepth = 10
    description.sensor.shutter = .rolling(readOut: readOut)
    description.sensor.responsivity = 1000
    let scene = Scene.texture(width: 16, height: 96, white: light)
    let camera = try SimulatedCamera(
      description, scenes: [scene], script: SceneScript(flicker: flicker))
    description.sensor.noise = .none
    description.format = .grey(.bits16)
    description.sensor.bitDepth = 16
    let rippling = try SimulatedCamera(
      description, scenes: [scene], script: SceneScript(flicker: flicker))
    let steady = try SimulatedCamera(description, scenes: [scene])
    let extractor = try StatisticsExtractor(
      camera.layout, configuration: StatisticsConfiguration(decimation: .every))
    let meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(pattern: .average, response: .linear))
    self.meter = meter
    self.camera = camera
    self.rippling = rippling
    self.steady = steady
    self.extractor = extractor
    self.isDetecting = isDetecting
    detector = FlickerDetector(response: .linear)
    controller = ExposureController()
    tracker = SettingsTracker(
      CameraSettings(exposureTime: 0.02), areCertain: true,
      delays: ControlDelays(exposureTime: latency, analogueGain: latency))
    capabilities = CameraCapabilities(
      exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-5),
      analogueGain: ControlRange(minimum: 1, maximum: 16, step: 1.0 / 64),
      frameInterval: 1 / rate)
  }

  mutating func step() throws -> Report {
    let frame = camera.nextFrame()
    let ripple = Self.ripple(rippling.nextFrame(), steady.nextFrame())
    var statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    statistics.timestamp = frame.timestamp
    statistics.sequence = frame.sequence
    let metered = try meter.meter(statistics)
    let observed = tracker.observe(
      frame.sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2)
    let finding = detector.step(
      statistics, settings: observed.frame.isCertain ? observed.frame.settings : nil)
    if isDetecting {
      if let avoidance = finding.verdict.avoidance { controller.splitter.flicker = avoidance }
      controller.splitter.probeTime = finding.probe
    }
    let decision = controller.step(
      metered,
      ExposureController.Frame(
        timestamp: frame.timestamp, settings: observed.frame, written: tracker.written,
        areDelaysKnown: observed.areDelaysKnown),
      camera: capabilities)
    let writes = tracker.writes(aimingAt: decision.settings, after: frame.sequence)
    for write in writes { try put(write) }
    tracker.wrote(writes, after: frame.sequence)
    return Report(
      finding: finding, ripple: ripple, exposureTime: frame.truth.exposureTime,
      mayBand: decision.mayBand, error: decision.error)
  }

  private mutating func put(_ write: ControlWrite) throws {
    let isTime = write.control == .exposureTime
    let code = Int((write.value * (isTime ? 1e5 : 64)).rounded())
    let control: ControlID = isTime ? .exposureTime : .gain
    try camera.write(control, code)
    try rippling.write(control, code)
    try steady.write(control, code)
  }

  private static func ripple(_ rippling: SimulatedFrame, _ steady: SimulatedFrame) -> Double {
    let ratios = zip(rowSums(rippling), rowSums(steady)).map { $0 / max($1, 1) }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    return ratios.map { abs($0 / mean - 1) }.max() ?? 0
  }

  private static func rowSums(_ frame: SimulatedFrame) -> [Double] {
    let plane = frame.layout.planes[0]
    return (0..<frame.layout.height).map { y in
      (0..<frame.layout.width).reduce(0) { sum, x in
        let index = plane.offset + y * plane.stride + 2 * x
        return sum + Double(Int(frame.bytes[index]) | Int(frame.bytes[index + 1]) << 8)
      }
    }
  }
}
