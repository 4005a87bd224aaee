public import Controls

/// How a camera's controls are dealt with.
public struct ControlPolicy: Hashable, Sendable {
  /// Whether exposure may lower the frame rate (field case B24).
  public enum FrameRate: Hashable, Sendable {
    /// Every frame takes the interval that was set: the camera is told not to slow down, and times
    /// stay below the interval.
    case constant
    /// Longer times are allowed, at the cost of the rate.
    case maySlow
  }

  /// What happens when another program changes the mode of a function that was taken (field case
  /// B22).
  public enum ForeignChange: Hashable, Sendable {
    /// The function is the other program's from then on.
    case yield
    /// It is taken again, 3 times at the most and with growing pauses; then it is yielded.
    case hold
  }

  /// Where the file lies from which originals are put back after a crash.
  public enum StateFolder: Hashable, Sendable {
    /// `graycard` in `$XDG_STATE_HOME`, or else in `.local/state` of the home folder.
    case standard
    /// This one; it is made where it does not exist.
    case folder(String)
    /// There is none, and after a crash the camera stays as it was set.
    case none
  }

  /// Whether exposure may lower the frame rate.
  public var frameRate: FrameRate
  /// What happens when another program changes a mode.
  public var foreignChange: ForeignChange
  /// Where the state file lies.
  public var stateFolder: StateFolder
  /// What is known of the camera beyond its driver; of it the gain law is used.
  public var profile: DeviceProfile

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - frameRate: Whether exposure may lower the frame rate.
  ///   - foreignChange: What happens when another program changes a mode.
  ///   - stateFolder: Where the state file lies.
  ///   - profile: What is known of the camera beyond its driver.
  public init(
    frameRate: FrameRate = .constant, foreignChange: ForeignChange = .yield,
    stateFolder: StateFolder = .standard, profile: DeviceProfile = DeviceProfile()
  ) {
    self.frameRate = frameRate
    self.foreignChange = foreignChange
    self.stateFolder = stateFolder
    self.profile = profile
  }
}
