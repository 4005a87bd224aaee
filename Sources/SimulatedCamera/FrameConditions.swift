/// All that a frame is taken with, worked out before its pixels are.
struct FrameConditions: Sendable {
  /// A part of the picture with a light of its own, in pixels.
  struct Patch: Sendable {
    let columns: Range<Int>
    let rows: Range<Int>
    /// What the scene's light is multiplied with.
    let factor: Float
    /// Radiance that is added, in cd/m².
    let radiance: Float
  }

  /// The frame's number since the camera was made, for the noise.
  var frame: Int
  /// Exposure time times light, for each row.
  var rowLight: [Float]
  /// Exposure time in seconds.
  var exposureTime: Double
  var gain: Double
  var patches: [Patch]
  /// The firmware's white balance.
  var balance: ChannelFactors
  /// Electrons per second and cd/m² of each channel.
  var responsivity: [Float]
}
