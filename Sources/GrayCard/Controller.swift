public import Controls
internal import Exposure
internal import Frames
public import LockStates
internal import Metering
internal import Photometry
internal import Statistics

/// The automatics of one camera, a step a frame: exposure at present, which focus and white balance join.
///
/// A value without a clock, a file or a camera: ``step(_:)`` takes everything that is known of a frame and
/// returns what to write and why. The same inputs give the same outputs on every machine, to the bit, so
/// that a recording of the inputs is enough to replay a session.
public struct Controller: Sendable {
  /// What the camera can be told; may change between frames, as with the frame rate.
  public internal(set) var capabilities: CameraCapabilities
  /// What is known of the camera.
  public let profile: DeviceProfile
  /// The knobs; may be turned between frames.
  public var tuning: Tuning
  /// What gestures have set.
  public internal(set) var gestures: GestureControl

  let settings: CameraSettings
  let areSettingsCertain: Bool
  /// Made with the first picture, whose layout it needs.
  var exposure: AutoExposure?
  var steered: HardwareExposure
  /// What the camera's own automatics were told last.
  var planned = HardwarePlan()
  var layout: (geometry: ZoneGeometry, signal: SignalDescription)?
  /// The knobs that exposure was configured with.
  var configured: ExposureTuning?
  var rectangles: [WeightedRectangle] = []
  var monitor = SubjectAreaMonitor(zoneCount: 0)
  /// What a change of the subject asks for with the next frame.
  var carried: GestureRequests?
  /// What was asked of exposure before there was a picture.
  var pending = AutoExposure.Requests()
  var isTaken = false
  var lastSequence: Int?
  /// What read-backs showed since the last frame.
  var found: [ResponseFinding] = []

  /// Begins with a camera.
  ///
  /// - Parameters:
  ///   - capabilities: What the camera can be told.
  ///   - settings: What it is believed to be set to.
  ///   - areSettingsCertain: Whether these were written by us; what a camera in its automatic mode reads
  ///     back may be stale (field case B19).
  ///   - profile: What is known of the camera; what is not is learned.
  ///   - tuning: The knobs.
  public init(
    capabilities: CameraCapabilities, settings: CameraSettings, areSettingsCertain: Bool = false,
    profile: DeviceProfile = DeviceProfile(), tuning: Tuning = Tuning()
  ) {
    self.capabilities = capabilities
    self.settings = settings
    self.areSettingsCertain = areSettingsCertain
    self.profile = profile
    self.tuning = tuning
    gestures = GestureControl()
    steered = HardwareExposure(biasRange: tuning.exposure.biasRange)
  }

  /// Decides on a frame.
  ///
  /// - Parameter input: Everything that is known of the frame, and what happened before it.
  /// - Returns: What to do to the camera now, and everything that led to it. Say what became of it with
  ///   the next input's ``FrameInput/news``.
  public mutating func step(_ input: FrameInput) -> (plan: FramePlan, report: FrameReport) {
    take(input.news, before: input.frame)
    var (requests, place) = resolve(input.requests)
    if let statistics = input.statistics { prepare(statistics) }
    configure(input.requests, place)
    var plan = FramePlan()
    var report = FrameReport(
      frame: input.frame, strategies: tuning.strategies, gesture: gestures.state, plan: plan)
    report.findings = found
    requests.bias = input.requests.bias
    requests.manual = input.requests.manualExposure
    switch tuning.strategies.exposure {
    case .software: expose(input, requests, &plan, &report)
    case .hardware, .meterOnly: expose(watching: input, requests, &plan, &report)
    }
    watchSubject(input, &report)
    report.gesture = gestures.state
    report.plan = plan
    return (plan, report)
  }

  /// What gestures and the application ask of exposure, and where to meter.
  private mutating func resolve(
    _ requests: ControllerRequests
  ) -> (exposure: AutoExposure.Requests, place: GestureRequests.Place) {
    var asked = carried ?? GestureRequests()
    carried = nil
    for gesture in requests.gestures {
      switch gesture {
      case .tap(let point): asked.add(gestures.tap(at: point))
      case .longPress(let point, let includingWhiteBalance):
        asked.add(gestures.longPress(at: point, includingWhiteBalance: includingWhiteBalance))
      case .lockAll: asked.add(gestures.lockAll(FocusLock()))
      case .release: asked.add(gestures.release())
      }
      if case .point = gestures.state { monitor.arm() }
    }
    asked.exposure.add(requests.exposure)
    return (AutoExposure.Requests(lock: asked.exposure), asked.place)
  }
}
