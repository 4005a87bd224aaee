public import Controls
public import Metering
internal import Photometry

/// Automatic exposure: metered frames in, settings to write out.
///
/// A linear sensor's signal is proportional to time × gain, so each frame of known settings says what
/// total exposure would be right, whatever is in force by now; there is no loop to tune, only noise to
/// keep out (the dead band) and, for running video, a time constant. Frames that still carry old settings
/// decide nothing.
///
/// One step a frame; the same inputs give the same decisions on every machine.
public struct ExposureController: Sendable {
  /// What is aimed at; may be changed at any time.
  public var configuration: ExposureConfiguration
  /// How totals are divided between time and gain.
  public var splitter: ExposureSplitter

  /// The usual dead band in stops; noise and 2 % of lamp ripple stay inside.
  public static let deadBand = 0.08
  /// Once moving, exposure has converged within this many stops; a smooth movement then ends gently.
  public static let arrival = 0.04
  /// Time constants for which a smooth movement goes on within ``arrival``: from 0.04 to 0.01 EV
  /// it takes ln 4 = 1.39.
  static let longestLanding = 1.5

  /// Within this many stops of the target nothing is done, 0…4; wider for a camera that cannot be
  /// told every value, see ``ResponseCheck/widened(_:)``.
  public var deadBand = Self.deadBand
  /// Once moving, exposure stops within this many stops: half the dead band at the usual one, all of
  /// a wider one, or a camera that has come as near as it can would be moved on.
  public var arrival: Double { max(Self.arrival, deadBand > Self.deadBand ? deadBand : 0) }

  private var framesSeen = 0
  private var lastTime: Double?
  private var isMoving = true
  /// Seconds since a smooth movement came within ``arrival``.
  private var landing = 0.0
  /// The total exposure that is under way or in force, in stops; `nil` until settings are known.
  private var totalStops: Double?
  private var lock: Lock?
  private var lastSplit: (digitalGain: Double, mayBand: Bool) = (1, false)
  /// What the last total was divided by.
  private var division = Division()

  private struct Division: Hashable, Sendable {
    var flicker = FlickerAvoidance.off
    var probeTime: Double?
  }

  private struct Lock: Hashable, Sendable {
    let settings: CameraSettings
    let totalStops: Double
    let bias: Double
  }

  /// What is known of a frame besides its light.
  public struct Frame: Hashable, Sendable {
    /// When it was taken, in seconds on the source's clock.
    public let timestamp: Double
    /// What it was taken with.
    public let settings: AppliedSettings.OfFrame
    /// What was aimed at last: written, or about to be.
    public let written: CameraSettings
    /// Whether the controls' delays are known; until they are, exposure moves as in `.fast`, one
    /// step at a time, since a smooth movement writes every frame and hides what answers what.
    public let areDelaysKnown: Bool
    /// Whether a learner needs one more frame of these settings before they are changed, as
    /// ``ResponseLearner/wantsAnotherFrame`` says.
    public let isStudied: Bool

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - timestamp: When it was taken, in seconds.
    ///   - settings: What it was taken with.
    ///   - written: What was aimed at last.
    ///   - areDelaysKnown: Whether the controls' delays are known.
    ///   - isStudied: Whether a learner needs one more frame of these settings.
    public init(
      timestamp: Double, settings: AppliedSettings.OfFrame, written: CameraSettings,
      areDelaysKnown: Bool = true, isStudied: Bool = false
    ) {
      self.timestamp = timestamp
      self.settings = settings
      self.written = written
      self.areDelaysKnown = areDelaysKnown
      self.isStudied = isStudied
    }
  }

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - configuration: What is aimed at.
  ///   - splitter: How totals are divided between time and gain.
  public init(
    configuration: ExposureConfiguration = ExposureConfiguration(),
    splitter: ExposureSplitter = ExposureSplitter()
  ) {
    self.configuration = configuration
    self.splitter = splitter
  }

  /// Begins a new search from what was written last, as when exposure becomes automatic again, when
  /// settings came to mean something else, or when somebody else wrote them.
  public mutating func resynchronise() {
    isMoving = true
    landing = 0
    totalStops = nil
    lock = nil
  }

  /// Takes what was written last, or what is aimed at, as what a lock holds from the next frame on.
  ///
  /// - Parameters:
  ///   - settings: What was written last.
  ///   - bias: The compensation that is in it, in stops.
  mutating func relock(_ settings: CameraSettings, bias: Double) {
    lock = Lock(settings: settings, totalStops: totalStops ?? settings.totalStops, bias: bias)
  }

  /// Decides on a frame.
  ///
  /// - Parameters:
  ///   - metered: What the frame was metered at.
  ///   - frame: What it was taken with, and when.
  ///   - camera: What the camera can be told.
  ///   - bias: Exposure compensation in stops, −10…10; interpolate it before.
  ///   - isLocked: Whether exposure is held; only a change of bias then moves it.
  /// - Returns: The decision, with its reason.
  public mutating func step(
    _ metered: MeteredLuminance, _ frame: Frame, camera: CameraCapabilities, bias: Double = 0,
    isLocked: Bool = false
  ) -> ExposureDecision {
    let bias = bias > -10 ? min(bias, 10) : -10
    let aim = min(configuration.target * ExposureValue.ratio(ofStops: bias), 0.9)
    let solution = LightSolver.solve(
      metered, target: aim, constraints: configuration.constraints)
    let error = -solution.stops
    guard camera.exposureAutomatic != .permanent else {
      return hold(.deviceControlled, error: error, frame)
    }
    guard camera.exposureTime != nil || camera.analogueGain != nil else {
      return hold(.noControls, error: error, frame)
    }
    let elapsed = elapsed(until: frame.timestamp)
    framesSeen = min(framesSeen + 1, 1000)
    if framesSeen <= configuration.warmUpFrames {
      return hold(
        .warmingUp(framesLeft: configuration.warmUpFrames - framesSeen), error: error, frame)
    }
    if isLocked { return stepLocked(frame, camera, bias: bias, error: error) }
    lock = nil
    guard let elapsed else { return hold(.staleFrame, error: error, frame) }
    guard frame.settings.isSettled || isSmooth(frame) else {
      return hold(.waitingForSettings, error: error, frame)
    }
    // A smooth movement has no frames to spare, and teaches little.
    if frame.isStudied, !isSmooth(frame) { return hold(.learningResponse, error: error, frame) }
    let right = frame.settings.settings.totalStops + solution.stops
    return move(to: right, solution, frame, camera, elapsed: elapsed)
  }

  private func isSmooth(_ frame: Frame) -> Bool {
    if case .smooth = configuration.speed { return frame.areDelaysKnown }
    return false
  }

  /// Moves towards the right total exposure at the speed that is asked for.
  private mutating func move(
    to right: Double, _ solution: LightSolver.Solution, _ frame: Frame,
    _ camera: CameraCapabilities, elapsed: Double
  ) -> ExposureDecision {
    guard let range = splitter.range(camera) else {
      return hold(.noControls, error: -solution.stops, frame)
    }
    let beyond = right - min(max(right, range.least), range.greatest)
    let right = right - beyond
    let current = totalStops ?? frame.written.totalStops
    let distance = right - current
    let size = distance < 0 ? -distance : distance
    if isMoving, size <= arrival {
      guard isSmooth(frame), case .smooth(let constant) = configuration.speed else {
        isMoving = false
        return decide(current, .onTarget, frame, camera, error: -solution.stops, beyond: beyond)
      }
      // Stopping short of the target would leave less of the dead band for noise and lamps; these
      // may also keep the last hundredth away for ever, so that time ends it.
      landing += elapsed
      if size <= BiasInterpolator.arrivalDistance || landing > Self.longestLanding * constant {
        isMoving = false
        return decide(
          right, solution.reason, frame, camera, error: -solution.stops, beyond: beyond)
      }
    } else {
      landing = 0
    }
    if !isMoving, size > deadBand { isMoving = true }
    guard isMoving else {
      return decide(current, .onTarget, frame, camera, error: -solution.stops, beyond: beyond)
    }
    var next = right
    if isSmooth(frame), case .smooth(let constant) = configuration.speed {
      let constant = constant > 1e-3 ? constant : 1e-3
      // e^(−t/τ) as a power of two; 1/ln 2 = 1.4426950408889634.
      let left = Exact.exp2(-elapsed / constant * 1.4426950408889634)
      next = right - distance * left
    }
    return decide(
      next, solution.reason, frame, camera, error: -solution.stops, beyond: beyond)
  }

  private mutating func stepLocked(
    _ frame: Frame, _ camera: CameraCapabilities, bias: Double, error: Double
  ) -> ExposureDecision {
    // A locked exposure is nothing to try times with.
    let probeTime = splitter.probeTime
    splitter.probeTime = nil
    defer { splitter.probeTime = probeTime }
    let held =
      lock
      ?? Lock(
        settings: frame.written, totalStops: totalStops ?? frame.written.totalStops, bias: bias)
    lock = held
    let shift = bias - held.bias
    guard shift == 0 else {
      return decide(held.totalStops + shift, .locked, frame, camera, error: error, beyond: 0)
    }
    // What is held is held to the bit, not divided anew.
    totalStops = held.totalStops
    return ExposureDecision(
      reason: .locked, progress: isMoving ? .searching : .converged,
      settings: held.settings == frame.written ? nil : held.settings,
      digitalGain: lastSplit.digitalGain, error: error, totalStops: held.totalStops,
      mayBand: lastSplit.mayBand)
  }

  /// Divides a total and says what to write.
  private mutating func decide(
    _ stops: Double, _ reason: ExposureReason, _ frame: Frame, _ camera: CameraCapabilities,
    error: Double, beyond: Double
  ) -> ExposureDecision {
    guard let split = splitter.split(Exact.exp2(stops), camera) else {
      return hold(.noControls, error: error, frame)
    }
    let wanted = Division(flicker: splitter.flicker, probeTime: splitter.probeTime)
    totalStops = stops
    let progress: ExposureProgress
    if isMoving, landing == 0, reason != .locked {
      progress = .searching
    } else if beyond > deadBand {
      progress = .limitedDark(stops: beyond)
    } else if beyond < -deadBand {
      progress = .limitedBright(stops: -beyond)
    } else {
      progress = .converged
    }
    lastSplit = (split.digitalGain, split.mayBand)
    let changes = split.settings != frame.written
    // On target nothing is written, but for another time at the same total.
    let isDividedAnew = division != wanted
    division = wanted
    return ExposureDecision(
      reason: reason, progress: progress,
      settings: changes && (reason != .onTarget || isDividedAnew) ? split.settings : nil,
      digitalGain: split.digitalGain, error: error, totalStops: stops, mayBand: split.mayBand)
  }

  private func hold(
    _ reason: ExposureReason, error: Double, _ frame: Frame
  ) -> ExposureDecision {
    ExposureDecision(
      reason: reason, progress: .searching, settings: nil, digitalGain: lastSplit.digitalGain,
      error: error, totalStops: totalStops ?? frame.written.totalStops,
      mayBand: lastSplit.mayBand)
  }

  /// Seconds since the frame before, held to 1 ms…1 s (field case B56); `nil` for a stale frame.
  private mutating func elapsed(until timestamp: Double) -> Double? {
    guard timestamp.isFinite else { return nil }
    defer { lastTime = timestamp }
    guard let lastTime else { return 1e-3 }
    let elapsed = timestamp - lastTime
    // A jump backwards is a new clock, not a frame from the past; it decides nothing once.
    guard elapsed > 0 else { return nil }
    return min(max(elapsed, 1e-3), 1)
  }
}
