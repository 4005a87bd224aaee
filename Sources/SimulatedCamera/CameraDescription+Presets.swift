public import Frames
internal import Photometry

extension CameraDescription {
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

  /// The camera of field cases: linear light *s* = *L* · *E* · *G* under a power of 2.2, no noise.
  ///
  /// *L* is the scene's radiance, *E* the exposure's code in 100 µs, *G* the gain's code over 16; *s*
  /// is 1 at full scale. So a scene of 0.0018 is mid-grey at the exposure's default of 100. The frame
  /// rate of 30 a second never slows, and all rows are exposed at once.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - exposureLatency: Frames until an exposure shows, 0…40.
  ///   - gainLatency: Frames until a gain shows, 0…40.
  /// - Returns: The description, of 8-bit grey.
  public static func fieldCase(
    width: Int = 64, height: Int = 48, exposureLatency: Int = 0, gainLatency: Int = 0
  ) -> CameraDescription {
    var camera = CameraDescription(
      format: .grey(.bits8), width: width, height: height,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 5000, defaultValue: 100, latency: exposureLatency),
        SimulatedControl(
          .gain, minimum: 16, maximum: 1023, defaultValue: 16, latency: gainLatency),
        .toggle(.exposurePriority, defaultValue: 0),
      ])
    camera.sensor.responsivity = camera.sensor.fullWell / 0.0001
    camera.sensor.noise = .none
    camera.sensor.shutter = .global
    camera.sensor.bitDepth = 16
    // The exponent is within its range, so it is never refused.
    camera.sensor.response = (try? .gamma(2.2)) ?? .sRGB
    return camera
  }
}
