public import GrayCard
public import SimulatedCamera

/// A simulated camera under automatic exposure, frame by frame.
///
/// Does what a program does with a real camera: takes its own exposure off, reads what it is set to,
/// and carries out `AutoExposure`'s writes, in codes. The controller is told what a driver tells and
/// nothing of the simulation's truth.
public struct SimulatedExposure: ~Copyable {
  /// The camera; its script may be changed between frames.
  public var camera: SimulatedCamera {
    get { device.camera }
    set { device.camera = newValue }
  }
  /// The controller.
  public private(set) var exposure: AutoExposure
  /// What to ask for with the next frame.
  public var requests = AutoExposure.Requests()
  /// Whether the camera's privacy shutter is closed, as its control would tell.
  public var isShutterClosed = false

  private var device: SimulatedDevice
  private var extractor: StatisticsExtractor

  /// A frame, and what was made of it.
  public struct Step: Sendable {
    /// The frame, with its truth.
    public let frame: SimulatedFrame
    /// What the controller did.
    public let report: ExposureReport
    /// How many writes the camera accepted.
    public let accepted: Int
  }

  /// Takes a camera over and starts its stream.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - configuration: What is aimed at; `nil` for the defaults with the curve of the camera's
  ///     format, as a program has it that knows nothing of the camera.
  ///   - profile: What is known of the camera.
  ///   - maySlow: Whether the camera may lower its frame rate for longer exposures.
  /// - Throws: `StatisticsError` where the camera's frames are too small.
  public init(
    _ camera: SimulatedCamera, configuration: AutoExposure.Configuration? = nil,
    profile: DeviceProfile = DeviceProfile(), maySlow: Bool = false
  ) throws(StatisticsError) {
    let device = SimulatedDevice(camera, maySlow: maySlow)
    let extractor = try StatisticsExtractor(device.camera.layout)
    exposure = AutoExposure(
      camera: device.capabilities, settings: device.settings, geometry: extractor.geometry,
      signal: extractor.signal, profile: profile,
      configuration: configuration
        ?? AutoExposure.Configuration(
          metering: MeteringConfiguration(
            response: MeteringConfiguration.defaultResponse(for: device.camera.layout))))
    self.extractor = extractor
    self.device = device
  }

  /// What is aimed at and how; may be changed between frames.
  public var configuration: AutoExposure.Configuration {
    get { exposure.configuration }
    set { exposure.configuration = newValue }
  }

  /// Takes a frame, decides on it, and writes what was decided.
  ///
  /// - Returns: The frame and what was made of it.
  /// - Throws: `StatisticsError` for statistics that cannot be taken; never for these frames.
  public mutating func step() throws -> Step {
    let frame = device.camera.nextFrame()
    let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    let report = try exposure.step(
      statistics,
      AutoExposure.Frame(
        sequence: frame.sequence, timestamp: frame.timestamp,
        obstruction: isShutterClosed ? .privacy : nil),
      requests: requests)
    requests = AutoExposure.Requests()
    let (accepted, isRefused) = device.write(report.writes)
    exposure.wrote(accepted, after: frame.sequence)
    if isRefused { exposure.refused(after: frame.sequence) }
    return Step(frame: frame, report: report, accepted: accepted.count)
  }
}
