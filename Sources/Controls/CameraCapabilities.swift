/// What a camera can be told, in physical units.
public struct CameraCapabilities: Hashable, Sendable {
  /// What the camera's own automatic exposure allows.
  public enum ExposureAutomatic: Hashable, Sendable {
    /// There is none.
    case none
    /// It can be switched off.
    case switchable
    /// It cannot be switched off: our loop must not run beside it (field case B26).
    case permanent
  }

  /// Exposure times in seconds; `nil` where the camera has no such control.
  public var exposureTime: ControlRange?
  /// Analogue gains as linear factors; `nil` where the camera has no such control.
  public var analogueGain: ControlRange?
  /// The greatest gain that the application applies to pixels itself; 1 for none.
  public var digitalGain: Double
  /// The time from frame to frame in seconds at the chosen frame rate.
  public var frameInterval: Double
  /// Whether a longer exposure makes the camera slow down, and may.
  public var slowsForExposure: Bool
  /// What the camera's own automatic exposure allows.
  public var exposureAutomatic: ExposureAutomatic

  /// Describes a camera.
  ///
  /// - Parameters:
  ///   - exposureTime: Exposure times in seconds.
  ///   - analogueGain: Analogue gains as linear factors.
  ///   - digitalGain: The greatest gain that the application applies itself, 1 or more.
  ///   - frameInterval: Seconds from frame to frame, positive.
  ///   - slowsForExposure: Whether a longer exposure makes the camera slow down, and may.
  ///   - exposureAutomatic: What the camera's own automatic exposure allows.
  public init(
    exposureTime: ControlRange?, analogueGain: ControlRange? = nil, digitalGain: Double = 1,
    frameInterval: Double = 1.0 / 30, slowsForExposure: Bool = false,
    exposureAutomatic: ExposureAutomatic = .none
  ) {
    self.exposureTime = exposureTime
    self.analogueGain = analogueGain
    self.digitalGain = digitalGain >= 1 ? min(digitalGain, 0x1p10) : 1
    self.frameInterval = frameInterval > 0 ? min(max(frameInterval, 1e-5), 3600) : 1.0 / 30
    self.slowsForExposure = slowsForExposure
    self.exposureAutomatic = exposureAutomatic
  }

  /// The longest exposure time in seconds that keeps the frame rate, or that there is.
  public var longestExposureTime: Double? {
    guard let exposureTime else { return nil }
    return slowsForExposure ? exposureTime.greatest : exposureTime.atMost(frameInterval)
  }
}
