internal import Controls
internal import Exposure
internal import Frames
internal import Metering
internal import Photometry
internal import SimulatedCamera
internal import Statistics

/// A simulated camera under automatic exposure, frame by frame.
struct SimulationLoop: ~Copyable {
  private var camera: SimulatedCamera
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private var controller: ExposureController
  private var tracker: SettingsTracker
  private let capabilities: CameraCapabilities
  private let timeControl: SimulatedControl
  private let gainControl: SimulatedControl?
  private let bias: Double

  /// How quickly exposure follows; may be changed at any time.
  var speed: ExposureSpeed {
    get { controller.configuration.speed }
    set { controller.configuration.speed = newValue }
  }

  /// Why a loop could not be made.
  struct SetupError: Error, CustomStringConvertible {
    let description: String
  }

  init(
    _ camera: SimulatedCamera, pattern: MeteringPattern, controller: ExposureController,
    bias: Double
  ) throws {
    var camera = camera
    guard let timeControl = camera.controls.first(where: { $0.id == .exposureTime }) else {
      throw SetupError(description: "the simulated camera has no exposure time to steer")
    }
    let gainControl = camera.controls.first { $0.id == .gain }
    // The camera's own exposure goes first, or its controls would refuse what is written.
    if camera.controls.contains(where: { $0.id == .autoExposure }) {
      try camera.write(.autoExposure, 1)
    }
    if camera.controls.contains(where: { $0.id == .exposurePriority }) {
      try camera.write(.exposurePriority, 0)
    }
    camera.startStream()
    let start = CameraSettings(
      exposureTime: Self.value(timeControl, try camera.read(.exposureTime)),
      analogueGain: try gainControl.map { Self.value($0, try camera.read(.gain)) } ?? 1)
    let extractor = try StatisticsExtractor(camera.layout)
    self.timeControl = timeControl
    self.gainControl = gainControl
    capabilities = CameraCapabilities(
      exposureTime: Self.range(timeControl), analogueGain: gainControl.flatMap(Self.range),
      frameInterval: camera.description.frameInterval)
    tracker = SettingsTracker(start, areCertain: false)
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(
        pattern: pattern, response: camera.description.sensor.response))
    self.extractor = extractor
    self.camera = camera
    self.controller = controller
    self.bias = bias
  }

  /// Takes a frame, decides on it, and writes what was decided.
  mutating func step() throws -> RunReport {
    let frame = camera.nextFrame()
    let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    let metered = try meter.meter(statistics)
    let observed = tracker.observe(
      frame.sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2)
    let decision = controller.step(
      metered,
      ExposureController.Frame(
        timestamp: frame.timestamp, settings: observed.frame, written: tracker.written,
        areDelaysKnown: observed.areDelaysKnown),
      camera: capabilities, bias: bias)
    let wanted = decision.settings.map { onSteps($0) }
    var done: [ControlWrite] = []
    for write in tracker.writes(aimingAt: wanted, after: frame.sequence) {
      try put(write)
      done.append(write)
    }
    tracker.wrote(done, after: frame.sequence)
    return RunReport(
      frame, metered, decision, settings: observed.frame.settings, writes: done.count,
      delays: tracker.delays)
  }

  private mutating func put(_ write: ControlWrite) throws {
    switch write.control {
    case .exposureTime:
      try camera.write(.exposureTime, Self.code(timeControl, write.value))
    case .analogueGain:
      guard let gainControl else { return }
      try camera.write(.gain, Self.code(gainControl, write.value))
    }
  }

  /// What the camera will really take of a wish, so that the difference is nobody's surprise.
  private func onSteps(_ settings: CameraSettings) -> CameraSettings {
    let time = Self.value(timeControl, Self.code(timeControl, settings.exposureTime))
    let gain = gainControl.map { Self.value($0, Self.code($0, settings.analogueGain)) } ?? 1
    return CameraSettings(exposureTime: time, analogueGain: gain)
  }

  private static func value(_ control: SimulatedControl, _ code: Int) -> Double {
    control.law.value(of: code, minimum: control.minimum)
  }

  /// The code whose value is nearest to a wish, of a control whose values rise with its codes.
  private static func code(_ control: SimulatedControl, _ value: Double) -> Int {
    var (low, high) = (0, (control.maximum - control.minimum) / max(control.step, 1))
    func at(_ step: Int) -> Double {
      Self.value(control, control.minimum + step * max(control.step, 1))
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if at(middle) <= value { low = middle } else { high = middle }
    }
    let nearest = value - at(low) <= at(high) - value ? low : high
    return control.minimum + nearest * max(control.step, 1)
  }

  private static func range(_ control: SimulatedControl) -> ControlRange? {
    let least = value(control, control.minimum)
    let greatest = value(control, control.maximum)
    // Steps of a curved law differ; what they leave is taken up by `onSteps`.
    let isEven: Bool = if case .linear = control.law { true } else { false }
    let step = value(control, control.minimum + max(control.step, 1)) - least
    return ControlRange(minimum: least, maximum: greatest, step: isEven ? step : 0)
  }
}
