internal import Frames
internal import GrayCard
internal import V4L2

/// A camera under automatic exposure, frame by frame; it is put back when the value goes.
struct DeviceExposure: ~Copyable {
  private var frames: DeviceFrames
  /// The controller; its tuning may be changed between frames.
  private(set) var controller: Controller
  /// What to ask for with the next frame.
  var requests: ControllerRequests
  private var known = CameraNews()
  private var reader: Reader?
  private var lost = 0
  /// What happened beside the frames, in words, since it was last taken.
  private(set) var news: [String] = []

  /// Made once the first frame has told the layout, which an MJPEG camera's format does not.
  private struct Reader: ~Copyable {
    let layout: FrameLayout
    var extractor: StatisticsExtractor
  }

  /// What the loop is to do.
  struct Options {
    var device: DeviceOptions
    var tuning: Tuning
    var bias: Double
  }

  init(_ options: Options) throws {
    var frames = try DeviceFrames(options.device)
    var news: [String] = []
    if options.tuning.strategies.exposure == .software {
      if frames.camera.capabilities.exposureAutomatic == .permanent {
        news.append("the camera's own exposure cannot be switched off; it is only watched")
      } else {
        try frames.camera.take(.exposure)
      }
    }
    controller = Controller(
      capabilities: frames.camera.capabilities, settings: frames.camera.exposureSettings,
      profile: frames.camera.profile, tuning: options.tuning)
    requests = ControllerRequests(bias: options.bias)
    self.frames = frames
    self.news = news
  }

  /// Takes a frame, decides on it, and carries the plan out; `nil` once the user asked to end.
  ///
  /// - Parameter look: Sees the frame before it is decided on, and whether the privacy shutter is shut.
  /// - Returns: What was decided.
  /// - Throws: What the camera or the look throws.
  mutating func step(
    _ look: ((FrameLayout, Bool, borrowing FrameView) throws -> Void)? = nil
  ) throws -> RunReport? {
    let isClosed = frames.camera.controls.value(.privacy) == 1
    var made = reader.take()
    var (requests, known) = (requests, known)
    var seen: (input: FrameInput, isStamped: Bool)?
    seen =
      try frames.next(lost: &lost) { information, layout, view in
        try look?(layout, isClosed, view)
        if made == nil || made?.layout != layout {
          made = Reader(layout: layout, extractor: try StatisticsExtractor(layout))
        }
        guard var ready = made.take() else { return nil }
        let input = FrameInput(
          frame: AutoExposure.Frame(
            sequence: information.timing.sequence, timestamp: information.timing.time,
            obstruction: isClosed ? .privacy : nil),
          statistics: try ready.extractor.extract(view), requests: requests, news: known)
        requests = ControllerRequests()
        known = CameraNews()
        made = consume ready
        return (input, information.timing.isStamped)
      } ?? nil
    reader = made.take()
    (self.requests, self.known) = (requests, known)
    guard let seen else { return nil }
    let (plan, report) = controller.step(seen.input)
    try carryOut(plan, isStamped: seen.isStamped)
    takeEvents()
    return RunReport(report)
  }

  /// The names that the driver gives the camera.
  var capability: DeviceCapability { frames.camera.capability }

  /// What is known of the camera.
  var profile: DeviceProfile { frames.camera.profile }

  /// What happened beside the frames since the last call.
  mutating func takeNews() -> [String] {
    defer { news = [] }
    return news
  }

  /// Puts the camera back; what could not be put back, in words.
  consuming func close() -> [String] {
    let functions: [CameraFunction] = [
      .exposure, .control(.autoExposureBias), .control(.automaticsLock),
    ]
    var failures: [ControlError] = []
    for function in functions { failures += frames.camera.release(function) }
    return failures.map { "not put back: \($0)" }
  }

  private mutating func carryOut(_ plan: FramePlan, isStamped: Bool) throws {
    if let hardware = plan.hardware { steer(hardware) }
    guard !plan.exposure.isEmpty else { return }
    for (write, result) in zip(plan.exposure, frames.camera.write(Array(plan.exposure))) {
      if let applied = result.applied {
        known.exposure.append(ControlWrite(write.control, applied))
      } else {
        known.isExposureRefused = true
        if let error = result.error { news.append("\(error)") }
      }
    }
    // After the driver took it: a frame that was begun meanwhile may or may not show it.
    known.exposureTime = isStamped ? frames.camera.now : nil
  }

  /// Tells the camera's own exposure its bias and its lock, where it has them.
  private mutating func steer(_ plan: HardwarePlan) {
    var settings: [CameraSetting] = []
    if !frames.camera.features.biases.isEmpty { settings.append(.bias(plan.bias)) }
    if frames.camera.features.locks.contains(.exposure) {
      settings.append(.locks(plan.locks.contains(.exposure) ? .exposure : []))
    }
    for setting in settings {
      do {
        try frames.camera.take(setting.function)
      } catch {
        news.append("\(error)")
        continue
      }
      for result in frames.camera.write([setting]) {
        if let error = result.error { news.append("\(error)") }
      }
    }
  }

  private mutating func takeEvents() {
    if lost > 0 { news.append("\(lost) pictures could not be decoded") }
    lost = 0
    for event in frames.camera.takeEvents() {
      switch event {
      case .ownershipLost(let function):
        news.append("another program took \(function) over; it is only watched from now on")
        if function == .exposure { known.lost.insert(.exposure) }
      case .ownershipRetaken(let function, let attempt):
        news.append("another program took \(function); taken back, attempt \(attempt)")
      case .rangeChanged: known.camera = frames.camera.capabilities
      case .writeFailed(let error): news.append("\(error)")
      case .restoredOriginals(let failures):
        news.append("settings that a program left behind were put back")
        news += failures.map { "not put back: \($0)" }
      case .stateFileFailed(let code):
        news.append("settings could not be noted for after a crash: \(code)")
      case .framesUnusable(let count, _):
        news.append("\(count) frames on end were damaged or short")
      case .deviceGone, .valueChanged: break
      }
    }
  }
}
