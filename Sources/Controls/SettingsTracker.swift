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
  private var awaited: DelayedControl?
  /// Changes too small to be seen are waited for until this frame, as long as delays are unknown.
  private var awaitedUntil: Int?
  private var lastWrite: Int?
  private var lastFrame: Int?
  private var measured: (stops: Double, isSaturated: Bool)?

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
  }

  /// What was written last.
  public var written: CameraSettings { applied.written }

  /// What is aimed at.
  public var target: CameraSettings { plan.target }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number.
  ///   - measuredStops: Its luminance in stops, metered the same way all along.
  ///   - isSaturated: Whether much of it is clipped or black.
  /// - Returns: What it was taken with.
  public mutating func observe(
    _ sequence: Int, measuredStops: Double, isSaturated: Bool = false
  ) -> Observation {
    measured = (measuredStops, isSaturated)
    if let last = lastFrame, sequence < last { restart() }
    lastFrame = sequence
    let finding = learner.step(sequence, measuredStops: measuredStops)
    switch finding {
    case .nothing: break
    case .learned(let control, let frames): learned(control, frames)
    case .noResponse: awaited = nil
    }
    var frame = applied.frame(sequence)
    if let until = awaitedUntil, sequence > until { awaitedUntil = nil }
    if awaited != nil || awaitedUntil != nil || !plan.isComplete {
      frame = AppliedSettings.OfFrame(
        settings: frame.settings, isSettled: false, isCertain: frame.isCertain)
    }
    return Observation(
      frame: frame, finding: finding, areDelaysKnown: knowsTime || knowsGain)
  }

  /// Begins anew with what was written last, as when a stream restarts and numbers its frames from 0;
  /// what was learned stays. Called by itself when a frame's number falls.
  public mutating func restart() {
    plan.restart()
    applied.restart()
    learner.abandon()
    awaited = nil
    awaitedUntil = nil
    lastWrite = nil
    lastFrame = nil
  }

  /// Aims at settings, and says what is to be written now.
  ///
  /// - Parameters:
  ///   - settings: What is wanted, or `nil` where nothing new is.
  ///   - sequence: The sequence number of the frame that has been handled.
  /// - Returns: The writes to make before the next frame; report each with ``wrote(_:after:)``.
  public mutating func writes(
    aimingAt settings: CameraSettings?, after sequence: Int
  ) -> [ControlWrite] {
    if let settings { plan.aim(at: settings, after: sequence) }
    return plan.writes(after: sequence)
  }

  /// Takes note of writes that the driver accepted behind one frame.
  ///
  /// - Parameters:
  ///   - writes: The controls and values.
  ///   - sequence: The sequence number of the last frame that had been received.
  public mutating func wrote(_ writes: [ControlWrite], after sequence: Int) {
    guard !writes.isEmpty else { return }
    var (total, most, dominant) = (0.0, 0.0, DelayedControl.exposureTime)
    for write in writes {
      let change = ExposureValue.stops(ofRatio: write.value / applied.written[write.control])
      let size = change < 0 ? -change : change
      if size > most { (most, dominant) = (size, write.control) }
      total += change
      applied.note(write, after: sequence)
    }
    // What is on its way already would be taken for the answer to this, or this for its own.
    let isAlone = lastWrite.map { sequence - $0 > horizon } ?? true
    lastWrite = sequence
    guard isAlone, let measured else {
      learner.abandon()
      awaited = nil
      return
    }
    learner.wrote(
      dominant, after: sequence, measuredStops: measured.stops, predictedStops: total,
      isSaturated: measured.isSaturated)
    // A delay that is known goes on being watched, but nothing waits for the answer.
    guard !knowsTime, !knowsGain else { return }
    if (total < 0 ? -total : total) >= DelayLearner.leastStops {
      awaited = dominant
    } else {
      awaitedUntil = sequence + ControlDelays.greatest
    }
  }

  /// Frames after which a write has surely arrived.
  private var horizon: Int {
    knowsTime || knowsGain ? delays.longest + 4 : ControlDelays.greatest
  }

  private mutating func learned(_ control: DelayedControl, _ frames: Int) {
    awaited = nil
    delays = delays.replacing(control, with: frames)
    // Until the other is seen by itself, it is taken to be as slow.
    switch control {
    case .exposureTime:
      knowsTime = true
      if !knowsGain { delays = delays.replacing(.analogueGain, with: frames) }
    case .analogueGain:
      knowsGain = true
      if !knowsTime { delays = delays.replacing(.exposureTime, with: frames) }
    }
    plan.delays = delays
    applied.delays = delays
  }
}
