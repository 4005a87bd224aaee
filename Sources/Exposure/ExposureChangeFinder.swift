internal import Statistics

/// Finds changes of exposure on a scene that stood still: the last frame before and the first after.
///
/// A change counts when two frames before it agree and two after it, and every frame between agrees
/// with one side or the other. So a lamp that is switched between them, a steep ramp of light or flicker
/// gives no change at all, nor does a camera that takes frames to arrive; slow drift is measured and
/// allowed for, and single zones that move are marked.
struct ExposureChangeFinder: Hashable, Sendable {
  /// What a frame was taken with; gain is in whatever units its user has.
  struct Key: Hashable, Sendable {
    let exposureTime: Double
    let gain: Double
  }

  /// A change on a scene that stood still.
  struct Change: Hashable, Sendable {
    let before: Key
    let after: Key
    /// Stops by which the light itself is thought to have drifted from before to after.
    let drift: Double
  }

  /// Frames agree when the median zone changed by no more stops: 2 % of lamp ripple stay inside.
  static let steadyWithin = 0.03
  /// A change is of no use when light drifts by more stops while it lands.
  static let greatestDrift = 0.06
  /// Seconds between the frames on the two sides of a change, at most.
  static let longestGap = 2.0
  /// Frames by which a change may be later than was believed; learned delays are one off at times.
  static let latest = 2
  /// Fewer zones than this say nothing.
  static let fewestZones = 4

  /// The frame before a change that was found.
  private(set) var before: ZoneLevels
  /// The frame after it.
  private(set) var after: ZoneLevels
  /// The zones that something moved through, on either side.
  var moving: [Bool]
  /// Whether the frame that was taken last needs another of the same settings to become of use.
  private(set) var needsAnother = false
  /// The least and the greatest level of the frame that was taken last.
  private(set) var range: ZoneLevels.Extremes?
  var current: ZoneLevels
  var scratch: [Double]
  private(set) var phase = Phase.empty
  private var key = Key(exposureTime: 0, gain: 0)
  private var steady = Side()
  private var landed = Side()
  /// Frames of new settings that still look like the old: the delay is longer than believed.
  private var lateFrames = 0
  /// Whether a frame since the change agreed with neither side.
  private var isSpoilt = false
  /// Whether writes have been seen to take at least a frame.
  private var hasFramesUnderWay = false
  private var hasWaited = false

  enum Phase: Hashable, Sendable {
    /// No frame yet.
    case empty
    /// `before` is the last frame of the settings in `key`.
    case steady
    /// `after` is the last frame that no longer agrees with `before`.
    case leaving
    /// A change was found; `after` is about to become `before`.
    case found(Key)
  }

  private struct Side: Hashable, Sendable {
    var time = 0.0
    /// Whether two frames agree.
    var isConfirmed = false
    /// Stops a second by which they differ.
    var rate = 0.0
  }

  init(zoneCount: Int) {
    before = ZoneLevels(zoneCount: zoneCount)
    after = before
    current = before
    moving = [Bool](repeating: false, count: max(0, zoneCount))
    scratch = [Double](repeating: 0, count: max(0, zoneCount))
  }

  /// Forgets the frames, as after a stream's restart.
  mutating func restart() {
    phase = .empty
    needsAnother = false
    hasWaited = false
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - key: What it was taken with, if it is settled.
  ///   - isSettled: Whether every write is in it.
  ///   - time: Its timestamp in seconds.
  ///   - curve: What is known of the response by now.
  /// - Returns: A change, when its second frame has come.
  mutating func step(
    _ statistics: borrowing FrameStatistics, key: Key, isSettled: Bool, time: Double,
    curve: borrowing StopsTable
  ) -> Change? {
    needsAnother = false
    guard time.isFinite, current.take(statistics) else {
      restart()
      return nil
    }
    range = current.range
    if case .found(let key) = phase {
      swap(&before, &after)
      (self.key, steady, lateFrames) = (key, landed, 0)
      phase = .steady
      clearMotion()
    }
    if !isSettled { hasFramesUnderWay = true }
    let change: Change?
    switch phase {
    case .empty, .found:
      if isSettled { begin(key, time) }
      change = nil
    case .steady: change = stepSteady(key, isSettled, time, curve)
    case .leaving: change = stepLeaving(key, isSettled, time, curve)
    }
    decideWhetherToWait(isSettled)
    return change
  }

  private mutating func begin(_ key: Key, _ time: Double) {
    swap(&before, &current)
    self.key = key
    steady = Side(time: time)
    lateFrames = 0
    phase = .steady
    clearMotion()
  }

  private mutating func stepSteady(
    _ key: Key, _ isSettled: Bool, _ time: Double, _ curve: borrowing StopsTable
  ) -> Change? {
    let elapsed = time - steady.time
    guard elapsed > 0, elapsed <= Self.longestGap else {
      if isSettled { begin(key, time) } else { restart() }
      return nil
    }
    let isNew = isSettled && key != self.key
    if let shift = agreement(before, curve) {
      if isNew, lateFrames == Self.latest { return findNoEffect(key, time) }
      lateFrames = isNew ? lateFrames + 1 : 0
      steady = Side(time: time, isConfirmed: true, rate: shift / elapsed)
      swap(&before, &current)
      return nil
    }
    // The same settings and another scene: begin with that one.
    if isSettled, !isNew {
      begin(key, time)
      return nil
    }
    swap(&after, &current)
    landed = Side(time: time)
    isSpoilt = false
    phase = .leaving
    return nil
  }

  /// A change of settings that changed nothing: the camera undid it, or it was too small to see.
  private mutating func findNoEffect(_ key: Key, _ time: Double) -> Change {
    swap(&after, &current)
    landed = Side(time: time, isConfirmed: true, rate: steady.rate)
    phase = .found(key)
    return Change(before: self.key, after: key, drift: 0)
  }

  private mutating func stepLeaving(
    _ key: Key, _ isSettled: Bool, _ time: Double, _ curve: borrowing StopsTable
  ) -> Change? {
    let elapsed = time - landed.time
    guard elapsed > 0, time - steady.time <= Self.longestGap, !isSettled || key != self.key else {
      if isSettled { begin(key, time) } else { restart() }
      return nil
    }
    guard let shift = agreement(after, curve) else {
      // Neither side: where the settings are sure, a new beginning.
      if isSettled {
        begin(key, time)
      } else {
        isSpoilt = true
        swap(&after, &current)
        landed = Side(time: time)
      }
      return nil
    }
    landed = Side(time: landed.time, isConfirmed: true, rate: shift / elapsed)
    guard isSettled else { return nil }
    let drift = (steady.rate + landed.rate) / 2 * (landed.time - steady.time)
    let isUseful =
      steady.isConfirmed && !isSpoilt && drift < Self.greatestDrift
      && drift > -Self.greatestDrift
    guard isUseful else {
      let confirmed = landed
      begin(key, time)
      steady = Side(time: time, isConfirmed: true, rate: confirmed.rate)
      return nil
    }
    phase = .found(key)
    // What comes next is compared with the frame that was taken last.
    landed.time = time
    return Change(before: self.key, after: key, drift: drift)
  }

  mutating func clearMotion() {
    for zone in moving.indices { moving[zone] = false }
  }

  /// At most one frame in a row is asked for, so that nothing that flickers stops a loop.
  private mutating func decideWhetherToWait(_ isSettled: Bool) {
    let wants: Bool
    switch phase {
    case .empty, .found: wants = false
    case .steady: wants = !steady.isConfirmed && !hasFramesUnderWay || lateFrames > 0
    case .leaving: wants = steady.isConfirmed && !landed.isConfirmed && !isSpoilt
    }
    needsAnother = wants && isSettled && !hasWaited
    hasWaited = needsAnother
  }
}
