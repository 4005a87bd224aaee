/// Why a control could not be written or taken.
public enum ControlError: Error, Hashable, Sendable {
  /// The camera has no such control.
  case notPresent(ControlID)
  /// The camera has no control of the kind at all.
  case nothingToTake(CameraFunction)
  /// The control can only be read, or has but one value (field case B07).
  case notAdjustable(ControlID)
  /// The menu has no such item (field case B05).
  case notInMenu(ControlID, value: Int64, items: [Int64])
  /// The control's function has not been taken, so nothing of it is written.
  case notTaken(ControlID)
  /// The control cannot be read, so that nobody could put back what it was: it is not written.
  case unreadable(ControlID)
  /// Another process has taken the function.
  case takenElsewhere(CameraFunction, process: Int32)
  /// An automatic of the camera is on and was not taken (field case B01).
  case automaticActive(ControlID, automatic: ControlID)
  /// The camera's own automatic cannot be switched off (field case B26).
  case deviceControlled(CameraFunction, automatic: ControlID)
  /// Another program took the function over (field case B22).
  case ownershipLost(CameraFunction)
  /// The control cannot be written in the camera's present state (field case B03).
  case wrongState(ControlID, SystemCode)
  /// The driver refused the value.
  case outOfRange(ControlID, value: Int64, SystemCode)
  /// The control was busy at each of the attempts (field case B54).
  case busy(ControlID, attempts: Int)
  /// The camera was unplugged.
  case deviceGone
  /// The driver refused for another reason.
  case refused(ControlID, SystemCode)

  /// What an errno of a control's write means.
  ///
  /// Kernels differ in how they say “not in this state”: UVC cameras' drivers say EILSEQ before Linux
  /// 5.16 and EACCES since, others EIO or EPIPE.
  init(_ code: SystemCode, _ id: ControlID, value: Int64) {
    switch code {
    case .access, .illegalSequence, .inputOutput, .brokenPipe: self = .wrongState(id, code)
    case .outOfRange, .invalid: self = .outOfRange(id, value: value, code)
    case .busy: self = .busy(id, attempts: 1)
    case .noDevice, .noSuchAddress: self = .deviceGone
    default: self = .refused(id, code)
    }
  }

  /// Whether the same write may succeed later, as some cameras refuse while no stream runs (field
  /// case B12).
  var mayPass: Bool {
    switch self {
    case .wrongState, .busy, .refused: true
    default: false
    }
  }
}

extension ControlError: CustomStringConvertible {
  /// What was wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notPresent(let id):
      "the camera has no control \(id)"
    case .nothingToTake(let function):
      "the camera has no control of \(function)"
    case .notAdjustable(let id):
      "control \(id) cannot be changed"
    case .notInMenu(let id, let value, let items):
      "control \(id) has no item \(value); it has "
        + items.map(String.init).joined(separator: ", ")
    case .notTaken(let id):
      "control \(id) belongs to a function that was not taken; take it first"
    case .unreadable(let id):
      "control \(id) cannot be read, so what it is could not be put back; "
        + "start the stream first, some cameras answer only then"
    case .takenElsewhere(let function, let process):
      "process \(process) has taken \(function); end it or let it release the camera"
    case .automaticActive(let id, let automatic):
      "control \(id) belongs to the camera while its automatic \(automatic) is on; "
        + "take the function to switch it off"
    case .deviceControlled(let function, let automatic):
      "the camera's own \(function) cannot be switched off (control \(automatic)); "
        + "steer it by bias and metering instead"
    case .ownershipLost(let function):
      "another program has changed the camera's \(function) mode; take it again to go on"
    case .wrongState(let id, let code):
      "control \(id) cannot be written in the camera's present state: \(code)"
    case .outOfRange(let id, let value, let code):
      "the driver refused the value \(value) of control \(id): \(code)"
    case .busy(let id, let attempts):
      "control \(id) was busy at \(attempts) attempts; try again later"
    case .deviceGone:
      "the camera is gone; open it again when it is plugged in"
    case .refused(let id, let code):
      "the driver refused control \(id): \(code)"
    }
  }
}
