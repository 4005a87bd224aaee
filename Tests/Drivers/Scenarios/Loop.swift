internal import Frames
internal import GrayCard
internal import PluggedCamera
internal import V4L2

/// A camera under automatic exposure, as a program has it.
struct Loop: ~Copyable {
  var camera: Camera
  private var work: Work?
  /// The stream's pixel format.
  let format: String
  private(set) var bias = 0.0
  var requests = AutoExposure.Requests()
  private(set) var frames = 0
  private(set) var discarded = 0

  private struct Work: ~Copyable {
    var extractor: StatisticsExtractor
    var exposure: AutoExposure
  }

  init(
    policy: ControlPolicy = Stage.policy,
    configure: (inout AutoExposure.Configuration) -> Void = { _ in }
  ) throws {
    guard let path = Stage.path else { throw Complaint(description: "there is no camera") }
    var camera = try Camera(path, policy: policy)
    let format = try camera.configure(StreamWish(width: 160, height: 120))
    guard let layout = format.layout else { throw Complaint(description: "no layout") }
    try camera.take(.exposure)
    try camera.start()
    let extractor = try StatisticsExtractor(layout)
    var configuration = AutoExposure.Configuration(
      metering: MeteringConfiguration(
        response: MeteringConfiguration.defaultResponse(for: layout)), biasRange: -4...4,
      detectsFlicker: false)
    configure(&configuration)
    let exposure = AutoExposure(
      camera: camera.capabilities, settings: camera.exposureSettings,
      geometry: extractor.geometry, signal: extractor.signal, configuration: configuration)
    self.format = "\(format.code)"
    self.camera = camera
    work = Work(extractor: extractor, exposure: exposure)
  }

  /// A frame's report, and how many of its writes the driver accepted.
  struct Step {
    let report: ExposureReport
    let accepted: Int
    let timing: FrameClock.Timing
  }

  mutating func step(timeout: Double = 10) throws -> Step {
    let requests = requests
    let isClosed = camera.controls.value(.privacy) == 1
    var ready = work.take()
    let made: (ExposureReport, FrameInformation)?? = try camera.withNextFrame(timeout: timeout) {
      frame in
      guard var now = ready.take() else { return nil }
      let statistics = try now.extractor.extract(frame.view())
      let timing = frame.information.timing
      let report = try now.exposure.step(
        statistics,
        AutoExposure.Frame(
          sequence: timing.sequence, timestamp: timing.time,
          obstruction: isClosed ? .privacy : nil), requests: requests)
      ready = consume now
      return (report, frame.information)
    }
    work = ready.take()
    guard let made, let (report, information) = made else {
      throw Complaint(description: "no frame within \(timeout) s")
    }
    self.requests = AutoExposure.Requests()
    bias = report.bias
    frames += 1
    discarded += information.discarded.total
    var accepted = ControlWrites()
    var isRefused = false
    for (write, result) in zip(report.writes, camera.write(Array(report.writes))) {
      if let applied = result.applied {
        accepted.append(ControlWrite(write.control, applied))
      } else {
        isRefused = true
      }
    }
    work?.exposure.wrote(accepted, after: report.frame.sequence, at: camera.now)
    if isRefused { work?.exposure.refused(after: report.frame.sequence) }
    return Step(report: report, accepted: accepted.count, timing: information.timing)
  }

  /// Runs until exposure has rested for some frames; how many frames came before that rest.
  mutating func settle(within most: Int, rest: Int = 12) throws -> Int {
    var quiet = 0
    var last: Step?
    for frame in 0..<most + rest {
      let step = try step()
      let isDone = [.converged, .flashRequired].contains(step.report.state)
      quiet = isDone && step.accepted == 0 ? quiet + 1 : 0
      last = step
      if quiet >= rest { return frame + 1 - rest }
    }
    let report = last?.report
    throw Complaint(
      description: "exposure did not come to rest within \(most) frames: error "
        + "\(report?.decision.error ?? 0), \(report.map { "\($0.decision.reason)" } ?? ""), delays "
        + "\(report?.delays.exposureTime ?? -1)")
  }
}
