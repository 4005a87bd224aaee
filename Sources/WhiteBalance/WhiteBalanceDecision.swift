public import LockStates

/// What one step of white balance led to.
public struct WhiteBalanceDecision: Hashable, Sendable {
  /// Why a frame did not count.
  public enum Hold: Hashable, Sendable {
    /// The frame may not drive white balance.
    case evidence(ColourEvidence)
    /// It was taken with gains that are not known, or older ones.
    case oldSettings
    /// No estimate could be made of it.
    case noEstimate
    /// Its estimate is not to be trusted: a colour dominates, or too little has any.
    case lowConfidence
    /// The gains are held by a lock, or were found once.
    case locked
    /// The application sets the gains.
    case notAutomatic
  }

  /// The gains that are wanted from now on.
  public let gains: WhiteBalanceGains
  /// The light that they are for, on the sensor's scale; `nil` where no light would need them.
  public let light: ColourTemperature?
  /// Whether the gains that the light needs are beyond the greatest that there is, so that grey does
  /// not come out grey.
  public let isLimited: Bool
  /// How far the frame's estimate can be trusted, 0…1; 0 without one.
  public let confidence: Double
  /// Why the frame did not count, or `nil` where it did.
  public let hold: Hold?
  /// What an application sees.
  public let state: WhiteBalanceLock.State
  /// How the state changed, or `nil` where it stayed.
  public let transition: WhiteBalanceLock.Transition?
}
