internal import LockStates
internal import Photometry

/// Where the light is, where the gains are on their way to it, and when they rest.
struct LightTracker: Hashable, Sendable {
  /// What the gains are for now.
  private(set) var position: MiredTint
  /// What they move to.
  private var goal: MiredTint
  /// The light as frames tell it, smoothed; `nil` until one does.
  private var light: MiredTint?
  private var lastSeen: Double?
  /// Whether good gains were ever found or set.
  private var isKnown = false
  private var isResting = false
  /// Frames that counted since the search began.
  private var seen = 0

  /// The ranges in which gains are looked for: every light, and sensors unlike the generic one.
  static let mireds = 20.0...1000.0
  static let tints = -0.08...0.08
  /// The frames that a search takes at the least.
  static let fewestFrames = 3

  init(at place: MiredTint) {
    position = place
    goal = place
  }

  /// Gains were set from outside: nothing moves.
  mutating func jump(to place: MiredTint) {
    self = LightTracker(at: place)
    isKnown = true
  }

  /// Nothing moves while a lock holds; behind it the light is looked at afresh.
  mutating func rest() {
    goal = position
    forgetLight()
  }

  /// Frames of another kind may see another light.
  mutating func forgetLight() {
    light = nil
    lastSeen = nil
    searchAnew()
  }

  mutating func searchAnew() {
    isResting = false
    seen = 0
  }

  /// Takes what a frame says of the light.
  ///
  /// - Parameters:
  ///   - place: The light.
  ///   - weight: How much it counts, 0…1.
  ///   - time: When the frame was taken, in seconds of the controller's own clock.
  ///   - configuration: How white balance behaves.
  mutating func observe(
    _ place: MiredTint, weight: Double, at time: Double, _ configuration: WhiteBalanceConfiguration
  ) {
    let place = Self.inside(place)
    seen = min(seen + 1, 1000)
    let gap = min(max(time - (lastSeen ?? time), 0), FrameClock.longestGap)
    lastSeen = time
    guard let before = light else {
      light = place
      if isKnown {
        if !isResting { goal = place }
      } else {
        // The first good frame is followed at once.
        isKnown = true
        position = place
        goal = place
      }
      return
    }
    let fast = configuration.seconds * 0.1
    var time = fast
    if isResting {
      // The farther off a frame is, the faster it is followed: noise is averaged, a step is not.
      let off = Self.distance(place, before, configuration) / max(configuration.band, 1e-6)
      time = max(fast, configuration.seconds * 0.5 / (1 + off * off / 4))
    }
    let now = Self.between(before, place, FrameClock.share(gap * weight, time))
    light = now
    guard isResting else {
      goal = now
      return
    }
    let away = Self.distance(now, goal, configuration)
    if away > configuration.band {
      searchAnew()
      goal = now
    } else if away > configuration.band / 4 {
      goal = Self.between(goal, now, 1 - configuration.band / 4 / away)
    }
  }

  /// Moves towards an estimate that cannot be trusted, where nothing better is known: by at most 2 %
  /// of a gain a second, in proportion to what trust there is.
  mutating func creep(
    towards place: MiredTint, trust: Double, _ seconds: Double,
    _ configuration: WhiteBalanceConfiguration
  ) {
    guard !isKnown else { return }
    let place = Self.inside(place)
    let away = Self.distance(place, position, configuration)
    guard away > 0 else { return }
    // log2 1.02, of the gain that moves most.
    position = Self.between(position, place, min(1, 0.0285 * trust * seconds / away))
    goal = position
  }

  /// Moves the gains on their way.
  mutating func move(_ seconds: Double, _ configuration: WhiteBalanceConfiguration) {
    guard position != goal else { return }
    position = Self.between(
      position, goal, FrameClock.share(seconds, configuration.seconds * 0.15))
    if Self.distance(position, goal, configuration) < 1e-4 { position = goal }
  }

  /// Where the search stands after a frame that counted.
  mutating func report(_ configuration: WhiteBalanceConfiguration) -> WhiteBalanceLock.Report {
    guard let light else { return .undecided }
    if isResting { return .found }
    let away = Self.distance(position, light, configuration)
    guard seen >= Self.fewestFrames, away <= configuration.band / 4 else { return .searching }
    isResting = true
    goal = light
    return .found
  }

  /// Where it stands after one whose light cannot be trusted: part of a search only while nothing good
  /// is known.
  var reportInDoubt: WhiteBalanceLock.Report { isKnown ? .undecided : .searching }

  /// Where it stands after one that is grey all over: at its end where there was one and the gains have
  /// arrived, since grey is what was searched for.
  mutating func reportOfGrey(
    _ configuration: WhiteBalanceConfiguration
  ) -> WhiteBalanceLock.Report {
    guard isKnown, light != nil else { return .undecided }
    if isResting { return .found }
    guard Self.distance(position, goal, configuration) <= configuration.band / 4 else {
      return .searching
    }
    isResting = true
    return .found
  }

  /// The gains of the present place.
  func gains(_ scale: MiredScale) -> WhiteBalanceGains {
    let stops = scale.stops(position)
    func gain(_ stops: Double) -> Double {
      let range = WhiteBalanceGains.range
      return min(max(Exact.exp2(-stops), range.lowerBound), range.upperBound)
    }
    return WhiteBalanceGains(red: gain(stops.red), blue: gain(stops.blue)) ?? .unity
  }

  /// The greater of the distances of both gains, in stops.
  private static func distance(
    _ a: MiredTint, _ b: MiredTint, _ configuration: WhiteBalanceConfiguration
  ) -> Double {
    let scale = configuration.sensor.scale
    let (first, second) = (scale.stops(a), scale.stops(b))
    return max((first.red - second.red).magnitude, (first.blue - second.blue).magnitude)
  }

  private static func between(_ a: MiredTint, _ b: MiredTint, _ share: Double) -> MiredTint {
    guard share < 1 else { return b }
    return MiredTint(
      mired: a.mired + share * (b.mired - a.mired), tint: a.tint + share * (b.tint - a.tint))
  }

  private static func inside(_ place: MiredTint) -> MiredTint {
    MiredTint(
      mired: min(max(place.mired, mireds.lowerBound), mireds.upperBound),
      tint: min(max(place.tint, tints.lowerBound), tints.upperBound))
  }
}
