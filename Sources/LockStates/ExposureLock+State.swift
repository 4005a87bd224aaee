extension ExposureLock {
  /// Who steers the exposure.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// The application; the state stays inactive.
    case off
    /// The algorithm.
    case automatic
  }

  /// What an application sees; camera2's `CONTROL_AE_STATE`.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Nothing was metered yet, or the mode is off.
    case inactive
    /// The exposure is on its way to the target, or under a lock to its new compensation.
    case searching
    /// The exposure is as wanted, or as short as it can be; see ``ExposureLock/isLimited``.
    case converged
    /// The exposure is held.
    case locked
    /// The picture is too dark at the limits of exposure time and gain.
    case flashRequired
    /// A metering sequence for a still picture runs.
    case precapture
  }

  /// What may move the exposure.
  public enum Movement: Hashable, Sendable, CaseIterable {
    /// Nothing: it is locked, or the application's own.
    case held
    /// The metering, at the speed that is configured.
    case normal
    /// The metering, as fast as latency allows: someone waits for the end of the search.
    case fast
    /// Only the compensation: the locked exposure is shifted by what was asked for since the lock.
    case compensation
  }
}
