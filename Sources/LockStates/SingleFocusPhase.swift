/// Autofocus that scans once for each trigger.
enum SingleFocusPhase: Hashable, Sendable {
  /// The lens rests where it is.
  case idle
  case scanning
  case focused
  case notFocused
}

extension SingleFocusPhase {
  typealias Causes = FocusLock.Causes

  var state: FocusLock.State {
    switch self {
    case .idle: .inactive
    case .scanning: .activeScan
    case .focused: .focusedLocked
    case .notFocused: .notFocusedLocked
    }
  }

  var lensMayMove: Bool {
    switch self {
    case .scanning: true
    case .idle, .focused, .notFocused: false
    }
  }

  /// A new stream configuration keeps what a trigger asked for; nothing else exists here.
  func changeStream() -> Causes {
    switch self {
    case .idle: []  // Nothing was found.
    case .scanning: []  // The trigger stands; the algorithm scans anew.
    case .focused, .notFocused: []  // The lock stands.
    }
  }

  /// Takes one frame: the trigger first, then the report.
  mutating func step(_ trigger: FocusLock.Trigger?, _ report: FocusLock.Report) -> Causes {
    switch trigger {
    case nil:
      return take(report)
    case .cancel:
      return cancel()
    case .start:
      let causes = start()
      // A scan that begins in this frame cannot have failed in it.
      let isStale = !causes.isEmpty && report == .gaveUp
      return causes.union(take(isStale ? .undecided : report))
    }
  }

  private mutating func start() -> Causes {
    switch self {
    case .idle, .focused, .notFocused:
      self = .scanning
      return .triggerStarted
    case .scanning:
      return []  // What it asks for is under way.
    }
  }

  private mutating func cancel() -> Causes {
    switch self {
    case .scanning, .focused, .notFocused:
      self = .idle
      return .triggerCancelled
    case .idle:
      return []  // Nothing to cancel.
    }
  }

  private mutating func take(_ report: FocusLock.Report) -> Causes {
    switch (self, report) {
    case (.scanning, .sharp):
      self = .focused
      return .sharp
    case (.scanning, .gaveUp):
      self = .notFocused
      return .gaveUp
    case (.scanning, .undecided), (.scanning, .scanning), (.scanning, .scanningAndSharp):
      return []  // The scan goes on; a sharp frame on the way may not be the sharpest.
    case (.idle, .undecided), (.idle, .sharp):
      return []  // Without a trigger nothing starts.
    case (.idle, .scanning), (.idle, .scanningAndSharp), (.idle, .gaveUp):
      return []  // The end of a scan that was cancelled; the camera starts none by itself.
    case (.focused, .undecided), (.focused, .scanning), (.focused, .scanningAndSharp),
      (.focused, .sharp), (.focused, .gaveUp), (.notFocused, .undecided),
      (.notFocused, .scanning), (.notFocused, .scanningAndSharp), (.notFocused, .sharp),
      (.notFocused, .gaveUp):
      return []  // Locked by the trigger, whatever the picture does.
    }
  }
}
