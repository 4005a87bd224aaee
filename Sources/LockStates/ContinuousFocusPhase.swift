/// Autofocus that scans by itself, and locks at a trigger.
enum ContinuousFocusPhase: Hashable, Sendable {
  case idle
  case scanning
  /// A trigger came during a scan, which is finished first; for picture mode only.
  case finishing
  case focused
  case unfocused
  case focusedLocked
  case notFocusedLocked
}

extension ContinuousFocusPhase {
  typealias Causes = FocusLock.Causes

  var state: FocusLock.State {
    switch self {
    case .idle: .inactive
    case .scanning, .finishing: .passiveScan
    case .focused: .passiveFocused
    case .unfocused: .passiveUnfocused
    case .focusedLocked: .focusedLocked
    case .notFocusedLocked: .notFocusedLocked
    }
  }

  var lensMayMove: Bool {
    switch self {
    case .idle, .scanning, .finishing, .focused, .unfocused: true
    case .focusedLocked, .notFocusedLocked: false
    }
  }

  /// A new stream configuration forgets what the camera found and keeps what a trigger asked for.
  mutating func changeStream() -> Causes {
    switch self {
    case .idle:
      return []  // Nothing was found yet.
    case .finishing, .focusedLocked, .notFocusedLocked:
      return []  // The trigger stands; a scan in progress is made anew.
    case .scanning, .focused, .unfocused:
      self = .idle
      return .streamConfigurationChanged
    }
  }

  /// Takes one frame: the trigger first, then the report.
  mutating func step(
    _ trigger: FocusLock.Trigger?, _ report: FocusLock.Report, finishesScan: Bool
  ) -> Causes {
    switch trigger {
    case nil:
      return take(report)
    case .cancel:
      let causes = cancel()
      // The frame's report is about the scan that was cancelled.
      return causes.isEmpty ? take(report) : causes
    case .start:
      let causes = start(report, finishesScan: finishesScan)
      return causes.union(take(report))
    }
  }

  private mutating func start(_ report: FocusLock.Report, finishesScan: Bool) -> Causes {
    switch self {
    case .idle, .unfocused:
      self = .notFocusedLocked
      return .triggerStarted
    case .focused:
      self = .focusedLocked
      return .triggerStarted
    case .scanning:
      self = finishesScan ? .finishing : Self.lock(report)
      return .triggerStarted
    case .finishing:
      return []  // What it asks for is under way.
    case .focusedLocked, .notFocusedLocked:
      return []  // Locked already: no change.
    }
  }

  private mutating func cancel() -> Causes {
    switch self {
    case .scanning, .finishing, .focusedLocked, .notFocusedLocked:
      self = .idle
      return .triggerCancelled
    case .idle, .focused, .unfocused:
      return []  // No trigger holds and no scan runs that it could end.
    }
  }

  private mutating func take(_ report: FocusLock.Report) -> Causes {
    switch (self, report) {
    case (.idle, .undecided), (.scanning, .undecided), (.finishing, .undecided),
      (.focused, .undecided), (.unfocused, .undecided):
      return []  // No news.
    case (.idle, .scanning), (.idle, .scanningAndSharp), (.focused, .scanning),
      (.focused, .scanningAndSharp), (.unfocused, .scanning), (.unfocused, .scanningAndSharp):
      self = .scanning
      return .scanStarted
    case (.scanning, .scanning), (.scanning, .scanningAndSharp), (.finishing, .scanning),
      (.finishing, .scanningAndSharp):
      return []  // The scan goes on.
    case (.idle, .sharp), (.scanning, .sharp), (.focused, .sharp), (.unfocused, .sharp):
      self = .focused
      return .sharp
    case (.idle, .gaveUp), (.scanning, .gaveUp), (.focused, .gaveUp), (.unfocused, .gaveUp):
      self = .unfocused
      return .gaveUp
    case (.finishing, .sharp):
      self = .focusedLocked
      return .sharp
    case (.finishing, .gaveUp):
      self = .notFocusedLocked
      return .gaveUp
    case (.focusedLocked, .undecided), (.focusedLocked, .scanning),
      (.focusedLocked, .scanningAndSharp), (.focusedLocked, .sharp), (.focusedLocked, .gaveUp),
      (.notFocusedLocked, .undecided), (.notFocusedLocked, .scanning),
      (.notFocusedLocked, .scanningAndSharp), (.notFocusedLocked, .sharp),
      (.notFocusedLocked, .gaveUp):
      return []  // Locked by the trigger: the lens does not move, whatever the picture does.
    }
  }

  /// The lock that a trigger gets at once, by whether the frame's picture is sharp.
  private static func lock(_ report: FocusLock.Report) -> Self {
    switch report {
    case .sharp, .scanningAndSharp: .focusedLocked
    case .undecided, .scanning, .gaveUp: .notFocusedLocked
    }
  }
}
