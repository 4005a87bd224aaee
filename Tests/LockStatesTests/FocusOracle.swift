import LockStates

/// Autofocus by looking up the contract's tables; slow, plain, and without the machine's code.
struct FocusOracle {
  enum Place: Int, CaseIterable {
    case inactive
    case activeScan
    case passiveScan
    /// "The scan is finished first": a passive scan with a trigger waiting.
    case finishing
    case passiveFocused
    case passiveUnfocused
    case focusedLocked
    case notFocusedLocked
  }

  enum Event: Int, CaseIterable {
    case triggerStart, triggerCancel, newStream
    case startInVideoSharp, startInVideoNotSharp, startInPicture
    case scanStarts, sharp, gaveUp
  }

  static let singleRows = """
    inactive                        | triggerStart         | activeScan
    activeScan                      | sharp                | focusedLocked
    activeScan                      | gaveUp               | notFocusedLocked
    activeScan                      | triggerCancel        | inactive
    focusedLocked, notFocusedLocked | triggerCancel        | inactive
    focusedLocked, notFocusedLocked | triggerStart         | activeScan
    """

  static let continuousRows = """
    inactive                        | scanStarts           | passiveScan
    inactive                        | triggerStart         | notFocusedLocked
    passiveScan                     | sharp                | passiveFocused
    passiveScan                     | gaveUp               | passiveUnfocused
    passiveScan                     | startInVideoSharp    | focusedLocked
    passiveScan                     | startInVideoNotSharp | notFocusedLocked
    passiveScan                     | startInPicture       | finishing
    finishing                       | sharp                | focusedLocked
    finishing                       | gaveUp               | notFocusedLocked
    passiveScan, finishing          | triggerCancel        | inactive
    passiveFocused                  | scanStarts           | passiveScan
    passiveUnfocused                | scanStarts           | passiveScan
    passiveFocused                  | triggerStart         | focusedLocked
    passiveUnfocused                | triggerStart         | notFocusedLocked
    focusedLocked, notFocusedLocked | triggerCancel        | inactive

    passiveScan, passiveFocused     | newStream            | inactive
    passiveUnfocused                | newStream            | inactive
    """

  var single: RuleTable<Place, Event>
  var continuous: RuleTable<Place, Event>
  var mode = FocusLock.Mode.continuousVideo
  var place = Place.inactive
  /// The causes of this frame that had a row.
  var causes: FocusLock.Causes = []

  init() throws {
    single = try RuleTable(Self.singleRows)
    continuous = try RuleTable(Self.continuousRows)
  }

  var state: FocusLock.State {
    switch place {
    case .inactive: .inactive
    case .activeScan: .activeScan
    case .passiveScan, .finishing: .passiveScan
    case .passiveFocused: .passiveFocused
    case .passiveUnfocused: .passiveUnfocused
    case .focusedLocked: .focusedLocked
    case .notFocusedLocked: .notFocusedLocked
    }
  }

  var isSingle: Bool { mode == .single || mode == .macro }

  @discardableResult
  mutating func look(_ event: Event) -> Bool {
    let next = isSingle ? single.after(place, event) : continuous.after(place, event)
    guard let next else { return false }
    place = next
    causes.formUnion(Self.cause(event))
    return true
  }

  /// Looks up the end of a scan; where the table has no row, one was skipped that starts a scan.
  mutating func lookUpEnd(_ event: Event) {
    let before = causes
    if look(event) { return }
    guard look(.scanStarts) else { return }
    causes = before
    look(event)
  }

  static func cause(_ event: Event) -> FocusLock.Causes {
    switch event {
    case .triggerStart, .startInVideoSharp, .startInVideoNotSharp, .startInPicture: .triggerStarted
    case .triggerCancel: .triggerCancelled
    case .newStream: .streamConfigurationChanged
    case .scanStarts: .scanStarted
    case .sharp: .sharp
    case .gaveUp: .gaveUp
    }
  }

  mutating func frame(_ requests: FocusLock.Requests, _ report: FocusLock.Report) {
    causes = []
    // Any, mode change: inactive. Mode off: always inactive.
    if let asked = requests.mode, asked != mode {
      mode = asked
      causes = .modeChanged
      place = .inactive
    }
    if mode == .off { return }
    if requests.streamConfigurationChanged { look(.newStream) }

    if requests.trigger == .cancel && look(.triggerCancel) { return }
    if requests.trigger == .start {
      let isSharp = report == .sharp || report == .scanningAndSharp
      if mode == .continuousVideo {
        look(isSharp ? .startInVideoSharp : .startInVideoNotSharp)
      }
      if mode == .continuousPicture { look(.startInPicture) }
      // A scan that begins in this frame has not failed in it.
      if look(.triggerStart) && isSingle && report == .gaveUp { return }
    }

    switch report {
    case .undecided: break
    case .scanning, .scanningAndSharp: look(.scanStarts)
    case .sharp: lookUpEnd(.sharp)
    case .gaveUp: lookUpEnd(.gaveUp)
    }
  }
}
