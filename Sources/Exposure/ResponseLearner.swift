public import Controls
internal import Frames
public import Photometry
public import Statistics

/// Learns a camera's response curve from changes of exposure time that are made anyway.
///
/// On a scene that stands still, light that had code *a* has code *b* after a change of *K* stops: the
/// curve's light at *b* is 2^K times that at *a*. Each change teaches such pairs all along the codes
/// that both frames visit; together with an assumed curve they give a smooth one with an uncertainty.
/// Gain is never trusted: only changes at one gain count.
///
/// Frames on the two sides are compared only if the scene stood still on both; changes that do not fit
/// what many others taught are rejected, and when they keep coming the camera is said to be
/// ``Finding/inconsistent(misfit:)``, as one is that changes its curve with the scene.
///
/// What cannot be learned: codes that no change visits keep the assumed shape, joined smoothly; light
/// beyond clipping and below the first codes; an offset of black; and a constant error of the
/// exposure times' ratios, which looks like another gamma. The scale is that white is 1.
///
/// One step a frame, the same on every machine; it allocates only where a change was found.
public struct ResponseLearner: Sendable {
  /// What a frame is besides its statistics.
  public struct Frame: Hashable, Sendable {
    /// When it was taken, in seconds on the source's clock.
    public let timestamp: Double
    /// What it was taken with.
    public let settings: CameraSettings
    /// Whether every write made so far is in it, so that `settings` are sure.
    public let isSettled: Bool

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - timestamp: When it was taken, in seconds.
    ///   - settings: What it was taken with.
    ///   - isSettled: Whether every write made so far is in it.
    public init(timestamp: Double, settings: CameraSettings, isSettled: Bool) {
      self.timestamp = timestamp
      self.settings = settings
      self.isSettled = isSettled
    }
  }

  /// What a frame taught.
  public enum Finding: Hashable, Sendable {
    /// Nothing new.
    case nothing
    /// The curve is now this one; its light is uncertain by a standard deviation in stops where it
    /// is least certain of the codes that were visited.
    case learned(ResponseCurve, uncertainty: Double)
    /// Changes keep contradicting any one curve: the camera's tones follow the scene, its exposure
    /// times are not what it says, or something else steers it. The assumed curve is in force again;
    /// pairs missed the best curve by so many of their standard deviations.
    case inconsistent(misfit: Double)
  }

  /// Changes smaller than so many stops say too little of a slope, and drift of light too much.
  public static let leastChange = 0.25
  /// What a curve of the model's form may miss a real one by, in stops.
  static let modelDeviation = 0.03
  /// Means of squares above which a change is not believed; expected is 1.
  static let greatestSurprise = 6.0
  static let greatestMisfit = 5.0
  /// A curve is given out when it has moved by so many stops somewhere on visited codes.
  static let noticeable = 0.01
  /// Uncertainty in stops above which a loop is asked to wait for a frame.
  static let wellKnown = 0.05

  /// The curve that is assumed where nothing was learned.
  public let assumed: ResponseCurve
  /// The curve that holds by now.
  public private(set) var curve: ResponseCurve
  /// Changes that taught something.
  public private(set) var changesTaken = 0
  /// Changes on a scene that stood still that did not fit the others.
  public private(set) var changesRejected = 0
  /// Whether one more frame of the same settings would teach something that is not known well.
  ///
  /// A controller that waits with a correction for it, once, learns from the change before; the delay
  /// is one frame, and none once the codes in sight are well known.
  public private(set) var wantsAnotherFrame = false

  private let span: Double
  private var finder: ExposureChangeFinder
  private var pairs: CodePairs
  private var model: ResponseModel
  private var table: StopsTable
  private var published: StopsTable
  /// The standard deviation at each node, and whether a pair lay beside it.
  private var deviations: [Double]
  private var isVisited: [Bool]
  /// Rejected changes count 2, taken ones −1.
  private var strikes = 0
  /// Changes to be taken before a curve is given out again.
  private var probation = 0

  private static let strikesAllowed = 6

  /// Begins with an assumed curve.
  ///
  /// - Parameters:
  ///   - geometry: The statistics' zones.
  ///   - signal: What the statistics are made of.
  ///   - assumed: The curve of the device's profile, or that of the format.
  public init(geometry: ZoneGeometry, signal: SignalDescription, assumed: ResponseCurve) {
    self.assumed = assumed
    curve = assumed
    span = Double(max(signal.levels.white - signal.levels.black, 1))
    finder = ExposureChangeFinder(zoneCount: geometry.zoneCount)
    pairs = CodePairs(zoneCount: geometry.zoneCount)
    model = ResponseModel(assumed)
    table = model.assumed
    published = table
    deviations = [Double](repeating: .infinity, count: ResponseModel.nodes + 1)
    isVisited = [Bool](repeating: false, count: ResponseModel.nodes + 1)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: Its statistics; such of other zones than the learner's teach nothing.
  ///   - frame: What it was taken with, and when.
  /// - Returns: What it taught.
  public mutating func step(_ statistics: borrowing FrameStatistics, _ frame: Frame) -> Finding {
    let key = ExposureChangeFinder.Key(
      exposureTime: frame.settings.exposureTime, gain: frame.settings.analogueGain)
    let change = finder.step(
      statistics, key: key, isSettled: frame.isSettled, time: frame.timestamp, curve: table)
    defer { wantsAnotherFrame = finder.needsAnother && !isWellKnown(finder.range) }
    guard let change, change.before.gain == change.after.gain else { return .nothing }
    let stops = Exact.log2(change.after.exposureTime / change.before.exposureTime) + change.drift
    guard stops.magnitude >= Self.leastChange, stops.isFinite else { return .nothing }
    pairs.take(finder, table, span: span)
    guard pairs.count > 0, pairs.zones >= ExposureChangeFinder.fewestZones else {
      return .nothing
    }
    return learn(from: stops)
  }

  /// Forgets the frames on the way, as after a stream's restart; what was learned stays.
  public mutating func restart() {
    finder.restart()
    wantsAnotherFrame = false
  }

  /// How uncertain the light of an encoded value is, white being certain.
  ///
  /// - Parameter encoded: 0 at black, 1 at white; clamped, NaN counts as 0.
  /// - Returns: A standard deviation in stops; infinite before anything was learned.
  public func uncertainty(ofEncoded encoded: Double) -> Double {
    let encoded = encoded > 0 ? min(encoded, 1) : 0
    let position = encoded.squareRoot() * Double(ResponseModel.nodes)
    let node = min(Int(position), ResponseModel.nodes - 1)
    return max(deviations[node], deviations[node + 1])
  }

  /// Whether pairs lay beside an encoded value, so that its light was measured and not only joined on.
  ///
  /// - Parameter encoded: 0 at black, 1 at white; clamped, NaN counts as 0.
  /// - Returns: Whether.
  public func isMeasured(encoded: Double) -> Bool {
    let encoded = encoded > 0 ? min(encoded, 1) : 0
    let position = encoded.squareRoot() * Double(ResponseModel.nodes)
    let node = min(Int(position), ResponseModel.nodes - 1)
    return isVisited[node] && isVisited[node + 1]
  }

  /// What was learned, for a device's profile; `nil` before, and while the camera is inconsistent.
  public var known: DeviceProfile.Known<ResponseCurve>? {
    changesTaken > 0 && curve != assumed ? DeviceProfile.Known(curve, origin: .session) : nil
  }

  private mutating func learn(from stops: Double) -> Finding {
    let surprise = model.surprise(
      pairs.pairs, count: pairs.count, stops: stops, deviation: Self.modelDeviation)
    var trial = model
    trial.take(pairs.pairs, count: pairs.count, stops: stops)
    let misfit = trial.misfit(
      pairs.pairs, count: pairs.count, stops: stops, deviation: Self.modelDeviation)
    if surprise > Self.greatestSurprise || misfit > Self.greatestMisfit {
      return reject(misfit: max(surprise, misfit))
    }
    model = trial
    changesTaken += 1
    strikes = max(strikes - 1, 0)
    probation = max(probation - 1, 0)
    model.tabulate(into: &table)
    noteVisits()
    guard probation == 0, hasMoved(), let curve = table.curve else { return .nothing }
    published = table
    self.curve = curve
    return .learned(curve, uncertainty: greatestUncertainty)
  }

  private mutating func reject(misfit: Double) -> Finding {
    changesRejected += 1
    strikes += 2
    guard strikes >= Self.strikesAllowed else { return .nothing }
    strikes = 0
    probation = 3
    model.reset()
    table = model.assumed
    published = table
    curve = assumed
    for node in deviations.indices {
      deviations[node] = .infinity
      isVisited[node] = false
    }
    return .inconsistent(misfit: misfit.squareRoot())
  }

  private mutating func noteVisits() {
    for pair in pairs.pairs.prefix(pairs.count) {
      for encoded in [pair.before, pair.after] {
        let node = (encoded.squareRoot() * Double(ResponseModel.nodes)).rounded()
        isVisited[min(Int(node), ResponseModel.nodes)] = true
      }
    }
    for node in deviations.indices {
      let root = Double(node) / Double(ResponseModel.nodes)
      deviations[node] = model.deviation(root * root)
    }
  }

  private func hasMoved() -> Bool {
    for index in table.stops.indices {
      let node = (index * ResponseModel.nodes + StopsTable.pieces / 2) / StopsTable.pieces
      guard isVisited[node] else { continue }
      if (table.stops[index] - published.stops[index]).magnitude > Self.noticeable { return true }
    }
    return false
  }

  private var greatestUncertainty: Double {
    var greatest = 0.0
    for node in deviations.indices where isVisited[node] {
      greatest = max(greatest, deviations[node])
    }
    return greatest
  }

  private func isWellKnown(_ range: ZoneLevels.Extremes?) -> Bool {
    guard let range else { return true }
    return uncertainty(ofEncoded: range.low) <= Self.wellKnown
      && uncertainty(ofEncoded: range.high) <= Self.wellKnown
  }
}
