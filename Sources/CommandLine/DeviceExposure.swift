internal import Frames
internal import GrayCard
internal import V4L2

/// A camera under automatic exposure, frame by frame; it is put back when the value goes.
struct DeviceExposure: ~Copyable {
  private var frames: DeviceFrames
  private let options: Options
  private var loop: Loop?
  private var lost = 0
  /// What happened beside the frames, in words, since it was last taken.
  private(set) var news: [String] = []

  /// What the loop is to do.
  struct Options {
    var device: DeviceOptions
    var pattern: MeteringPattern
    var exposure: ExposureConfiguration
    var splitter: ExposureSplitter
    var bias: Double
  }

  /// What is made once the first frame has told the layout, which an MJPEG camera's format does not.
  private struct Loop: ~Copyable {
    let layout: FrameLayout
    var extractor: StatisticsExtractor
    var exposure: AutoExposure
    var requests: AutoExposure.Requests
  }

  init(_ options: Options) throws {
    var frames = try DeviceFrames(options.device)
    var news: [String] = []
    if frames.camera.capabilities.exposureAutomatic == .permanent {
      news.append("the camera's own exposure cannot be switched off; it is only watched")
    } else {
      try frames.camera.take(.exposure)
    }
    self.frames = frames
    self.options = options
    self.news = news
  }

  /// Takes a frame, decides on it, and writes what was decided; `nil` once the user asked to end.
  ///
  /// - Parameter look: Sees the frame before it is decided on, and whether the privacy shutter is shut.
  /// - Returns: What was decided.
  /// - Throws: What the camera or the look throws.
  mutating func step(
    _ look: ((FrameLayout, Bool, borrowing FrameView) throws -> Void)? = nil
  ) throws -> RunReport? {
    let settings = frames.camera.exposureSettings
    let camera = frames.camera.capabilities
    let isClosed = frames.camera.controls.value(.privacy) == 1
    var made = loop.take()
    let options = options
    let profile = frames.camera.profile
    var result: (report: ExposureReport, frame: AutoExposure.Frame, isStamped: Bool)?
    result =
      try frames.next(lost: &lost) { information, layout, view in
        try look?(layout, isClosed, view)
        if made == nil || made?.layout != layout {
          made = try Self.makeLoop(layout, settings, camera, options, profile)
        }
        guard var ready = made.take() else { return nil }
        let frame = AutoExposure.Frame(
          sequence: information.timing.sequence, timestamp: information.timing.time,
          obstruction: isClosed ? .privacy : nil)
        let statistics = try ready.extractor.extract(view)
        let report = try ready.exposure.step(statistics, frame, requests: ready.requests)
        ready.requests = AutoExposure.Requests()
        made = consume ready
        return (report, frame, information.timing.isStamped)
      } ?? nil
    loop = made.take()
    guard let result else { return nil }
    write(result.report.writes, after: result.frame.sequence, isStamped: result.isStamped)
    takeEvents()
    return RunReport(
      result.report, sequence: result.frame.sequence, timestamp: result.frame.timestamp)
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
    let failures = frames.camera.release(.exposure)
    return failures.map { "not put back: \($0)" }
  }

  private static func makeLoop(
    _ layout: FrameLayout, _ settings: CameraSettings, _ camera: CameraCapabilities,
    _ options: Options, _ profile: DeviceProfile
  ) throws -> Loop {
    let extractor = try StatisticsExtractor(layout)
    let exposure = AutoExposure(
      camera: camera, settings: settings, geometry: extractor.geometry,
      signal: extractor.signal, profile: profile,
      configuration: AutoExposure.Configuration(
        metering: MeteringConfiguration(
          pattern: options.pattern,
          response: MeteringConfiguration.defaultResponse(for: layout)),
        exposure: options.exposure, splitter: options.splitter, biasRange: -10...10))
    return Loop(
      layout: layout, extractor: extractor, exposure: exposure,
      requests: AutoExposure.Requests(bias: options.bias))
  }

  private mutating func write(
    _ writes: ControlWrites, after sequence: Int, isStamped: Bool
  ) {
    guard !writes.isEmpty else { return }
    var accepted = ControlWrites()
    var isRefused = false
    for (write, result) in zip(writes, frames.camera.write(Array(writes))) {
      if let applied = result.applied {
        accepted.append(ControlWrite(write.control, applied))
      } else {
        isRefused = true
        if let error = result.error { news.append("\(error)") }
      }
    }
    // After the driver took it: a frame that was begun meanwhile may or may not show it.
    let time = isStamped ? frames.camera.now : nil
    loop?.exposure.wrote(accepted, after: sequence, at: time)
    if isRefused { loop?.exposure.refused(after: sequence) }
  }

  private mutating func takeEvents() {
    if lost > 0 { news.append("\(lost) pictures could not be decoded") }
    lost = 0
    for event in frames.camera.takeEvents() {
      switch event {
      case .ownershipLost(let function):
        news.append("another program took \(function) over; it is only watched from now on")
        loop?.exposure.camera.exposureAutomatic = .permanent
      case .ownershipRetaken(let function, let attempt):
        news.append("another program took \(function); taken back, attempt \(attempt)")
      case .rangeChanged: loop?.exposure.camera = frames.camera.capabilities
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
