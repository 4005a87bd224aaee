/// Learns from the picture how many frames a control takes.
///
/// Nothing is written for it: each change of exposure that a controller makes anyway predicts a
/// change of the picture, and the frame at which it comes tells the delay. A change counts when half
/// of what was predicted is there, in the right direction, in the first frame where it is and
/// the next; where the picture was clipped or black before, so that less than predicted is seen, a
/// sixth of a stop is enough. Small changes are left alone.
/// A delay is believed when two changes in a row agree, or at once where nothing was known. What is
/// believed is not given up for a light that changes while a write is on its way: an answer that comes
/// early counts only if none comes when it should have, and one far beyond what was predicted never.
public struct DelayLearner: Hashable, Sendable {
  /// Changes smaller than this many stops drown in noise and flicker.
  public static let leastStops = 0.12

  /// What a frame taught.
  public enum Finding: Hashable, Sendable {
    /// Nothing new.
    case nothing
    /// A control's delay in frames is now believed.
    case learned(DelayedControl, frames: Int)
    /// A change that was written is not to be seen within the longest delay: the control is dead, or
    /// something else steers the picture.
    case noResponse(DelayedControl)
  }

  /// Of what is predicted, the share beyond which a change is somebody else's: an early change of
  /// light and the answer together are twice as much.
  private static let tooMuch = 1.75

  private struct Watch: Hashable, Sendable {
    let control: DelayedControl
    var frame: Int
    let stopsBefore: Double
    let predicted: Double
    /// The change in the predicted direction that counts as an answer, in stops.
    let enough: Double
    /// The longest delay that an answer is taken to tell, in frames.
    let longest: Int
    let isSaturated: Bool
    var firstSeen: Sighting?
  }

  /// When a change was first there, and how great it was in stops.
  private struct Sighting: Hashable, Sendable {
    let frame: Int
    let change: Double
  }

  private var watch: Watch?
  private var candidate: [DelayedControl: Int] = [:]
  private var believed: [DelayedControl: Int] = [:]

  /// Begins with nothing learned, or with what a profile says.
  ///
  /// - Parameter delays: The delays of the device's profile, which are believed until two changes in
  ///   a row contradict; `nil` where there are none.
  public init(believing delays: ControlDelays? = nil) {
    guard let delays else { return }
    for control in DelayedControl.allCases {
      believed[control] = delays.frames(control)
      candidate[control] = delays.frames(control)
    }
  }

  /// Whether a control's delay has been learned.
  ///
  /// - Parameter control: The control.
  /// - Returns: Whether.
  public func knows(_ control: DelayedControl) -> Bool { believed[control] != nil }

  /// Takes note of a write.
  ///
  /// - Parameters:
  ///   - control: The control that alone was changed.
  ///   - frame: The sequence number of the last frame before the write.
  ///   - measuredStops: The picture's luminance before, in stops.
  ///   - predictedStops: The change that the write should make, in stops.
  ///   - isSaturated: Whether much of the picture before is clipped or black.
  ///   - longest: The longest delay that an answer is taken to tell, in frames: a later one may be the
  ///     answer to an earlier write.
  public mutating func wrote(
    _ control: DelayedControl, after frame: Int, measuredStops: Double, predictedStops: Double,
    isSaturated: Bool = false, longest: Int = ControlDelays.greatest
  ) {
    guard predictedStops.isFinite, measuredStops.isFinite, abs(predictedStops) >= Self.leastStops
    else { return }
    watch = Watch(
      control: control, frame: frame, stopsBefore: measuredStops, predicted: predictedStops,
      enough: isSaturated ? 1.0 / 6 : abs(predictedStops) / 2, longest: longest,
      isSaturated: isSaturated, firstSeen: nil)
  }

  /// Takes note that a frame was taken before the write that is watched, though received after it.
  ///
  /// - Parameter frame: The frame's sequence number.
  public mutating func postpone(to frame: Int) {
    guard let watch else { return }
    self.watch?.frame = max(watch.frame, frame)
  }

  /// Forgets what was learned: the picture has contradicted it.
  public mutating func forget() { self = DelayLearner() }

  /// Another write, of several controls or under way of the first, spoils what was watched.
  public mutating func abandon() { watch = nil }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number.
  ///   - stops: Its luminance in stops, metered the same way all along.
  /// - Returns: What it taught.
  public mutating func step(_ sequence: Int, measuredStops stops: Double) -> Finding {
    guard var watch, sequence > watch.frame, stops.isFinite else { return .nothing }
    let change = watch.predicted > 0 ? stops - watch.stopsBefore : watch.stopsBefore - stops
    if isSomebodyElses(change, watch) {
      self.watch = nil
      return .nothing
    }
    if change >= watch.enough {
      if let first = watch.firstSeen {
        // The answer may still come when it is believed to, and this be something else.
        if sequence - watch.frame - 1 <= believed[watch.control] ?? -1 { return .nothing }
        self.watch = nil
        let frames = first.frame - watch.frame - 1
        let isAmbiguous = watch.longest < ControlDelays.greatest && frames > watch.longest
        return isAmbiguous ? .nothing : conclude(watch.control, frames: frames)
      }
      watch.firstSeen = Sighting(frame: sequence, change: change)
    } else {
      watch.firstSeen = nil
    }
    if sequence - watch.frame > ControlDelays.greatest + 2 {
      self.watch = nil
      return .noResponse(watch.control)
    }
    self.watch = watch
    return .nothing
  }

  /// Whether a change is more than the answer to what is watched, where a delay is believed already.
  private func isSomebodyElses(_ change: Double, _ watch: Watch) -> Bool {
    guard believed[watch.control] != nil else { return false }
    if !watch.isSaturated, change > Self.tooMuch * abs(watch.predicted) { return true }
    guard let first = watch.firstSeen else { return false }
    return change - first.change >= watch.enough
  }

  private mutating func conclude(_ control: DelayedControl, frames: Int) -> Finding {
    guard (0...ControlDelays.greatest).contains(frames) else { return .noResponse(control) }
    let agrees = candidate[control] == frames
    candidate[control] = frames
    guard agrees || believed[control] == nil else { return .nothing }
    if believed[control] == frames { return .nothing }
    believed[control] = frames
    return .learned(control, frames: frames)
  }

  private func abs(_ value: Double) -> Double { value < 0 ? -value : value }
}
