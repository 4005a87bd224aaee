/// Learns from the picture how many frames a control takes.
///
/// Nothing is written for it: each change of exposure that a controller makes anyway predicts a
/// change of the picture, and the frame at which it comes tells the delay. A change counts when half
/// of what was predicted is there, in the right direction, in the first frame where it is and
/// the next; where the picture was clipped or black before, so that less than predicted is seen, a
/// sixth of a stop is enough. Small changes are left alone.
/// A delay is believed when two changes in a row agree, or at once where nothing was known.
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

  private struct Watch: Hashable, Sendable {
    let control: DelayedControl
    var frame: Int
    let stopsBefore: Double
    let predicted: Double
    /// The change in the predicted direction that counts as an answer, in stops.
    let enough: Double
    /// The longest delay that an answer is taken to tell, in frames.
    let longest: Int
    var firstSeen: Int?
  }

  private var watch: Watch?
  private var candidate: [DelayedControl: Int] = [:]
  private var believed: Set<DelayedControl> = []

  /// Begins with nothing learned.
  public init() {}

  /// Whether a control's delay has been learned.
  ///
  /// - Parameter control: The control.
  /// - Returns: Whether.
  public func knows(_ control: DelayedControl) -> Bool { believed.contains(control) }

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
      enough: isSaturated ? 1.0 / 6 : abs(predictedStops) / 2,
      longest: longest, firstSeen: nil)
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
    if change >= watch.enough {
      if let first = watch.firstSeen {
        self.watch = nil
        let frames = first - watch.frame - 1
        let isAmbiguous = watch.longest < ControlDelays.greatest && frames > watch.longest
        return isAmbiguous ? .nothing : conclude(watch.control, frames: frames)
      }
      watch.firstSeen = sequence
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

  private mutating func conclude(_ control: DelayedControl, frames: Int) -> Finding {
    guard (0...ControlDelays.greatest).contains(frames) else { return .noResponse(control) }
    let agrees = candidate[control] == frames
    candidate[control] = frames
    guard agrees || !believed.contains(control) else { return .nothing }
    believed.insert(control)
    return .learned(control, frames: frames)
  }

  private func abs(_ value: Double) -> Double { value < 0 ? -value : value }
}
