public import Controls
internal import LockStates
internal import Metering
internal import Photometry
internal import Statistics

extension AutoExposure {
  mutating func finish(
    _ frame: Frame, _ observed: SettingsTracker.Observation, _ decision: ExposureDecision,
    _ transition: ExposureLock.Transition?, _ findings: [ResponseFinding],
    _ response: ResponseLearner.Finding, _ flicker: FlickerFinding?
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
      state: lock.state, transition: transition, findings: findings, response: response,
      flicker: flicker)
  }

  /// Lets a frame go by that does not show the scene: nothing is decided, what is under way goes on.
  mutating func pass(_ frame: Frame, _ locking: ExposureLock.Requests) -> ExposureReport {
    ordered = nil
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
      response: .nothing, flicker: nil)
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
    check.wrote(writes, after: sequence)
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
