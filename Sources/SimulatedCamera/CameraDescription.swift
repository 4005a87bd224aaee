public import Frames
internal import Photometry

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

  /// A USB camera: sRGB-like YUYV, exposure in 100 µs, gain codes of 1/16, automatics on.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - format: What it delivers.
  /// - Returns: The description.
  public static func webcam(
    width: Int = 640, height: Int = 480, format: PixelFormat = .packedYUV(.yuyv)
  ) -> CameraDescription {
    var camera = CameraDescription(
      format: format, width: width, height: height,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 5000, defaultValue: 157, latency: 2),
        SimulatedControl(.gain, minimum: 16, maximum: 255, defaultValue: 16, latency: 2),
        SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 3),
        .toggle(.exposurePriority, defaultValue: 1),
        SimulatedControl(.powerLineFrequency, minimum: 0, maximum: 2, defaultValue: 1),
        SimulatedControl(
          .focusAbsolute, minimum: 0, maximum: 250, step: 5, defaultValue: 0, latency: 1),
        .toggle(.focusAuto, defaultValue: 1),
        .toggle(.autoWhiteBalance, defaultValue: 1),
        SimulatedControl(
          .whiteBalanceTemperature, minimum: 2800, maximum: 6500, step: 10, defaultValue: 4600,
          latency: 2),
      ])
    camera.sensor.response = .sRGB
    camera.sensor.sensitivities = .nikonD5100
    return camera
  }

  /// A raw sensor: linear 10-bit Bayer, manual exposure and analogue gain, two frames late.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - format: What it delivers.
  /// - Returns: The description.
  public static func rawSensor(
    width: Int = 640, height: Int = 480, format: PixelFormat = .bayer(.rggb, .bits10)
  ) -> CameraDescription {
    var camera = CameraDescription(
      format: format, width: width, height: height,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 20_000, defaultValue: 100, latency: 2),
        SimulatedControl(
          .gain, minimum: 0, maximum: 232, defaultValue: 0, latency: 1, law: .ratio(range: 256)),
        SimulatedControl(
          .focusAbsolute, minimum: 0, maximum: 200, defaultValue: 0, latency: 0),
      ])
    camera.sensor.bitDepth = 10
    camera.sensor.blackLevel = 64
    camera.sensor.sensitivities = .nikonD5100
    return camera
  }
}
