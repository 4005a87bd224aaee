public import Frames

/// A frame as an application gets it, with the truth that no application knows.
public struct SimulatedFrame: Hashable, Sendable {
  /// What really was when the frame was taken.
  public struct Truth: Hashable, Sendable {
    /// Seconds that each row was exposed.
    public var exposureTime: Double
    /// The amplifier's factor.
    public var gain: Double
    /// The middle row's exposure: its middle in seconds.
    public var middle: Double
    /// Seconds since the frame before, as they should be.
    public var interval: Double
    /// The light's factor to the scene's own, flicker left out, in the middle of the frame.
    public var light: Double
    /// Mean linear signal, green or all pixels of a mosaic, relative to full scale; neither clipped
    /// nor noisy, so above 1 where a frame is far too bright.
    public var meanLinear: Double
    /// The picture's encoded mean, 0…1: luma, or a mosaic's codes.
    public var meanEncoded: Double
    /// The lens in dioptres.
    public var lensPosition: Double
    /// The scene that is seen.
    public var scene: Int
    /// The white balance that the firmware applied, relative to green.
    public var balance: ChannelFactors
    /// What the sensor makes of white under the light.
    public var white: ChannelFactors
    /// Whether the camera's own exposure was on.
    public var isFirmwareExposing: Bool
  }

  /// The picture, in one buffer; padding is 0xFF.
  public let bytes: [UInt8]
  /// Where its samples lie.
  public let layout: FrameLayout
  /// When the first row had been exposed, in seconds, as the camera says.
  public let timestamp: Double
  /// The number in the stream from 0 on; lost frames leave gaps.
  public let sequence: Int
  /// What really was.
  public let truth: Truth
}
