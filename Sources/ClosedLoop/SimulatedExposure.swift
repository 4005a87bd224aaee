public import GrayCard
public import SimulatedCamera

/// A simulated camera under automatic exposure, frame by frame.
///
/// Does what a program does with a real camera: takes its own exposure off, reads what it is set to,
/// and carries out `AutoExposure`'s writes, in codes. The controller is told what a driver tells and
/// nothing of the simulation's truth.
public struct SimulatedExposure: ~Copyable {
  /// The camera; its script may be changed between frames.
  public var camera: SimulatedCamera
  /// The controller.
  public private(set) var exposure: AutoExposure
  /// What to ask for with the next frame.
  public var requests = AutoExposure.Requests()
  /// Whether the camera's privacy shutter is closed, as its control would tell.
  public var isShutterClosed = false

  private var extractor: StatisticsExtractor
  private let time: SteeredControl?
  private let gain: SteeredControl?

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
    var camera = camera
    let isPermanent = !Self.takeOver(&camera, maySlow: maySlow)
    camera.startStream()
    let time = Self.steered(.exposureTime, camera)
    let gain = Self.steered(.gain, camera)
    let start = CameraSettings(
      exposureTime: Self.value(time, camera) ?? 1, analogueGain: Self.value(gain, camera) ?? 1)
    let extractor = try StatisticsExtractor(camera.layout)
    let capabilities = CameraCapabilities(
      exposureTime: time?.range, analogueGain: gain?.range,
      frameInterval: camera.description.frameInterval, slowsForExposure: maySlow,
      exposureAutomatic: isPermanent ? .permanent : .switchable)
    exposure = AutoExposure(
      camera: capabilities, settings: start, geometry: extractor.geometry,
      signal: extractor.signal, profile: profile,
      configuration: configuration
        ?? AutoExposure.Configuration(
          metering: MeteringConfiguration(
            response: MeteringConfiguration.defaultResponse(for: camera.layout))))
    self.extractor = extractor
    self.time = time
    self.gain = gain
    self.camera = camera
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
    let frame = camera.nextFrame()
    let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
    let report = try exposure.step(
      statistics,
      AutoExposure.Frame(
        sequence: frame.sequence, timestamp: frame.timestamp,
        obstruction: isShutterClosed ? .privacy : nil),
      requests: requests)
    requests = AutoExposure.Requests()
    let accepted = write(report.writes, after: frame.sequence)
    return Step(frame: frame, report: report, accepted: accepted)
  }

  /// Carries writes out; one that is refused is tried again by the controller, later.
  private mutating func write(_ writes: ControlWrites, after sequence: Int) -> Int {
    var done = ControlWrites()
    var isRefused = false
    for write in writes {
      guard let control = write.control == .exposureTime ? time : gain else { continue }
      do {
        let code = try camera.write(control.control.id, control.code(of: write.value))
        done.append(ControlWrite(write.control, control.control.value(of: code)))
      } catch {
        isRefused = true
      }
    }
    exposure.wrote(done, after: sequence)
    if isRefused { exposure.refused(after: sequence) }
    return done.count
  }

  /// Takes the camera's automatics off; whether that could be done.
  private static func takeOver(_ camera: inout SimulatedCamera, maySlow: Bool) -> Bool {
    var isFree = true
    let priority = maySlow ? 1 : 0
    for (id, off) in [(ControlID.autoExposure, 1), (.autogain, 0), (.exposurePriority, priority)]
    where camera.controls.contains(where: { $0.id == id }) {
      do { try camera.write(id, off) } catch { if id != .exposurePriority { isFree = false } }
    }
    return isFree
  }

  private static func steered(_ id: ControlID, _ camera: SimulatedCamera) -> SteeredControl? {
    camera.controls.first { $0.id == id }.flatMap(SteeredControl.init)
  }

  private static func value(_ control: SteeredControl?, _ camera: SimulatedCamera) -> Double? {
    guard let control, let code = try? camera.read(control.control.id) else { return nil }
    return control.control.value(of: code)
  }
}
