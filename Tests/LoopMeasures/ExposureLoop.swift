public import Controls
public import Metering
public import Statistics

/// All that an exposure loop gets to see of a frame.
public struct LoopFrame: Sendable {
  /// The frame's number in the stream.
  public let sequence: Int
  /// When it was taken, in seconds.
  public let timestamp: Double
  /// What was counted in its codes.
  public let statistics: FrameStatistics
  /// The same as linear light, over the loop's metering pattern.
  public let metered: MeteredLuminance
  /// What the frame was taken with, told from the writes and the controls' delays.
  public let settings: AppliedSettings.OfFrame
  /// What was written last.
  public let written: CameraSettings
}

/// An exposure algorithm in a closed loop: a frame in, settings to write out.
///
/// All loops get the same frames, and the same knowledge of what each was taken with; writes are
/// staggered for all of them so that time and gain land on the same frame. What differs is the decision.
public protocol ExposureLoop: Sendable {
  /// What tables call it.
  var name: String { get }

  /// Decides on a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Returns: The settings to write, or `nil` to write nothing.
  mutating func step(_ frame: LoopFrame) -> CameraSettings?
}

/// Makes a loop for a camera.
public typealias LoopMaker = @Sendable (CameraCapabilities, CameraSettings) -> any ExposureLoop
