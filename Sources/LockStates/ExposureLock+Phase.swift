extension ExposureLock {
  /// The state with what the public one does not tell: whose inactivity and whose search it is.
  enum Phase: Hashable, Sendable {
    /// The mode is off.
    case off
    /// Automatic, and nothing was metered yet.
    case idle
    case searching
    /// The target is met; limited where that is only as near as the shortest exposure comes.
    case converged(limited: Bool)
    case flashRequired
    case precapture
    case locked
    /// Locked, and on the way to the exposure that a changed compensation asks for.
    case compensating

    init(_ mode: Mode) {
      switch mode {
      case .off: self = .off
      case .automatic: self = .idle
      }
    }
  }
}

// Each function below takes one kind of cause, changes the phase, and returns the causes that had an
// effect. They are called in the order in which they stand here.

extension ExposureLock.Phase {
  typealias Causes = ExposureLock.Causes

  /// Any state, AE switched off or on: inactive.
  mutating func take(_ mode: ExposureLock.Mode) -> Causes {
    switch (self, mode) {
    case (.off, .off):
      return []  // The mode in force, once more.
    case (.idle, .automatic), (.searching, .automatic), (.converged, .automatic),
      (.flashRequired, .automatic), (.precapture, .automatic), (.locked, .automatic),
      (.compensating, .automatic):
      return []  // The mode in force, once more.
    case (.off, .automatic), (.idle, .off), (.searching, .off), (.converged, .off),
      (.flashRequired, .off), (.precapture, .off), (.locked, .off), (.compensating, .off):
      self = Self(mode)
      return .modeChanged
    }
  }

  /// Any state, AE reset: inactive.
  mutating func reset() -> Causes {
    switch self {
    case .off:
      return []  // Nothing runs that could start anew.
    case .idle, .searching, .converged, .flashRequired, .precapture, .locked, .compensating:
      self = .idle
      return .reset
    }
  }

  /// A new stream configuration forgets what was found and keeps what was asked for.
  mutating func changeStream() -> Causes {
    switch self {
    case .off, .idle:
      return []  // Nothing was found yet.
    case .locked, .compensating, .precapture:
      return []  // Asked for by the application, which waits for it or relies on it.
    case .searching, .converged, .flashRequired:
      self = .idle
      return .streamConfigurationChanged
    }
  }

  /// Takes the lock that stands in this frame, new or not.
  mutating func take(_ lock: LockRequest) -> Causes {
    switch (self, lock) {
    case (.off, .off), (.off, .immediately), (.off, .whenConverged):
      return []  // Waits until the mode returns.
    case (.idle, .immediately), (.searching, .immediately), (.converged, .immediately),
      (.flashRequired, .immediately):
      self = .locked
      return .lockOn
    case (.idle, .whenConverged), (.searching, .whenConverged), (.converged, .whenConverged),
      (.flashRequired, .whenConverged):
      return []  // The report of this frame or a later one decides.
    case (.precapture, .immediately), (.precapture, .whenConverged), (.precapture, .off):
      return []  // The sequence is finished first, and asks for the lock at its end.
    case (.idle, .off), (.searching, .off), (.converged, .off), (.flashRequired, .off):
      return []  // No lock holds.
    case (.locked, .immediately), (.locked, .whenConverged), (.compensating, .immediately),
      (.compensating, .whenConverged):
      return []  // Holds already.
    case (.locked, .off), (.compensating, .off):
      // Whether the target is still met, the frame's report says.
      self = .searching
      return .lockOff
    }
  }

  /// Takes a precapture trigger; the lock is the one that stands.
  mutating func take(_ trigger: ExposureLock.PrecaptureTrigger, _ lock: LockRequest) -> Causes {
    switch (self, trigger) {
    case (.off, .start), (.off, .cancel):
      return []  // Inactive by mode off: there is no metering to start or to reset.
    case (.locked, .start), (.locked, .cancel):
      return []  // The lock is stronger.
    case (.compensating, .start), (.compensating, .cancel):
      return []  // The lock is still on; a new metering would break it.
    case (.idle, .start), (.searching, .start), (.converged, .start), (.flashRequired, .start),
      (.precapture, .start):
      self = .precapture
      return .precaptureStarted
    case (.idle, .cancel), (.searching, .cancel), (.converged, .cancel), (.flashRequired, .cancel):
      self = .idle
      return .precaptureCancelled
    case (.precapture, .cancel):
      // A lock asked for during the sequence has waited for nothing else than its end.
      self = lock == .immediately ? .locked : .idle
      return lock == .immediately ? [.precaptureCancelled, .lockOn] : .precaptureCancelled
    }
  }

  /// Takes a change of the compensation, which goes on working under a lock.
  mutating func changeCompensation() -> Causes {
    switch self {
    case .off:
      return []  // The exposure is the application's, compensation and all.
    case .idle, .searching, .converged, .flashRequired, .precapture:
      return []  // A new target for the metering, which reports by itself that it searches.
    case .locked, .compensating:
      self = .compensating
      return .compensationChanged
    }
  }
}
