internal import Photometry

/// Weighs the frames for and against each frequency; owns what that needs, so that no frame allocates.
struct FlickerWeighing: Sendable {
  private var course = FlickerFit()
  private var alias = FlickerFit()
  private var still = FlickerFit()
  private var scan = MotionScan()
  private var slow = SlowPart()
  private var changes = [Double](repeating: 0, count: RowBands.waves.count)
  private var levels = [Double](repeating: 0, count: FlickerHistory.capacity)
  private var others = [Double](repeating: 0, count: FlickerHistory.capacity)
  private var series = [Double](repeating: 0, count: FlickerHistory.capacity)

  /// Natural logarithms to stops.
  private static let ln2 = 0.6931471805599453

  /// Weighs the rows' waves.
  ///
  /// - Parameters:
  ///   - history: The frames.
  ///   - mains: The frequency.
  ///   - readOut: Seconds from the first row to the last, where known.
  /// - Returns: The evidence.
  mutating func rows(
    _ history: borrowing FlickerHistory, _ mains: MainsFrequency, readOut: Double?
  ) -> FlickerEvidence {
    var evidence = FlickerEvidence()
    let count = history.count
    follow(history, mains, frames: count)
    let (direct, aliased) = (course.unfitted, alias.unfitted)
    evidence.visible = min(direct.visible, aliased.visible)
    evidence.isStanding = still.unfitted.visible < FlickerEvidence.leastVisible
    evidence.isHidden = direct.weight < 0.04
    evidence.exposureChanges = Self.exposureChanges(history)
    evidence.fit = direct
    let waves = waves(history, mains, readOut)
    guard count > 3, !waves.isEmpty else { return evidence }
    var best = FlickerFit.Result()
    var bestAliased = best
    for wave in 0..<history.waveCount {
      changes[wave] = changes(of: wave, history)
    }
    for wave in waves {
      let first = course.fit(wave: wave, history, changes: changes[wave])
      let second = alias.fit(wave: wave, history, changes: changes[wave])
      if Self.isStronger(first, best, history) { best = first }
      if Self.isStronger(second, bestAliased, history) { bestAliased = second }
    }
    let isAliased = bestAliased.share > best.share
    evidence.fit = isAliased ? bestAliased : best
    evidence.ripple = evidence.fit.amplitude * evidence.fit.weight * Self.ln2
    evidence.bound = max(best.amplitude, bestAliased.amplitude) * direct.weight * Self.ln2
    evidence.bits = FlickerEvidence.bits(share: evidence.fit.share, frames: count)
    evidence.isPure = isPure(history, evidence.fit, isAliased: isAliased)
    if evidence.ripple >= FlickerEvidence.leastRipple {
      let wave = evidence.fit.wave
      let still = still.fit(wave: wave, history, changes: changes[wave])
      let isTold = still.visible >= 0.1
      evidence.motionShare = max(
        scan.bestShare(history, slow, wave: wave), isTold ? still.share : 0)
      evidence.motionBits = FlickerEvidence.bits(share: evidence.motionShare, frames: count)
    }
    return evidence
  }

  private static func isStronger(
    _ first: FlickerFit.Result, _ second: FlickerFit.Result, _ history: borrowing FlickerHistory
  ) -> Bool {
    first.amplitude * history.certainty[first.wave]
      >= second.amplitude * history.certainty[second.wave]
  }

  /// Weighs the frames' means, as a global shutter needs it, over frames of one setting.
  ///
  /// - Parameters:
  ///   - history: The frames.
  ///   - mains: The frequency.
  /// - Returns: The evidence; nothing in it answers to exposure.
  mutating func means(
    _ history: borrowing FlickerHistory, _ mains: MainsFrequency
  ) -> FlickerEvidence {
    var evidence = FlickerEvidence()
    let count = min(history.count, history.steadyCount)
    follow(history, mains, frames: count)
    let (direct, aliased) = (course.unfitted, alias.unfitted)
    evidence.visible = min(direct.visible, aliased.visible)
    evidence.isStanding = still.unfitted.visible < FlickerEvidence.leastVisible
    evidence.isHidden = direct.weight < 0.04
    evidence.fit = direct
    guard count > 4 else { return evidence }
    for index in 0..<count { levels[index] = history.levels[history.count - count + index] }
    slow.remove(from: &levels)
    let first = course.fit(real: levels)
    let second = alias.fit(real: levels)
    evidence.fit = second.share > first.share ? second : first
    evidence.ripple = evidence.fit.amplitude * Self.ln2
    evidence.bound = max(first.amplitude, second.amplitude) * Self.ln2
    evidence.isPure = isLevel(history, frames: count, ripple: evidence.fit.amplitude)
    // Real numbers: half the freedom, of which two more are taken by sine and cosine.
    evidence.bits = FlickerEvidence.bits(share: evidence.fit.share, frames: count - 1) / 2
    return evidence
  }

  /// Prepares the courses: by the timestamps as they are, by the frame interval's alias, which noise
  /// of timestamps hardly turns, and the alias of what does not answer to exposure.
  private mutating func follow(
    _ history: borrowing FlickerHistory, _ mains: MainsFrequency, frames: Int
  ) {
    let frequency = mains.lightFrequency
    let interval = history.interval
    let turning = interval > 0 ? frequency - (frequency * interval).rounded() / interval : 0
    slow.prepare(history, frames: frames)
    course.follow(history, slow, frequency: frequency, turning: frequency)
    alias.follow(history, slow, frequency: frequency, turning: turning)
    still.follow(
      history, slow, frequency: frequency, turning: turning, isAnsweringExposure: false)
  }

  /// The waves that a frame can hold: it is read within its interval.
  private func waves(
    _ history: borrowing FlickerHistory, _ mains: MainsFrequency, _ readOut: Double?
  ) -> Range<Int> {
    var (least, greatest) = (0.0, mains.lightFrequency * history.interval * 1.1)
    if let readOut, readOut > 0 {
      let cycles = mains.lightFrequency * readOut
      (least, greatest) = (min(cycles - 0.6, 7.5), max(cycles + 0.6, 0.6))
    }
    var (lower, upper) = (0, history.waveCount)
    while lower < upper, RowBands.waves[lower] < least { lower += 1 }
    while upper > lower, RowBands.waves[upper - 1] > greatest { upper -= 1 }
    return lower..<upper
  }

  /// How much more than a ripple, in squared stops, anything else may change: with 2.5 times its
  /// amplitude, what moves leaves echoes in other waves that could be taken for a ripple.
  private static let mostOther = 6.25

  /// Whether nothing else changes much more, and waves a cycle or more from the best one follow the course much less.
  ///
  /// A sine has side lobes below a quarter there; harmonics of switched lamps reach 0.7; what
  /// changes in a picture is of all lengths alike.
  private func isPure(
    _ history: borrowing FlickerHistory, _ best: FlickerFit.Result, isAliased: Bool
  ) -> Bool {
    let certainty = history.certainty[best.wave] * history.certainty[best.wave]
    let explained = best.share * changes[best.wave] * certainty
    for wave in 0..<history.waveCount {
      let most = changes[wave] * history.certainty[wave] * history.certainty[wave]
      if most > Self.mostOther * explained { return false }
      let distance = RowBands.waves[wave] - RowBands.waves[best.wave]
      guard distance >= 1 || distance <= -1 else { continue }
      let other =
        isAliased
        ? alias.fit(wave: wave, history, changes: changes[wave])
        : course.fit(wave: wave, history, changes: changes[wave])
      let certain = other.amplitude * history.certainty[wave]
      if certain > 0.75 * best.amplitude * history.certainty[best.wave] { return false }
    }
    return true
  }

  /// Whether rows change less than the means do, as they would not if something moved.
  private mutating func isLevel(
    _ history: borrowing FlickerHistory, frames: Int, ripple: Double
  ) -> Bool {
    for wave in 0..<history.waveCount {
      // Amplitudes of a wave are complex numbers, of which the mean's ripple is the real part.
      let square = changes(of: wave, history) / Double(max(frames, 1))
      if square > 0.125 * ripple * ripple { return false }
    }
    return true
  }

  /// The squares of a wave without its slow part, summed over the frames, in squared stops.
  private mutating func changes(of wave: Int, _ history: borrowing FlickerHistory) -> Double {
    for index in 0..<slow.count {
      let value = history.wave(wave, of: slow.first + index)
      series[index] = value.real
      others[index] = value.imaginary
    }
    slow.remove(from: &series)
    slow.remove(from: &others)
    var sum = 0.0
    for index in 0..<slow.count {
      sum += series[index] * series[index] + others[index] * others[index]
    }
    return sum
  }

  private static func exposureChanges(_ history: borrowing FlickerHistory) -> Int {
    var changes = 0
    for index in 1..<max(history.count, 1) {
      let ratio = history.exposures[index] / history.exposures[index - 1]
      if ratio > 1.05 || ratio < 0.95 { changes += 1 }
    }
    return changes
  }
}
