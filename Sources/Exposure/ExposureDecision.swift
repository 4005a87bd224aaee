public import Controls

/// Why exposure was moved, or was not.
public enum ExposureReason: Hashable, Sendable {
  /// The stream has just begun.
  case warmingUp(framesLeft: Int)
  /// The frame was taken with settings older than what was written last.
  case waitingForSettings
  /// One more frame of these settings teaches the response curve, and exposure waits for it.
  case learningResponse
  /// The frame's time or number was no later than the one before.
  case staleFrame
  /// The picture is where it should be, within the dead band.
  case onTarget
  /// The right exposure was solved from the frame.
  case solved
  /// The same, and a constraint bent the target; its place in the configuration.
  case constrained(Int)
  /// Too much is clipped to white to say how bright it is: a bounded step down.
  case searchingDown
  /// Too much is black to say how dark it is: a bounded step up.
  case searchingUp
  /// Exposure is held by a lock; only bias moves it.
  case locked
  /// The camera has nothing that exposure could be moved with.
  case noControls
  /// The camera's own automatic exposure cannot be stopped; two loops would pump (field case B26).
  case deviceControlled
  /// The frame does not show the scene: it is damaged, lit by a strobe, or the shutter is closed.
  case obstructed
  /// The application sets exposure itself.
  case manual
  /// Exposure stands still so that another search is not disturbed, as that of the lens.
  case heldForFocus
  /// A write did not do what it should; the picture is being watched to find out why.
  case checkingResponse
}

/// Whether exposure has got where it should be.
public enum ExposureProgress: Hashable, Sendable {
  /// Under way.
  case searching
  /// Within the dead band of the target.
  case converged
  /// As long and as much gain as there is, and still too dark, by so many stops.
  case limitedDark(stops: Double)
  /// As short and as little gain as there is, and still too bright, by so many stops.
  case limitedBright(stops: Double)
}

/// What automatic exposure decided on one frame.
public struct ExposureDecision: Hashable, Sendable {
  /// Why.
  public let reason: ExposureReason
  /// Whether exposure has got where it should be.
  public let progress: ExposureProgress
  /// The settings to write, or `nil` to write nothing.
  public let settings: CameraSettings?
  /// The gain that is left for the application to apply to pixels; 1 for none.
  public let digitalGain: Double
  /// How far the frame is from the target in stops: positive is too bright.
  public let error: Double
  /// The total exposure that is aimed at, in stops (log2 of seconds at gain 1).
  public let totalStops: Double
  /// Whether bands of flickering lamps may show, since the light asks for less than their period.
  public let mayBand: Bool
}
