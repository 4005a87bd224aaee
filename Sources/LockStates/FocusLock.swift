/// The state of autofocus and its lock, kept as camera2 keeps it.
///
/// The tables are those of `CONTROL_AF_STATE` in Android's `CaptureResult`: one for a single shot
/// (``Mode-swift.enum/single`` and ``Mode-swift.enum/macro``), one for continuous focus. In one frame
/// the mode changes first, then the trigger counts, and last the algorithm's report. Together they
/// make one transition: a tap is a change of mode and a trigger in one frame.
public struct FocusLock: Hashable, Sendable {
  /// Who moves the lens, and when.
  public private(set) var mode: Mode
  private var phase: Phase

  /// The phases of the mode in force.
  enum Phase: Hashable, Sendable {
    /// The lens position is the application's.
    case off
    case single(SingleFocusPhase)
    case continuous(ContinuousFocusPhase)

    init(_ mode: Mode) {
      switch mode {
      case .off: self = .off
      case .single, .macro: self = .single(.idle)
      case .continuousVideo, .continuousPicture: self = .continuous(.idle)
      }
    }
  }

  /// Starts inactive.
  ///
  /// - Parameter mode: Who moves the lens at first, and when.
  public init(mode: Mode = .continuousVideo) {
    self.mode = mode
    phase = Phase(mode)
  }

  /// Takes one frame's requests and the algorithm's report on it.
  ///
  /// The report speaks of the frame with the frame's requests taken into account: after a tap, of the
  /// sharpness at the new place. A trigger while that is known to be sharp locks at once. After a
  /// cancel, the frame's report is about what was cancelled and does not count.
  ///
  /// - Parameters:
  ///   - requests: What the application asked for since the last frame.
  ///   - report: Where the algorithm stands.
  /// - Returns: The change of ``state-swift.property``, or `nil` where it stayed.
  @discardableResult
  public mutating func step(
    requests: Requests = Requests(), algorithm report: Report = .undecided
  ) -> Transition? {
    let before = state
    var causes: Causes = []
    if let mode = requests.mode, mode != self.mode {
      self.mode = mode
      phase = Phase(mode)
      causes.insert(.modeChanged)
    }
    let hasNewStream = requests.streamConfigurationChanged
    switch phase {
    case .off:
      break  // Mode off is always inactive: there is neither trigger nor scan.
    case .single(var single):
      if hasNewStream { causes.formUnion(single.changeStream()) }
      causes.formUnion(single.step(requests.trigger, report))
      phase = .single(single)
    case .continuous(var continuous):
      if hasNewStream { causes.formUnion(continuous.changeStream()) }
      let finishesScan = mode == .continuousPicture
      causes.formUnion(continuous.step(requests.trigger, report, finishesScan: finishesScan))
      phase = .continuous(continuous)
    }
    return Transition(from: before, to: state, causes: causes)
  }
}

extension FocusLock {
  /// A change of ``state-swift.property`` with its causes.
  public typealias Transition = StateTransition<State, Causes>

  /// What the application sees.
  public var state: State {
    switch phase {
    case .off: .inactive
    case .single(let single): single.state
    case .continuous(let continuous): continuous.state
    }
  }

  /// Whether the algorithm may move the lens from this frame to the next.
  public var lensMayMove: Bool {
    switch phase {
    case .off: false
    case .single(let single): single.lensMayMove
    case .continuous(let continuous): continuous.lensMayMove
    }
  }

  /// Whether a trigger waits for the end of a scan; then haste is welcome.
  public var awaitsLock: Bool {
    switch phase {
    case .off: false
    case .single(let single): single == .scanning
    case .continuous(let continuous): continuous == .finishing
    }
  }
}
