/// Asks for exposure times that tell ripples from stripes: away from the usual one, and back.
///
/// What the frames were taken with decides what was carried out; a camera that does not follow is
/// asked for other times, and then left alone for a while.
struct FlickerProbe: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    case idle
    case away(MainsFrequency, time: Double, asked: Int, seen: Int)
    case back(time: Double, asked: Int, seen: Int)
    case resting(frames: Int)
  }

  /// Frames for which one exposure time is looked at.
  private static let look = 4
  /// Frames for which a ripple's answer is waited for at most.
  private static let longLook = 12
  /// Frames after which an exposure time will not come any more.
  private static let patience = 12
  /// Frames without requests after all was tried.
  private static let rest = 64
  private static let attempts = 3

  private var phase = Phase.idle
  private var attempt = 0
  private var cycles = 0
  private var wasCarriedOut = false

  /// Whether everything was asked for and nothing carried out: there will be no answer.
  var isIgnored: Bool {
    if case .resting = phase { return !wasCarriedOut }
    return false
  }

  /// Forgets what was tried.
  mutating func reset() { self = FlickerProbe() }

  /// Says which exposure time is wished for.
  ///
  /// - Parameters:
  ///   - wish: The frequency that is to be told from other things; `nil` for none.
  ///   - isConfirming: Whether its ripple is seen already, so that there is no need to go back.
  ///   - exposure: The frame's exposure time in seconds.
  ///   - longest: The exposure time that the least gain would leave at the same total.
  ///   - interval: Seconds from frame to frame.
  /// - Returns: Seconds, or `nil` for the usual.
  mutating func step(
    wish: MainsFrequency?, isConfirming: Bool, exposure: Double, longest: Double,
    interval: Double
  ) -> Double? {
    if case .resting(let frames) = phase {
      phase = frames > 1 ? .resting(frames: frames - 1) : .idle
      (attempt, cycles, wasCarriedOut) = (0, 0, phase == .idle ? false : wasCarriedOut)
      return nil
    }
    guard let wish else {
      reset()
      return nil
    }
    switch phase {
    case .away(let mains, let time, let asked, let seen) where mains == wish:
      return stay(
        mains, time, asked + 1, seen, isConfirming, exposure, min(longest, interval * 0.995))
    case .back(let time, let asked, let seen) where !isConfirming:
      comeBack(time, asked + 1, seen + (Self.agree(exposure, time) ? 0 : 1))
      return nil
    case .idle, .away, .back, .resting:
      return leave(wish, exposure, min(longest, interval * 0.995))
    }
  }

  private mutating func leave(
    _ mains: MainsFrequency, _ exposure: Double, _ longest: Double
  ) -> Double? {
    while attempt < Self.attempts {
      if let time = Self.time(attempt, mains, exposure, longest) {
        phase = .away(mains, time: time, asked: 0, seen: 0)
        return time
      }
      attempt += 1
    }
    phase = .resting(frames: Self.rest)
    return nil
  }

  private mutating func stay(
    _ mains: MainsFrequency, _ time: Double, _ asked: Int, _ seen: Int, _ isConfirming: Bool,
    _ exposure: Double, _ longest: Double
  ) -> Double? {
    let seen = seen + (Self.agree(exposure, time) ? 1 : 0)
    if seen > 0 { wasCarriedOut = true }
    if seen == 0, asked >= Self.patience {
      attempt += 1
      return leave(mains, exposure, longest)
    }
    if isConfirming, seen >= Self.longLook {
      phase = .resting(frames: Self.rest)
      return nil
    }
    if !isConfirming, seen >= Self.look {
      phase = .back(time: time, asked: 0, seen: 0)
      return nil
    }
    phase = .away(mains, time: time, asked: asked, seen: seen)
    return time
  }

  private mutating func comeBack(_ time: Double, _ asked: Int, _ seen: Int) {
    guard seen >= Self.look || asked >= Self.patience else {
      phase = .back(time: time, asked: asked, seen: seen)
      return
    }
    cycles += 1
    phase = cycles < 3 ? .idle : .resting(frames: Self.rest)
  }

  private static func agree(_ exposure: Double, _ time: Double) -> Bool {
    let ratio = exposure / time
    return ratio > 0.97 && ratio < 1.03
  }

  /// The nearest whole number of the light's periods, its neighbour, or half the exposure time.
  ///
  /// The first two extinguish the ripple. The last is for light too bright for a whole period: the
  /// ripple then grows, and comes earlier.
  private static func time(
    _ attempt: Int, _ mains: MainsFrequency, _ exposure: Double, _ longest: Double
  ) -> Double? {
    let period = 1 / mains.lightFrequency
    let nearest = max((exposure / period).rounded(), 1)
    let time: Double
    switch attempt {
    case 0: time = nearest * period
    case 1: time = (nearest * period > exposure && nearest > 1 ? nearest - 1 : nearest + 1) * period
    default: time = exposure / 2
    }
    let ratio = time / exposure
    guard time > 0, time.isFinite, time <= longest, ratio > 1.05 || ratio < 0.95 else {
      return nil
    }
    return time
  }
}
