/// One value for one control, to be written when a frame has been handled.
public struct ControlWrite: Hashable, Sendable {
  /// The control.
  public let control: DelayedControl
  /// Its value: seconds, or a linear factor.
  public let value: Double

  /// Makes a write.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - value: Seconds, or a linear factor.
  public init(_ control: DelayedControl, _ value: Double) {
    self.control = control
    self.value = value
  }
}

/// Settings to be reached, written so that time and gain change on the same frame.
///
/// The control with the longer delay is written at once, the other as many frames later as its delay
/// is shorter: written together they would make one frame too bright or too dark.
public struct ControlPlan: Hashable, Sendable {
  /// What the frames are to be taken with in the end.
  public let target: CameraSettings
  /// The sequence number of the first frame that shows all of it, if no frame is dropped.
  public let landsAt: Int
  /// The writes that are still to be made, with the frame behind which each is due.
  private var due: [Due]

  private struct Due: Hashable, Sendable {
    let frame: Int
    let write: ControlWrite
  }

  /// Plans the writes from one setting to another.
  ///
  /// - Parameters:
  ///   - current: What was written last.
  ///   - target: What is wanted; a control whose value stays is not written.
  ///   - frame: The sequence number of the frame that led to the decision.
  ///   - delays: How long each control takes.
  public init(
    from current: CameraSettings, to target: CameraSettings, after frame: Int,
    delays: ControlDelays
  ) {
    self.target = target
    var changes: [ControlWrite] = []
    if target.exposureTime != current.exposureTime {
      changes.append(ControlWrite(.exposureTime, target.exposureTime))
    }
    if target.analogueGain != current.analogueGain {
      changes.append(ControlWrite(.analogueGain, target.analogueGain))
    }
    let slowest = changes.map { delays.frames($0.control) }.max() ?? 0
    due = changes.map {
      Due(frame: frame + slowest - delays.frames($0.control), write: $0)
    }
    landsAt = frame + slowest + 1
  }

  /// Whether every write has been handed out.
  public var isComplete: Bool { due.isEmpty }

  /// The writes that are due once a frame has been handled; each is handed out once.
  ///
  /// - Parameter frame: The frame's sequence number; after dropped frames what was due then is due.
  /// - Returns: The writes, at most one a control.
  public mutating func writes(after frame: Int) -> [ControlWrite] {
    let ready = due.filter { $0.frame <= frame }.map(\.write)
    due.removeAll { $0.frame <= frame }
    return ready
  }
}
