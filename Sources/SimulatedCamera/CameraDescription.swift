public import Frames

/// All that a simulated camera is: data, so that every camera of the field can be written down.
public struct CameraDescription: Hashable, Sendable {
  /// What it delivers: grey and Bayer of 8 to 16 bits unpacked, packed and semi-planar YUV.
  public var format: PixelFormat
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Bytes from row to row; `nil` for no padding.
  public var stride: Int?
  /// What codes mean; `nil` for limited YUV, and for the sensor's own levels in raw formats.
  public var range: SignalRange?
  /// Seconds from frame to frame where the exposure allows, 0.0001…60.
  public var frameInterval = 1.0 / 30
  /// Full frames that wait in buffers, 0…32: writes show so much later.
  public var queueDepth = 0
  /// The sensor.
  public var sensor = Sensor()
  /// The lens.
  public var lens = Lens()
  /// The light that the scenes are lit with until the script changes it.
  public var illuminant = Illuminant.daylight
  /// What the firmware does to luma; raw formats are left alone.
  public var processing = PictureProcessing()
  /// The controls, each once.
  public var controls: [SimulatedControl]
  /// How the camera differs from what it promises.
  public var quirks: [Quirk] = []
  /// How the camera's own exposure works, where the controls turn it on.
  public var firmware = FirmwareExposure()
  /// Chooses the noise.
  public var seed: UInt64 = 1

  /// Describes a camera with the usual values.
  ///
  /// - Parameters:
  ///   - format: What it delivers.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - controls: The controls.
  public init(format: PixelFormat, width: Int, height: Int, controls: [SimulatedControl]) {
    self.format = format
    self.width = width
    self.height = height
    self.controls = controls
  }
}
