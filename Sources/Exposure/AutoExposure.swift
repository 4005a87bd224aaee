public import Controls
public import LockStates
public import Metering
public import Photometry
public import Statistics

/// Automatic exposure as a whole: statistics of frames in, control writes and their reasons out.
///
/// Joins the meter, the controls' delays (`SettingsTracker`), ``ExposureController``, ``BiasInterpolator``
/// and the lock's states (`ExposureLock`). Call ``step(_:_:requests:)`` once a frame, carry out the
/// writes it returns, and say what became of them with ``wrote(_:after:at:)`` or ``refused(after:)``
/// before the next frame. The same inputs give the same outputs on every machine, to the bit.
public struct AutoExposure: Sendable {
  /// What is aimed at and how; may be changed between frames.
  public var configuration: Configuration {
    didSet { take(configuration, insteadOf: oldValue) }
  }
  /// What the camera can be told; may be changed between frames, as when the frame rate does.
  public var camera: CameraCapabilities
  /// The state of automatic exposure and its lock.
  public internal(set) var lock: ExposureLock
  /// The exposure compensation, on its way to its target.
  public internal(set) var bias: BiasInterpolator

  /// Whether exposure stands still for the sake of another search, as that of the lens, which a change of
  /// light would mislead (field case B50). States and requests go on; only the bias moves it.
  public var isHeld = false
  /// Whether the last decision was to stand still for that.
  var standsStill = false
  /// The compensation that the last decision was made with.
  var lastBias = 0.0

  let geometry: ZoneGeometry
  let signal: SignalDescription
  var meter: Meter
  var metered: MeteredLuminance
  var tracker: SettingsTracker
  var controller: ExposureController
  var manual: CameraSettings?
  var held: Held?
  var hasConverged = false
  var backOff = RefusalBackOff()
  var check: ResponseCheck
  var learner: ResponseLearner?
  var detector: FlickerDetector
  /// Frames that corrections may still wait for the learner's sake; a scene without tones teaches
  /// nothing, however long it is looked at.
  var studiesLeft = 12
  var probesLeft = 2
  var isProbing = false
  /// What the check had written out of the plan's turn, in this frame.
  var ordered: ControlWrites?

  /// What a lock holds, and by how much the compensation asked for since shifts it.
  struct Held: Sendable {
    let biasTarget: Double
    var shift: BiasInterpolator
  }

  /// Begins with a camera.
  ///
  /// - Parameters:
  ///   - camera: What the camera can be told.
  ///   - settings: What it is believed to be set to.
  ///   - areSettingsCertain: Whether they were written by us; what a camera in its automatic mode
  ///     reads back may be stale (field case B19).
  ///   - geometry: The zones of the statistics.
  ///   - signal: What the statistics are made of.
  ///   - profile: What is known of the camera; unknown delays are learned.
  ///   - configuration: What is aimed at and how.
  public init(
    camera: CameraCapabilities, settings: CameraSettings, areSettingsCertain: Bool = false,
    geometry: ZoneGeometry, signal: SignalDescription,
    profile: DeviceProfile = DeviceProfile(), configuration: Configuration
  ) {
    self.camera = camera
    self.configuration = configuration
    self.geometry = geometry
    self.signal = signal
    lock = ExposureLock()
    bias = BiasInterpolator(range: configuration.biasRange) ?? .threeStops
    meter = Meter(
      geometry: geometry, signal: signal, configuration: configuration.metering(profile))
    metered = MeteredLuminance(zoneCount: geometry.zoneCount)
    tracker = SettingsTracker(
      settings, areCertain: areSettingsCertain, delays: profile.delays?.value)
    controller = ExposureController(
      configuration: configuration.exposure, splitter: configuration.splitter)
    check = ResponseCheck(settings, areCertain: areSettingsCertain)
    detector = FlickerDetector(
      response: meter.configuration.response,
      leastGain: camera.analogueGain?.minimum ?? 1)
    // Raw codes are the sensor's own, and what a profile knows was measured with care.
    if configuration.learnsResponse, profile.response == nil, signal.isEncoded {
      learner = ResponseLearner(
        geometry: geometry, signal: signal, assumed: configuration.metering.response)
    }
  }

  /// The camera's response curve as it was learned, for its profile; `nil` where nothing was.
  public var learnedResponse: DeviceProfile.Known<ResponseCurve>? { learner?.known }

  /// How the camera was found to misbehave, for its profile.
  public var quirks: Set<DeviceProfile.Quirk> { check.quirks }

  /// Decides on a frame.
  ///
  /// - Parameters:
  ///   - statistics: What is known of the frame's picture.
  ///   - frame: When it was taken, and whether it shows the scene.
  ///   - requests: What the application asked for since the last frame.
  /// - Returns: What to write, and everything that led to it.
  /// - Throws: `MeteringError.statisticsChanged`; make a new value for another layout.
  public mutating func step(
    _ statistics: FrameStatistics, _ frame: Frame, requests: Requests = Requests()
  ) throws(MeteringError) -> ExposureReport {
    let locking = take(requests)
    if frame.obstruction != nil { return pass(frame, locking) }
    try meter.meter(statistics, into: &metered)
    let clipped = max(metered.clippedHighShare, metered.clippedLowShare)
    let observed = tracker.observe(
      frame.sequence, measuredStops: metered.exposureValue.stops,
      isSaturated: clipped > Self.saturation, isBlind: clipped > Self.blindness,
      at: frame.timestamp)
    let response = try learn(statistics, frame, observed.frame)
    let biasNow = bias.step(at: frame.timestamp)
    // Requests of this frame count in this frame; the algorithm's report on it comes after.
    var permission = lock
    permission.step(requests: locking)
    let flicker = detect(statistics, frame, observed.frame, permission)
    let findings = look(frame, observed, clipped: clipped, bias: biasNow)
    let decision = decide(frame, observed, permission, bias: biasNow)
    let report = Self.report(
      decision, permission.movement, isShifted: isShifted(observed, decision))
    let transition = lock.step(requests: locking, algorithm: report)
    if transition?.to == .converged || transition?.to == .flashRequired { hasConverged = true }
    return finish(frame, observed, decision, transition, findings, response, flicker)
  }

  /// Lets a frame go by of whose picture nothing is known, or nothing that counts.
  ///
  /// - Parameters:
  ///   - frame: When it was taken; without an obstruction it counts as damaged.
  ///   - requests: What the application asked for since the last frame.
  /// - Returns: What to write, which is what is under way already.
  public mutating func skip(
    _ frame: Frame, requests: Requests = Requests()
  ) -> ExposureReport {
    let frame = Frame(
      sequence: frame.sequence, timestamp: frame.timestamp,
      obstruction: frame.obstruction ?? .corrupt)
    return pass(frame, take(requests))
  }

  /// With this share of the weight clipped, the picture answers to a change by less than it should.
  static let saturation = 0.2
  /// With this share clipped, it hardly answers at all.
  static let blindness = 0.9
}
