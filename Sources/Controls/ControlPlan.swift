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
/// is shorter: written together they would make one frame too bright or too dark. New settings may be
/// aimed at while older ones are under way; each lands as a whole, in order.
public struct ControlPlan: Hashable, Sendable {
  /// How long each control takes.
  public var delays: ControlDelays
  /// What was aimed at last.
  public private(set) var target: CameraSettings
  private var written: CameraSettings
  private var landings: [Landing] = []
  private var lastLanding: Int?

  private struct Landing: Hashable, Sendable {
    let frame: Int
    let settings: CameraSettings
  }

  /// Begins with what was written last.
  ///
  /// - Parameters:
  ///   - settings: What was written last.
  ///   - delays: How long each control takes.
  public init(_ settings: CameraSettings, delays: ControlDelays = .prior) {
    target = settings
    written = settings
    self.delays = delays
  }

  /// Whether every write has been handed out.
  public var isComplete: Bool { landings.isEmpty }

  /// Plans to reach settings as soon as the controls that change allow.
  ///
  /// - Parameters:
  ///   - settings: What is wanted; what is aimed at already changes nothing.
  ///   - frame: The sequence number of the frame that led to the decision.
  /// - Returns: The sequence number of the first frame that will show all of it.
  @discardableResult
  public mutating func aim(at settings: CameraSettings, after frame: Int) -> Int {
    let before = landings.last?.frame ?? lastLanding ?? frame
    guard settings != target else { return before }
    var slowest = 0
    if settings.exposureTime != target.exposureTime { slowest = delays.exposureTime }
    if settings.analogueGain != target.analogueGain {
      slowest = max(slowest, delays.analogueGain)
    }
    let landing = max(frame + slowest + 1, landings.last?.frame ?? 0)
    if landings.last?.frame == landing { landings.removeLast() }
    landings.append(Landing(frame: landing, settings: settings))
    lastLanding = landing
    target = settings
    return landing
  }

  /// The writes that are due once a frame has been handled; each is handed out once.
  ///
  /// - Parameter frame: The frame's sequence number; after dropped frames what was due then is due.
  /// - Returns: The writes, at most one a control.
  public mutating func writes(after frame: Int) -> ControlWrites {
    var writes = ControlWrites()
    for control in DelayedControl.allCases {
      let horizon = frame + delays.frames(control) + 1
      guard let due = landings.last(where: { $0.frame <= horizon }) else { continue }
      let value = due.settings[control]
      if value == written[control] { continue }
      let write = ControlWrite(control, value)
      written.set(write)
      writes.append(write)
    }
    let shortest = min(delays.exposureTime, delays.analogueGain)
    landings.removeAll { $0.frame <= frame + shortest + 1 }
    return writes
  }

  /// Takes note of a write that was made, whether it was planned or not, so that the value it
  /// replaced can be aimed at again.
  ///
  /// - Parameter write: Control and value.
  public mutating func note(_ write: ControlWrite) {
    written.set(write)
    if landings.isEmpty { target.set(write) }
  }

  /// Begins anew with what was written last, as when a stream restarts.
  public mutating func restart() {
    landings.removeAll(keepingCapacity: true)
    lastLanding = nil
    target = written
  }
}

extension CameraSettings {
  /// The value of one control.
  subscript(_ control: DelayedControl) -> Double {
    switch control {
    case .exposureTime: exposureTime
    case .analogueGain: analogueGain
    }
  }
}
