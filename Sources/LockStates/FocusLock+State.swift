extension FocusLock {
  /// Who moves the lens, and when.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// The application; the state stays inactive.
    case off
    /// One scan for each trigger; camera2's `AUTO`.
    case single
    /// The same at close range.
    case macro
    /// Always, without haste; a trigger locks at once.
    case continuousVideo
    /// Always, and fast; a trigger lets a running scan come to its end, then locks.
    case continuousPicture
  }

  /// What an application sees; camera2's `CONTROL_AF_STATE`.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Nothing runs and nothing is known, or the mode is off.
    case inactive
    /// A scan runs that a trigger asked for.
    case activeScan
    /// A scan runs that the camera started.
    case passiveScan
    /// The picture is sharp; the camera may scan again.
    case passiveFocused
    /// A scan ended without a sharp picture; the camera may scan again.
    case passiveUnfocused
    /// A trigger holds the lens; the picture was sharp.
    case focusedLocked
    /// A trigger holds the lens; the picture was not sharp.
    case notFocusedLocked
  }

  /// Where the focus algorithm stands in one frame.
  public enum Report: Hashable, Sendable, CaseIterable {
    /// Nothing can be said: the lens was moving, or the frame has no detail to judge by.
    case undecided
    /// A scan starts or runs, and this frame's picture is not sharp.
    case scanning
    /// A scan starts or runs, and this frame's picture happens to be sharp already.
    case scanningAndSharp
    /// The picture is sharp and no scan is needed, or one has ended well.
    case sharp
    /// A scan has ended without a sharp picture.
    case gaveUp
  }
}
