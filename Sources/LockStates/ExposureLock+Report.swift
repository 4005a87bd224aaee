extension ExposureLock {
  /// Where the exposure algorithm stands in one frame.
  ///
  /// All but the last speak of the scene's own target, also while a lock holds: that is how unlocking
  /// knows whether the target is still met.
  public enum Report: Hashable, Sendable, CaseIterable {
    /// Nothing can be said: the frame was taken with old settings, or could not be metered.
    case undecided
    /// The target is not met and a scan runs.
    case searching
    /// The target is met.
    case onTarget
    /// The exposure is at the limits of time and gain, and the picture still too dark.
    case tooDark
    /// The exposure is at its limits, and the picture still too bright.
    case tooBright
    /// Under a lock: the shift by the compensation is complete, or as complete as limits allow.
    case compensationReached
  }

  /// What had an effect in a frame.
  public struct Causes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The mode was switched off or on.
    public static let modeChanged = Causes(rawValue: 1 << 0)
    /// A reset was asked for.
    public static let reset = Causes(rawValue: 1 << 1)
    /// The stream got another configuration.
    public static let streamConfigurationChanged = Causes(rawValue: 1 << 2)
    /// A lock took hold; it may have been asked for earlier.
    public static let lockOn = Causes(rawValue: 1 << 3)
    /// A lock was let go.
    public static let lockOff = Causes(rawValue: 1 << 4)
    /// A precapture sequence was started.
    public static let precaptureStarted = Causes(rawValue: 1 << 5)
    /// A precapture sequence was cancelled.
    public static let precaptureCancelled = Causes(rawValue: 1 << 6)
    /// The compensation changed under a lock.
    public static let compensationChanged = Causes(rawValue: 1 << 7)
    /// The algorithm started a scan.
    public static let scanStarted = Causes(rawValue: 1 << 8)
    /// The algorithm found its target met.
    public static let targetReached = Causes(rawValue: 1 << 9)
    /// The algorithm is at the limits and the picture too dark.
    public static let tooDark = Causes(rawValue: 1 << 10)
    /// The algorithm is at the limits and the picture too bright.
    public static let tooBright = Causes(rawValue: 1 << 11)
    /// The compensation under a lock is complete.
    public static let compensationReached = Causes(rawValue: 1 << 12)
  }
}
