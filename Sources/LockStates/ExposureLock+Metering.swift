extension ExposureLock.Phase {
  /// Takes the algorithm's report, after all requests; the lock is the one that stands.
  ///
  /// Scans that the algorithm had no need of are skipped: inactive becomes converged at once.
  mutating func take(_ report: ExposureLock.Report, _ lock: LockRequest) -> Causes {
    switch (self, report) {
    case (.off, .undecided), (.off, .searching), (.off, .onTarget), (.off, .tooDark),
      (.off, .tooBright), (.off, .compensationReached):
      return []  // Mode off is always inactive.
    case (.locked, .undecided), (.locked, .searching), (.locked, .onTarget), (.locked, .tooDark),
      (.locked, .tooBright):
      return []  // A lock holds whatever the picture does.
    case (.locked, .compensationReached):
      return []  // Said once more, after it was taken note of.

    case (.compensating, .compensationReached):
      self = .locked
      return .compensationReached
    case (.compensating, .undecided), (.compensating, .searching), (.compensating, .onTarget),
      (.compensating, .tooDark), (.compensating, .tooBright):
      return []  // The lock is on: the scene's target is not what the exposure moves to.

    case (.idle, .undecided), (.searching, .undecided), (.converged, .undecided),
      (.flashRequired, .undecided), (.precapture, .undecided):
      return []  // No news.
    case (.idle, .searching), (.converged, .searching), (.flashRequired, .searching):
      self = .searching
      return .scanStarted
    case (.searching, .searching), (.precapture, .searching):
      return []  // The scan goes on.
    case (.idle, .onTarget), (.searching, .onTarget), (.converged, .onTarget),
      (.flashRequired, .onTarget), (.precapture, .onTarget):
      return end(in: .converged(limited: false), by: .targetReached, lock)
    case (.idle, .tooDark), (.searching, .tooDark), (.converged, .tooDark),
      (.flashRequired, .tooDark), (.precapture, .tooDark):
      return end(in: .flashRequired, by: .tooDark, lock)
    case (.idle, .tooBright), (.searching, .tooBright), (.converged, .tooBright),
      (.flashRequired, .tooBright), (.precapture, .tooBright):
      return end(in: .converged(limited: true), by: .tooBright, lock)
    case (.idle, .compensationReached), (.searching, .compensationReached),
      (.converged, .compensationReached), (.flashRequired, .compensationReached),
      (.precapture, .compensationReached):
      return []  // No lock holds, so none was shifted; of the scene this says nothing.
    }
  }

  /// Ends a search or a precapture sequence: in a phase of its own, or in the lock that waited.
  private mutating func end(in phase: Self, by cause: Causes, _ lock: LockRequest) -> Causes {
    switch lock {
    case .off:
      self = phase
      return cause
    case .immediately, .whenConverged:
      self = .locked
      return [cause, .lockOn]
    }
  }
}
