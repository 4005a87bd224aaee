/// Whether a value is to be held, and from when on.
///
/// A standing wish, as camera2's `CONTROL_AE_LOCK` and `CONTROL_AWB_LOCK` are: it holds until another
/// one replaces it. While the mode is off it waits and takes effect when the mode returns.
public enum LockRequest: Hashable, Sendable, CaseIterable {
  /// Follow the picture.
  case off
  /// Hold what is in force now, found or not; camera2's meaning.
  case immediately
  /// Search to the end first, and hold what was found; what a long press means.
  ///
  /// Takes hold in the first frame whose report says that the search has ended. For exposure that is
  /// also the end at a limit: waiting longer would bring nothing nearer.
  case whenConverged
}
