internal import Controls
internal import SimulatedCamera

/// The two controls of a camera that exposure moves, between codes and physical values.
struct CodedControls {
  let time: SimulatedControl
  let gain: SimulatedControl

  init?(_ camera: borrowing SimulatedCamera) {
    let controls = camera.controls
    guard let time = controls.first(where: { $0.id == .exposureTime }),
      let gain = controls.first(where: { $0.id == .gain })
    else { return nil }
    self.time = time
    self.gain = gain
  }

  /// What the camera will really take of a wish.
  func onSteps(_ settings: CameraSettings) -> CameraSettings {
    CameraSettings(
      exposureTime: time.value(of: Self.code(time, settings.exposureTime)),
      analogueGain: gain.value(of: Self.code(gain, settings.analogueGain)))
  }

  func capabilities(frameInterval: Double) -> CameraCapabilities {
    CameraCapabilities(
      exposureTime: Self.range(time), analogueGain: Self.range(gain), frameInterval: frameInterval)
  }

  /// The code whose value is nearest to a wish, of a control whose values rise with its codes.
  static func code(_ control: SimulatedControl, _ value: Double) -> Int {
    var (low, high) = (control.minimum, control.maximum)
    while high - low > 1 {
      let middle = (low + high) / 2
      if control.value(of: middle) <= value { low = middle } else { high = middle }
    }
    return value - control.value(of: low) <= control.value(of: high) - value ? low : high
  }

  private static func range(_ control: SimulatedControl) -> ControlRange? {
    let least = control.value(of: control.minimum)
    // Steps of a curved law differ; `onSteps` takes up what they leave.
    let isEven = if case .linear = control.law { true } else { false }
    let step = isEven ? control.value(of: control.minimum + 1) - least : 0
    return ControlRange(
      minimum: least, maximum: control.value(of: control.maximum), step: step)
  }
}
