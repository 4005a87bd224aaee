public import Controls
public import Photometry
public import Statistics

/// Tells lamps on 50 Hz mains from lamps on 60 Hz, from stripes, and from no flicker at all.
///
/// A lamp's light has 100 or 120 periods a second. Under a rolling shutter it makes bands across the
/// rows, whose phase turns from frame to frame by frequency × time, and whose depth and lag follow
/// the exposure time; no blind and nothing that moves does both. One step a frame; a step neither
/// allocates nor depends on the machine. See <doc:detecting-flicker> for method and limits.
public struct FlickerDetector: Sendable {
  /// When rows are exposed, as far as it is known.
  public enum Shutter: Hashable, Sendable {
    /// Not known: rows are looked at, then the frames' means.
    case unknown
    /// Row after row, the last so many seconds after the first; `nil` where that is not known.
    case rolling(readOut: Double?)
    /// All at once: only the frames' means can ripple.
    case global
  }

  /// When rows are exposed.
  public let shutter: Shutter
  /// How codes are encoded.
  public var response: ResponseCurve
  /// Whether the last row is read first, as with a picture that the sensor flips.
  public let isReadUpwards: Bool
  /// Whether exposure times may be asked for; without them some verdicts take longer, others are
  /// never reached.
  public var canProbe: Bool
  /// The least gain that the camera has, as a linear factor: it bounds what is asked for.
  public var leastGain: Double
  /// What was found so far.
  public internal(set) var verdict = FlickerVerdict.undetermined

  var confidence = 0.0
  var reason = FlickerReason.collecting
  var wished: Double?
  var bands = RowBands()
  var history = FlickerHistory()
  var weighing = FlickerWeighing()
  var probe = FlickerProbe()
  /// How visible each frequency was when it was ruled out; 0 where it was not.
  var ruledOut = (fifty: 0.0, sixty: 0.0)
  /// Whether the means' ripple fits both frequencies.
  var areMeansAmbiguous = false
  var last: (time: Double, sequence: Int?)?

  /// Frames before which nothing is said.
  static let fewest = 8
  /// Frames before which nothing is ruled out, and means of a global shutter say nothing.
  static let few = 12
  /// Frames before which there is no verdict of no flicker.
  static let enough = 16

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - shutter: When rows are exposed.
  ///   - response: How codes are encoded; a wrong curve costs sensitivity, not truth.
  ///   - isReadUpwards: Whether the last row is read first.
  ///   - canProbe: Whether exposure times may be asked for.
  ///   - leastGain: The least gain that the camera has.
  public init(
    shutter: Shutter = .unknown, response: ResponseCurve = .sRGB, isReadUpwards: Bool = false,
    canProbe: Bool = true, leastGain: Double = 1
  ) {
    self.shutter = shutter
    self.response = response
    self.isReadUpwards = isReadUpwards
    self.canProbe = canProbe
    self.leastGain = leastGain
  }

  /// Forgets everything, as when the camera is carried to another place.
  public mutating func reset() {
    history.clear()
    probe.reset()
    last = nil
    wished = nil
    ruledOut = (0, 0)
    conclude(.undetermined, 0, .collecting)
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's rows, timestamp and, where known, sequence number. Noise of a
  ///     millisecond in the timestamps, lost frames and a changing frame rate do no harm. Without a
  ///     timestamp the frame tells nothing.
  ///   - settings: What the frame was taken with; `nil` where that is not certain, and the frame then
  ///     tells nothing.
  /// - Returns: What is known, and which exposure time would tell more.
  /// - Complexity: O(rows), and some 100,000 multiplications.
  public mutating func step(
    _ statistics: borrowing FrameStatistics, settings: CameraSettings?
  ) -> FlickerFinding {
    guard let time = statistics.timestamp, time.isFinite, let settings else { return finding(nil) }
    let elapsed = elapsed(until: time, statistics.sequence)
    guard elapsed != 0 else { return finding(nil) }
    guard bands.measure(statistics, response: response, isReadUpwards: isReadUpwards) else {
      if verdict == .undetermined { reason = .unusableFrame }
      return finding(nil)
    }
    if isStepOfExposure(settings) { history.clear() }
    history.add(bands, timestamp: time, elapsed: elapsed, settings: settings)
    forgetOtherLight()
    guard history.count >= Self.fewest else {
      if verdict == .undetermined { reason = .collecting }
      return finding(nil)
    }
    return shutter == .global ? judgeMeans() : judgeRows(settings)
  }

  /// Frames since the one before by their numbers, `nil` where those do not say, 0 for a frame that
  /// must not count. A gap of a second or a clock set back begins anew.
  private mutating func elapsed(until time: Double, _ sequence: Int?) -> Int? {
    defer { last = (time, sequence) }
    guard let last else { return nil }
    guard time != last.time else { return 0 }
    guard time > last.time, time - last.time < 1 else {
      history.clear()
      return nil
    }
    guard let sequence, let before = last.sequence else { return nil }
    let (frames, overflow) = sequence.subtractingReportingOverflow(before)
    return overflow || frames <= 0 ? nil : frames
  }

  /// A stop or so of exposure may lift rows out of black or push them into white: that is not the
  /// picture of before.
  private func isStepOfExposure(_ settings: CameraSettings) -> Bool {
    guard history.count > 0 else { return false }
    let newest = history.count - 1
    let before = history.means[newest] - history.levels[newest]
    let change = settings.totalStops - before
    let difference = bands.meanStops - history.means[newest]
    return change.magnitude > 0.5 && difference.magnitude > 0.5
  }

  /// Where the light became another, what was ruled out is open again.
  private mutating func forgetOtherLight() {
    guard history.count >= Self.enough else { return }
    let half = history.count / 2
    var (older, newer) = (0.0, 0.0)
    for index in 0..<half {
      older += history.levels[index]
      newer += history.levels[history.count - 1 - index]
    }
    guard ((newer - older) / Double(half)).magnitude > 0.3 else { return }
    history.clear()
    probe.reset()
    wished = nil
    ruledOut = (0, 0)
    if verdict == .none { conclude(.undetermined, 0, .collecting) }
  }
}
