public import LockStates
internal import Photometry

/// Automatic white balance: brings the gains to the light that frames tell of, smoothly, and keeps
/// them still when they are right.
///
/// Estimates are smoothed on the sensor's scale of reciprocal temperature and tint, in which equal
/// steps look alike, by time and not by frames; a gap between frames counts as at most 0.1 s. Two
/// first-order filters follow each other, so that a step between lights is followed without
/// overshoot. Once arrived, the gains rest: the light has to leave a band before a search begins, and
/// within it only a lasting difference of a quarter of the band moves them.
///
/// The first frame that can be trusted is followed at once. Frames that cannot be trusted count for
/// nothing: the last good gains are held. Before any good ones are known, the gains creep towards an
/// estimate of low confidence by at most 2 % a second, in proportion to it.
public struct WhiteBalanceController: Hashable, Sendable {
  /// What is known of a frame.
  public struct Frame: Hashable, Sendable {
    /// What it says of the light; `nil` where nothing can be said.
    public var estimate: IlluminantEstimate?
    /// Whether its colours may drive white balance.
    public var evidence: ColourEvidence
    /// Whether it was taken with the gains that were divided out of the estimate.
    public var isSettled: Bool
    /// When it was taken, in seconds on the source's clock; `nil` where that is unknown, and a
    /// thirtieth of a second is assumed.
    public var time: Double?

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - estimate: What it says of the light.
    ///   - evidence: Whether its colours may drive white balance.
    ///   - isSettled: Whether it was taken with the gains that were divided out.
    ///   - time: When it was taken, in seconds.
    public init(
      estimate: IlluminantEstimate?, evidence: ColourEvidence = .usable, isSettled: Bool = true,
      time: Double? = nil
    ) {
      self.estimate = estimate
      self.evidence = evidence
      self.isSettled = isSettled
      self.time = time
    }
  }

  /// How it behaves; may be changed between frames.
  public var configuration: WhiteBalanceConfiguration
  /// Who sets the gains.
  public private(set) var mode: WhiteBalanceMode
  private var lock: WhiteBalanceLock
  private var clock = FrameClock()
  var tracker: LightTracker
  /// Whether ``WhiteBalanceMode/once`` has to be armed again in the next frame.
  private var rearms = false

  /// Starts with the light that the configuration assumes.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - mode: Who sets the gains at first.
  public init(
    _ configuration: WhiteBalanceConfiguration = WhiteBalanceConfiguration(),
    mode: WhiteBalanceMode = .automatic
  ) {
    self.configuration = configuration
    self.mode = mode
    lock = WhiteBalanceLock(mode: mode.lockMode)
    tracker = LightTracker(
      at: MiredTint(mired: configuration.start.mired, tint: configuration.start.tint))
    rearms = mode == .once
  }

  /// What an application sees.
  public var state: WhiteBalanceLock.State { lock.state }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: What is known of it.
  ///   - requests: What the application asked for since the last one.
  /// - Returns: The gains that are wanted now, and why.
  public mutating func step(
    _ frame: Frame, requests: WhiteBalanceRequests = WhiteBalanceRequests()
  ) -> WhiteBalanceDecision {
    var asked = WhiteBalanceLock.Requests(
      streamConfigurationChanged: requests.streamConfigurationChanged, lock: requests.lock)
    if rearms, asked.lock == nil { asked.lock = .whenConverged }
    rearms = false
    if let wanted = requests.mode { take(wanted, &asked, requests.lock) }
    if requests.streamConfigurationChanged { tracker.forgetLight() }
    let seconds = clock.step(to: frame.time)
    let hold = held(frame)
    let report = follow(frame, hold, seconds, asked)
    let transition = lock.step(requests: asked, algorithm: report)
    return decision(frame, hold, transition)
  }

  private mutating func take(
    _ wanted: WhiteBalanceMode, _ asked: inout WhiteBalanceLock.Requests, _ given: LockRequest?
  ) {
    let wasOnce = mode == .once
    if wanted == .once {
      // A lock that holds from an earlier time has to open before it can close again.
      if lock.lock != .off, wasOnce { asked.lock = .off } else { asked.lock = .whenConverged }
      rearms = wasOnce
      tracker.searchAnew()
    } else if wasOnce {
      asked.lock = given ?? .off
    }
    mode = wanted
    asked.mode = wanted.lockMode
    switch wanted {
    case .automatic, .once: break
    case .preset(let preset): jump(to: preset.light)
    case .light(let light): jump(to: light)
    case .gains(let gains): jump(to: gains)
    }
  }

  private mutating func jump(to light: ColourTemperature) {
    let gains = configuration.sensor.gains(for: light)
    guard let gains else {
      tracker.jump(to: MiredTint(mired: light.mired, tint: light.tint))
      return
    }
    jump(to: gains)
  }

  private mutating func jump(to gains: WhiteBalanceGains) {
    tracker.jump(to: configuration.sensor.scale.place(red: 1 / gains.red, blue: 1 / gains.blue))
  }

  /// Why a frame does not count.
  private func held(_ frame: Frame) -> WhiteBalanceDecision.Hold? {
    if mode.lockMode != .automatic { return .notAutomatic }
    if frame.evidence != .usable { return .evidence(frame.evidence) }
    if !frame.isSettled { return .oldSettings }
    guard let estimate = frame.estimate else { return .noEstimate }
    if !(estimate.confidence >= configuration.leastConfidence) { return .lowConfidence }
    return nil
  }

  /// Lets the gains move as far as the state allows, and says where the search stands.
  private mutating func follow(
    _ frame: Frame, _ hold: WhiteBalanceDecision.Hold?, _ seconds: Double,
    _ asked: WhiteBalanceLock.Requests
  ) -> WhiteBalanceLock.Report {
    guard mode.lockMode == .automatic else { return .undecided }
    var lockNow = lock.state == .locked
    switch asked.lock {
    case .off?: lockNow = false
    case .immediately?: lockNow = true
    case .whenConverged?, nil: break
    }
    if lockNow {
      tracker.rest()
      return .undecided
    }
    let scale = configuration.sensor.scale
    if let estimate = frame.estimate, hold == nil {
      let full = configuration.fullConfidence
      let weight = full > 0 ? min(estimate.confidence / full, 1) : 1
      tracker.observe(
        scale.place(red: estimate.red, blue: estimate.blue), weight: weight, at: clock.now,
        configuration)
    } else if let estimate = frame.estimate, hold == .lowConfidence {
      tracker.creep(
        towards: scale.place(red: estimate.red, blue: estimate.blue),
        trust: min(estimate.confidence / configuration.leastConfidence, 1), seconds, configuration)
    }
    tracker.move(seconds, configuration)
    switch hold {
    case nil: return tracker.report(configuration)
    case .lowConfidence: return tracker.reportInDoubt
    case .evidence(.colourless) where frame.isSettled: return tracker.reportOfGrey(configuration)
    default: return .undecided
    }
  }

  private func decision(
    _ frame: Frame, _ hold: WhiteBalanceDecision.Hold?, _ transition: WhiteBalanceLock.Transition?
  ) -> WhiteBalanceDecision {
    let wanted = wantedGains
    let gains = wanted.limited(to: configuration.greatestGain)
    return WhiteBalanceDecision(
      gains: gains, light: configuration.sensor.light(of: wanted), isLimited: gains != wanted,
      confidence: frame.estimate?.confidence ?? 0,
      hold: lock.state == .locked ? .locked : hold, state: lock.state, transition: transition)
  }

  /// The gains before they are limited.
  private var wantedGains: WhiteBalanceGains {
    switch mode {
    case .gains(let gains): return gains
    case .light(let light):
      if let gains = configuration.sensor.gains(for: light) { return gains }
    case .preset(let preset):
      if let gains = configuration.sensor.gains(for: preset.light) { return gains }
    case .automatic, .once: break
    }
    return tracker.gains(configuration.sensor.scale)
  }
}
