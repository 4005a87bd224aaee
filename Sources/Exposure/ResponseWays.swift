public import Controls

/// What is left to be used of a camera after what was found.
struct ResponseWays: Hashable, Sendable {
  /// The value at which a control that is no longer used was left.
  var parked = PerControl<Double?>(nil)
  /// The greatest value that may be written.
  var caps = PerControl<Double?>(nil)
  /// Only multiples of so many of the control's steps may be written.
  var multiples = PerControl<Int?>(nil)
  /// Whether only some values of a control act.
  var hasHiddenSteps = PerControl(false)
  /// Errors in stops that are left alone since nothing nearer can be reached.
  var deadBand = 0.0
  /// Whether the camera's own exposure is at work.
  var isDeviceControlled = false

  func limited(_ range: ControlRange?, _ control: DelayedControl) -> ControlRange? {
    guard let range, parked[control] == nil else { return nil }
    var (minimum, maximum, step) = (range.minimum, range.maximum, range.step)
    if let multiple = multiples[control], step > 0 {
      step *= Double(multiple)
      minimum = max((minimum / step - 1e-9).rounded(.up), 1) * step
    }
    if let cap = caps[control] { maximum = max(min(maximum, cap), minimum) }
    return ControlRange(minimum: minimum, maximum: maximum, step: step) ?? range
  }
}

extension ResponseCheck {
  /// What of a camera may be used.
  ///
  /// - Parameter capabilities: What the camera says.
  /// - Returns: The same without controls that are dead or inverted, with caps, on the steps that work,
  ///   and with a permanent automatic where one was found at work.
  public func usable(_ capabilities: CameraCapabilities) -> CameraCapabilities {
    var usable = capabilities
    usable.exposureTime = ways.limited(capabilities.exposureTime, .exposureTime)
    usable.analogueGain = ways.limited(capabilities.analogueGain, .analogueGain)
    if ways.isDeviceControlled { usable.exposureAutomatic = .permanent }
    return usable
  }

  /// Settings as they act: what a control that is no longer used does is an unknown constant, for which
  /// 1 stands, as it does for a camera without the control.
  ///
  /// - Parameter settings: What was written.
  /// - Returns: What acts, relative to the constant.
  public func acting(_ settings: CameraSettings) -> CameraSettings {
    var acting = settings
    for control in DelayedControl.allCases where ways.parked[control] != nil {
      acting.put(ControlWrite(control, 1))
    }
    return acting
  }

  /// The same of a frame.
  ///
  /// - Parameter frame: What a frame was taken with.
  /// - Returns: What acted.
  public func acting(_ frame: AppliedSettings.OfFrame) -> AppliedSettings.OfFrame {
    AppliedSettings.OfFrame(
      settings: acting(frame.settings), isSettled: frame.isSettled, isCertain: isExposureKnown)
  }

  /// Settings as they are to be written: controls that are no longer used stay where they were left.
  ///
  /// - Parameter settings: What was decided on ``usable(_:)``.
  /// - Returns: What to write.
  public func writable(_ settings: CameraSettings) -> CameraSettings {
    var writable = settings
    for control in DelayedControl.allCases {
      if let value = ways.parked[control] { writable.put(ControlWrite(control, value)) }
    }
    return writable
  }

  /// A dead band that leaves alone what the camera cannot do better.
  ///
  /// - Parameter deadBand: The dead band in stops that noise asks for.
  /// - Returns: The same, or a wider one.
  public func widened(_ deadBand: Double) -> Double { max(deadBand, ways.deadBand, swing.band) }
}
