public import LockStates
public import Statistics

/// Focus of one camera: frames' statistics in, positions of the lens and their reasons out.
///
/// Call ``step(_:at:lensPosition:requests:)`` once a frame and carry its target out before the next. The same
/// inputs give the same outputs on every machine, to the bit.
public struct FocusController: Sendable {
  /// What to focus on, and how.
  public var configuration: FocusConfiguration {
    didSet {
      if configuration.rectangles != oldValue.rectangles {
        measure.look(at: configuration.rectangles)
        watch = SceneWatch()
        isWatching = false
      }
      measure.noiseVariance = configuration.noiseVariance
    }
  }
  /// What is known of the lens; what a search learns is added.
  public private(set) var lens: FocusLens
  /// The state of focus and its lock.
  public private(set) var lock: FocusLock
  /// The position that holds while the mode is off, in codes; `nil` leaves the lens where it is.
  public var manualPosition: Double?

  private var measure: FocusMeasure
  var search: FocusSearch?
  private var watch = SceneWatch()
  private var isWatching = false
  private var position: Double?
  /// The position that follows once backlash is taken up.
  private var approach: Double?
  private var movedAt: Double?
  private var outcome = FocusOutcome.idle
  /// A position that was found and is looked at once more, with what it must not fall below.
  private var confirming: (place: Double, sharpness: Double, fallback: Double)?
  private var visited = 0
  private var lastEstimate: (position: Double, deviation: Double)?

  /// Begins without knowing where the lens is.
  ///
  /// - Parameters:
  ///   - configuration: What to focus on, and how.
  ///   - lens: What is known of the lens.
  ///   - mode: Who moves the lens at first, and when.
  public init(
    configuration: FocusConfiguration = FocusConfiguration(), lens: FocusLens,
    mode: FocusLock.Mode = .continuousVideo
  ) {
    self.configuration = configuration
    self.lens = lens
    lock = FocusLock(mode: mode)
    measure = FocusMeasure(
      rectangles: configuration.rectangles, noiseVariance: configuration.noiseVariance)
  }

  /// Decides on a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - time: When it was taken, in seconds on the source's clock.
  ///   - lensPosition: Where the driver says that the lens is, in codes, where it says so.
  ///   - requests: What the application asked for since the last frame.
  /// - Returns: Where to move the lens, and everything that led to it.
  public mutating func step(
    _ statistics: FrameStatistics, at time: Double, lensPosition: Double? = nil,
    requests: FocusLock.Requests = FocusLock.Requests()
  ) -> FocusDecision {
    if position == nil { position = lensPosition.map { lens.snapped($0) } }
    var permission = lock
    permission.step(requests: requests)
    if permission.mode != lock.mode { changeMode(permission.mode) }
    if requests.trigger == .cancel { search = nil }
    let sample = measure.measure(statistics)
    let work = work(statistics, sample, permission, requests, at: time)
    let transition = lock.step(requests: requests, algorithm: work.report)
    // A lock that a trigger brought about in this frame stops the lens at once.
    let mayMove = lock.lensMayMove || lock.mode == .off || work.isLastMove
    let target = mayMove ? work.target : nil
    if !mayMove, search != nil { search = nil }
    if let target { note(target, at: time) }
    return FocusDecision(
      target: target, reason: mayMove ? work.reason : .locked, outcome: outcome,
      state: lock.state, transition: transition,
      holdsExposure: search != nil || confirming != nil, estimate: lastEstimate?.position,
      uncertainty: lastEstimate?.deviation ?? 0, visited: visited, sample: sample)
  }

  /// Lets a frame go by that does not show the scene: nothing is decided, requests count.
  ///
  /// - Parameters:
  ///   - time: When it was taken, in seconds.
  ///   - requests: What the application asked for since the last frame.
  /// - Returns: The decision to do nothing.
  public mutating func obstructed(
    at time: Double, requests: FocusLock.Requests = FocusLock.Requests()
  ) -> FocusDecision {
    let transition = lock.step(requests: requests)
    return FocusDecision(
      target: nil, reason: .unusableFrame, outcome: outcome, state: lock.state,
      transition: transition, holdsExposure: search != nil, estimate: lastEstimate?.position,
      uncertainty: lastEstimate?.deviation ?? 0, visited: visited, sample: nil)
  }

  private mutating func changeMode(_ mode: FocusLock.Mode) {
    search = nil
    confirming = nil
    approach = nil
    isWatching = false
    outcome = .idle
  }

  private mutating func note(_ target: Double, at time: Double) {
    position = target
    movedAt = time
  }
}

extension FocusController {
  /// What a frame leads to.
  private struct Work {
    var target: Double?
    var reason: FocusReason
    var report: FocusLock.Report
    /// Whether the move belongs to a search that ends with this frame.
    var isLastMove = false
  }

  private mutating func work(
    _ statistics: FrameStatistics, _ sample: FocusSample?, _ permission: FocusLock,
    _ requests: FocusLock.Requests, at time: Double
  ) -> Work {
    if permission.mode == .off {
      let wanted = manualPosition.map { lens.snapped($0) }
      return Work(
        target: wanted == position ? nil : wanted, reason: .manual, report: .undecided)
    }
    if let waiting = settle(at: time) { return waiting }
    guard permission.lensMayMove else {
      return Work(reason: .locked, report: .undecided)
    }
    if let confirming {
      return confirm(confirming, sample, statistics)
    }
    if search == nil { return begin(statistics, sample, permission, requests, at: time) }
    return advance(statistics, sample, at: time)
  }

  /// Waits for the lens, and takes up backlash; `nil` once a frame shows the lens at rest.
  private mutating func settle(at time: Double) -> Work? {
    let report: FocusLock.Report = search == nil && confirming == nil ? .undecided : .scanning
    guard let moved = movedAt else { return nil }
    // A clock that jumped backwards is a new one; nothing can be waited for by it.
    guard time < moved || time - moved >= lens.settleTime else {
      return Work(reason: .settling, report: report)
    }
    movedAt = nil
    if let next = approach {
      approach = nil
      return Work(target: next, reason: .approaching, report: report)
    }
    return nil
  }

  /// Begins a search where one is due.
  private mutating func begin(
    _ statistics: FrameStatistics, _ sample: FocusSample?, _ permission: FocusLock,
    _ requests: FocusLock.Requests, at time: Double
  ) -> Work {
    switch permission.mode {
    case .single, .macro:
      guard permission.state == .activeScan else {
        return Work(reason: .waitingForTrigger, report: .undecided)
      }
    case .continuousVideo, .continuousPicture:
      if isWatching {
        switch watch.step(sample, statistics, at: time) {
        case .unchanged:
          return Work(reason: .sceneUnchanged, report: outcome == .focused ? .sharp : .gaveUp)
        case .changing: return Work(reason: .sceneChanging, report: .undecided)
        case .changed: break
        }
      }
    case .off: break
    }
    guard sample != nil else { return Work(reason: .unusableFrame, report: .undecided) }
    let span = permission.mode == .macro ? FocusSpan.macro : configuration.span
    let grid = FocusGrid(lens, span)
    search = FocusSearch(configuration, grid, start: position ?? grid.position(0), at: time)
    outcome = .searching
    visited = 0
    isWatching = false
    // A lens whose place is not known is sent to a known one first.
    guard let search else { return Work(reason: .unusableFrame, report: .undecided) }
    let place = grid.position(Double(search.place))
    if position != place { return Work(target: place, reason: .approaching, report: .scanning) }
    return advance(statistics, sample, at: time)
  }

  /// Takes a frame of the search.
  private mutating func advance(
    _ statistics: FrameStatistics, _ sample: FocusSample?, at time: Double
  ) -> Work {
    guard var running = search else { return Work(reason: .waitingForTrigger, report: .undecided) }
    if time - running.began > configuration.timeLimit {
      return end(.timedOut, running, at: running.best?.place, statistics, sample)
    }
    guard let sample else { return Work(reason: .unusableFrame, report: .scanning) }
    let step = running.take(sample)
    visited = running.visits.count
    search = running
    if let estimate = running.estimate {
      lastEstimate = (
        running.grid.first + running.grid.pitch * estimate.mean,
        estimate.deviation * running.grid.pitch.magnitude
      )
    }
    if running.isLensDead() { return end(.lensNotResponding, running, at: nil, statistics, sample) }
    switch step {
    case .look(let next):
      return move(
        to: running.grid.position(Double(next)),
        running.isModelled ? .lookingWhereLikely : .sweeping, .scanning)
    case .found(let best):
      return end(.focused, running, at: best, statistics, sample)
    case .unexplained(let best): return end(.gaveUp, running, at: best, statistics, sample)
    case .flat:
      let isDead = running.isLensDead(hasEnded: true)
      return end(isDead ? .lensNotResponding : .noContrast, running, at: nil, statistics, sample)
    }
  }

  /// Ends a search, and sends the lens where it belongs.
  private mutating func end(
    _ result: FocusOutcome, _ running: FocusSearch, at place: Int?,
    _ statistics: FrameStatistics, _ sample: FocusSample?
  ) -> Work {
    search = nil
    outcome = result
    if result == .focused, let learned = running.learned {
      lens.modelWidth = FocusLens.halfRadius / learned * running.grid.pitch.magnitude
    }
    guard let place else {
      watch.begin(sample, statistics)
      isWatching = true
      let rest = lens.snapped(lens.restPosition ?? running.start)
      var work = move(to: rest, .searchEnded, .gaveUp)
      work.isLastMove = true
      return work
    }
    let best = running.grid.position(Double(place))
    let isCoarse = running.grid.pitch.magnitude > lens.step * 1.5
    let peak = isCoarse ? running.grid.position(running.peak(at: place)) : best
    let sharpness = running.visits.last { $0.place == place }?.sample.sharpness ?? 0
    lastEstimate = (peak, lastEstimate?.deviation ?? 0)
    if position == peak {
      watch.begin(sample, statistics)
      isWatching = true
      return Work(
        reason: .searchEnded, report: result == .focused ? .sharp : .gaveUp)
    }
    confirming = (peak, sharpness, best)
    visited += 1
    return move(to: peak, .confirming, .scanning)
  }

  /// Looks at what was found once more; a lens that did not come to it goes to the best that was seen.
  private mutating func confirm(
    _ found: (place: Double, sharpness: Double, fallback: Double), _ sample: FocusSample?,
    _ statistics: FrameStatistics
  ) -> Work {
    guard let sample else { return Work(reason: .unusableFrame, report: .scanning) }
    confirming = nil
    let report: FocusLock.Report = outcome == .focused ? .sharp : .gaveUp
    watch.begin(sample, statistics)
    isWatching = true
    if sample.sharpness < found.sharpness - 0.5, found.fallback != found.place {
      confirming = (found.fallback, found.sharpness - 2, found.fallback)
      return move(to: found.fallback, .confirming, .scanning)
    }
    return Work(reason: .searchEnded, report: report)
  }

  /// Moves the lens, from one side where it has play.
  private mutating func move(
    to target: Double, _ reason: FocusReason, _ report: FocusLock.Report
  ) -> Work {
    guard target != position else { return Work(reason: reason, report: report) }
    if lens.backlash > 0, let position, target < position {
      let below = lens.snapped(max(target - lens.backlash - lens.step, lens.least))
      if below < target {
        approach = target
        return Work(target: below, reason: .approaching, report: report)
      }
    }
    return Work(target: target, reason: reason, report: report)
  }
}
