extension WhiteBalanceLock {
  /// The state, with inactivity told apart by its reason.
  enum Phase: Hashable, Sendable {
    /// The mode is not automatic.
    case off
    /// Automatic, and nothing was estimated yet.
    case idle
    case searching
    case converged
    case locked

    init(_ mode: Mode) {
      switch mode {
      case .off, .preset: self = .off
      case .automatic: self = .idle
      }
    }
  }
}

extension WhiteBalanceLock.Phase {
  typealias Causes = WhiteBalanceLock.Causes

  /// A new stream configuration forgets what was found and keeps a lock.
  mutating func changeStream() -> Causes {
    switch self {
    case .off, .idle:
      return []  // Nothing was found yet.
    case .locked:
      return []  // A new stream configuration does not reset a lock.
    case .searching, .converged:
      self = .idle
      return .streamConfigurationChanged
    }
  }

  /// Takes the lock that stands in this frame, new or not.
  mutating func take(_ lock: LockRequest) -> Causes {
    switch (self, lock) {
    case (.off, .off), (.off, .immediately), (.off, .whenConverged):
      return []  // Waits until the mode is automatic.
    case (.idle, .off), (.searching, .off), (.converged, .off):
      return []  // No lock holds.
    case (.idle, .immediately), (.searching, .immediately), (.converged, .immediately):
      self = .locked
      return .lockOn
    case (.idle, .whenConverged), (.searching, .whenConverged), (.converged, .whenConverged):
      return []  // The report of this frame or a later one decides.
    case (.locked, .immediately), (.locked, .whenConverged):
      return []  // Holds already.
    case (.locked, .off):
      // Whether the values are still good, the frame's report says.
      self = .searching
      return .lockOff
    }
  }

  /// Takes the algorithm's report, after all requests; the lock is the one that stands.
  mutating func take(_ report: WhiteBalanceLock.Report, _ lock: LockRequest) -> Causes {
    switch (self, report) {
    case (.off, .undecided), (.off, .searching), (.off, .found):
      return []  // A mode other than automatic is always inactive.
    case (.locked, .undecided), (.locked, .searching), (.locked, .found):
      return []  // A lock holds whatever the picture does.
    case (.idle, .undecided), (.searching, .undecided), (.converged, .undecided):
      return []  // No news.
    case (.idle, .searching), (.converged, .searching):
      self = .searching
      return .scanStarted
    case (.searching, .searching):
      return []  // The scan goes on.
    case (.idle, .found), (.searching, .found), (.converged, .found):
      switch lock {
      case .off:
        self = .converged
        return .found
      case .immediately, .whenConverged:
        self = .locked
        return [.found, .lockOn]
      }
    }
  }
}
