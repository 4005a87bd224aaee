/// The state of automatic white balance and its lock, kept as camera2 keeps it.
///
/// The table is that of `CONTROL_AWB_STATE` in Android's `CaptureResult`. In one frame the mode changes
/// first, then the lock, and last the algorithm's report counts. Together they make one transition.
public struct WhiteBalanceLock: Hashable, Sendable {
  /// Who sets the gains; `automatic` has states of its own, the others are inactive.
  public private(set) var mode: Mode
  /// The lock that was asked for; it stands until replaced, whatever the mode.
  public private(set) var lock = LockRequest.off
  private var phase: Phase

  /// Starts without a lock.
  ///
  /// - Parameter mode: Who sets the gains at first.
  public init(mode: Mode = .automatic) {
    self.mode = mode
    phase = Phase(mode)
  }

  /// Takes one frame's requests and the algorithm's report on it.
  ///
  /// - Parameters:
  ///   - requests: What the application asked for since the last frame.
  ///   - report: Where the algorithm stands, with the frame's requests taken into account.
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
    if requests.streamConfigurationChanged { causes.formUnion(phase.changeStream()) }
    lock = requests.lock ?? lock
    causes.formUnion(phase.take(lock))
    causes.formUnion(phase.take(report, lock))
    return Transition(from: before, to: state, causes: causes)
  }
}

extension WhiteBalanceLock {
  /// A change of ``state-swift.property`` with its causes.
  public typealias Transition = StateTransition<State, Causes>

  /// What the application sees.
  public var state: State {
    switch phase {
    case .off, .idle: .inactive
    case .searching: .searching
    case .converged: .converged
    case .locked: .locked
    }
  }

  /// Whether the algorithm may move the gains from this frame to the next.
  public var gainsMayMove: Bool {
    switch phase {
    case .off, .locked: false
    case .idle, .searching, .converged: true
    }
  }

  /// Whether a lock was asked for that takes hold when good values are found; then haste is welcome.
  public var awaitsLock: Bool {
    switch phase {
    case .idle, .searching, .converged: lock != .off
    case .off, .locked: false
    }
  }
}
