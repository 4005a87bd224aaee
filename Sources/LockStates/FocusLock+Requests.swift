extension FocusLock {
  /// What camera2 calls `CONTROL_AF_TRIGGER`.
  public enum Trigger: Hashable, Sendable, CaseIterable {
    /// Single shot: scan once and lock. Continuous: lock.
    case start
    /// Ends the scan or the lock.
    case cancel
  }

  /// What an application asks for in one frame, one value of each kind.
  public struct Requests: Hashable, Sendable {
    /// The mode from now on; `nil`, or the mode in force, changes nothing.
    public var mode: Mode?
    /// Whether frames have another format from here on.
    ///
    /// What was found is forgotten; what was asked for (a lock, a scan for a trigger) stays.
    public var streamConfigurationChanged: Bool
    /// A trigger, for the mode that holds after this frame's change of mode.
    public var trigger: Trigger?

    /// Gathers requests; none, unless said.
    ///
    /// - Parameters:
    ///   - mode: The mode from now on.
    ///   - streamConfigurationChanged: Whether frames have another format from here on.
    ///   - trigger: A trigger.
    public init(
      mode: Mode? = nil, streamConfigurationChanged: Bool = false, trigger: Trigger? = nil
    ) {
      self.mode = mode
      self.streamConfigurationChanged = streamConfigurationChanged
      self.trigger = trigger
    }

    /// Adds what was asked for later in the same frame; the later value of each kind replaces the
    /// earlier, so that a trigger that is cancelled within its frame is a cancel.
    ///
    /// - Parameter later: The later requests.
    public mutating func add(_ later: Requests) {
      mode = later.mode ?? mode
      streamConfigurationChanged = streamConfigurationChanged || later.streamConfigurationChanged
      trigger = later.trigger ?? trigger
    }
  }

  /// What had an effect in a frame.
  public struct Causes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The mode changed.
    public static let modeChanged = Causes(rawValue: 1 << 0)
    /// The stream got another configuration.
    public static let streamConfigurationChanged = Causes(rawValue: 1 << 1)
    /// A trigger was started.
    public static let triggerStarted = Causes(rawValue: 1 << 2)
    /// A trigger was cancelled.
    public static let triggerCancelled = Causes(rawValue: 1 << 3)
    /// The camera started a scan.
    public static let scanStarted = Causes(rawValue: 1 << 4)
    /// The picture was found sharp.
    public static let sharp = Causes(rawValue: 1 << 5)
    /// A scan ended without a sharp picture.
    public static let gaveUp = Causes(rawValue: 1 << 6)
  }
}
