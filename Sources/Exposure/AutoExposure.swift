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
  public private(set) var lock: ExposureLock
  /// The exposure compensation, on its way to its target.
  public private(set) var bias: BiasInterpolator

  private let geometry: ZoneGeometry
  private let signal: SignalDescription
  private var meter: Meter
  private var metered: MeteredLuminance
  private var tracker: SettingsTracker
  private var controller: ExposureController
  private var manual: CameraSettings?
  private var held: Held?
  private var hasConverged = false
  private var backOff = RefusalBackOff()
  private var check: ResponseCheck
  private var learner: ResponseLearner?
  /// What the check had written out of the plan's turn, in this frame.
  private var ordered: ControlWrites?

  /// What a lock holds, and by how much the compensation asked for since shifts it.
  private struct Held: Sendable {
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
    let findings = look(frame, observed, clipped: clipped, bias: biasNow)
    let decision = decide(frame, observed, permission, bias: biasNow)
    let report = Self.report(
      decision, permission.movement, isShifted: isShifted(observed, decision))
    let transition = lock.step(requests: locking, algorithm: report)
    if transition?.to == .converged || transition?.to == .flashRequired { hasConverged = true }
    return finish(frame, observed, decision, transition, findings, response)
  }

  /// With this share of the weight clipped, the picture answers to a change by less than it should.
  static let saturation = 0.2
  /// With this share clipped, it hardly answers at all.
  static let blindness = 0.9
}

// MARK: - Requests

extension AutoExposure {
  private mutating func take(_ configuration: Configuration, insteadOf old: Configuration) {
    if configuration.metering != old.metering {
      var metering = configuration.metering
      // A curve that was learned outlives a change of what is metered.
      if let known = learner?.known { metering.response = known.value }
      meter = Meter(geometry: geometry, signal: signal, configuration: metering)
    }
    controller.splitter.take(configuration.splitter)
    if configuration.biasRange != old.biasRange,
      let fresh = BiasInterpolator(range: configuration.biasRange, bias: bias.bias)
    {
      let target = bias.target
      bias = fresh
      bias.setTarget(target)
    }
  }

  /// Takes what was asked for; the lock's requests are returned.
  private mutating func take(_ requests: Requests) -> ExposureLock.Requests {
    var locking = requests.lock
    let before = bias.target
    if let wanted = requests.bias { bias.setTarget(wanted) }
    locking.compensationChanged = bias.target != before
    if !configuration.smoothsBias { bias.jump() }
    manual = requests.manual ?? manual
    var permission = lock
    permission.step(requests: locking)
    if permission.mode != lock.mode || locking.reset {
      controller.resynchronise()
      hasConverged = false
    }
    let isHeld =
      permission.mode == .automatic
      && (permission.movement == .held || permission.movement == .compensation)
    if !isHeld {
      held = nil
    } else if held == nil {
      // 20 stops are more than any range of biases shifts by.
      held = BiasInterpolator(range: -20...20).map { Held(biasTarget: before, shift: $0) }
    }
    if let base = held?.biasTarget { held?.shift.setTarget(bias.target - base) }
    if !configuration.smoothsBias { held?.shift.jump() }
    return locking
  }
}

// MARK: - Deciding

extension AutoExposure {
  /// Learns the camera's curve; a frame that taught something is metered anew by it.
  private mutating func learn(
    _ statistics: FrameStatistics, _ frame: Frame, _ settings: AppliedSettings.OfFrame
  ) throws(MeteringError) -> ResponseLearner.Finding {
    let known = ResponseLearner.Frame(
      timestamp: frame.timestamp, settings: settings.settings, isSettled: settings.isSettled)
    guard let finding = learner?.step(statistics, known) else { return .nothing }
    let curve: ResponseCurve
    switch finding {
    case .nothing: return finding
    case .learned(let learned, _): curve = learned
    case .inconsistent: curve = configuration.metering.response
    }
    meter.setResponse(curve)
    try meter.meter(statistics, into: &metered)
    let clipped = max(metered.clippedHighShare, metered.clippedLowShare)
    tracker.remeasured(
      metered.exposureValue.stops, isSaturated: clipped > Self.saturation)
    return finding
  }

  /// Compares the picture with what the last writes should have made of it.
  private mutating func look(
    _ frame: Frame, _ observed: SettingsTracker.Observation, clipped: Double, bias: Double
  ) -> [ResponseFinding] {
    let aim = configuration.exposure.target * ExposureValue.ratio(ofStops: bias)
    let findings = check.step(
      ResponseCheck.Frame(
        sequence: frame.sequence, measuredStops: metered.exposureValue.stops,
        aimStops: ExposureValue(linear: aim).stops, isSaturated: clipped > Self.saturation,
        settings: observed.frame, areDelaysKnown: observed.areDelaysKnown, camera: camera))
    if check.isExposureKnown { tracker.confirm() }
    controller.deadBand = check.widened(ExposureController.deadBand)
    return findings
  }

  private mutating func decide(
    _ frame: Frame, _ observed: SettingsTracker.Observation, _ permission: ExposureLock,
    bias: Double
  ) -> ExposureDecision {
    if permission.mode == .off { return decideManually(frame, observed) }
    controller.configuration = configuration.exposure
    if permission.movement == .fast || !hasConverged { controller.configuration.speed = .fast }
    let known = ExposureController.Frame(
      timestamp: frame.timestamp, settings: check.acting(observed.frame),
      written: check.acting(tracker.target), areDelaysKnown: observed.areDelaysKnown,
      isStudied: learner?.wantsAnotherFrame ?? false)
    let camera = check.usable(camera)
    guard held != nil else {
      let decision = controller.step(metered, known, camera: camera, bias: bias)
      return check.order == .free ? decision : watched(decision)
    }
    held?.shift.step(at: frame.timestamp)
    return controller.step(
      metered, known, camera: camera, bias: held?.shift.bias ?? 0, isLocked: true)
  }

  /// A decision that is not carried out, since a write that went wrong is being looked into.
  private mutating func watched(_ decision: ExposureDecision) -> ExposureDecision {
    // What is not carried out must not be taken for done.
    controller.resynchronise()
    return ExposureDecision(
      reason: .checkingResponse, progress: .searching, settings: nil,
      digitalGain: decision.digitalGain, error: decision.error,
      totalStops: tracker.target.totalStops, mayBand: decision.mayBand)
  }

  private mutating func decideManually(
    _ frame: Frame, _ observed: SettingsTracker.Observation
  ) -> ExposureDecision {
    let wanted = manual.map { $0.limited(to: camera) }
    return ExposureDecision(
      reason: .manual, progress: .converged, settings: wanted == tracker.target ? nil : wanted,
      digitalGain: 1, error: metered.exposureValue.stops,
      totalStops: (wanted ?? tracker.target).totalStops, mayBand: false)
  }

  /// Whether a lock's shift by the compensation is complete, and the frame shows it.
  private func isShifted(
    _ observed: SettingsTracker.Observation, _ decision: ExposureDecision
  ) -> Bool {
    guard let held else { return false }
    return held.shift.hasArrived && observed.frame.isSettled && decision.settings == nil
  }

  private static func report(
    _ decision: ExposureDecision, _ movement: ExposureLock.Movement, isShifted: Bool
  ) -> ExposureLock.Report {
    switch movement {
    case .held: return .undecided
    case .compensation: return isShifted ? .compensationReached : .undecided
    case .normal, .fast: break
    }
    switch decision.reason {
    case .warmingUp, .waitingForSettings, .staleFrame, .noControls, .deviceControlled, .obstructed,
      .manual, .locked, .checkingResponse, .learningResponse:
      return .undecided
    case .onTarget, .solved, .constrained, .searchingDown, .searchingUp: break
    }
    switch decision.progress {
    case .searching: return .searching
    case .converged: return .onTarget
    case .limitedDark: return .tooDark
    case .limitedBright: return .tooBright
    }
  }
}

// MARK: - Writing

extension AutoExposure {
  private mutating func finish(
    _ frame: Frame, _ observed: SettingsTracker.Observation, _ decision: ExposureDecision,
    _ transition: ExposureLock.Transition?, _ findings: [ResponseFinding],
    _ response: ResponseLearner.Finding
  ) -> ExposureReport {
    let mayWrite = backOff.mayWrite(at: frame.sequence)
    var wanted: CameraSettings?
    ordered = nil
    if mayWrite, decision.reason == .checkingResponse, case .write(let writes) = check.order {
      ordered = ControlWrites(writes)
    } else if mayWrite {
      wanted = decision.settings.map(check.writable)
    }
    let planned = tracker.writes(aimingAt: wanted, after: frame.sequence)
    return ExposureReport(
      frame: frame, metered: ExposureReport.Metered(metered), settings: observed.frame,
      decision: decision, writes: ordered ?? planned, delays: tracker.delays,
      areDelaysKnown: observed.areDelaysKnown, bias: bias.bias, biasTarget: bias.target,
      state: lock.state, transition: transition, findings: findings, response: response)
  }

  /// Lets a frame go by that does not show the scene: nothing is decided, what is under way goes on.
  private mutating func pass(_ frame: Frame, _ locking: ExposureLock.Requests) -> ExposureReport {
    let transition = lock.step(requests: locking)
    let decision = ExposureDecision(
      reason: .obstructed, progress: .searching, settings: nil, digitalGain: 1, error: 0,
      totalStops: tracker.target.totalStops, mayBand: false)
    let settings = tracker.frame(frame.sequence, at: frame.timestamp)
    let writes = tracker.writes(aimingAt: nil, after: frame.sequence)
    return ExposureReport(
      frame: frame, metered: nil, settings: settings, decision: decision, writes: writes,
      delays: tracker.delays, areDelaysKnown: tracker.areDelaysKnown, bias: bias.bias,
      biasTarget: bias.target, state: lock.state, transition: transition, findings: [],
      response: .nothing)
  }

  /// Takes note of writes that the driver accepted, with the values that it accepted.
  ///
  /// - Parameters:
  ///   - writes: The controls and values.
  ///   - sequence: The sequence number of the last frame that had been received.
  ///   - time: When they were made, in seconds on the frames' clock, where that is known: a program that
  ///     is slower than its camera receives frames from before its last write.
  public mutating func wrote(
    _ writes: some Collection<ControlWrite>, after sequence: Int, at time: Double? = nil
  ) {
    tracker.wrote(writes, after: sequence, at: time, isPlanned: ordered == nil)
    check.wrote(Array(writes), after: sequence)
    if !writes.isEmpty { backOff.succeeded() }
  }

  /// Takes note that the stream was started, or the camera's own exposure switched off, since the last
  /// frame: cameras lose settings then (field cases B12, B20), which the picture will tell.
  ///
  /// - Parameter moment: What happened.
  public mutating func settingsMayBeLost(at moment: ResponseCheck.Moment) {
    check.expectUnchanged(moment, tracker.written)
  }

  /// Takes note of what the driver says a control is set to, to find out read-backs that are stale.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - value: Seconds, or a linear factor.
  /// - Returns: What was found by it.
  public mutating func readBack(_ control: DelayedControl, _ value: Double) -> [ResponseFinding] {
    check.readBack(control, value)
  }

  /// Takes note that the driver refused a write: what is in force stays, and the next attempt waits,
  /// twice as long after each refusal, up to 64 frames.
  ///
  /// - Parameter sequence: The sequence number of the last frame that had been received.
  public mutating func refused(after sequence: Int) {
    tracker.refused()
    backOff.refused(at: sequence)
  }
}
