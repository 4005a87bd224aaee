internal import Photometry

/// Brings decisions to a camera and knows which frame shows them, learning the delays on the way.
///
/// Joins ``ControlPlan``, ``AppliedSettings`` and ``DelayLearner``. While a control's delay is only
/// assumed, a frame counts as settled when the picture has answered to what was written, not when the
/// assumption says so: a loop that acts on a wrong delay swings for ever (field case B27).
public struct SettingsTracker: Sendable {
  /// What became known with a frame.
  public struct Observation: Hashable, Sendable {
    /// What the frame was taken with, and whether it shows all that was asked for.
    public let frame: AppliedSettings.OfFrame
    /// What the frame taught about delays.
    public let finding: DelayLearner.Finding
    /// Whether the delays come from a profile or were learned, and are not only assumed.
    public let areDelaysKnown: Bool
  }

  /// How long each control is believed to take.
  public private(set) var delays: ControlDelays
  private var plan: ControlPlan
  private var applied: AppliedSettings
  private var learner: DelayLearner
  private var knowsTime: Bool
  private var knowsGain: Bool
  /// Whether the delays were told; what contradicts them then is something else.
  private let areDelaysTold: Bool
  private var awaited: DelayedControl?
  /// Changes too small to be seen are waited for until this frame, as long as delays are unknown.
  private var awaitedUntil: Int?
  private var lastWrite: Int?
  private var lastWriteTime: Double?
  private var lastFrame: Int?
  /// Whether the picture could not answer when something was written last.
  private var wasBlind = false
  /// A write whose answer may be another's, until the picture can be seen again.
  private var overlapped: Int?
  /// What the last settled frame was taken with and showed, in stops.
  private var trusted: (total: Double, measured: Double)?
  private var contradictions = 0.0
  private var measured: (stops: Double, isSaturated: Bool, isBlind: Bool)?

  /// Frames for which the answer of a picture is waited for that is white or black all over.
  ///
  /// Such a picture cannot answer; to wait for the longest delay that is believed would leave it
  /// white for seconds. Few cameras take longer than this, and theirs is one blind step too many.
  static let blindWait = 16

  /// Frames within which an answer is taken for that of the last of several writes.
  static let promptAnswer = 6

  /// Begins with what the camera is believed to be set to.
  ///
  /// - Parameters:
  ///   - settings: The settings in force.
  ///   - areCertain: Whether they were written by us and seen to arrive.
  ///   - delays: The delays of the device's profile; `nil` where they have to be learned.
  public init(_ settings: CameraSettings, areCertain: Bool, delays: ControlDelays? = nil) {
    self.delays = delays ?? .prior
    plan = ControlPlan(settings, delays: self.delays)
    applied = AppliedSettings(settings, areCertain: areCertain, delays: self.delays)
    learner = DelayLearner(believing: delays)
    knowsTime = delays != nil
    knowsGain = delays != nil
    areDelaysTold = delays != nil
  }

  /// What was written last.
  public var written: CameraSettings { applied.written }

  /// What is aimed at.
  public var target: CameraSettings { plan.target }

  /// Whether the delays come from a profile or were learned, and are not only assumed.
  public var areDelaysKnown: Bool { knowsTime || knowsGain }

  /// Says what a frame was taken with that does not show the scene, and so teaches nothing.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number.
  ///   - timestamp: When it was taken, in seconds, where that is known.
  /// - Returns: Its settings; never settled.
  public mutating func frame(
    _ sequence: Int, at timestamp: Double? = nil
  ) -> AppliedSettings.OfFrame {
    if let last = lastFrame, sequence < last { restart() }
    lastFrame = sequence
    postponeWhatIsOlder(than: sequence, at: timestamp)
    let frame = applied.frame(sequence, at: timestamp)
    return AppliedSettings.OfFrame(
      settings: frame.settings, isSettled: false, isCertain: frame.isCertain)
  }

  /// Takes note that the driver refused what was handed out: it is not on its way, and what was aimed
  /// at is given up. Aim again to try again.
  public mutating func refused() {
    plan = ControlPlan(applied.written, delays: delays)
    learner.abandon()
    awaited = nil
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number.
  ///   - measuredStops: Its luminance in stops, metered the same way all along.
  ///   - isSaturated: Whether much of it is clipped or black.
  ///   - isBlind: Whether nearly all of it is, so that it cannot answer to a change.
  ///   - timestamp: When it was taken, in seconds on the clock of ``wrote(_:after:at:isPlanned:)``, where that is
  ///     known.
  /// - Returns: What it was taken with.
  public mutating func observe(
    _ sequence: Int, measuredStops: Double, isSaturated: Bool = false, isBlind: Bool = false,
    at timestamp: Double? = nil
  ) -> Observation {
    measured = (measuredStops, isSaturated, isBlind)
    if let last = lastFrame, sequence < last { restart() }
    lastFrame = sequence
    postponeWhatIsOlder(than: sequence, at: timestamp)
    let finding = learner.step(sequence, measuredStops: measuredStops)
    switch finding {
    case .nothing: break
    case .learned(let control, let frames):
      switch control {
      case .exposureTime: knowsTime = true
      case .analogueGain: knowsGain = true
      }
      take(control, frames)
    case .noResponse: awaited = nil
    }
    if awaited != nil, isBlind, wasBlind, let write = lastWrite,
      sequence - write > Self.blindWait
    {
      awaited = nil
    }
    if let write = overlapped, !isBlind {
      awaitedUntil = areDelaysKnown ? nil : write + ControlDelays.greatest
      overlapped = nil
    }
    var frame = applied.frame(sequence, at: timestamp)
    if let until = awaitedUntil, sequence > until { awaitedUntil = nil }
    if awaited != nil || awaitedUntil != nil || !plan.isComplete {
      frame = AppliedSettings.OfFrame(
        settings: frame.settings, isSettled: false, isCertain: frame.isCertain)
    }
    doubt(frame, measuredStops, isSaturated: isSaturated, sequence)
    return Observation(
      frame: frame, finding: finding, areDelaysKnown: areDelaysKnown)
  }

  /// Takes the settings as known from now on: the picture agreed with what was written.
  public mutating func confirm() { applied.confirm() }

  /// Takes note that the last frame was metered anew by another response curve.
  ///
  /// Luminances by two curves cannot be compared: a write that is watched for its delay is let go.
  ///
  /// - Parameters:
  ///   - measuredStops: The last frame's luminance in stops, by the new curve.
  ///   - isSaturated: Whether much of it is clipped or black.
  public mutating func remeasured(_ measuredStops: Double, isSaturated: Bool = false) {
    measured = (measuredStops, isSaturated, measured?.isBlind ?? false)
    learner.abandon()
    awaited = nil
    trusted = nil
  }

  /// Begins anew with what was written last, as when a stream restarts and numbers its frames from 0;
  /// what was learned stays. Called by itself when a frame's number falls.
  public mutating func restart() {
    plan.restart()
    applied.restart()
    learner.abandon()
    awaited = nil
    awaitedUntil = nil
    overlapped = nil
    trusted = nil
    lastWrite = nil
    lastWriteTime = nil
    lastFrame = nil
  }

  /// Aims at settings, and says what is to be written now.
  ///
  /// - Parameters:
  ///   - settings: What is wanted, or `nil` where nothing new is.
  ///   - sequence: The sequence number of the frame that has been handled.
  /// - Returns: The writes to make before the next frame; report each with ``wrote(_:after:at:isPlanned:)``.
  public mutating func writes(
    aimingAt settings: CameraSettings?, after sequence: Int
  ) -> ControlWrites {
    if let settings { plan.aim(at: settings, after: sequence) }
    return plan.writes(after: sequence)
  }

  /// Takes note of writes that the driver accepted behind one frame.
  ///
  /// - Parameters:
  ///   - writes: The controls and values.
  ///   - sequence: The sequence number of the last frame that had been received.
  ///   - time: When they were made, in seconds on the frames' clock, where that is known: a program that
  ///     is slower than its camera receives frames from before its last write.
  ///   - isPlanned: Whether ``writes(aimingAt:after:)`` handed them out.
  public mutating func wrote(
    _ writes: some Collection<ControlWrite>, after sequence: Int, at time: Double? = nil,
    isPlanned: Bool = true
  ) {
    guard !writes.isEmpty else { return }
    lastWriteTime = time
    var (total, most, dominant) = (0.0, 0.0, DelayedControl.exposureTime)
    for write in writes {
      let change = ExposureValue.stops(ofRatio: write.value / applied.written[write.control])
      let size = change < 0 ? -change : change
      if size > most { (most, dominant) = (size, write.control) }
      total += change
      applied.note(write, after: sequence, at: time)
      if !isPlanned { plan.note(write) }
    }
    // What is on its way already would be taken for the answer to this, or this for its own.
    let isAlone = lastWrite.map { sequence - $0 > horizon } ?? true
    lastWrite = sequence
    guard isAlone, let measured else {
      return overlap(dominant, total, after: sequence)
    }
    wasBlind = measured.isBlind
    learner.wrote(
      dominant, after: sequence, measuredStops: measured.stops, predictedStops: total,
      isSaturated: measured.isSaturated)
    // A delay that is known goes on being watched, but nothing waits for the answer.
    guard !areDelaysKnown else { return }
    if (total < 0 ? -total : total) >= DelayLearner.leastStops {
      awaited = dominant
    } else {
      awaitedUntil = sequence + horizon
    }
  }

  /// A frame that was taken before the last write, though received after it, counts as before it.
  private mutating func postponeWhatIsOlder(than sequence: Int, at timestamp: Double?) {
    guard let timestamp, let time = lastWriteTime, timestamp < time, let write = lastWrite,
      sequence > write
    else { return }
    awaitedUntil = awaitedUntil.map { $0 + sequence - write }
    overlapped = overlapped.map { $0 + sequence - write }
    lastWrite = sequence
    learner.postpone(to: sequence)
  }

  /// Takes a write that was made before an earlier one had surely arrived.
  private mutating func overlap(
    _ control: DelayedControl, _ stops: Double, after sequence: Int
  ) {
    awaited = nil
    guard !areDelaysKnown, let measured else { return learner.abandon() }
    wasBlind = measured.isBlind
    if measured.isBlind, stops < 0 {
      // A prompt answer is this write's; a late one may be either's.
      learner.wrote(
        control, after: sequence, measuredStops: measured.stops, predictedStops: stops,
        isSaturated: true, longest: Self.promptAnswer)
      overlapped = sequence
    } else {
      // From black, an answer need not be any write's: what was before the lens may have gone.
      learner.abandon()
    }
    awaitedUntil = sequence + (measured.isBlind ? Self.blindWait : ControlDelays.greatest)
  }

  /// Frames after which a write has surely arrived.
  private var horizon: Int {
    areDelaysKnown ? delays.longest + 4 : ControlDelays.greatest
  }

  private mutating func take(_ control: DelayedControl, _ frames: Int) {
    awaited = nil
    awaitedUntil = nil
    overlapped = nil
    delays = delays.replacing(control, with: frames)
    // Until the other is seen by itself, it is taken to be as slow: a frame that shows only one of two
    // changes would be taken for the answer to both.
    switch control {
    case .exposureTime:
      if !knowsGain {
        delays = delays.replacing(
          .analogueGain, with: max(frames, ControlDelays.prior.analogueGain))
      }
    case .analogueGain:
      if !knowsTime {
        delays = delays.replacing(
          .exposureTime, with: max(frames, ControlDelays.prior.exposureTime))
      }
    }
    plan.delays = delays
    applied.delays = delays
  }

  /// Compares what settled frames show with what their settings say; where they go on disagreeing, the
  /// delays are wrong, and a loop that trusts them would swing for ever (field case B27).
  private mutating func doubt(
    _ frame: AppliedSettings.OfFrame, _ stops: Double, isSaturated: Bool, _ sequence: Int
  ) {
    guard frame.isSettled, !isSaturated, stops.isFinite else {
      if isSaturated { trusted = nil }
      return
    }
    defer { trusted = (frame.settings.totalStops, stops) }
    guard let before = trusted else { return }
    let predicted = frame.settings.totalStops - before.total
    guard predicted.magnitude >= Self.leastDoubt else { return }
    // An unknown response may shrink or stretch a change, but hardly more than this.
    let ratio = (stops - before.measured) / predicted
    contradictions += ratio > 0.25 && ratio < 2.6 ? -0.5 : 1
    contradictions = max(contradictions, 0)
    guard contradictions >= Self.mostContradictions, areDelaysKnown, !areDelaysTold
    else { return }
    contradictions = 0
    trusted = nil
    (knowsTime, knowsGain) = (false, false)
    learner.forget()
    awaited = nil
    awaitedUntil = sequence + ControlDelays.greatest
  }

  /// Stops of a change that is worth a doubt: noise and lamps stay below.
  static let leastDoubt = 0.15
  /// Contradictions, less half of the agreements, after which delays are learned anew.
  static let mostContradictions = 3.0
}
