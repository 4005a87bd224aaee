public import Frames

/// Taps and long presses, turned into what the lock states understand.
///
/// The habits are those that touch users know from AVFoundation's point of interest. A tap focuses and
/// exposes at the point once, and both go back to following the picture when the subject area changes.
/// A long press holds what was found at the point until a tap releases it. ``lockAll(_:)`` holds all
/// three where they are. Each call returns requests for the next frame.
public struct GestureControl: Hashable, Sendable {
  /// What the last gesture left.
  public enum State: Hashable, Sendable {
    /// All three follow the picture.
    case continuous
    /// Focus and exposure were set at a point, until the subject area changes.
    case point(NormalisedPoint)
    /// Focus and exposure, and white balance where that was asked for, are held; at a point where a
    /// long press named one.
    case held(NormalisedPoint?)
  }

  /// What the last gesture left.
  public private(set) var state = State.continuous
  /// The mode that focus returns to; ``FocusLock/Mode-swift.enum/continuousVideo`` or
  /// ``FocusLock/Mode-swift.enum/continuousPicture``.
  public let continuousFocus: FocusLock.Mode
  private var holdsWhiteBalance = false
  private var holdsFocus = false

  /// Begins with everything following the picture.
  ///
  /// - Parameter continuousFocus: The mode that focus returns to; one that is not continuous counts
  ///   as the one for video.
  public init(continuousFocus: FocusLock.Mode = .continuousVideo) {
    let isContinuous =
      continuousFocus == .continuousVideo || continuousFocus == .continuousPicture
    self.continuousFocus = isContinuous ? continuousFocus : .continuousVideo
  }

  /// A tap: focuses and exposes once at the point. Where something is held, it releases instead.
  ///
  /// - Parameter point: The point of the frame, as ``PreviewGeometry`` gives it.
  /// - Returns: What to ask for with the next frame.
  public mutating func tap(at point: NormalisedPoint) -> GestureRequests {
    if case .held = state { return release() }
    state = .point(point)
    return requests(at: point)
  }

  /// A long press: focuses and exposes at the point, and holds what was found.
  ///
  /// - Parameters:
  ///   - point: The point of the frame.
  ///   - includingWhiteBalance: Whether white balance is held too, once it is found.
  /// - Returns: What to ask for with the next frame.
  public mutating func longPress(
    at point: NormalisedPoint, includingWhiteBalance: Bool = false
  ) -> GestureRequests {
    state = .held(point)
    var requests = requests(at: point)
    if includingWhiteBalance {
      requests.whiteBalance.lock = .whenConverged
      holdsWhiteBalance = true
    }
    return requests
  }

  /// Holds exposure, focus and white balance as they are now, found or not: nothing is searched for
  /// first, and a lens that moves stops. A lens that the application sets stays the application's.
  ///
  /// - Parameter focus: The state of focus.
  /// - Returns: What to ask for with the next frame.
  public mutating func lockAll(_ focus: FocusLock) -> GestureRequests {
    if case .held = state {} else { state = .held(nil) }
    holdsWhiteBalance = true
    holdsFocus = focus.mode != .off
    var requests = GestureRequests(
      exposure: .init(lock: .immediately), whiteBalance: .init(lock: .immediately))
    switch focus.state {
    case .focusedLocked, .notFocusedLocked:
      break  // Holds already.
    case .passiveFocused, .passiveUnfocused:
      requests.focus.trigger = .start
    case .inactive, .passiveScan, .activeScan:
      guard holdsFocus else { break }
      // For a single shot a trigger would begin a scan, for pictures it would end one.
      requests.focus = .init(mode: .continuousVideo, trigger: .start)
    }
    return requests
  }

  /// Lets everything follow the picture again, from the values that are held.
  ///
  /// - Returns: What to ask for with the next frame; nothing where nothing is held or set.
  public mutating func release() -> GestureRequests {
    guard state != .continuous else { return GestureRequests() }
    state = .continuous
    var requests = GestureRequests(exposure: .init(lock: .off), place: .automatic)
    if holdsFocus { requests.focus = .init(mode: continuousFocus, trigger: .cancel) }
    if holdsWhiteBalance { requests.whiteBalance.lock = .off }
    holdsWhiteBalance = false
    holdsFocus = false
    return requests
  }

  /// Takes note that the picture at the point became another: what was set by a tap follows the
  /// picture again, what is held stays.
  ///
  /// - Returns: What to ask for with the next frame.
  public mutating func subjectAreaChanged() -> GestureRequests {
    guard case .point = state else { return GestureRequests() }
    return release()
  }

  private mutating func requests(at point: NormalisedPoint) -> GestureRequests {
    holdsFocus = true
    return GestureRequests(
      // A lock that holds already would go on holding the old point's exposure.
      exposure: .init(reset: true, lock: .whenConverged),
      focus: .init(mode: .single, trigger: .start), place: .point(point))
  }
}
