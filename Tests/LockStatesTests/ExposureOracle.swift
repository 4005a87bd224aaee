import LockStates

/// Automatic exposure by looking up the contract's tables; slow, plain, and without the machine's code.
struct ExposureOracle {
  enum Place: Int, CaseIterable {
    /// Inactive by mode off.
    case off
    case inactive
    case searching
    case converged
    /// Converged, as the report says, at a limit.
    case limited
    case locked
    case flashRequired
    case precapture
    /// Searching with the lock still on.
    case shifting
    /// Between "lock off" and what the frame's report says of the target.
    case released
  }

  enum Event: Int, CaseIterable {
    case modeOff, switchedOn, reset, newStream
    case lockOn, lockOff, precaptureStart, precaptureCancel, compensationChanged
    case scanStarts, targetReached, tooDark, tooBright, compensationReached
    /// A scan or a precapture sequence is over while a lock was asked for.
    case doneWithLockOn
    /// A released lock's target is not met, or not known to be.
    case notMet
  }

  static let rows = """
    any but off, released               | modeOff             | off
    off                                 | switchedOn          | inactive
    any but off, released               | reset               | inactive
    inactive                            | scanStarts          | searching
    inactive                            | lockOn              | locked
    searching                           | targetReached       | converged
    searching                           | tooDark             | flashRequired
    searching                           | tooBright           | limited
    searching                           | lockOn              | locked
    locked                              | compensationChanged | shifting
    shifting                            | compensationReached | locked
    converged, limited                  | scanStarts          | searching
    converged, limited                  | lockOn              | locked
    flashRequired                       | scanStarts          | searching
    flashRequired                       | lockOn              | locked
    locked                              | lockOff             | released
    released                            | targetReached       | converged
    released                            | notMet              | searching
    released                            | tooDark             | flashRequired
    released                            | tooBright           | limited
    any but locked, off, shifting       | precaptureStart     | precapture
    precapture                          | targetReached       | converged
    precapture                          | tooBright           | limited
    precapture                          | tooDark             | flashRequired
    precapture                          | doneWithLockOn      | locked
    any but locked, off, shifting       | precaptureCancel    | inactive

    searching                           | doneWithLockOn      | locked
    shifting                            | lockOff             | searching
    shifting                            | compensationChanged | shifting
    searching, converged, limited       | newStream           | inactive
    flashRequired                       | newStream           | inactive
    """

  var table: RuleTable<Place, Event>
  var place = Place.inactive
  /// The lock that was asked for.
  var lock = LockRequest.off
  /// The causes of this frame that had a row.
  var causes: ExposureLock.Causes = []

  init() throws { table = try RuleTable(Self.rows) }

  var state: ExposureLock.State {
    switch place {
    case .off, .inactive: .inactive
    case .searching, .shifting, .released: .searching
    case .converged, .limited: .converged
    case .locked: .locked
    case .flashRequired: .flashRequired
    case .precapture: .precapture
    }
  }

  /// Looks up a cause. The result tells whether there was a row.
  @discardableResult
  mutating func look(_ event: Event) -> Bool {
    guard let next = table.after(place, event) else { return false }
    place = next
    causes.formUnion(Self.cause(event))
    return true
  }

  /// Looks up the end of a scan; where the table has no row, one was skipped that starts a scan.
  mutating func lookUpEnd(_ cause: Event) {
    let event = lock == .off ? cause : .doneWithLockOn
    let before = causes
    if !look(event) {
      guard look(.scanStarts) else { return }
      causes = before
      look(event)
    }
    causes.formUnion(Self.cause(cause))
  }

  static func cause(_ event: Event) -> ExposureLock.Causes {
    switch event {
    case .modeOff, .switchedOn: .modeChanged
    case .reset: .reset
    case .newStream: .streamConfigurationChanged
    case .lockOn, .doneWithLockOn: .lockOn
    case .lockOff: .lockOff
    case .precaptureStart: .precaptureStarted
    case .precaptureCancel: .precaptureCancelled
    case .compensationChanged: .compensationChanged
    case .scanStarts: .scanStarted
    case .targetReached: .targetReached
    case .tooDark: .tooDark
    case .tooBright: .tooBright
    case .compensationReached: .compensationReached
    case .notMet: []
    }
  }

  mutating func frame(_ requests: ExposureLock.Requests, _ report: ExposureLock.Report) {
    causes = []
    // Mode change.
    if requests.mode == .off { look(.modeOff) }
    if requests.mode == .automatic { look(.switchedOn) }
    if requests.reset { look(.reset) }
    if requests.streamConfigurationChanged { look(.newStream) }
    // Lock.
    if let asked = requests.lock { lock = asked }
    if lock == .immediately { look(.lockOn) }
    if lock == .off { look(.lockOff) }
    // Trigger, compensation.
    var hasBegun = false
    if let trigger = requests.precapture {
      hasBegun = look(trigger == .start ? .precaptureStart : .precaptureCancel)
      if place == .inactive && lock == .immediately { look(.lockOn) }
    }
    if requests.compensationChanged && look(.compensationChanged) { hasBegun = true }
    // The algorithm. What has only just begun is not ended by it.
    if hasBegun {
      look(.notMet)
      return
    }
    switch report {
    case .undecided: look(.notMet)
    case .searching: look(place == .released ? .notMet : .scanStarts)
    case .onTarget: lookUpEnd(.targetReached)
    case .tooDark: lookUpEnd(.tooDark)
    case .tooBright: lookUpEnd(.tooBright)
    case .compensationReached:
      // Of the scene's target, which a released lock waits to hear of, this says nothing.
      look(place == .released ? .notMet : .compensationReached)
    }
  }
}
