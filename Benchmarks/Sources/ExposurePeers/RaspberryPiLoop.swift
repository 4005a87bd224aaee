public import LoopMeasures
public import GrayCard

/// A damped loop as the Raspberry Pi's automatic exposure in libcamera runs it, from its description.
///
/// Each frame: the gain that brings the mean of the zones to the target, clipped zones held at white
/// over eight rounds; a lower bound on the brightest 2 %; an exponential mean of the linear total
/// exposure, quicker near its goal, with a dead band of 2 %; the first ten frames at once; a blown
/// picture is left faster. Digital gain, which hides some of this, does not count here.
public struct RaspberryPiLoop: ExposureLoop {
  /// What tables call it.
  public let name = "rpi-like"
  private let camera: CameraCapabilities
  private var filtered: Double?
  private var frames = 0

  /// The target at 400 lx, what stands for a light that is not known: 0.16 at none, 0.165 at 1,000.
  static let target = 0.162
  /// What the mean of the brightest 2 % must reach.
  static let highlights = 0.5
  static let speed = 0.2
  static let deadBand = 0.02
  static let startUpFrames = 10
  /// Exposure times in seconds and gains that are reached in turn, time first.
  static let stages: [(time: Double, gain: Double)] = [
    (100e-6, 1), (15e-3, 1), (30e-3, 2), (60e-3, 4), (66.666e-3, 16),
  ]

  /// Puts the loop at a camera.
  ///
  /// - Parameter camera: What the camera can be told.
  public init(_ camera: CameraCapabilities) { self.camera = camera }

  /// A maker of these loops.
  public static let maker: LoopMaker = { camera, _ in RaspberryPiLoop(camera) }

  /// Decides on a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Returns: The settings to write, or `nil` to write nothing.
  public mutating func step(_ frame: LoopFrame) -> CameraSettings? {
    let zones = frame.metered.zoneLuminances
    var gain = Self.gain(zones, to: Self.target)
    var governing = Self.target
    let bright = Self.meanOfBrightest(0.02, frame.statistics)
    if bright > 0, Self.highlights / bright > gain {
      (gain, governing) = (Self.highlights / bright, Self.highlights)
    }
    let wanted = frame.settings.settings.totalExposure * gain
    var total = filter(wanted)
    // The picture is blown: less on the sensor, and digital gain for the rest.
    if governing > 0.4, gain < governing.squareRoot() { total *= 0.4 }
    let settings = split(total)
    return settings == frame.written ? nil : settings
  }

  private mutating func filter(_ wanted: Double) -> Double {
    frames += 1
    guard var now = filtered, frames > Self.startUpFrames else {
      filtered = wanted
      return wanted
    }
    if (wanted / now - 1).magnitude < Self.deadBand { return now }
    let isNear = now < 1.2 * wanted && now > 0.8 * wanted
    let speed = isNear ? Self.speed.squareRoot() : Self.speed
    now += speed * (wanted - now)
    filtered = now
    return now
  }

  /// The gain at which the mean of zones, none above white, meets a target.
  static func gain(_ zones: [Double], to target: Double) -> Double {
    var gain = 1.0
    for _ in 0..<8 {
      let sum = zones.reduce(0) { $0 + min(1, $1 * gain) }
      let extra = min(10, target / (sum / Double(max(zones.count, 1)) + 0.001))
      gain *= extra
      if extra < 1.01 { break }
    }
    return gain
  }

  /// The mean light of the brightest samples, in codes between black and white.
  static func meanOfBrightest(_ share: Double, _ statistics: FrameStatistics) -> Double {
    let needed = share * Double(statistics.histogramSampleCount)
    var (left, sum) = (needed, 0.0)
    for bin in statistics.histogram.indices.reversed() where left > 0 {
      let taken = min(left, Double(statistics.histogram[bin]))
      let place = statistics.signal.levels.normalised(statistics.signal.code(ofBin: bin))
      sum += taken * min(max(place, 0), 1)
      left -= taken
    }
    return needed > 0 ? sum / needed : 0
  }

  /// Time grows to a stage's, then gain to its, then the next stage begins.
  private func split(_ total: Double) -> CameraSettings {
    let longest = camera.longestExposureTime ?? 1
    let most = camera.analogueGain?.greatest ?? 1
    var (time, gain) = (Self.stages[0].time, 1.0)
    for stage in Self.stages where time * gain < total {
      time = min(max(time, min(total / gain, stage.time)), longest)
      if time * gain < total { gain = min(max(gain, min(total / time, stage.gain)), most) }
    }
    if time * gain > total { time = total / gain }
    return CameraSettings(
      exposureTime: max(time, camera.exposureTime?.minimum ?? time), analogueGain: gain)
  }
}
