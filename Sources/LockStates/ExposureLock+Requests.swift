extension ExposureLock {
  /// What camera2 calls `CONTROL_AE_PRECAPTURE_TRIGGER`.
  public enum PrecaptureTrigger: Hashable, Sendable, CaseIterable {
    /// Meters for a still picture: fast, and to the end. Ignored while a lock holds or mode is off.
    case start
    /// Ends such a sequence, and resets. Ignored while a lock holds.
    case cancel
  }

  /// What an application asks for in one frame.
  ///
  /// One value of each kind, as in camera2's capture requests. Calls that arrive between two frames
  /// are added up with ``add(_:)``.
  public struct Requests: Hashable, Sendable {
    /// Who steers the exposure from now on; `nil`, or the mode in force, changes nothing.
    public var mode: Mode?
    /// Whether to start anew, as if switched off and on. A lock that stands takes hold again.
    public var reset: Bool
    /// Whether frames have another format from here on.
    ///
    /// What was found is forgotten; what was asked for (a lock, a running precapture) stays.
    public var streamConfigurationChanged: Bool
    /// The lock that stands from now on; `nil` changes nothing.
    public var lock: LockRequest?
    /// A trigger.
    public var precapture: PrecaptureTrigger?
    /// Whether the exposure compensation was given another value.
    ///
    /// Matters only under a lock, which it shifts; unlocked, the metering's target takes it in.
    public var compensationChanged: Bool

    /// Gathers requests; none, unless said.
    ///
    /// - Parameters:
    ///   - mode: Who steers the exposure from now on.
    ///   - reset: Whether to start anew.
    ///   - streamConfigurationChanged: Whether frames have another format from here on.
    ///   - lock: The lock that stands from now on.
    ///   - precapture: A trigger.
    ///   - compensationChanged: Whether the compensation was given another value.
    public init(
      mode: Mode? = nil, reset: Bool = false, streamConfigurationChanged: Bool = false,
      lock: LockRequest? = nil, precapture: PrecaptureTrigger? = nil,
      compensationChanged: Bool = false
    ) {
      self.mode = mode
      self.reset = reset
      self.streamConfigurationChanged = streamConfigurationChanged
      self.lock = lock
      self.precapture = precapture
      self.compensationChanged = compensationChanged
    }

    /// Adds what was asked for later in the same frame; the later value of each kind replaces the
    /// earlier, so that a lock switched on and off again within a frame never was.
    ///
    /// - Parameter later: The later requests.
    public mutating func add(_ later: Requests) {
      mode = later.mode ?? mode
      reset = reset || later.reset
      streamConfigurationChanged = streamConfigurationChanged || later.streamConfigurationChanged
      lock = later.lock ?? lock
      precapture = later.precapture ?? precapture
      compensationChanged = compensationChanged || later.compensationChanged
    }
  }
}
