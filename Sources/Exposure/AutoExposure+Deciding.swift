internal import Controls
internal import LockStates
internal import Metering
internal import Photometry
internal import Statistics

extension AutoExposure {
  /// Learns the camera's curve; a frame that taught something is metered anew by it.
  mutating func learn(
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
    detector.response = curve
    try meter.meter(statistics, into: &metered)
    let clipped = max(metered.clippedHighShare, metered.clippedLowShare)
    tracker.remeasured(
      metered.exposureValue.stops, isSaturated: clipped > Self.saturation)
    return finding
  }

  /// Finds out the lamps' frequency, unless it was told, and has it avoided.
  mutating func detect(
    _ statistics: FrameStatistics, _ frame: Frame, _ settings: AppliedSettings.OfFrame,
    _ permission: ExposureLock
  ) -> FlickerFinding? {
    guard configuration.detectsFlicker, configuration.splitter.flicker == .off else { return nil }
    var stamped = statistics
    stamped.timestamp = frame.timestamp
    stamped.sequence = frame.sequence
    let finding = detector.step(
      stamped, settings: settings.isCertain ? settings.settings : nil)
    if let avoidance = finding.verdict.avoidance { controller.splitter.flicker = avoidance }
    let mayTry = permission.movement == .normal && check.order == .free
    controller.splitter.probeTime = mayTry && mayProbe(finding) ? finding.probe : nil
    return finding
  }

  /// Whether an exposure time may be tried for the detector's sake: twice in a stream, and whenever
  /// something already speaks for lamps; a steady picture is not to be disturbed again and again.
  private mutating func mayProbe(_ finding: FlickerFinding) -> Bool {
    guard finding.probe != nil else {
      isProbing = false
      return false
    }
    if isProbing { return true }
    if case .confirming = finding.reason {
      isProbing = true
    } else if probesLeft > 0, finding.ripple ?? 0 >= Self.leastRipple {
      probesLeft -= 1
      isProbing = true
    }
    return isProbing
  }

  /// Ripple of the rows, relative, below which lamps need not be avoided.
  static let leastRipple = 0.01

  /// Compares the picture with what the last writes should have made of it.
  mutating func look(
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

  mutating func decide(
    _ frame: Frame, _ observed: SettingsTracker.Observation, _ permission: ExposureLock,
    bias: Double
  ) -> ExposureDecision {
    if permission.mode == .off { return decideManually(frame, observed) }
    controller.configuration = configuration.exposure
    if permission.movement == .fast || !hasConverged { controller.configuration.speed = .fast }
    let known = ExposureController.Frame(
      timestamp: frame.timestamp, settings: check.acting(observed.frame),
      written: check.acting(tracker.target), areDelaysKnown: observed.areDelaysKnown,
      isStudied: studiesLeft > 0 && learner?.wantsAnotherFrame ?? false)
    let camera = check.usable(camera)
    defer { lastBias = bias }
    guard held != nil else {
      if isHeld { return decideHeld(known, camera, bias: bias) }
      standsStill = false
      let decision = controller.step(metered, known, camera: camera, bias: bias)
      if decision.reason == .learningResponse { studiesLeft -= 1 }
      return check.order == .free ? decision : watched(decision)
    }
    // What holds for another's sake has the bias in it, a lock only what came since.
    if standsStill { controller.relock(known.written, bias: 0) }
    standsStill = false
    held?.shift.step(at: frame.timestamp)
    return controller.step(
      metered, known, camera: camera, bias: held?.shift.bias ?? 0, isLocked: true)
  }

  private mutating func decideHeld(
    _ frame: ExposureController.Frame, _ camera: CameraCapabilities, bias: Double
  ) -> ExposureDecision {
    if !standsStill { controller.relock(frame.written, bias: lastBias) }
    standsStill = true
    let decision = controller.step(metered, frame, camera: camera, bias: bias, isLocked: true)
    guard decision.reason == .locked else { return decision }
    return ExposureDecision(
      reason: .heldForFocus, progress: decision.progress, settings: decision.settings,
      digitalGain: decision.digitalGain, error: decision.error, totalStops: decision.totalStops,
      mayBand: decision.mayBand)
  }

  /// A decision that is not carried out, since a write that went wrong is being looked into.
  mutating func watched(_ decision: ExposureDecision) -> ExposureDecision {
    // What is not carried out must not be taken for done.
    controller.resynchronise()
    return ExposureDecision(
      reason: .checkingResponse, progress: .searching, settings: nil,
      digitalGain: decision.digitalGain, error: decision.error,
      totalStops: tracker.target.totalStops, mayBand: decision.mayBand)
  }

  mutating func decideManually(
    _ frame: Frame, _ observed: SettingsTracker.Observation
  ) -> ExposureDecision {
    let wanted = manual.map { $0.limited(to: camera) }
    return ExposureDecision(
      reason: .manual, progress: .converged, settings: wanted == tracker.target ? nil : wanted,
      digitalGain: 1, error: metered.exposureValue.stops,
      totalStops: (wanted ?? tracker.target).totalStops, mayBand: false)
  }

  /// Whether a lock's shift by the compensation is complete, and the frame shows it.
  func isShifted(
    _ observed: SettingsTracker.Observation, _ decision: ExposureDecision
  ) -> Bool {
    guard let held else { return false }
    return held.shift.hasArrived && observed.frame.isSettled && decision.settings == nil
  }

  static func report(
    _ decision: ExposureDecision, _ movement: ExposureLock.Movement, isShifted: Bool
  ) -> ExposureLock.Report {
    switch movement {
    case .held: return .undecided
    case .compensation: return isShifted ? .compensationReached : .undecided
    case .normal, .fast: break
    }
    switch decision.reason {
    case .warmingUp, .waitingForSettings, .staleFrame, .noControls, .deviceControlled, .obstructed,
      .manual, .locked, .heldForFocus, .checkingResponse, .learningResponse:
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
