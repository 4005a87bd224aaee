public import Controls
internal import Frames
public import SimulatedCamera

/// A camera of the bench, in a few numbers.
public struct LoopCamera: Hashable, Sendable {
  /// Which camera.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Linear 10-bit Bayer; time in 10 µs, gain of 1 to 10.7 in 64ths; gain lands a frame before time.
    case raw
    /// 8-bit YUYV under sRGB's curve; time in 100 µs, gain in sixteenths.
    case webcam
  }

  /// Which camera.
  public var kind: Kind
  /// Frames until a written exposure time is seen.
  public var latency: Int
  /// Frames a second.
  public var frameRate = 30.0
  /// Microseconds of a code of the exposure time, 1…1000; `nil` for the camera's usual.
  public var timeUnit: Int?
  /// Pixels in a row.
  public var width = 160
  /// Rows.
  public var height = 120
  /// Whether the sensor is noisy.
  public var isNoisy = true
  /// Chooses the noise.
  public var seed: UInt64 = 1

  /// Describes a camera with the usual values.
  ///
  /// - Parameters:
  ///   - kind: Which camera.
  ///   - latency: Frames until a written exposure time is seen, 0…40.
  public init(_ kind: Kind, latency: Int) {
    self.kind = kind
    self.latency = latency
  }

  /// How long each control takes; all loops are told.
  public var delays: ControlDelays {
    switch kind {
    case .raw: ControlDelays(exposureTime: latency, analogueGain: max(0, latency - 1))
    case .webcam: ControlDelays(exposureTime: latency, analogueGain: latency)
    }
  }

  /// The camera as the simulator knows it.
  ///
  /// All rows are exposed at once, so that a step of light between two frames is a step between two
  /// frames; times are limited to the frame interval, so that the frame rate stays.
  public var description: CameraDescription {
    let interval = 1 / frameRate
    var camera: CameraDescription
    let time: SimulatedControl
    switch kind {
    case .raw:
      camera = .rawSensor(width: width, height: height)
      time = Self.time(microseconds: timeUnit ?? 10, interval, latency: delays.exposureTime)
    case .webcam:
      camera = .webcam(width: width, height: height)
      time = Self.time(microseconds: timeUnit ?? 100, interval, latency: delays.exposureTime)
    }
    camera.controls = camera.controls.compactMap { control in
      guard control.id == .gain, kind == .webcam else { return nil }
      var gain = control
      gain.latency = delays.analogueGain
      return gain
    }
    if kind == .raw {
      camera.controls.append(
        SimulatedControl(
          .gain, minimum: 64, maximum: 683, defaultValue: 64, latency: delays.analogueGain,
          law: .linear(perCode: 1.0 / 64)))
    }
    camera.controls.append(time)
    camera.frameInterval = interval
    camera.sensor.shutter = .global
    if !isNoisy { camera.sensor.noise = .none }
    camera.seed = seed
    return camera
  }

  private static func time(
    microseconds: Int, _ interval: Double, latency: Int
  ) -> SimulatedControl {
    let unit = Double(microseconds) * 1e-6
    // The sensor keeps 0.2 ms of each interval for itself.
    let most = max(Int((interval - 0.0002) / unit), 2)
    return SimulatedControl(
      .exposureTime, minimum: 1, maximum: most, defaultValue: max(most / 3, 1), latency: latency,
      law: .linear(perCode: unit))
  }
}
