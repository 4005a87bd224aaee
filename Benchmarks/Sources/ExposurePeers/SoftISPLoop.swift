public import LoopMeasures
public import GrayCard

/// The stepper of libcamera's software image pipeline, from its description.
///
/// One frame in four: a histogram of 64 bins above black, folded into five, whose mean place from 1
/// to 5 is to be 2.5 ± 0.2. Exposure moves by 4 % for each unit that it is off, so by 6 % up or 10 %
/// down at the most: lines first, then gain, and down the other way round.
public struct SoftISPLoop: ExposureLoop {
  /// What tables call it.
  public let name = "softisp-like"
  private let camera: CameraCapabilities

  /// Puts the loop at a camera.
  ///
  /// - Parameter camera: What the camera can be told.
  public init(_ camera: CameraCapabilities) { self.camera = camera }

  /// A maker of these loops.
  public static let maker: LoopMaker = { camera, _ in SoftISPLoop(camera) }

  /// Decides on a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Returns: The settings to write, or `nil` to write nothing.
  public mutating func step(_ frame: LoopFrame) -> CameraSettings? {
    guard frame.sequence % 4 == 0 else { return nil }
    let error = 2.5 - Self.meanSampleValue(frame.statistics)
    guard error.magnitude > 0.2 else { return nil }
    let change = min(max(0.04 * error, -0.15), 0.15)
    let settings = move(frame.settings.settings, by: change)
    return settings == frame.written ? nil : settings
  }

  private func move(_ settings: CameraSettings, by change: Double) -> CameraSettings {
    let line = max(camera.exposureTime?.step ?? 0, 1e-6)
    let gains = camera.analogueGain
    let (least, most) = (gains?.minimum ?? 1, gains?.greatest ?? 1)
    let longest = camera.longestExposureTime ?? settings.exposureTime
    let shortest = camera.exposureTime?.minimum ?? settings.exposureTime
    var next = settings
    let isUp = change > 0
    let movesTime = isUp ? settings.exposureTime < longest : settings.analogueGain <= least
    if movesTime {
      let step = max((settings.exposureTime * change).magnitude, line)
      let time = settings.exposureTime + (isUp ? step : -step)
      next.exposureTime = min(max(time, shortest), longest)
    } else {
      let step = max((settings.analogueGain * change).magnitude, 0.01 * (most - least))
      let gain = settings.analogueGain + (isUp ? step : -step)
      next.analogueGain = min(max(gain, least), most)
    }
    return next
  }

  /// The mean place of a histogram's samples among five bins, 1…5.
  static func meanSampleValue(_ statistics: FrameStatistics) -> Double {
    let levels = statistics.signal.levels
    // The pipeline's own histogram has 64 bins, of which those at black and below do not count.
    let greatest = Double((1 << statistics.signal.bitDepth) - 1)
    let black = (Double(levels.black) / greatest * 64).rounded(.down)
    let perBin = (64 - black) / 5
    var (count, sum) = (0.0, 0.0)
    for bin in statistics.histogram.indices where statistics.histogram[bin] > 0 {
      let place = (statistics.signal.code(ofBin: bin) / greatest * 64).rounded(.down) - black
      guard place >= 0 else { continue }
      let fifth = min((place / perBin).rounded(.down), 4)
      count += Double(statistics.histogram[bin])
      sum += Double(statistics.histogram[bin]) * (fifth + 1)
    }
    return count > 0 ? sum / count : 1
  }
}
