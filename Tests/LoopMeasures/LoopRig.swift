public import Controls
internal import Frames
public import Metering
internal import Photometry
public import SimulatedCamera
internal import Statistics

/// What happened on one frame of a closed loop.
public struct LoopRecord: Hashable, Sendable {
  /// When the frame was taken, in seconds.
  public let timestamp: Double
  /// The true mean of the sensor's linear signal, neither clipped nor noisy; 1 is white.
  public let mean: Double
  /// The true light as a factor of the scene's own.
  public let light: Double
  /// The true exposure time in seconds.
  public let time: Double
  /// The true gain.
  public let gain: Double
  /// The frame's mean as it was metered, 0…1.
  public let metered: Double
  /// The shares of cells clipped to white and to black.
  public let clippedHigh: Double
  /// The share of cells clipped to black.
  public let clippedLow: Double
  /// What the loop decided on the frame.
  public let wanted: CameraSettings?
  /// Controls written behind the frame.
  public let writes: Int

  /// log2 of the true time × gain in seconds.
  public var totalStops: Double { Exact.log2(time * gain) }
  /// log2 of the true mean.
  public var meanStops: Double { Exact.log2(mean) }

  /// Whether the frame does not say how bright it is: some of it is clipped to white, much of it to
  /// black, or its mean is a 32nd of mid-grey, where a code more or less of ten bits is a fifth.
  public var isBlind: Bool { clippedHigh > 0.01 || clippedLow > 0.2 || metered < 0.18 / 32 }
}

/// A simulated camera with an exposure loop, frame by frame.
public struct LoopRig: ~Copyable {
  private var camera: SimulatedCamera
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private var tracker: SettingsTracker
  /// The loop.
  public var loop: any ExposureLoop
  private let controls: CodedControls

  /// Why a rig could not be made.
  public struct SetupError: Error, CustomStringConvertible {
    /// What is missing.
    public let description: String
  }

  /// Puts a loop at a camera.
  ///
  /// - Parameters:
  ///   - description: The camera.
  ///   - scene: What it looks at.
  ///   - stops: The light at first, in stops relative to the scene's own.
  ///   - pattern: How frames are metered.
  ///   - total: The time × gain that the camera begins with, in stops.
  ///   - maker: The loop.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    _ description: LoopCamera, scene: Scene, stops: Double = 0,
    pattern: MeteringPattern = .average, total: Double, _ maker: LoopMaker
  ) throws {
    var camera = try SimulatedCamera(
      description.description, scenes: [scene],
      script: SceneScript(events: [.light(at: -1, stops: stops)]))
    guard let controls = CodedControls(camera) else {
      throw SetupError(description: "the camera has no exposure time or no gain")
    }
    let start = try Self.begin(&camera, controls, total: Exact.exp2(total))
    let capabilities = controls.capabilities(frameInterval: description.description.frameInterval)
    let extractor = try StatisticsExtractor(camera.layout)
    self.controls = controls
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(
        pattern: pattern, response: camera.description.sensor.response))
    tracker = SettingsTracker(start, areCertain: true, delays: description.delays)
    loop = maker(capabilities, start)
    self.extractor = extractor
    self.camera = camera
  }

  /// Writes the first settings and lets frames go by until they are in force.
  private static func begin(
    _ camera: inout SimulatedCamera, _ controls: CodedControls, total: Double
  ) throws -> CameraSettings {
    let longest = controls.time.value(of: controls.time.maximum)
    let time = min(total, longest)
    let start = controls.onSteps(
      CameraSettings(exposureTime: time, analogueGain: max(total / time, 1)))
    try camera.write(.exposureTime, CodedControls.code(controls.time, start.exposureTime))
    try camera.write(.gain, CodedControls.code(controls.gain, start.analogueGain))
    for _ in 0...max(controls.time.latency, controls.gain.latency) { _ = camera.nextFrame() }
    return start
  }

  /// The start of the next frame in seconds; what the script says of then is seen on it first.
  public var clock: Double { camera.clock }

  /// What happens before the camera; may be changed between frames.
  public var script: SceneScript {
    get { camera.script }
    set { camera.script = newValue }
  }

  /// Switches the light between the last frame and the next.
  ///
  /// - Parameter stops: Relative to the scene's own light.
  public mutating func switchLight(to stops: Double) {
    camera.script.events.append(.light(at: camera.clock, stops: stops))
  }

  /// Takes a frame, lets the loop decide, and writes what it decided.
  ///
  /// - Returns: What happened.
  /// - Throws: What the statistics and the controls throw.
  public mutating func step() throws -> LoopRecord {
    let frame = camera.nextFrame()
    let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    let metered = try meter.meter(statistics)
    let observed = tracker.observe(
      frame.sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: metered.clippedHighShare > 0.2 || metered.clippedLowShare > 0.2)
    let wanted = loop.step(
      LoopFrame(
        sequence: frame.sequence, timestamp: frame.timestamp, statistics: statistics,
        metered: metered, settings: observed.frame, written: tracker.written))
    let writes = tracker.writes(
      aimingAt: wanted.map { controls.onSteps($0) }, after: frame.sequence)
    for write in writes {
      switch write.control {
      case .exposureTime:
        try camera.write(.exposureTime, CodedControls.code(controls.time, write.value))
      case .analogueGain: try camera.write(.gain, CodedControls.code(controls.gain, write.value))
      }
    }
    tracker.wrote(writes, after: frame.sequence)
    return LoopRecord(
      timestamp: frame.timestamp, mean: frame.truth.meanLinear, light: frame.truth.light,
      time: frame.truth.exposureTime, gain: frame.truth.gain, metered: metered.linear,
      clippedHigh: metered.clippedHighShare, clippedLow: metered.clippedLowShare, wanted: wanted,
      writes: writes.count)
  }

  /// Takes frames.
  ///
  /// - Parameter count: How many.
  /// - Returns: What happened on each.
  /// - Throws: What ``step()`` throws.
  public mutating func run(_ count: Int) throws -> [LoopRecord] {
    var records: [LoopRecord] = []
    records.reserveCapacity(count)
    for _ in 0..<count { records.append(try step()) }
    return records
  }

  /// Takes frames until nothing was written for a while.
  ///
  /// - Parameters:
  ///   - quiet: So many frames without a write end it.
  ///   - most: The most frames that are taken.
  /// - Returns: What happened on each.
  /// - Throws: What ``step()`` throws.
  public mutating func runUntilQuiet(_ quiet: Int, atMost most: Int) throws -> [LoopRecord] {
    var records: [LoopRecord] = []
    var silent = 0
    while records.count < most, silent < quiet {
      let record = try step()
      silent = record.writes == 0 ? silent + 1 : 0
      records.append(record)
    }
    return records
  }
}
