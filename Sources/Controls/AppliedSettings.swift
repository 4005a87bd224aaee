/// Which settings each frame was taken with, as far as it can be known.
///
/// A camera shows a written value some frames later and says nothing about when. This keeps the
/// writes and, with the delays of a profile or learned ones, tells for each frame what was in force;
/// no decision may be driven by a frame of which that is uncertain, or which still carries old
/// settings. Sequence numbers count: a dropped frame is a frame (field case B56), and numbers that
/// run backwards, as after a stream's restart, forget the past.
public struct AppliedSettings: Hashable, Sendable {
  /// What is known of a frame.
  public struct OfFrame: Hashable, Sendable {
    /// What it was taken with, to the best of knowledge.
    public let settings: CameraSettings
    /// Whether every write made so far is in the frame, so that it shows what was last asked for.
    public let isSettled: Bool
    /// Whether the settings are known and not only believed: written by us, seen to arrive.
    public let isCertain: Bool

    /// Says what is known of a frame.
    ///
    /// - Parameters:
    ///   - settings: What it was taken with.
    ///   - isSettled: Whether every write made so far is in the frame.
    ///   - isCertain: Whether the settings are known and not only believed.
    public init(settings: CameraSettings, isSettled: Bool, isCertain: Bool) {
      self.settings = settings
      self.isSettled = isSettled
      self.isCertain = isCertain
    }
  }

  /// How long each control takes.
  public var delays: ControlDelays
  /// What was written last.
  public private(set) var written: CameraSettings
  private var base: CameraSettings
  private var pending: [Write] = []
  private var lastFrame: Int?
  private var certain: Bool

  private struct Write: Hashable, Sendable {
    /// The last frame that cannot show it, whatever the delay.
    var frame: Int
    let write: ControlWrite
    /// When it was made, in seconds on the frames' clock, where that is known.
    let time: Double?
  }

  /// Begins with what the camera is believed to be set to.
  ///
  /// - Parameters:
  ///   - settings: The settings in force.
  ///   - areCertain: Whether they were written by us; what a camera in its automatic mode reads back
  ///     may be stale (field case B19).
  ///   - delays: How long each control takes.
  public init(_ settings: CameraSettings, areCertain: Bool, delays: ControlDelays = .prior) {
    written = settings
    base = settings
    certain = areCertain
    self.delays = delays
  }

  /// Takes note of a write that the driver accepted.
  ///
  /// - Parameters:
  ///   - write: Control and value.
  ///   - frame: The sequence number of the last frame that had been received.
  ///   - time: When it was made, in seconds on the frames' clock. A program that is slower than its
  ///     camera receives frames that were taken before its last write; by their time they are told.
  public mutating func note(_ write: ControlWrite, after frame: Int, at time: Double? = nil) {
    pending.append(Write(frame: frame, write: write, time: time))
    written.set(write)
  }

  /// Says what a frame was taken with.
  ///
  /// - Parameters:
  ///   - sequence: The frame's sequence number.
  ///   - timestamp: When it was taken, in seconds, where that is known.
  /// - Returns: Its settings.
  public mutating func frame(_ sequence: Int, at timestamp: Double? = nil) -> OfFrame {
    if let lastFrame, sequence < lastFrame { restart() }
    lastFrame = sequence
    if let timestamp {
      for index in pending.indices {
        guard let time = pending[index].time, timestamp < time else { continue }
        pending[index].frame = max(pending[index].frame, sequence)
      }
    }
    var settings = base
    for entry in pending where isInForce(entry, at: sequence) { settings.set(entry.write) }
    // Writes older than the longest delay that is believed can be folded into the base; younger
    // ones stay, in case a longer delay is learned.
    while let first = pending.first, sequence - first.frame > ControlDelays.greatest + 1 {
      base.set(first.write)
      pending.removeFirst()
    }
    let settled = pending.allSatisfy { isInForce($0, at: sequence) }
    return OfFrame(settings: settings, isSettled: settled, isCertain: certain)
  }

  /// Takes the settings as known from now on: the picture agreed with what was written.
  public mutating func confirm() { certain = true }

  /// Forgets what is under way, as when a stream restarts with what was written last.
  public mutating func restart() {
    base = written
    pending.removeAll(keepingCapacity: true)
  }

  private func isInForce(_ entry: Write, at sequence: Int) -> Bool {
    sequence > entry.frame + delays.frames(entry.write.control)
  }
}

extension CameraSettings {
  /// Puts a written value in place.
  mutating func set(_ write: ControlWrite) {
    switch write.control {
    case .exposureTime: exposureTime = write.value
    case .analogueGain: analogueGain = write.value
    }
  }
}
