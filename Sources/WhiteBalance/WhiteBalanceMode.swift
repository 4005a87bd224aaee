public import Controls
public import LockStates

/// Who sets the gains, and how.
public enum WhiteBalanceMode: Hashable, Sendable {
  /// The picture, all the time.
  case automatic
  /// The picture until good gains are found; these are then held, as by a lock.
  case once
  /// A light by name.
  case preset(WhiteBalancePreset)
  /// A temperature and tint.
  case light(ColourTemperature)
  /// The application, gain by gain.
  case gains(WhiteBalanceGains)

  /// The mode as applications see it.
  public var lockMode: WhiteBalanceLock.Mode {
    switch self {
    case .automatic, .once: .automatic
    case .preset: .preset
    case .light, .gains: .off
    }
  }
}

/// What an application asks of white balance in one frame.
public struct WhiteBalanceRequests: Hashable, Sendable {
  /// Who sets the gains from now on; `nil` changes nothing. ``WhiteBalanceMode/once`` asked for again
  /// searches again.
  public var mode: WhiteBalanceMode?
  /// The lock that stands from now on; `nil` changes nothing.
  public var lock: LockRequest?
  /// Whether frames have another format from here on: what was found is forgotten, a lock stays.
  public var streamConfigurationChanged: Bool

  /// Gathers requests; none, unless said.
  ///
  /// - Parameters:
  ///   - mode: Who sets the gains from now on.
  ///   - lock: The lock that stands from now on.
  ///   - streamConfigurationChanged: Whether frames have another format from here on.
  public init(
    mode: WhiteBalanceMode? = nil, lock: LockRequest? = nil,
    streamConfigurationChanged: Bool = false
  ) {
    self.mode = mode
    self.lock = lock
    self.streamConfigurationChanged = streamConfigurationChanged
  }
}
