public import Controls
internal import Frames
public import Photometry
public import Statistics

/// Learns how a gain control's codes become a factor, through a response curve that is known.
///
/// A change of gain alone, on a scene that stands still, changes the light of every code by one ratio,
/// which the curve tells. A few such ratios tell which of `GainLaw`'s forms the control follows, and
/// its parameter. Curve and law cannot be separated at once, so the curve comes first, from
/// ``ResponseLearner``.
///
/// Ratios leave the scale open: gain 1 is put at the control's least code, of the offset law at
/// code 0, as sensors mostly have it.
///
/// One step a frame, the same on every machine; it allocates only where a change was found.
public struct GainLawLearner: Sendable {
  /// What a frame is besides its statistics.
  public struct Frame: Hashable, Sendable {
    /// When it was taken, in seconds on the source's clock.
    public let timestamp: Double
    /// The exposure time in seconds that it was taken with.
    public let exposureTime: Double
    /// The gain control's code that it was taken with.
    public let gainCode: Double
    /// Whether every write made so far is in it.
    public let isSettled: Bool

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - timestamp: When it was taken, in seconds.
    ///   - exposureTime: The exposure time in seconds.
    ///   - gainCode: The gain control's code.
    ///   - isSettled: Whether every write made so far is in it.
    public init(timestamp: Double, exposureTime: Double, gainCode: Double, isSettled: Bool) {
      self.timestamp = timestamp
      self.exposureTime = exposureTime
      self.gainCode = gainCode
      self.isSettled = isSettled
    }
  }

  /// What a frame taught.
  public enum Finding: Hashable, Sendable {
    /// Nothing new.
    case nothing
    /// A ratio was measured, and no law stands out yet; the best so far, if any is possible.
    case uncertain(best: GainLaw?)
    /// The law is this one; how much better than the next it explains the ratios, as a difference
    /// of Bayesian information criteria.
    case learned(GainLaw, evidence: Double)
    /// Greater codes make the picture darker (field case B16).
    case inverted
    /// Codes change nothing.
    case noEffect
  }

  /// A difference of information criteria that counts as strong (Kass and Raftery 1995: 6…10).
  public static let enoughEvidence = 6.0
  /// Changes that have to be seen before anything is said.
  public static let fewestChanges = 3
  /// Smallest ratio in stops, among those seen, from which laws can be told apart.
  static let leastSpan = 0.7
  /// What a ratio is uncertain by at the least: light drifts, the curve is not perfect.
  static let leastDeviation = 0.03

  /// The law that holds by now; `nil` until one stands out.
  public private(set) var law: GainLaw?
  /// Ratios that were measured.
  public private(set) var changesTaken = 0
  /// Whether one more frame of the same settings would complete a measurement.
  public var wantsAnotherFrame: Bool { finder.needsAnother && law == nil }

  private let codes: ClosedRange<Double>
  private let curve: StopsTable
  private let span: Double
  private let curveDeviation: Double
  private var finder: ExposureChangeFinder
  private var pairs: CodePairs
  private var seen = GainObservations()

  /// Begins with nothing seen.
  ///
  /// - Parameters:
  ///   - geometry: The statistics' zones.
  ///   - signal: What the statistics are made of.
  ///   - curve: The response curve, as learned or from a profile.
  ///   - uncertainty: What the curve's ratios may be off by, in stops, 0…1.
  ///   - codes: The control's least and greatest code.
  public init(
    geometry: ZoneGeometry, signal: SignalDescription, curve: ResponseCurve,
    uncertainty: Double = 0.05, codes: ClosedRange<Double>
  ) {
    self.curve = StopsTable(curve)
    curveDeviation = uncertainty > 0 ? min(uncertainty, 1) : 0
    span = Double(max(signal.levels.white - signal.levels.black, 1))
    self.codes = codes
    finder = ExposureChangeFinder(zoneCount: geometry.zoneCount)
    pairs = CodePairs(zoneCount: geometry.zoneCount)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: Its statistics; such of other zones than the learner's teach nothing.
  ///   - frame: What it was taken with, and when.
  /// - Returns: What it taught.
  public mutating func step(_ statistics: borrowing FrameStatistics, _ frame: Frame) -> Finding {
    let key = ExposureChangeFinder.Key(exposureTime: frame.exposureTime, gain: frame.gainCode)
    guard
      let change = finder.step(
        statistics, key: key, isSettled: frame.isSettled, time: frame.timestamp, curve: curve),
      change.before.exposureTime == change.after.exposureTime,
      change.before.gain.isFinite, change.after.gain.isFinite
    else { return .nothing }
    pairs.take(finder, curve, span: span)
    guard pairs.count > 0, pairs.zones >= ExposureChangeFinder.fewestZones else {
      return .nothing
    }
    seen.add(measure(change))
    changesTaken += 1
    return judge()
  }

  /// Forgets the frames on the way, as after a stream's restart; what was seen stays.
  public mutating func restart() { finder.restart() }

  /// What was learned, for a device's profile.
  public var known: DeviceProfile.Known<GainLaw>? {
    law.map { DeviceProfile.Known($0, origin: .session) }
  }

  /// The mean ratio of all pairs, by their precisions.
  private func measure(
    _ change: borrowing ExposureChangeFinder.Change
  ) -> GainObservations.Change {
    var (sum, weights) = (0.0, 0.0)
    for pair in pairs.pairs.prefix(pairs.count) {
      sum += (curve(pair.after) - curve(pair.before)) / pair.variance
      weights += 1 / pair.variance
    }
    let floor = Self.leastDeviation * Self.leastDeviation + curveDeviation * curveDeviation
    return GainObservations.Change(
      from: change.before.gain, to: change.after.gain, stops: sum / weights - change.drift,
      deviation: (1 / weights + floor).squareRoot())
  }

  private mutating func judge() -> Finding {
    guard seen.changes.count >= Self.fewestChanges else { return .uncertain(best: nil) }
    if let fault { return fault }
    let candidates = parametric()
    guard seen.span >= Self.leastSpan, var best = candidates.first else {
      return .uncertain(best: candidates.first?.law)
    }
    var evidence = candidates.count > 1 ? candidates[1].criterion - best.criterion : 0
    if let table = seen.table() {
      let unknowns = Double(table.entries.count - 1)
      let law = GainLaw.table(table)
      let criterion = seen.misfit(law) + unknowns * Exact.log2(Double(seen.changes.count)) * 0.69315
      // A table fits anything; it is taken where every formula fails by more than its freedom.
      if best.criterion - criterion >= Self.enoughEvidence {
        evidence = best.criterion - criterion
        best = (law, criterion)
      }
    }
    // A law that is the best of bad ones has not been learned.
    let isGood = seen.misfit(best.law) <= 3 * Double(seen.changes.count)
    guard evidence >= Self.enoughEvidence, isGood else {
      return .uncertain(best: best.law)
    }
    if let law, agree(law, best.law) { return .nothing }
    law = best.law
    return .learned(best.law, evidence: evidence)
  }

  /// The formulas with their criteria, misfit + unknowns · ln n (Schwarz 1978), best first.
  private func parametric() -> [(law: GainLaw, criterion: Double)] {
    let penalty = Exact.log2(Double(seen.changes.count)) * 0.69315
    let range = max(codes.upperBound - codes.lowerBound, 1)
    // The control's whole range is a tenth of a stop to 14 stops.
    let exponential = seen.best(from: 0.1 / range, to: 14 / range) {
      .exponential(unity: codes.lowerBound, stops: $0)
    }
    // Gain at the least code is at most 2, and doubles within 2^−8…2^4 ranges of codes.
    let offset = seen.best(from: max(range / 256, codes.lowerBound), to: range * 16) {
      .offset(span: $0)
    }
    var found: [(law: GainLaw, criterion: Double)] = [
      (exponential.law, exponential.misfit + penalty), (offset.law, offset.misfit + penalty),
    ]
    if codes.lowerBound > 0 {
      let law = GainLaw.linear(unity: codes.lowerBound)
      found.append((law, seen.misfit(law)))
    }
    return found.sorted { $0.criterion < $1.criterion }
  }

  /// Whether two laws give the whole range of codes the same gain within a fiftieth of a stop.
  private func agree(_ one: GainLaw, _ other: GainLaw) -> Bool {
    func stops(_ law: GainLaw) -> Double {
      Exact.log2(law.gain(ofCode: codes.upperBound) / law.gain(ofCode: codes.lowerBound))
    }
    return (stops(one) - stops(other)).magnitude < 0.02
  }

  /// Whether codes work backwards or not at all.
  private var fault: Finding? {
    var (against, still) = (0, 0)
    for change in seen.changes {
      let stops = change.to > change.from ? change.stops : -change.stops
      let enough = 2 * change.deviation
      if stops < -enough { against += 1 }
      // A tenth of the range of any law that is worth its name is a tenth of a stop.
      let share = (change.to - change.from).magnitude / (codes.upperBound - codes.lowerBound)
      if share >= 0.1, stops.magnitude < enough { still += 1 }
    }
    if against * 2 > seen.changes.count { return .inverted }
    return still * 2 > seen.changes.count ? .noEffect : nil
  }
}
