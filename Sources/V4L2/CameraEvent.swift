/// Something that happened beside the frames.
public enum CameraEvent: Hashable, Sendable {
  /// The camera was unplugged; told once (field case B53).
  case deviceGone
  /// Another program changed the mode of a function, which is its own from now on.
  case ownershipLost(CameraFunction)
  /// Another program changed the mode, and it was changed back; with the number of the attempt.
  case ownershipRetaken(CameraFunction, attempt: Int)
  /// A control has another value, by another program or by the camera itself; the newest value, since
  /// the kernel and this library merge what nobody has read.
  case valueChanged(ControlID, value: Int64)
  /// A control has another range, so what the camera can do has changed.
  case rangeChanged(ControlID)
  /// A write that nobody waited for failed: one put off until the stream ran, or a re-application.
  case writeFailed(ControlError)
  /// Originals that a program left behind when it ended were put back; failures, if any.
  case restoredOriginals([ControlError])
  /// The file that would put originals back after a crash could not be written.
  case stateFileFailed(SystemCode)
  /// This many frames on end were handed back unread (field case B38).
  case framesUnusable(Int, DiscardCounts)
}

/// How the write of one control ended.
public struct ControlResult: Hashable, Sendable {
  /// How a write ended.
  public enum Outcome: Hashable, Sendable {
    /// The driver took it, perhaps rounded to this value.
    case applied(Int64)
    /// The driver refused it while no stream ran; it is written again when one does.
    case deferred(ControlError)
    /// It was not written.
    case failed(ControlError)
  }

  /// The control.
  public let id: ControlID
  /// The value that was to be written, after rounding to what the control takes.
  public let requested: Int64
  /// How it ended.
  public let outcome: Outcome

  /// Why it was not written now, or `nil` where it was.
  public var error: ControlError? {
    switch outcome {
    case .applied: nil
    case .deferred(let error), .failed(let error): error
    }
  }
}

/// What taking a function found.
public struct TakenFunction: Hashable, Sendable {
  /// The function.
  public let function: CameraFunction
  /// Whether the camera's own automatic was on until now. Its values are then what the driver read
  /// while it was, which some never renew: not to be trusted until the picture agrees (field case
  /// B19).
  public let wasAutomatic: Bool
  /// The values in force, as far as they are known and possible.
  public let values: [ControlID: Int64]
  /// What the driver refused while no stream runs; it is written again when one does.
  public let deferred: [ControlError]
}
