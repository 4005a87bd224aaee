public import LockStates

/// How focus stands.
public enum FocusOutcome: Hashable, Sendable {
  /// Nothing was looked for yet, or the lens is the application's.
  case idle
  /// The lens is being searched.
  case searching
  /// The picture is as sharp as it gets.
  case focused
  /// There is nothing to focus on; the lens is where it was, or where it rests.
  case noContrast
  /// The picture does not change with the lens, though there is detail in it (field case B52).
  case lensNotResponding
  /// Time ran out; the lens is at the best position that was seen (field case B50).
  case timedOut
  /// No search led anywhere; the lens is at the best position that was seen.
  case gaveUp
}

/// Why the lens moves, or does not.
public enum FocusReason: Hashable, Sendable {
  /// The lens is the application's.
  case manual
  /// Nobody asked for focus yet.
  case waitingForTrigger
  /// The lens is on its way, or the frame still shows where it was.
  case settling
  /// Backlash is taken up before the position is approached.
  case approaching
  /// The model wants to see this position.
  case lookingWhereLikely
  /// A fall-back search wants to see this position.
  case sweeping
  /// The search has ended.
  case searchEnded
  /// The best position is looked at once more.
  case confirming
  /// The picture is as it was when it was focused.
  case sceneUnchanged
  /// The picture changed, and is waited for to come to rest.
  case sceneChanging
  /// A trigger holds the lens.
  case locked
  /// The frame holds nothing to judge by: it is obstructed or saturated.
  case unusableFrame
}

/// What focus decided on one frame.
public struct FocusDecision: Hashable, Sendable {
  /// The position to write, in codes; `nil` to write nothing.
  public let target: Double?
  /// Why.
  public let reason: FocusReason
  /// How focus stands.
  public let outcome: FocusOutcome
  /// The state after the frame.
  public let state: FocusLock.State
  /// The change of the state in this frame.
  public let transition: FocusLock.Transition?
  /// Whether exposure and white balance are to stand still: a change of light would mislead the search.
  public let holdsExposure: Bool
  /// Where the best focus is believed to be, in codes; `nil` before the first sample.
  public let estimate: Double?
  /// The standard deviation of ``estimate`` in codes.
  public let uncertainty: Double
  /// The positions that the running or last search looked at.
  public let visited: Int
  /// What the frame was measured at; `nil` where it was not.
  public let sample: FocusSample?
}
