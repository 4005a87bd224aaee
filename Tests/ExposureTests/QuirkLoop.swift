import Controls
import Exposure
import Frames
import Metering
import Photometry
import SimulatedCamera
import Statistics

/// A simulated camera under automatic exposure and the response check, frame by frame.
struct QuirkLoop: ~Copyable {
  var camera: SimulatedCamera
  var controller: ExposureController
  var tracker: SettingsTracker
  var check: ResponseCheck
  var capabilities: CameraCapabilities
  let timeControl: SimulatedControl?
  let gainControl: SimulatedControl?
  /// How gain codes are believed to act; the camera's own law where none is given.
  let gainLaw: GainLaw?
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private(set) var findings: [ResponseFinding] = []
  private(set) var steps: [Step] = []

  struct Step {
    let sequence: Int
    /// Stops from the target; positive is too bright.
    let error: Double
    let writes: [ControlWrite]
    let decision: ExposureDecision
    /// The encoded mean in codes of 8 bits.
    let level: Double
    let truth: SimulatedFrame.Truth
    let isExposureKnown: Bool
  }

  struct Setup {
    var delays: ControlDelays? = nil
    var areCertain = true
    var start: CameraSettings? = nil
    var gainLaw: GainLaw? = nil
    var automatic = CameraCapabilities.ExposureAutomatic.none
    var splitter = ExposureSplitter()
    /// What the meter believes the response to be.
    var response: ResponseCurve? = nil
    var hasGain = true
  }

  init(_ camera: SimulatedCamera, _ setup: Setup) throws {
    let timeControl = camera.controls.first { $0.id == .exposureTime }
    let gainControl = setup.hasGain ? camera.controls.first { $0.id == .gain } : nil
    let law = setup.gainLaw
    let time = try timeControl.map { $0.value(of: try camera.read(.exposureTime)) } ?? 0.01
    let gain = try gainControl.map { Self.gain($0, law, try camera.read(.gain)) } ?? 1
    let extractor = try StatisticsExtractor(
      camera.layout, configuration: StatisticsConfiguration(decimation: .every))
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(
        pattern: .average, response: setup.response ?? camera.description.sensor.response))
    self.extractor = extractor
    self.camera = camera
    self.timeControl = timeControl
    self.gainControl = gainControl
    gainLaw = law
    controller = ExposureController(splitter: setup.splitter)
    let start = setup.start ?? CameraSettings(exposureTime: time, analogueGain: gain)
    tracker = SettingsTracker(start, areCertain: setup.areCertain, delays: setup.delays)
    check = ResponseCheck(start, areCertain: setup.areCertain)
    capabilities = CameraCapabilities(
      exposureTime: timeControl.flatMap {
        ControlRange(
          minimum: $0.value(of: $0.minimum), maximum: $0.value(of: $0.maximum),
          step: Double($0.step) * ($0.value(of: $0.minimum + 1) - $0.value(of: $0.minimum)))
      },
      analogueGain: gainControl.flatMap {
        ControlRange(
          minimum: Self.gain($0, law, $0.minimum), maximum: Self.gain($0, law, $0.maximum),
          step: Self.gain($0, law, $0.minimum + $0.step) - Self.gain($0, law, $0.minimum))
      },
      frameInterval: camera.description.frameInterval, exposureAutomatic: setup.automatic)
  }

  private static func gain(_ control: SimulatedControl, _ law: GainLaw?, _ code: Int) -> Double {
    law?.gain(ofCode: Double(code)) ?? control.value(of: code)
  }

  @discardableResult
  mutating func step() throws -> Step {
    let frame = camera.nextFrame()
    let metered = try meter.meter(extractor.extract(FrameView(frame.layout, frame.bytes.span)))
    let stops = metered.exposureValue.stops
    let saturated = metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2
    let observed = tracker.observe(frame.sequence, measuredStops: stops, isSaturated: saturated)
    findings += check.step(
      ResponseCheck.Frame(
        sequence: frame.sequence, measuredStops: stops, isSaturated: saturated,
        settings: observed.frame, areDelaysKnown: observed.areDelaysKnown, camera: capabilities))
    if check.isExposureKnown { tracker.confirm() }
    controller.deadBand = check.widened(ExposureController.deadBand)
    let decision = controller.step(
      metered,
      ExposureController.Frame(
        timestamp: frame.timestamp, settings: check.acting(observed.frame),
        written: check.acting(tracker.written), areDelaysKnown: observed.areDelaysKnown),
      camera: check.usable(capabilities))
    // What is not carried out must not be taken for done.
    if check.order != .free { controller.resynchronise() }
    var done: [ControlWrite] = []
    switch check.order {
    case .write(let writes):
      for write in writes { try put(write, &done) }
    case .hold:
      for write in tracker.writes(aimingAt: nil, after: frame.sequence) { try put(write, &done) }
    case .free:
      let wanted = decision.settings.map { onSteps(check.writable($0)) }
      for write in tracker.writes(aimingAt: wanted, after: frame.sequence) { try put(write, &done) }
    }
    tracker.wrote(done, after: frame.sequence)
    check.wrote(done, after: frame.sequence)
    let step = Step(
      sequence: frame.sequence, error: ExposureValue.stops(ofRatio: metered.linear / 0.18),
      writes: done, decision: decision, level: frame.truth.meanEncoded * 255, truth: frame.truth,
      isExposureKnown: check.isExposureKnown)
    steps.append(step)
    return step
  }

  mutating func run(_ frames: Int) throws {
    for _ in 0..<frames { try step() }
  }

  /// Compares what the driver reads back, as a program may do now and then.
  mutating func readBack() throws {
    guard let timeControl else { return }
    let value = timeControl.value(of: try camera.read(.exposureTime))
    findings += check.readBack(.exposureTime, value)
  }

  /// Restarts the stream.
  mutating func restart() {
    check.expectUnchanged(.streamStart, tracker.written)
    camera.startStream()
  }

  /// Writes in the last so many frames.
  func writes(last frames: Int) -> Int {
    steps.suffix(frames).reduce(0) { $0 + $1.writes.count }
  }

  var quirks: [DeviceProfile.Quirk] { findings.map(\.quirk) }

  private mutating func put(_ write: ControlWrite, _ done: inout [ControlWrite]) throws {
    switch write.control {
    case .exposureTime:
      guard let timeControl else { return }
      let code = Int((write.value / timeControl.value(of: 1)).rounded())
      try camera.write(.exposureTime, code)
      done.append(ControlWrite(.exposureTime, timeControl.value(of: code)))
    case .analogueGain:
      guard let gainControl else { return }
      let code = gainCode(write.value, gainControl)
      try camera.write(.gain, code)
      done.append(ControlWrite(.analogueGain, Self.gain(gainControl, gainLaw, code)))
    }
  }

  private func gainCode(_ gain: Double, _ control: SimulatedControl) -> Int {
    let code = gainLaw.map { $0.code(ofGain: gain) } ?? gain / control.value(of: 1)
    return min(max(Int(code.rounded()), control.minimum), control.maximum)
  }

  private func onSteps(_ settings: CameraSettings) -> CameraSettings {
    let time = timeControl.map { control in
      control.value(of: Int((settings.exposureTime / control.value(of: 1)).rounded()))
    }
    let gain = gainControl.map { Self.gain($0, gainLaw, gainCode(settings.analogueGain, $0)) }
    return CameraSettings(
      exposureTime: time ?? settings.exposureTime, analogueGain: gain ?? settings.analogueGain)
  }
}
