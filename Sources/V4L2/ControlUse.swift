/// What GrayCard uses a control for.
public enum ControlUse: Hashable, Sendable {
  /// It is switched off when the function is taken.
  case automatic(CameraFunction)
  /// It sets the function.
  case value(CameraFunction)
  /// It keeps the frame rate from falling.
  case frameRate
  /// It tells how long a raw sensor's lines and frames last.
  case timing
  /// It steers the camera's own automatics, where they are not replaced.
  case steering

  /// Finds out what a control is used for; the result is `nil` for one that is not used.
  ///
  /// - Parameters:
  ///   - id: The control.
  ///   - table: The camera's controls, since which one sets a function depends on which there are.
  public init?(_ id: ControlID, in table: ControlTable) {
    for function in [CameraFunction.exposure, .focus, .whiteBalance] {
      let roles = ControlRoles(function, in: table)
      if roles.automatics.contains(where: { $0.id == id }) {
        self = .automatic(function)
        return
      }
      if roles.values.contains(id) {
        self = .value(function)
        return
      }
    }
    switch id {
    case .exposureAutoPriority: self = .frameRate
    case .pixelRate, .horizontalBlanking, .verticalBlanking: self = .timing
    case .autoExposureBias, .exposureMetering, .automaticsLock, .powerLineFrequency:
      self = .steering
    default: return nil
    }
  }
}

/// Who sets a control at present.
public enum ControlOwner: Hashable, Sendable {
  /// Nobody in particular: whoever writes it.
  case nobody
  /// The camera, by this automatic.
  case camera(automatic: ControlID)
  /// A process that has taken the control's function by this library.
  case process(Int32)
}

extension Camera {
  /// Who sets a control at present, as far as it was last seen.
  ///
  /// - Parameter id: The control.
  /// - Returns: Its owner.
  public func owner(of id: ControlID) -> ControlOwner { session.plane.currentOwner(of: id) }
}

extension ControlPlane {
  func currentOwner(of id: ControlID) -> ControlOwner {
    if owner(of: id) != nil { return .process(device.calls.process.identifier) }
    let function = ControlRoles.function(of: id)
    for candidate in [function, .control(id)] {
      if let process = store?.holder(of: candidate, device.calls) { return .process(process) }
    }
    let roles = ControlRoles(function, in: table)
    guard roles.values.contains(id), table[id]?.flags.contains(.inactive) == true else {
      return .nobody
    }
    let automatic = roles.automatics.first { table.value($0.id) != $0.manual }
    return automatic.map { .camera(automatic: $0.id) } ?? .nobody
  }
}
