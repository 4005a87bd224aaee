/// The state of automatic exposure and its lock, kept as camera2 keeps it.
///
/// The table is that of `CONTROL_AE_STATE` in Android's `CaptureResult`. Call
/// ``step(requests:algorithm:)`` once a frame; ``state-swift.property`` is what an application sees,
/// ``movement-swift.property`` what the controller may do.
///
/// In one frame the mode changes first, then the lock, then the precapture trigger, then the
/// compensation, and last the algorithm's own report counts. Together they make one transition.
public struct ExposureLock: Hashable, Sendable {
  /// The lock that was asked for; it stands until replaced, whatever the mode.
  public private(set) var lock = LockRequest.off
  private var phase: Phase

  /// Starts without a lock.
  ///
  /// - Parameter mode: Whether exposure is automatic at first.
  public init(mode: Mode = .automatic) {
    phase = Phase(mode)
  }

  /// Takes one frame's requests and the algorithm's report on it.
  ///
  /// The report speaks of the frame with the frame's requests taken into account: metered with the
  /// new rectangles, compared with the new target. What a precapture trigger or a compensation has
  /// only just begun or cancelled is not ended by the same frame's report, so that the controller
  /// gets at least one frame to act in and the application one to see it in.
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
    if let mode = requests.mode { causes.formUnion(phase.take(mode)) }
    if requests.reset { causes.formUnion(phase.reset()) }
    if requests.streamConfigurationChanged { causes.formUnion(phase.changeStream()) }

    lock = requests.lock ?? lock
    causes.formUnion(phase.take(lock))

    var begun: Causes = []
    if let trigger = requests.precapture { begun.formUnion(phase.take(trigger, lock)) }
    if requests.compensationChanged { begun.formUnion(phase.changeCompensation()) }
    causes.formUnion(begun)
    if begun.isEmpty { causes.formUnion(phase.take(report, lock)) }
    return Transition(from: before, to: state, causes: causes)
  }
}

extension ExposureLock {
  /// A change of ``state-swift.property`` with its causes.
  public typealias Transition = StateTransition<State, Causes>

  /// Whether exposure is automatic.
  public var mode: Mode { phase == .off ? .off : .automatic }

  /// What the application sees.
  public var state: State {
    switch phase {
    case .off, .idle: .inactive
    case .searching, .compensating: .searching
    case .converged: .converged
    case .flashRequired: .flashRequired
    case .precapture: .precapture
    case .locked: .locked
    }
  }

  /// What may move the exposure from this frame to the next.
  public var movement: Movement {
    switch phase {
    case .off, .locked: .held
    case .compensating: .compensation
    case .precapture: .fast
    case .idle, .searching, .converged, .flashRequired: awaitsLock ? .fast : .normal
    }
  }

  /// Whether a lock was asked for that takes hold when the search has ended.
  public var awaitsLock: Bool {
    switch phase {
    case .idle, .searching, .converged, .flashRequired, .precapture: lock != .off
    case .off, .locked, .compensating: false
    }
  }

  /// Whether the state is converged only because exposure cannot be shortened any further.
  public var isLimited: Bool { phase == .converged(limited: true) }
}
