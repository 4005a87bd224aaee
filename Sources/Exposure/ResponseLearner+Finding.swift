public import Controls
public import Photometry

extension ResponseLearner {
  /// What a frame is besides its statistics.
  public struct Frame: Hashable, Sendable {
    /// When it was taken, in seconds on the source's clock.
    public let timestamp: Double
    /// What it was taken with.
    public let settings: CameraSettings
    /// Whether every write made so far is in it, so that `settings` are sure.
    public let isSettled: Bool

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - timestamp: When it was taken, in seconds.
    ///   - settings: What it was taken with.
    ///   - isSettled: Whether every write made so far is in it.
    public init(timestamp: Double, settings: CameraSettings, isSettled: Bool) {
      self.timestamp = timestamp
      self.settings = settings
      self.isSettled = isSettled
    }
  }

  /// What a frame taught.
  public enum Finding: Hashable, Sendable {
    /// Nothing new.
    case nothing
    /// The curve is now this one; its light is uncertain by a standard deviation in stops where it
    /// is least certain of the codes that were visited.
    case learned(ResponseCurve, uncertainty: Double)
    /// Changes keep contradicting any one curve: the camera's tones follow the scene, its exposure
    /// times are not what it says, or something else steers it. The assumed curve is in force again;
    /// the pairs of contradicting changes missed the best curve by so many standard deviations.
    case inconsistent(misfit: Double)
  }
}
