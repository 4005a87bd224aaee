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
/// Frames on the two sides are compared only if the scene stood still on both; changes that contradict
/// most others are not believed, and where nearly half of the last are, the camera is said to be
/// ``Finding/inconsistent(misfit:)``, as one is that changes its curve with the scene. One change alone
/// has to be believed: a lamp that is switched in the very frame in which it lands misleads until the
/// next changes outvote it.
///
/// What cannot be learned: codes that no change visits keep the assumed shape, joined smoothly; light
/// beyond clipping and below the first codes; an offset of black; and a constant error of the
/// exposure times' ratios, which looks like another gamma. The scale is that white is 1.
///
/// One step a frame, the same on every machine; it allocates only where a change was found.
public struct ResponseLearner: Sendable {
  /// Changes smaller than so many stops say too little of a slope, and drift of light too much.
  public static let leastChange = 0.25
  /// Shares of the last changes that contradict the others, above which no curve is believed and
  /// below which one is again.
  static let greatestDoubt = 0.45
  static let smallestDoubt = 0.25
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
  private var evidence: ResponseEvidence
  private var table: StopsTable
  private var published: StopsTable
  /// The standard deviation at each node.
  private var deviations: [Double]
  private var visited: UInt32 = 0
  private var row: [Double]
  private var scratch: [Double]
  /// Whether no curve explains what was seen.
  private var isDoubtful = false

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
    evidence = ResponseEvidence(prior: ResponseModel.prior, named: model.namedCurves)
    deviations = [Double](repeating: .infinity, count: ResponseModel.nodes + 1)
    row = [Double](repeating: 0, count: ResponseModel.unknowns)
    scratch = row
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
    return isVisited(node) && isVisited(node + 1)
  }

  /// What was learned, for a device's profile; `nil` before, and while the camera is inconsistent.
  public var known: DeviceProfile.Known<ResponseCurve>? {
    changesTaken > 0 && curve != assumed ? DeviceProfile.Known(curve, origin: .session) : nil
  }

  private mutating func learn(from stops: Double) -> Finding {
    let isBelieved = evidence.take(pairs: pairs.count, visited: nodesOfPairs) { information in
      model.observe(pairs.pairs, count: pairs.count, stops: stops, into: &information)
    }
    if isBelieved { changesTaken += 1 } else { changesRejected += 1 }
    let doubt = evidence.doubt
    if !isDoubtful, doubt > Self.greatestDoubt { return giveUp() }
    if isDoubtful {
      guard doubt < Self.smallestDoubt else { return .nothing }
      isDoubtful = false
    }
    model.tabulate(evidence.mean, into: &table)
    noteUncertainty()
    guard hasMoved(), let curve = table.curve else { return .nothing }
    published = table
    self.curve = curve
    return .learned(curve, uncertainty: greatestUncertainty)
  }

  private mutating func giveUp() -> Finding {
    isDoubtful = true
    let misfit = evidence.misfit
    evidence.forgetOldest()
    table = model.assumed
    published = table
    curve = assumed
    visited = 0
    for node in deviations.indices { deviations[node] = .infinity }
    return .inconsistent(misfit: misfit)
  }

  private var nodesOfPairs: UInt32 {
    var bits: UInt32 = 0
    for pair in pairs.pairs.prefix(pairs.count) {
      for encoded in [pair.before, pair.after] {
        let node = (encoded.squareRoot() * Double(ResponseModel.nodes)).rounded()
        bits |= 1 << UInt32(min(max(node, 0), Double(ResponseModel.nodes)))
      }
    }
    return bits
  }

  private func isVisited(_ node: Int) -> Bool { visited & (1 << UInt32(node)) != 0 }

  private mutating func noteUncertainty() {
    visited = evidence.visited
    for node in deviations.indices {
      let root = Double(node) / Double(ResponseModel.nodes)
      model.weights(root * root, into: &row)
      deviations[node] = evidence.variance(of: row, scratch: &scratch).squareRoot()
    }
  }

  private func hasMoved() -> Bool {
    for index in table.stops.indices {
      let node = (index * ResponseModel.nodes + StopsTable.pieces / 2) / StopsTable.pieces
      guard isVisited(node) else { continue }
      if (table.stops[index] - published.stops[index]).magnitude > Self.noticeable { return true }
    }
    return false
  }

  private var greatestUncertainty: Double {
    var greatest = 0.0
    for node in deviations.indices where isVisited(node) {
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
