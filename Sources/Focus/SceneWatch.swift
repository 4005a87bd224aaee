internal import Photometry
internal import Frames
internal import Statistics

/// Notices that what was focused on became something else, so that continuous focus looks again.
///
/// Compares sharpness, and the zones' light by the frame's mean, with what they were when focus was found:
/// neither noise, nor a lamp's flicker, nor a step of exposure is another scene (field case B48). A change has
/// to last for five frames (field case B47), and to come to rest before a search is worth while.
struct SceneWatch: Hashable, Sendable {
  /// Frames for which a change must last.
  static let lastingFrames = 5
  /// Frames without a change from one to the next after which the scene is taken to rest.
  static let restingFrames = 4
  /// Stops of sharpness that count as a change: a quarter, of both bands that it is made of.
  static let sharpnessStops = 0.6
  /// The mean share by which zones' light, relative to the frame's, must differ.
  static let lightShare = 0.2
  /// Seconds after which a scene that does not come to rest is searched all the same.
  static let patience = 2.0

  private var reference: FocusSample?
  private var zones: [Double]
  private var before: [Double]
  private var hasBefore = false
  private var changedFrames = 0
  private var stillFrames = 0
  private var changedSince: Double?

  init() {
    zones = []
    before = []
  }

  /// What a frame says.
  enum Finding: Hashable, Sendable {
    /// The scene is what it was.
    case unchanged
    /// It is changing, or has not changed for long.
    case changing
    /// It is another one, and rests.
    case changed
  }

  /// Takes a picture as what is in focus now.
  mutating func begin(_ sample: FocusSample?, _ statistics: FrameStatistics) {
    reference = sample
    profile(statistics, into: &zones)
    hasBefore = false
    (changedFrames, stillFrames, changedSince) = (0, 0, nil)
  }

  mutating func step(
    _ sample: FocusSample?, _ statistics: FrameStatistics, at timestamp: Double
  ) -> Finding {
    if before.count == zones.count, hasBefore {
      let moved = Self.difference(before, statistics)
      stillFrames = moved < Self.lightShare / 4 ? stillFrames + 1 : 0
    }
    let isOther = differs(sample) || Self.difference(zones, statistics) > Self.lightShare
    profile(statistics, into: &before)
    hasBefore = true
    guard isOther else {
      (changedFrames, changedSince) = (0, nil)
      return .unchanged
    }
    changedFrames += 1
    let since = changedSince ?? timestamp
    changedSince = since
    guard changedFrames >= Self.lastingFrames else { return .changing }
    let isOverdue = timestamp - since > Self.patience
    return stillFrames >= Self.restingFrames || isOverdue ? .changed : .changing
  }

  private func differs(_ sample: FocusSample?) -> Bool {
    guard let reference else { return sample?.hasDetail ?? false }
    guard let sample else { return false }
    if sample.hasDetail != reference.hasDetail { return true }
    let error = max(sample.sharpnessError, reference.sharpnessError)
    let difference = (sample.sharpness - reference.sharpness).magnitude
    return sample.hasDetail && difference > max(Self.sharpnessStops, 4 * min(error, 1))
  }

  /// The zones' light by the frame's mean.
  private func profile(_ statistics: FrameStatistics, into zones: inout [Double]) {
    if zones.count != statistics.zones.count {
      zones = [Double](repeating: 0, count: statistics.zones.count)
    }
    let mean = Self.mean(statistics)
    for index in zones.indices { zones[index] = Self.light(index, statistics) / mean }
  }

  private static func mean(_ statistics: FrameStatistics) -> Double {
    var sum = 0.0
    for index in statistics.zones.indices { sum += light(index, statistics) }
    return max(sum / Double(max(statistics.zones.count, 1)), 1e-6)
  }

  private static func light(_ index: Int, _ statistics: FrameStatistics) -> Double {
    let black = Double(statistics.signal.levels.black)
    return max(statistics.meanCode(of: statistics.zones[index]) - black, 0)
  }

  /// The mean share by which the zones' light differs from a profile.
  private static func difference(_ profile: [Double], _ statistics: FrameStatistics) -> Double {
    guard profile.count == statistics.zones.count, !profile.isEmpty else { return 0 }
    let mean = mean(statistics)
    var sum = 0.0
    for index in profile.indices {
      sum += (light(index, statistics) / mean - profile[index]).magnitude
    }
    return sum / Double(profile.count)
  }
}
