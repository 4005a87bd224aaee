public import Controls
public import LockStates
internal import Metering
internal import Photometry

/// Everything that automatic exposure did on a frame, and why.
public struct ExposureReport: Hashable, Sendable {
  /// What the frame was metered at, as numbers.
  public struct Metered: Hashable, Sendable {
    /// The weighted mean in linear light, 0…1.
    public let linear: Double
    /// The same in stops relative to mid-grey.
    public let stops: Double
    /// Stops between the 5th and the 95th percentile.
    public let contrast: Double
    /// The weighted share of cells with a channel clipped to white, 0…1.
    public let clippedHighShare: Double
    /// The weighted share of cells clipped to black, 0…1.
    public let clippedLowShare: Double

    init(_ metered: borrowing MeteredLuminance) {
      linear = metered.linear
      stops = metered.exposureValue.stops
      contrast = metered.contrast
      clippedHighShare = metered.clippedHighShare
      clippedLowShare = metered.clippedLowShare
    }
  }

  /// The frame.
  public let frame: AutoExposure.Frame
  /// What it was metered at; `nil` where it does not show the scene.
  public let metered: Metered?
  /// What it was taken with, as far as it can be known.
  public let settings: AppliedSettings.OfFrame
  /// What was decided.
  public let decision: ExposureDecision
  /// What to write now, in this order.
  public let writes: ControlWrites
  /// How many frames each control is believed to take.
  public let delays: ControlDelays
  /// Whether the delays come from a profile or were learned, and are not only assumed.
  public let areDelaysKnown: Bool
  /// The exposure compensation that holds, in EV.
  public let bias: Double
  /// The exposure compensation that was asked for, in EV.
  public let biasTarget: Double
  /// The state after the frame.
  public let state: ExposureLock.State
  /// The change of the state in this frame.
  public let transition: ExposureLock.Transition?
  /// How the camera was found to misbehave in this frame; each once.
  public let findings: [ResponseFinding]
  /// What the frame taught of the camera's response curve.
  public let response: ResponseLearner.Finding
  /// What the frame told of the lamps; `nil` where nobody asks.
  public let flicker: FlickerFinding?
}
