public import LoopMeasures
public import GrayCard

/// The stepper of libv4l's processing, from its description.
///
/// Every tenth frame, or two frames after a change: a sixth of the distance of the middle's mean from
/// its target in steps of the control, halved where the direction turns, more of them where the control
/// has many. It knows no delays; what it changes is what was written last.
public struct LibV4LLoop: ExposureLoop {
  /// What tables call it.
  public let name = "libv4l-like"
  private let camera: CameraCapabilities
  private let start: CameraSettings
  private var wait = 0
  private var lastSteps = 0

  /// The mean that is aimed at, of 255; its control's usual value, which the description leaves out.
  static let target = 100.0

  /// Puts the loop at a camera.
  ///
  /// - Parameters:
  ///   - camera: What the camera can be told.
  ///   - defaults: The controls' defaults.
  public init(_ camera: CameraCapabilities, defaults: CameraSettings) {
    self.camera = camera
    start = defaults
  }

  /// A maker of these loops: a time of a third of the range and a gain of 1 are the defaults.
  public static let maker: LoopMaker = { camera, _ in
    let third = (camera.exposureTime?.greatest ?? 0.03) / 3
    let defaults = CameraSettings(
      exposureTime: camera.exposureTime?.nearest(third) ?? third, analogueGain: 1)
    return LibV4LLoop(camera, defaults: defaults)
  }

  /// Decides on a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Returns: The settings to write, or `nil` to write nothing.
  public mutating func step(_ frame: LoopFrame) -> CameraSettings? {
    wait -= 1
    guard wait <= 0 else { return nil }
    wait = 10
    var steps = Int((Self.target - Self.middleMean(frame.statistics)) / 6)
    if steps * lastSteps < 0 { steps /= 2 }
    guard steps != 0 else { return nil }
    lastSteps = steps
    guard let settings = move(frame.written, by: steps), settings != frame.written else {
      return nil
    }
    wait = 2
    return settings
  }

  /// The mean of the middle half of the picture in width and height, 0…255.
  static func middleMean(_ statistics: FrameStatistics) -> Double {
    let geometry = statistics.geometry
    var sum = ZoneStatistics()
    for row in geometry.rows / 4..<max(geometry.rows - geometry.rows / 4, 1) {
      for column in geometry.columns / 4..<max(geometry.columns - geometry.columns / 4, 1) {
        sum += statistics.zones[row * geometry.columns + column]
      }
    }
    let greatest = Double((1 << statistics.signal.bitDepth) - 1)
    return statistics.meanCode(of: sum) / greatest * 255
  }

  /// Moves the one control whose turn it is; `nil` where all are at their ends.
  private func move(_ settings: CameraSettings, by steps: Int) -> CameraSettings? {
    guard let time = camera.exposureTime, let gain = camera.analogueGain else { return nil }
    let times = (least: time.minimum, most: time.greatest)
    let gains = (least: gain.minimum, most: gain.greatest)
    let floor = time.nearest(times.least + (times.most - times.least) / 10)
    // The order in which light is sought; in the other direction it is lost in the reverse.
    let road: [(isTime: Bool, low: Double, high: Double)] = [
      (true, times.least, floor), (false, gains.least, start.analogueGain),
      (true, floor, start.exposureTime), (false, start.analogueGain, gains.most),
      (true, start.exposureTime, times.most),
    ]
    for part in steps > 0 ? road : road.reversed() {
      let value = part.isTime ? settings.exposureTime : settings.analogueGain
      // Codes are whole numbers; here half of one is the margin of what was rounded.
      let margin = 0.5 * (part.isTime ? time.step : gain.step)
      let isOpen = steps > 0 ? value < part.high - margin : value > part.low + margin
      guard isOpen else { continue }
      let size = part.isTime ? stepOfTime(times, steps) : stepOfGain(gains, steps)
      let next = value + Double(steps) * size
      let limited = steps > 0 ? min(next, part.high) : max(next, part.low)
      var result = settings
      if part.isTime { result.exposureTime = limited } else { result.analogueGain = limited }
      return result
    }
    return nil
  }

  private func stepOfTime(_ range: (least: Double, most: Double), _ steps: Int) -> Double {
    let step = camera.exposureTime.map { $0.step > 0 ? $0.step : 1e-5 } ?? 1e-5
    return step * Self.acceleration(codes: (range.most - range.least) / step, steps)
  }

  private func stepOfGain(_ range: (least: Double, most: Double), _ steps: Int) -> Double {
    let given = camera.analogueGain?.step ?? 0
    let step = given > 0 ? given : (range.most - range.least) / 256
    guard step > 0 else { return 0 }
    return step * Self.acceleration(codes: (range.most - range.least) / step, steps)
  }

  /// How many codes a step has, of a control with so many.
  static func acceleration(codes: Double, _ steps: Int) -> Double {
    var factor = 1.0
    if codes > 1024 { factor = (codes / 1024).rounded(.down) }
    if abs(steps) >= 3, codes > 256 { factor = max(factor, (codes / 256).rounded(.down)) }
    return factor
  }
}
