internal import Frames
internal import GrayCard
internal import PluggedCamera
internal import SimulatedCamera
internal import V4L2
internal import VirtualUVC

/// A camera whose white balance is steered, its exposure left to its own automatic.
private struct WhiteLoop: ~Copyable {
  var camera: Camera
  var output: BalanceOutput
  private var controller = WhiteBalanceController()
  private let response: ResponseCurve
  private var extractor: StatisticsExtractor?
  private(set) var writes: [Double] = []

  init() throws {
    guard let path = Stage.path else { throw Complaint(description: "there is no camera") }
    var camera = try Camera(path, policy: Stage.policy)
    let format = try camera.configure(StreamWish(width: 160, height: 120))
    guard let layout = format.layout else { throw Complaint(description: "no layout") }
    try camera.take(.whiteBalance)
    let extractor = try StatisticsExtractor(layout)
    try camera.start()
    output = BalanceOutput(camera.features.balance, present: camera.balanceSetting)
    response = MeteringConfiguration.defaultResponse(for: layout)
    self.extractor = consume extractor
    self.camera = camera
  }

  /// One frame: what red has against blue in it, in stops, and what was decided.
  mutating func step() throws -> (warmth: Double, decision: WhiteBalanceDecision) {
    var ready = extractor.take()
    let taken: (FrameStatistics, FrameClock.Timing)?? = try camera.withNextFrame(timeout: 10) {
      frame in
      guard var now = ready.take() else { return nil }
      let statistics = try now.extract(frame.view())
      ready = consume now
      return (statistics, frame.information.timing)
    }
    extractor = ready.take()
    guard let taken, let (statistics, timing) = taken else {
      throw Complaint(description: "no frame within 10 s")
    }
    let means = ChannelMeans(statistics, response: response)
    let inForce = output.frame(timing.sequence, picture: means)
    let estimate = means?.grayWorldGains.flatMap {
      IlluminantEstimate(
        red: 1 / ($0.red * inForce.gains.red), blue: 1 / ($0.blue * inForce.gains.blue),
        confidence: 1)
    }
    let decision = controller.step(
      .init(
        estimate: estimate, evidence: ColourEvidence(statistics, response: response),
        isSettled: inForce.isSettled, time: timing.time))
    if let setting = output.setting(for: decision.gains) {
      for result in camera.write(CameraSetting.settings(setting)) {
        if let error = result.error { throw error }
        guard let applied = result.applied else { continue }
        output.wrote(.temperature(applied), after: timing.sequence)
        writes.append(applied)
      }
    }
    let warmth = means.map { Exact.log2(max($0.red, 1e-6) / max($0.blue, 1e-6)) } ?? 0
    return (warmth, decision)
  }
}

extension WhiteLoop {
  /// Runs until white balance has rested for 12 frames, the first eight, which may be of before, not
  /// counted.
  mutating func settle(within most: Int) throws -> (warmth: Double, frames: Int) {
    var quiet = 0
    var last = (warmth: 0.0, state: WhiteBalanceLock.State.inactive)
    for frame in 0..<most {
      let wrote = writes.count
      let step = try step()
      last = (step.warmth, step.decision.state)
      let isDone = last.state == .converged && writes.count == wrote && frame >= 8
      quiet = isDone ? quiet + 1 : 0
      if quiet >= 12 { return (last.warmth, frame + 1 - 12) }
    }
    throw Complaint(description: "white balance is not at rest after \(most) frames: \(last)")
  }
}

extension Scenario {
  /// Automatic off first, temperatures on the camera's grid and in its range, delay learned, at rest.
  static func white(_ stage: Stage) throws {
    let lights: [(String, Illuminant)] = [
      ("incandescent", .incandescent), ("daylight", .daylight), ("LED", .led),
      ("fluorescent", .fluorescent), ("4,000 K", .blackBody(kelvin: 4000)),
    ]
    let plugged = try stage.plug(greyUnder: .blackBody(kelvin: 5000))
    defer { plugged.end() }
    let before = settings(of: plugged)
    do {
      var loop = try WhiteLoop()
      let mode = loop.camera.read(.autoWhiteBalance)
      try require(mode == 0, "the automatic is at \(mode ?? -1)")
      for (name, light) in lights {
        plugged.with { $0.setIlluminant(light) }
        let rest = try loop.settle(within: 200)
        try require(
          rest.warmth.magnitude < 0.06, "\(name): red against blue is \(rest.warmth) stops")
        say(
          "        \(name): \(loop.writes.last ?? 0) K after \(rest.frames) frames, delay "
            + "\(loop.output.delay.map { "\($0)" } ?? "unknown"), red against blue "
            + "\((rest.warmth * 1000).rounded() / 1000) stops")
      }
      try require(
        loop.writes.allSatisfy {
          (2800...6500).contains($0) && $0.truncatingRemainder(dividingBy: 10) == 0
        }, "wrote \(loop.writes)")
    }
    let after = settings(of: plugged)
    try require(after == before, "\(before) became \(after)")
  }

  /// What the camera itself has white balance set to.
  private static func settings(of plugged: PluggedCamera) -> [Int?] {
    plugged.with {
      [try? $0.camera.read(.autoWhiteBalance), try? $0.camera.read(.whiteBalanceTemperature)]
    }
  }
}
