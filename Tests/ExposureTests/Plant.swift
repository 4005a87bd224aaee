import Controls
import Exposure
import Frames
import Metering
import Photometry
import Statistics

/// A camera of a dozen lines for closed loops: a textured scene, a linear 10-bit sensor with noise,
/// and controls that take effect after some frames. Written for these tests alone.
struct Plant {
  var scene: [Double]
  /// The scene's light in stops, on top of its texture.
  var lightStops = 0.0
  var noise = 1.0
  let delays: ControlDelays
  private(set) var written: CameraSettings
  private var queue: [(frame: Int, write: ControlWrite)] = []
  private var inForce: CameraSettings
  private(set) var frame = 0
  private var generator: UInt64 = 7
  let layout = try! FrameLayout(format: .grey(.bits10), width: 48, height: 32)

  init(_ settings: CameraSettings, delays: ControlDelays) {
    self.delays = delays
    written = settings
    inForce = settings
    // Texture of ±1 stop about mid-grey.
    scene = (0..<48 * 32).map { index in
      Exact.exp2(Double((index * 7919) % 101) / 50 - 1)
    }
  }

  mutating func write(_ write: ControlWrite) {
    // Behind the frame that was delivered last, as AppliedSettings counts.
    queue.append((frame - 1 + delays.frames(write.control), write))
    switch write.control {
    case .exposureTime: written.exposureTime = write.value
    case .analogueGain: written.analogueGain = write.value
    }
  }

  private mutating func random() -> Double {
    generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(generator >> 40) / Double(1 << 24) - 0.5
  }

  /// The next frame's bytes. Mid-grey is 1/100 s at gain 1 in light of 0 stops.
  mutating func next() -> [UInt8] {
    for entry in queue where entry.frame < frame {
      switch entry.write.control {
      case .exposureTime: inForce.exposureTime = entry.write.value
      case .analogueGain: inForce.analogueGain = entry.write.value
      }
    }
    queue.removeAll { $0.frame < frame }
    let scale = 0.18 * inForce.totalExposure * 100 * Exact.exp2(lightStops) * 1023
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scene.count * 2)
    for light in scene {
      let code = (light * scale + noise * 4 * random()).rounded()
      let word = UInt16(min(max(code, 0), 1023))
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(word >> 8))
    }
    frame += 1
    return bytes
  }

  var settingsInForce: CameraSettings { inForce }
}

/// A controller at a plant, frame by frame.
struct Loop: ~Copyable {
  var plant: Plant
  var controller: ExposureController
  var tracker: SettingsTracker
  var camera: CameraCapabilities
  var frameInterval = 1.0 / 30
  var bias = 0.0
  var isLocked = false
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private(set) var time = 0.0

  struct Step {
    let decision: ExposureDecision
    let error: Double
    let writes: Int
  }

  init(
    _ controller: ExposureController, delay: Int, known: Bool = true,
    start: CameraSettings = CameraSettings(exposureTime: 0.01)
  ) throws {
    let delays = ControlDelays(exposureTime: delay, analogueGain: max(0, delay - 1))
    plant = Plant(start, delays: delays)
    self.controller = controller
    tracker = SettingsTracker(start, areCertain: true, delays: known ? delays : nil)
    camera = CameraCapabilities(
      exposureTime: ControlRange(minimum: 1e-5, maximum: 0.5, step: 1e-6),
      analogueGain: ControlRange(minimum: 1, maximum: 64, step: 1.0 / 64), frameInterval: 1.0 / 30)
    extractor = try StatisticsExtractor(
      plant.layout, configuration: StatisticsConfiguration(decimation: .every))
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(pattern: .average, response: .linear))
  }

  mutating func step() throws -> Step {
    let sequence = plant.frame
    let bytes = plant.next()
    time += frameInterval
    let metered = try meter.meter(extractor.extract(FrameView(plant.layout, bytes.span)))
    let observed = tracker.observe(
      sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2,
      isBlind: metered.clippedHighShare > 0.9 || metered.clippedLowShare > 0.9)
    let frame = ExposureController.Frame(
      timestamp: time, settings: observed.frame, written: tracker.written,
      areDelaysKnown: observed.areDelaysKnown)
    let decision = controller.step(
      metered, frame, camera: camera, bias: bias, isLocked: isLocked)
    let writes = tracker.writes(aimingAt: decision.settings, after: sequence)
    for write in writes { plant.write(write) }
    tracker.wrote(writes, after: sequence)
    let wanted = controller.configuration.target * Exact.exp2(bias)
    return Step(
      decision: decision, error: ExposureValue.stops(ofRatio: metered.linear / wanted),
      writes: writes.count)
  }
}
