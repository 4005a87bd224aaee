public import Controls
public import Frames
public import LockStates

/// What an application asks of the controller for one frame.
///
/// Gestures are turned into modes, locks and triggers first; what is asked for beside them replaces what
/// they ask for. What concerns focus and white balance is taken and recorded, and has no effect yet:
/// only exposure is joined.
public struct ControllerRequests: Hashable, Sendable {
  /// What a finger did.
  public enum Gesture: Hashable, Sendable {
    /// Focus and expose once at a point of the frame.
    case tap(NormalisedPoint)
    /// Focus and expose at a point and hold what was found, white balance too where asked for.
    case longPress(NormalisedPoint, includingWhiteBalance: Bool)
    /// Hold exposure, focus and white balance as they are now.
    case lockAll
    /// Follow the picture again.
    case release
  }

  /// What fingers did since the last frame, in their order.
  public var gestures: [Gesture]
  /// Exposure's mode, lock and precapture.
  public var exposure: ExposureLock.Requests
  /// Focus's mode and trigger.
  public var focus: FocusLock.Requests
  /// White balance's mode and lock.
  public var whiteBalance: WhiteBalanceLock.Requests
  /// A new exposure compensation in EV; it is brought into the tuning's range.
  public var bias: Double?
  /// Exposure settings that hold while exposure's mode is off.
  public var manualExposure: CameraSettings?
  /// Rectangles by which exposure meters; empty for the pattern, `nil` for no change.
  public var exposureRectangles: [WeightedRectangle]?
  /// Rectangles in which is focused; empty for the algorithm's choice, `nil` for no change.
  public var focusRectangles: [WeightedRectangle]?
  /// Rectangles by which white balance judges; empty for all of the frame, `nil` for no change.
  public var whiteBalanceRectangles: [WeightedRectangle]?

  /// Gathers requests; set what is asked for.
  ///
  /// - Parameters:
  ///   - gestures: What fingers did.
  ///   - exposure: Exposure's mode, lock and precapture.
  ///   - focus: Focus's mode and trigger.
  ///   - whiteBalance: White balance's mode and lock.
  ///   - bias: A new exposure compensation in EV.
  public init(
    gestures: [Gesture] = [], exposure: ExposureLock.Requests = ExposureLock.Requests(),
    focus: FocusLock.Requests = FocusLock.Requests(),
    whiteBalance: WhiteBalanceLock.Requests = WhiteBalanceLock.Requests(), bias: Double? = nil
  ) {
    self.gestures = gestures
    self.exposure = exposure
    self.focus = focus
    self.whiteBalance = whiteBalance
    self.bias = bias
  }

  /// Adds what was asked for later before the same frame; the later of each kind replaces the earlier.
  ///
  /// - Parameter later: The later requests.
  public mutating func add(_ later: ControllerRequests) {
    gestures += later.gestures
    exposure.add(later.exposure)
    focus.add(later.focus)
    whiteBalance.add(later.whiteBalance)
    bias = later.bias ?? bias
    manualExposure = later.manualExposure ?? manualExposure
    exposureRectangles = later.exposureRectangles ?? exposureRectangles
    focusRectangles = later.focusRectangles ?? focusRectangles
    whiteBalanceRectangles = later.whiteBalanceRectangles ?? whiteBalanceRectangles
  }
}
