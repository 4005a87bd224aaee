public import Controls
public import Photometry
public import Statistics

/// Automatic white balance whole: estimator, controller and the camera's own white balance in one step a
/// frame.
public struct AutoWhiteBalance: Sendable {
  /// What is known of the camera and wanted of its white balance.
  public struct Setup: Sendable {
    /// How the light is found.
    public var method = IlluminantEstimator.Method.combined
    /// What common surfaces look like, for the learned method.
    public var prior: ChromaPrior?
    /// What is known of the camera: its sensor's colours, the response of its balance.
    public var profile: DeviceProfile
    /// How the controller behaves; its sensor is taken from the profile where that knows one.
    public var configuration: WhiteBalanceConfiguration
    /// Who sets the gains at first.
    public var mode = WhiteBalanceMode.automatic
    /// What the camera can be set to; nothing where the application applies gains.
    public var capabilities = BalanceCapabilities()
    /// What it is set to, its automatic off.
    public var present: BalanceSetting?
    /// Frames from a write to its effect, where that is known.
    public var delay: Int?

    /// Gathers what is known; everything else as it is without.
    ///
    /// - Parameters:
    ///   - profile: What is known of the camera.
    ///   - configuration: How the controller behaves.
    public init(
      profile: DeviceProfile = DeviceProfile(),
      configuration: WhiteBalanceConfiguration = WhiteBalanceConfiguration()
    ) {
      self.profile = profile
      self.configuration = configuration
    }
  }

  /// What one frame led to.
  public struct Step: Hashable, Sendable {
    /// What the frame says of the light; `nil` where it says nothing. Its confidence is lowered where
    /// fewer than 5 % of the lit zones are nearly grey under it: a colour dominates.
    public let estimate: IlluminantEstimate?
    /// Whether its colours may drive white balance.
    public let evidence: ColourEvidence
    /// What it was taken with.
    public let inForce: BalanceOutput.InForce
    /// The gains that are wanted, and why.
    public let decision: WhiteBalanceDecision
    /// What is to be written to the camera before the next frame; report it with
    /// ``AutoWhiteBalance/wrote(_:after:)``. `nil` where nothing is, or gains are the application's.
    public let setting: BalanceSetting?
  }

  private var estimator: IlluminantEstimator
  private var controller: WhiteBalanceController
  private var output: BalanceOutput

  /// Prepares for a camera.
  ///
  /// - Parameter setup: What is known of it and wanted.
  public init(_ setup: Setup = Setup()) {
    var configuration = setup.configuration
    let known = setup.profile
    if known.whiteBalanceLocus != nil || known.sensorMatrix != nil {
      configuration.sensor = SensorColour(known)
    }
    let sensor = configuration.sensor
    estimator = IlluminantEstimator(
      method: setup.method, locus: sensor == .generic ? nil : sensor.locus, prior: setup.prior)
    controller = WhiteBalanceController(configuration, mode: setup.mode)
    output = BalanceOutput(
      setup.capabilities, present: setup.present, sensor: sensor,
      response: known.whiteBalanceResponse?.value, delay: setup.delay)
  }

  /// How the controller behaves; may be changed between frames.
  public var configuration: WhiteBalanceConfiguration {
    get { controller.configuration }
    set { controller.configuration = newValue }
  }

  /// Frames that a write takes; `nil` until it is known.
  public var delay: Int? { output.delay }

  /// What was written to the camera last, or found at first.
  public var written: BalanceSetting? { output.written }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: Its statistics, as delivered.
  ///   - response: How codes are turned into linear light.
  ///   - sequence: Its sequence number; lost frames count.
  ///   - time: When it was taken, in seconds on the source's clock, where that is known.
  ///   - requests: What the application asked for since the last frame.
  /// - Returns: What it led to.
  public mutating func step(
    _ statistics: FrameStatistics, response: ResponseCurve, sequence: Int, time: Double? = nil,
    requests: WhiteBalanceRequests = WhiteBalanceRequests()
  ) -> Step {
    let inForce = output.frame(sequence, picture: ChannelMeans(statistics, response: response))
    let evidence = ColourEvidence(statistics, response: response)
    let estimate = estimator.estimate(statistics, response: response, inForce: inForce.gains)
      .map {
        GreySupport.weighed($0, statistics, response: response, inForce: inForce.gains)
      }
    let decision = controller.step(
      WhiteBalanceController.Frame(
        estimate: estimate, evidence: evidence, isSettled: inForce.isSettled, time: time),
      requests: requests)
    return Step(
      estimate: estimate, evidence: evidence, inForce: inForce, decision: decision,
      setting: output.setting(for: decision.gains))
  }

  /// Takes note of a setting that the driver accepted; what it refused is asked for again.
  ///
  /// - Parameters:
  ///   - setting: What it accepted, as it is in force.
  ///   - sequence: The sequence number of the last frame that had been received.
  public mutating func wrote(_ setting: BalanceSetting, after sequence: Int) {
    output.wrote(setting, after: sequence)
  }
}
