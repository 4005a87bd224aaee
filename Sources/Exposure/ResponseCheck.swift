public import Controls
internal import Photometry

/// Compares each write's predicted effect with the picture, and finds a way on where they disagree.
///
/// What drivers say of a control is often not so: gains are dead or inverted, values wrap or are
/// rounded in secret, writes get lost, a camera's own exposure works against ours. None of it is read
/// back; the picture tells. A single disagreement proves nothing, since the scene may have changed
/// with the write: it leads to an inquiry, which repeats the write, takes it back and, where that is not
/// enough, tries another value, each in front of a steady picture. Only trials that agree make a
/// ``ResponseFinding``, each reported once. Clipped and black pictures prove nothing.
///
/// In each frame: ``step(_:)``, then decide with ``usable(_:)``, `acting(_:)` and ``widened(_:)``, then
/// obey ``order``, and tell what was written with ``wrote(_:after:)``.
public struct ResponseCheck: Sendable {
  /// When a camera may lose what was set.
  public enum Moment: Hashable, Sendable, CaseIterable {
    /// The stream was started or started again (field case B12).
    case streamStart
    /// The camera's own exposure was switched off (field case B20).
    case manualSwitch
  }

  /// What is to be written behind a frame.
  public enum Order: Hashable, Sendable {
    /// What the controller decides.
    case free
    /// Nothing new: the picture is being watched.
    case hold
    /// These, and nothing else; a write of a value that is believed to be in force is meant so.
    case write([ControlWrite])
  }

  /// A frame, and what is known of it.
  public struct Frame: Hashable, Sendable {
    /// The sequence number.
    public let sequence: Int
    /// The luminance in stops, metered the same way all along.
    public let measuredStops: Double
    /// What the luminance is to be, in the same stops.
    public let aimStops: Double
    /// Whether much of the picture is clipped or black.
    public let isSaturated: Bool
    /// What the frame was taken with, as it is believed.
    public let settings: AppliedSettings.OfFrame
    /// Whether the controls' delays are known, and not only assumed.
    public let areDelaysKnown: Bool
    /// What the camera can be told, as it says.
    public let camera: CameraCapabilities

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - sequence: The sequence number.
    ///   - measuredStops: The luminance in stops, metered the same way all along.
    ///   - aimStops: What the luminance is to be, in the same stops.
    ///   - isSaturated: Whether much of the picture is clipped or black.
    ///   - settings: What the frame was taken with, as it is believed.
    ///   - areDelaysKnown: Whether the controls' delays are known, and not only assumed.
    ///   - camera: What the camera can be told, as it says.
    public init(
      sequence: Int, measuredStops: Double, aimStops: Double = 0, isSaturated: Bool,
      settings: AppliedSettings.OfFrame, areDelaysKnown: Bool, camera: CameraCapabilities
    ) {
      self.sequence = sequence
      self.measuredStops = measuredStops
      self.aimStops = aimStops
      self.isSaturated = isSaturated
      self.settings = settings
      self.areDelaysKnown = areDelaysKnown
      self.camera = camera
    }
  }

  /// What was written last.
  public internal(set) var written: CameraSettings
  /// Whether the picture has confirmed what the camera is set to; until then an exposure that was
  /// read may be anything (field case B19).
  public internal(set) var isExposureKnown: Bool
  /// All that was found, for the device's profile.
  public internal(set) var quirks: Set<DeviceProfile.Quirk> = []

  var ways = ResponseWays()
  var reported: Set<PerQuirk> = []
  var records: PerControl<ControlRecord>
  var trial: ResponseTrial?
  var inquiry: ResponseInquiry?
  var transition: Transition?
  var pending: [ControlWrite] = []
  /// Frames for which `pending` has been ordered in vain.
  private var refusals = 0
  /// Frames for which `pending` has waited for a steady picture.
  private var patience = 0
  /// A write whose answer is of no interest.
  var isParting = false
  var watch = ReturnWatch()
  var swing = SwingWatch()
  /// The write that comes next follows a repetition that changed nothing.
  var isRepeated = false
  /// Frames for which a steady picture is waited for behind a change that seemed to disagree.
  var doubtLeft = 0
  var doubtAgain = Int.min
  var doubts = 0
  var writeCount = 0
  /// The number of the write whose repetition was needed.
  var rescuedAt: Int?
  /// Inquiries that came to nothing make the next one wait.
  var idleUntil = Int.min
  var fruitless = 0
  var last: Frame?
  private var history: [Double] = []
  private var spare: ResponseTrial.Pictures? = ResponseTrial.Pictures()
  /// Whether the last frame was clipped or black.
  private var isHistorySaturated = false

  /// What was seen when settings might have been lost.
  struct Transition: Hashable, Sendable {
    let moment: Moment
    /// The picture before, in stops.
    let level: Double
    let settings: CameraSettings
    var framesLeft = 3
    /// The change that was seen, once the settings have been written again.
    var jump: Double?
  }

  /// Begins with what the camera is believed to be set to.
  ///
  /// - Parameters:
  ///   - settings: The settings in force.
  ///   - areCertain: Whether they were written by us; what was read may be stale.
  public init(_ settings: CameraSettings, areCertain: Bool) {
    written = settings
    isExposureKnown = areCertain
    records = PerControl(ControlRecord(isCertain: areCertain))
  }

  /// What is to be written behind the frame that was taken last.
  public var order: Order {
    if ways.isDeviceControlled { return .hold }
    if !pending.isEmpty { return isReady ? .write(pending) : .hold }
    let isWatching = inquiry != nil || transition != nil || watch.isHolding || isParting
    let isDisagreeing = trial.map { !$0.isWaiting } ?? false
    // A loop that swings is stopped until a write is made in front of a steady picture.
    let isDoubtful = swing.isSuspicious || doubtLeft > 0
    let isUnsteady =
      isDoubtful && trial == nil && baseline(for: 0) == nil && !isHistorySaturated
    return isWatching || isDisagreeing || isUnsteady ? .hold : .free
  }

  /// Takes a frame.
  ///
  /// - Parameter frame: The frame; one whose luminance is not finite is passed over.
  /// - Returns: What became certain with it.
  public mutating func step(_ frame: Frame) -> [ResponseFinding] {
    guard frame.measuredStops.isFinite, !ways.isDeviceControlled else { return [] }
    if let last, frame.sequence < last.sequence { abandon() }
    last = frame
    remember(frame)
    doubtLeft = max(0, doubtLeft - 1)
    if !pending.isEmpty {
      if isReady { giveUpRefused() } else { patience += 1 }
    }
    if transition != nil, trial == nil { watchTransition(frame) }
    var findings = stepTrial(frame)
    if trial == nil, inquiry == nil, watch.step(frame.measuredStops) {
      findings += found(
        .deviceControlled, nil, predicted: watch.seen, seen: 0, trials: ReturnWatch.enough)
    }
    return findings
  }

  /// Takes note of writes that the driver accepted.
  ///
  /// - Parameters:
  ///   - writes: The controls and values, as the driver accepted them.
  ///   - sequence: The sequence number of the last frame that had been received.
  public mutating func wrote(_ writes: some Collection<ControlWrite>, after sequence: Int) {
    guard !writes.isEmpty, !ways.isDeviceControlled else { return }
    writeCount &+= 1
    watch.interrupt()
    if trial == nil {
      var size = 0.0
      for write in writes {
        size = max(
          size, ExposureValue.stops(ofRatio: write.value / written.value(write.control)).magnitude)
      }
      let expected = transition.flatMap { $0.jump.map { -$0 } } ?? inquiry?.expected
      let size0 = max(size, (expected ?? 0).magnitude)
      let baseline = transition?.jump != nil ? last?.measuredStops : baseline(for: size0)
      trial = ResponseTrial(
        from: written, after: sequence, baseline: baseline, lastLevel: last?.measuredStops ?? 0,
        expected: expected, isStrict: swing.isSuspicious && inquiry == nil,
        pictures: takePictures())
    }
    for write in writes {
      trial?.wrote(write, after: sequence)
      written.put(write)
    }
    pending.removeAll(keepingCapacity: true)
    (refusals, patience) = (0, 0)
  }

  /// Takes note that the stream is to start anew, or that the camera's own exposure was switched off,
  /// and that the picture should be what it was. Where it is not, what was written last is written
  /// again at once.
  ///
  /// - Parameters:
  ///   - moment: What happened.
  ///   - settings: What should be in force.
  public mutating func expectUnchanged(_ moment: Moment, _ settings: CameraSettings) {
    let level = baseline(for: 0)
    abandon()
    last = nil
    written = settings
    transition = level.map { Transition(moment: moment, level: $0, settings: settings) }
  }

  /// Compares what a driver reads back with what the picture confirmed.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - value: What is read: seconds, or a linear factor.
  /// - Returns: A finding where the read-back disagreed for two values.
  public mutating func readBack(_ control: DelayedControl, _ value: Double) -> [ResponseFinding] {
    let record = records[control]
    guard trial == nil, record.confirmed == written.value(control), value > 0 else { return [] }
    let seen = ExposureValue.stops(ofRatio: written.value(control) / value)
    guard seen.magnitude > 0.05 else {
      records[control].misread = nil
      return []
    }
    guard let before = record.misread, before != record.confirmed else {
      records[control].misread = record.confirmed
      return []
    }
    return found(.staleReadBack, control, predicted: 0, seen: seen, trials: 2)
  }

  /// By how much the picture follows a control: the change that was seen over the one predicted.
  ///
  /// 1 where curve and law are right. Between 0.3 and 2.5 this is no quirk but something for a learner
  /// of responses.
  ///
  /// - Parameter control: The control.
  /// - Returns: A running mean over the trials that agreed; `nil` before the first.
  public func proportion(of control: DelayedControl) -> Double? { records[control].proportion }

  // MARK: How it works

  /// Forgets what is under way.
  mutating func abandon() {
    trial = nil
    inquiry = nil
    transition = nil
    pending = []
    isParting = false
    isRepeated = false
    watch = ReturnWatch()
    swing = SwingWatch()
    (idleUntil, doubtAgain, doubtLeft) = (Int.min, Int.min, 0)
    history.removeAll(keepingCapacity: true)
  }

  private mutating func remember(_ frame: Frame) {
    history.append(frame.measuredStops)
    if history.count > 3 { history.removeFirst() }
    isHistorySaturated = frame.isSaturated
  }

  /// The picture before a write, where it was steady and not clipped.
  private func baseline(for size: Double) -> Double? {
    guard history.count >= 2, !isHistorySaturated, let last = history.last else { return nil }
    let before = history[history.count - 2]
    guard (last - before).magnitude <= max(0.04, 0.15 * size) else { return nil }
    return (last + before) / 2
  }

  /// A trial must begin in front of a steady picture, but is not put off for ever.
  private var isReady: Bool { inquiry == nil || patience > 8 || baseline(for: 0) != nil }

  private mutating func giveUpRefused() {
    refusals += 1
    guard refusals > 3 else { return }
    pending = []
    (refusals, patience) = (0, 0)
    inquiry = nil
    transition = nil
    isParting = false
  }

  private mutating func watchTransition(_ frame: Frame) {
    guard var transition, transition.jump == nil else { return }
    let jump = frame.measuredStops - transition.level
    if jump.magnitude > 0.3 {
      transition.jump = jump
      pending = DelayedControl.allCases
        .filter { frame.camera.range($0)?.isAdjustable ?? false }
        .map { ControlWrite($0, transition.settings.value($0)) }
    } else {
      transition.framesLeft -= 1
    }
    self.transition = transition.framesLeft > 0 ? transition : nil
  }

  /// Memory for a trial's pictures, that of the trial before where it has ended.
  private mutating func takePictures() -> ResponseTrial.Pictures {
    var pictures = ResponseTrial.Pictures?.none
    swap(&pictures, &spare)
    pictures?.clear()
    return pictures ?? ResponseTrial.Pictures()
  }

  private mutating func stepTrial(_ frame: Frame) -> [ResponseFinding] {
    guard let (from, to) = trial.map({ ($0.from, $0.to) }) else { return [] }
    let isOld =
      frame.areDelaysKnown && !frame.settings.isSettled && from != to
      && frame.settings.settings == from
    // In place: a copy would be made of the pictures in every frame.
    trial?.add(
      frame.sequence, stops: frame.measuredStops, isSaturated: frame.isSaturated, isOld: isOld,
      isSettled: frame.settings.isSettled)
    guard let finished = trial, let answer = finished.answer(isHasty: inquiry == nil) else {
      return []
    }
    trial = nil
    let findings = conclude(finished, answer, frame)
    spare = finished.seenPictures
    return findings
  }
}
