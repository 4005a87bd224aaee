import LockStates

/// Automatic white balance by looking up the contract's table.
struct WhiteBalanceOracle {
  enum Place: Int, CaseIterable {
    /// Inactive by a mode other than automatic.
    case off
    case inactive
    case searching
    case converged
    case locked
    /// Between "lock off" and what the frame's report says of the values.
    case released
  }

  enum Event: Int, CaseIterable {
    case otherMode, automatic, newStream, lockOn, lockOff, scanStarts, found, foundWithLockOn
    /// A released lock's values are not good, or not known to be.
    case notMet
  }

  static let rows = """
    any but released, off           | otherMode       | off
    off                             | automatic       | inactive
    inactive                        | scanStarts      | searching
    inactive, searching, converged  | lockOn          | locked
    searching                       | found           | converged
    converged                       | scanStarts      | searching
    locked                          | lockOff         | released
    released                        | found           | converged
    released                        | notMet          | searching

    searching                       | foundWithLockOn | locked
    searching, converged            | newStream       | inactive
    """

  var table: RuleTable<Place, Event>
  var place = Place.inactive
  var lock = LockRequest.off
  /// The causes of this frame that had a row.
  var causes: WhiteBalanceLock.Causes = []

  init() throws { table = try RuleTable(Self.rows) }

  var state: WhiteBalanceLock.State {
    switch place {
    case .off, .inactive: .inactive
    case .searching, .released: .searching
    case .converged: .converged
    case .locked: .locked
    }
  }

  @discardableResult
  mutating func look(_ event: Event) -> Bool {
    guard let next = table.after(place, event) else { return false }
    place = next
    causes.formUnion(Self.cause(event))
    return true
  }

  static func cause(_ event: Event) -> WhiteBalanceLock.Causes {
    switch event {
    case .otherMode, .automatic: .modeChanged
    case .newStream: .streamConfigurationChanged
    case .lockOn: .lockOn
    case .lockOff: .lockOff
    case .scanStarts: .scanStarted
    case .found: .found
    case .foundWithLockOn: [.found, .lockOn]
    case .notMet: []
    }
  }

  mutating func frame(_ requests: WhiteBalanceLock.Requests, _ report: WhiteBalanceLock.Report) {
    causes = []
    if let mode = requests.mode { look(mode == .automatic ? .automatic : .otherMode) }
    if requests.streamConfigurationChanged { look(.newStream) }
    if let asked = requests.lock { lock = asked }
    if lock == .immediately { look(.lockOn) }
    if lock == .off { look(.lockOff) }
    switch report {
    case .undecided: look(.notMet)
    case .searching: look(place == .released ? .notMet : .scanStarts)
    case .found:
      let event: Event = lock == .off ? .found : .foundWithLockOn
      let before = causes
      if !look(event) && look(.scanStarts) {
        causes = before
        look(event)
      }
    }
  }
}
