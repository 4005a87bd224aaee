import Controls
import Exposure
import Photometry

/// A camera that is one number a frame: light times time times gain, with delays, noise, a white point,
/// and firmware that may work against every change. For runs of many frames.
struct NumberCamera {
  var lightStops = 0.0
  var noise = 0.01
  /// The share of a change that firmware takes back each frame; `nil` for none.
  var counteraction: Double?
  var delays: ControlDelays
  private(set) var frame = 0
  private var inForce: CameraSettings
  private var queue: [(frame: Int, write: ControlWrite)] = []
  private var firmwareStops = 0.0
  private var generator: Generator

  static let white = 2.47
  static let black = -7.0

  init(_ settings: CameraSettings, delays: ControlDelays, seed: UInt64) {
    inForce = settings
    self.delays = delays
    generator = Generator(seed: seed)
  }

  mutating func write(_ write: ControlWrite) {
    queue.append((frame - 1 + delays.frames(write.control), write))
  }

  /// The next frame's luminance in stops; mid-grey is 10 ms at gain 1 in light of 0 stops.
  mutating func next() -> (sequence: Int, stops: Double, isSaturated: Bool) {
    for entry in queue where entry.frame < frame {
      switch entry.write.control {
      case .exposureTime: inForce.exposureTime = entry.write.value
      case .analogueGain: inForce.analogueGain = entry.write.value
      }
    }
    queue.removeAll { $0.frame < frame }
    let stops =
      lightStops + Exact.log2(inForce.totalExposure * 100) + firmwareStops
      + noise * (random() + random() + random() - 1.5) * 2
    if let counteraction { firmwareStops -= counteraction * stops }
    frame += 1
    let seen = min(max(stops, Self.black), Self.white)
    return (frame - 1, seen, seen != stops)
  }

  mutating func random() -> Double { Double.random(in: 0..<1, using: &generator) }
}

/// The response check at a number camera, with writes from outside.
struct NumberLoop {
  var camera: NumberCamera
  var tracker: SettingsTracker
  var check: ResponseCheck
  var capabilities = CameraCapabilities(
    exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-4),
    analogueGain: ControlRange(minimum: 1, maximum: 64, step: 1.0 / 16), frameInterval: 1.0 / 30)
  private(set) var findings: [ResponseFinding] = []
  private(set) var writes = 0
  private(set) var last: (sequence: Int, stops: Double, isSaturated: Bool) = (0, 0, false)
  private(set) var isSettled = false

  init(
    _ settings: CameraSettings, delays: ControlDelays, areKnown: Bool, seed: UInt64
  ) {
    camera = NumberCamera(settings, delays: delays, seed: seed)
    tracker = SettingsTracker(settings, areCertain: true, delays: areKnown ? delays : nil)
    check = ResponseCheck(settings, areCertain: true)
  }

  /// Takes a frame, and writes what the check orders, or what is wanted where it is free.
  mutating func step(_ wanted: (inout NumberLoop) -> CameraSettings?) {
    last = camera.next()
    let observed = tracker.observe(
      last.sequence, measuredStops: last.stops, isSaturated: last.isSaturated)
    isSettled = observed.frame.isSettled
    findings += check.step(
      ResponseCheck.Frame(
        sequence: last.sequence, measuredStops: last.stops, isSaturated: last.isSaturated,
        settings: observed.frame, areDelaysKnown: observed.areDelaysKnown, camera: capabilities))
    var done: [ControlWrite] = []
    switch check.order {
    case .write(let writes): done = writes
    case .hold: done = Array(tracker.writes(aimingAt: nil, after: last.sequence))
    case .free: done = Array(tracker.writes(aimingAt: wanted(&self), after: last.sequence))
    }
    for write in done { camera.write(write) }
    writes += done.count
    tracker.wrote(done, after: last.sequence)
    check.wrote(done, after: last.sequence)
  }
}
