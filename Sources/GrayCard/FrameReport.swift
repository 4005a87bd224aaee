public import Exposure
public import LockStates

/// Everything that a person asks "why did it do that" about, for one frame.
public struct FrameReport: Hashable, Sendable {
  /// The frame.
  public let frame: AutoExposure.Frame
  /// Who runs each algorithm.
  public let strategies: Tuning.Strategies
  /// What the library's automatic exposure did, and why; `nil` before the first picture, and where
  /// somebody else runs exposure.
  public internal(set) var exposure: ExposureReport?
  /// What the camera's own automatic exposure was seen to do, where it runs.
  public internal(set) var steered: HardwareExposure.Report?
  /// What read-backs showed of the camera since the last frame.
  public internal(set) var findings: [ResponseFinding]
  /// What the last gesture left.
  public internal(set) var gesture: GestureControl.State
  /// Whether the picture became another one in this frame, so that what a tap set ends.
  public internal(set) var hasSubjectChanged: Bool
  /// What was planned.
  public internal(set) var plan: FramePlan

  init(
    frame: AutoExposure.Frame, strategies: Tuning.Strategies, gesture: GestureControl.State,
    plan: FramePlan
  ) {
    self.frame = frame
    self.strategies = strategies
    self.gesture = gesture
    self.plan = plan
    findings = []
    hasSubjectChanged = false
  }
}
