internal import Controls
internal import Photometry

/// One change of settings and the picture's answer to it.
///
/// A trial begins with a write that is made in front of a steady picture, and takes in the writes that
/// follow before the first has arrived. It ends when the picture that shows them all can be told from
/// what was predicted.
struct ResponseTrial: Hashable, Sendable {
  enum Answer: Hashable, Sendable {
    /// The picture changed in the right direction, by 0.3 to 2.5 times what was predicted: what is
    /// off is the response curve or the gain's law.
    case agrees
    /// The picture did not change, or by less.
    case nothing
    /// The picture changed in the wrong direction.
    case opposite
    /// The picture changed by more.
    case excessive
    /// The change was small, the picture clipped or the scene unsteady.
    case unclear
  }

  /// Changes smaller than this many stops are not judged: noise and flicker are as large.
  static let leastStops = 0.15
  static let leastRatio = 0.3
  static let greatestRatio = 2.5
  /// Frames for which a picture that disagrees must have been the same.
  static let steadyFrames = 3
  /// For so many frames a picture that does not change is watched: the delay may be longer than it is
  /// believed to be, where a changing scene misled its learner.
  static let patience = 8

  let from: CameraSettings
  private(set) var to: CameraSettings
  /// The frame before the first write.
  let start: Int
  private(set) var lastWrite: Int
  /// The picture before in stops; `nil` where it was unsteady or clipped.
  private(set) var baseline: Double?
  /// The last picture before in stops, steady or not.
  let lastLevel: Double
  private let expected: Double?
  /// Whether only 0.6 to 1.6 times what was predicted agrees.
  private let isStrict: Bool
  /// What was seen; its memory goes from trial to trial.
  var seenPictures: Pictures
  private var settledCount = 0
  private var isSaturated = false
  private var wasUnsteady = false

  /// The pictures of a trial, and those of them that were settled.
  struct Pictures: Hashable, Sendable {
    struct Picture: Hashable, Sendable {
      let sequence: Int
      let stops: Double
    }

    static let most = 128

    var all: [Picture] = []
    var settled: [Double] = []

    init() {
      all.reserveCapacity(Self.most)
      settled.reserveCapacity(Self.most)
    }

    mutating func clear() {
      all.removeAll(keepingCapacity: true)
      settled.removeAll(keepingCapacity: true)
    }
  }

  /// Begins with what is in force; the writes are told by ``wrote(_:after:)``.
  ///
  /// - Parameters:
  ///   - from: What is in force.
  ///   - start: The frame before the first write.
  ///   - baseline: The picture before in stops; `nil` where it was unsteady or clipped.
  ///   - lastLevel: The last picture before in stops, steady or not.
  ///   - expected: What a write of the same values is to change, where they got lost.
  ///   - isStrict: Whether only 0.6 to 1.6 times what was predicted agrees.
  ///   - pictures: Memory for what is seen.
  init(
    from: CameraSettings, after start: Int, baseline: Double?, lastLevel: Double,
    expected: Double? = nil, isStrict: Bool = false, pictures: consuming Pictures
  ) {
    self.from = from
    to = from
    self.start = start
    lastWrite = start
    self.baseline = baseline
    self.expected = expected
    self.lastLevel = lastLevel
    self.isStrict = isStrict
    seenPictures = pictures
  }

  mutating func wrote(_ write: ControlWrite, after sequence: Int) {
    to.put(write)
    lastWrite = sequence
    seenPictures.settled.removeAll(keepingCapacity: true)
    settledCount = 0
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number.
  ///   - stops: The picture in stops.
  ///   - isSaturated: Whether much of it is clipped or black.
  ///   - isOld: Whether it surely shows nothing of what was written.
  ///   - isSettled: Whether it shows all of it.
  mutating func add(
    _ sequence: Int, stops: Double, isSaturated: Bool, isOld: Bool, isSettled: Bool
  ) {
    if seenPictures.all.count < Pictures.most {
      seenPictures.all.append(Pictures.Picture(sequence: sequence, stops: stops))
    }
    if isOld { lookBefore(stops, isSaturated: isSaturated) }
    guard isSettled else { return }
    settledCount += 1
    seenPictures.settled.append(stops)
    if seenPictures.settled.count > Self.steadyFrames { seenPictures.settled.removeFirst() }
    self.isSaturated = isSaturated
  }

  /// A write that follows a change of the scene at once finds no steady picture; the frames until it
  /// arrives make up for it, where they show what the last one showed.
  private mutating func lookBefore(_ stops: Double, isSaturated: Bool) {
    let isSame = (stops - lastLevel).magnitude <= tolerance && !isSaturated
    guard isSame, !wasUnsteady else {
      baseline = nil
      wasUnsteady = true
      return
    }
    baseline = baseline ?? (stops + lastLevel) / 2
  }

  /// The change of one control in stops.
  func change(_ control: DelayedControl) -> Double {
    ExposureValue.stops(ofRatio: to.value(control) / from.value(control))
  }

  var predicted: Double { expected ?? (change(.exposureTime) + change(.analogueGain)) }

  /// The control that alone was changed.
  var control: DelayedControl? {
    let moved = DelayedControl.allCases.filter { change($0).magnitude > 0.02 }
    return moved.count == 1 ? moved.first : nil
  }

  var size: Double {
    max(
      predicted.magnitude, change(.exposureTime).magnitude, change(.analogueGain).magnitude)
  }

  /// What pictures of one scene may differ by.
  var tolerance: Double { max(0.04, 0.15 * size) }

  /// The change that was seen, in stops.
  var seen: Double? {
    guard let baseline, !seenPictures.settled.isEmpty else { return nil }
    return seenPictures.settled.reduce(0, +) / Double(seenPictures.settled.count) - baseline
  }

  /// Whether frames are still to be waited for before the picture can be believed to disagree.
  var isWaiting: Bool { settledCount == 0 }

  /// Whether the picture seems to disagree where too little is known to say.
  var isDoubtful: Bool {
    guard baseline == nil, size >= Self.leastStops, !isSaturated,
      let last = seenPictures.settled.last
    else {
      return false
    }
    let seen = last - lastLevel
    return (seen - predicted).magnitude > 0.5 * size
  }

  /// What the picture said, or `nil` while more frames are needed.
  ///
  /// - Parameter isHasty: Whether a first frame that agrees is enough.
  /// - Returns: The answer.
  func answer(isHasty: Bool) -> Answer? {
    guard settledCount > 0 else { return nil }
    guard let baseline, let last = seenPictures.settled.last, size >= Self.leastStops else {
      return .unclear
    }
    if isSaturated {
      return settledCount < Self.steadyFrames ? nil : answerOfSaturated(last - baseline)
    }
    let first = kind(of: last - baseline)
    if isHasty, first == .agrees, falseControl(last - baseline) == nil { return .agrees }
    guard settledCount >= Self.steadyFrames, let seen else { return nil }
    guard isSteady else { return settledCount > 16 ? .unclear : nil }
    let kind = kind(of: seen)
    if falseControl(seen) != nil {
      return settledCount >= Self.patience ? .nothing : nil
    }
    if kind == .nothing, settledCount < Self.patience { return nil }
    return kind
  }

  private func kind(of seen: Double) -> Answer {
    let predicted = predicted
    guard predicted.magnitude >= Self.leastStops else {
      // Time and gain traded places: the picture should be as before.
      return seen.magnitude <= 0.3 * size ? .agrees : .excessive
    }
    let ratio = seen / predicted
    if ratio > (isStrict ? 1.6 : Self.greatestRatio) { return .excessive }
    if ratio >= (isStrict ? 0.6 : Self.leastRatio) { return .agrees }
    return ratio > -Self.leastRatio ? .nothing : .opposite
  }

  /// Which way a clipped picture went is still seen, how far is not.
  private func answerOfSaturated(_ seen: Double) -> Answer {
    guard seen.magnitude > 0.5 else { return .unclear }
    return seen * predicted > 0 ? .agrees : .opposite
  }

  private var isSteady: Bool {
    guard let least = seenPictures.settled.min(), let greatest = seenPictures.settled.max() else {
      return false
    }
    return greatest - least <= tolerance
  }

  /// Of a change of time and gain, the one without which, or against which, the picture is explained
  /// much better than with both.
  func falseControl(_ seen: Double) -> DelayedControl? {
    guard control == nil, expected == nil else { return nil }
    var best: (control: DelayedControl, rest: Double)?
    for control in DelayedControl.allCases {
      let change = change(control)
      guard change.magnitude >= 0.5, (seen - predicted).magnitude > 0.35 * change.magnitude + 0.1
      else { continue }
      // Of two that explain it alike it is the gain more often.
      let handicap = control == .exposureTime ? 0.05 : 0
      for share in [1.0, 2] {
        let rest = (seen - predicted + share * change).magnitude + handicap
        if rest <= 0.1 + 0.1 * change.magnitude, rest < best?.rest ?? .infinity {
          best = (control, rest)
        }
      }
    }
    return best?.control
  }

  /// Whether the picture did not move but once: a scene that changes moves it at other times too.
  var isClean: Bool {
    guard let baseline else { return false }
    let isStill = seenPictures.all.allSatisfy { ($0.stops - baseline).magnitude <= tolerance }
    return isStill || arrival != nil
  }

  /// How many frames after the last write the picture began to change.
  var firstChange: Int? {
    guard let baseline, let seen else { return nil }
    let tolerance = min(tolerance, seen.magnitude / 3)
    return seenPictures.all.first { ($0.stops - baseline).magnitude > tolerance }
      .map { $0.sequence &- lastWrite &- 1 }
  }

  /// How many frames after the write the picture changed, where it did so once and clearly.
  var arrival: Int? {
    guard let baseline, let seen, seen.magnitude > 2 * 0.04, start == lastWrite else { return nil }
    let tolerance = min(tolerance, seen.magnitude / 3)
    guard
      let index = seenPictures.all.firstIndex(where: { ($0.stops - baseline).magnitude > tolerance }
      ),
      seenPictures.all[index...].allSatisfy({ ($0.stops - baseline - seen).magnitude <= tolerance })
    else { return nil }
    return seenPictures.all[index].sequence &- start &- 1
  }
}

extension CameraSettings {
  func value(_ control: DelayedControl) -> Double {
    switch control {
    case .exposureTime: exposureTime
    case .analogueGain: analogueGain
    }
  }

  mutating func put(_ write: ControlWrite) {
    switch write.control {
    case .exposureTime: exposureTime = write.value
    case .analogueGain: analogueGain = write.value
    }
  }
}
