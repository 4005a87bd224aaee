public import Exposure
public import LockStates

/// The camera's own automatic exposure as it is seen from outside: what it does can only be told from the
/// picture.
public struct HardwareExposure: Hashable, Sendable {
  /// Where it stands after a frame.
  public struct Report: Hashable, Sendable {
    /// The state; converged is a picture that has kept still for ``HardwareExposure/rest``.
    public let state: ExposureLock.State
    /// The change of the state in this frame.
    public let transition: ExposureLock.Transition?
    /// The luminance in stops relative to mid-grey; `nil` where the frame shows nothing.
    public let measuredStops: Double?
    /// The bias that it is told, in EV.
    public let bias: Double
  }

  /// Seconds without a change after which the camera is taken to have got where it wants.
  public static let rest = 0.3
  /// Stops that count as a change.
  public static let leastStops = 0.08

  /// The state and its lock.
  public private(set) var lock = ExposureLock()
  /// The bias, on its way to its target.
  public private(set) var bias: BiasInterpolator
  /// Where it stands after the last frame.
  public private(set) var report: Report
  private var anchor: (stops: Double, since: Double)?

  init(biasRange: ClosedRange<Double>) {
    bias = BiasInterpolator(range: biasRange) ?? .threeStops
    report = Report(state: .inactive, transition: nil, measuredStops: nil, bias: 0)
  }

  mutating func step(
    _ requests: AutoExposure.Requests, measuredStops: Double?, at timestamp: Double
  ) {
    if let wanted = requests.bias { bias.setTarget(wanted) }
    bias.step(at: timestamp)
    let seen = look(measuredStops, at: timestamp)
    let transition = lock.step(requests: requests.lock, algorithm: seen)
    report = Report(
      state: lock.state, transition: transition, measuredStops: measuredStops, bias: bias.bias)
  }

  private mutating func look(_ stops: Double?, at timestamp: Double) -> ExposureLock.Report {
    guard let stops, stops.isFinite, timestamp.isFinite else { return .undecided }
    guard let before = anchor, timestamp >= before.since,
      (stops - before.stops).magnitude < Self.leastStops
    else {
      anchor = (stops, timestamp)
      return .searching
    }
    return timestamp - before.since >= Self.rest ? .onTarget : .searching
  }

  /// Two are equal where their next steps are.
  public static func == (left: HardwareExposure, right: HardwareExposure) -> Bool {
    left.lock == right.lock && left.bias == right.bias && left.report == right.report
      && left.anchor?.stops == right.anchor?.stops && left.anchor?.since == right.anchor?.since
  }

  /// Feeds the parts that ``==(_:_:)`` compares.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lock)
    hasher.combine(report)
  }
}
