public import GrayCard
public import SimulatedCamera

/// A simulated camera under the whole controller, frame by frame.
///
/// Does what a program does with a real camera: takes it over, hands each frame's statistics to the
/// controller, carries its plan out and tells it with the next frame what became of that.
public struct SimulatedLoop: ~Copyable {
  /// The camera; its script may be changed between frames.
  public var camera: SimulatedCamera {
    get { device.camera }
    set { device.camera = newValue }
  }
  /// The controller; its tuning may be changed between frames.
  public var controller: Controller
  /// What to ask for with the next frame.
  public var requests = ControllerRequests()
  /// Whether the camera's privacy shutter is closed, as its control would tell.
  public var isShutterClosed = false

  private var device: SimulatedDevice
  private var extractor: StatisticsExtractor
  private var news = CameraNews()

  /// A frame, and what was made of it.
  public struct Step: Sendable {
    /// The frame, with its truth.
    public let frame: SimulatedFrame
    /// What the controller saw of it.
    public let input: FrameInput
    /// What the controller did.
    public let report: FrameReport
  }

  /// Takes a camera over and starts its stream.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - profile: What is known of the camera.
  ///   - tuning: The knobs.
  ///   - maySlow: Whether the camera may lower its frame rate for longer exposures.
  /// - Throws: `StatisticsError` where the camera's frames are too small.
  public init(
    _ camera: SimulatedCamera, profile: DeviceProfile = DeviceProfile(),
    tuning: Tuning = Tuning(), maySlow: Bool = false
  ) throws(StatisticsError) {
    let device = SimulatedDevice(camera, maySlow: maySlow)
    extractor = try StatisticsExtractor(device.camera.layout)
    controller = Controller(
      capabilities: device.capabilities, settings: device.settings, profile: profile,
      tuning: tuning)
    self.device = device
  }

  /// Takes a frame, decides on it, and writes what was decided.
  ///
  /// - Returns: The frame and what was made of it.
  /// - Throws: `StatisticsError` for statistics that cannot be taken; never for these frames.
  public mutating func step() throws -> Step {
    let frame = device.camera.nextFrame()
    let input = FrameInput(
      frame: AutoExposure.Frame(
        sequence: frame.sequence, timestamp: frame.timestamp,
        obstruction: isShutterClosed ? .privacy : nil),
      statistics: try extractor.extract(FrameView(frame.layout, frame.bytes.span)),
      requests: requests, news: news)
    requests = ControllerRequests()
    let (plan, report) = controller.step(input)
    news = CameraNews()
    (news.exposure, news.isExposureRefused) = device.write(plan.exposure)
    return Step(frame: frame, input: input, report: report)
  }
}
