extension WhiteBalanceLock {
  /// Who sets the white balance.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// The application, gain by gain.
    case off
    /// The application, by naming a light.
    case preset
    /// The algorithm.
    case automatic
  }

  /// What an application sees; camera2's `CONTROL_AWB_STATE`.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Nothing was estimated yet, or the mode is not automatic.
    case inactive
    /// The gains are on their way.
    case searching
    /// The gains suit the light.
    case converged
    /// The gains are held.
    case locked
  }

  /// Where the white-balance algorithm stands in one frame; also while a lock holds.
  public enum Report: Hashable, Sendable, CaseIterable {
    /// Nothing can be said: the frame was taken with old settings, or has no colours to judge by.
    case undecided
    /// The gains do not suit the light, or do not any more, and a scan runs.
    case searching
    /// The gains in force are good.
    case found
  }

  /// What an application asks for in one frame, one value of each kind.
  public struct Requests: Hashable, Sendable {
    /// Who sets the gains from now on; `nil`, or the mode in force, changes nothing.
    public var mode: Mode?
    /// Whether frames have another format from here on; what was found is forgotten, a lock stays.
    public var streamConfigurationChanged: Bool
    /// The lock that stands from now on; `nil` changes nothing.
    public var lock: LockRequest?

    /// Gathers requests; none, unless said.
    ///
    /// - Parameters:
    ///   - mode: Who sets the gains from now on.
    ///   - streamConfigurationChanged: Whether frames have another format from here on.
    ///   - lock: The lock that stands from now on.
    public init(
      mode: Mode? = nil, streamConfigurationChanged: Bool = false, lock: LockRequest? = nil
    ) {
      self.mode = mode
      self.streamConfigurationChanged = streamConfigurationChanged
      self.lock = lock
    }

    /// Adds what was asked for later in the same frame; the later value of each kind replaces the
    /// earlier.
    ///
    /// - Parameter later: The later requests.
    public mutating func add(_ later: Requests) {
      mode = later.mode ?? mode
      streamConfigurationChanged = streamConfigurationChanged || later.streamConfigurationChanged
      lock = later.lock ?? lock
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
    /// A lock took hold; it may have been asked for earlier.
    public static let lockOn = Causes(rawValue: 1 << 2)
    /// A lock was let go.
    public static let lockOff = Causes(rawValue: 1 << 3)
    /// The algorithm started a scan.
    public static let scanStarted = Causes(rawValue: 1 << 4)
    /// The algorithm found good values.
    public static let found = Causes(rawValue: 1 << 5)
  }
}
