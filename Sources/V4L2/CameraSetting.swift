public import Controls

/// Something to be set on a camera, in physical units where its driver defines them.
public enum CameraSetting: Hashable, Sendable {
  /// The exposure time in seconds.
  case exposureTime(Double)
  /// The gain as a linear factor.
  case gain(Double)
  /// The lens's position in units of the driver.
  case focus(Double)
  /// The colour temperature in kelvin.
  case colourTemperature(Double)
  /// The gain of red in units of the driver.
  case redBalance(Double)
  /// The gain of blue in units of the driver.
  case blueBalance(Double)
  /// A light by name, for which the camera has gains of its own (`V4L2_CID_AUTO_N_PRESET_WHITE_BALANCE`).
  case whiteBalancePreset(WhiteBalancePreset)
  /// The bias of the camera's own automatic exposure in EV (field case B06).
  case bias(Double)
  /// The sensitivity by ISO.
  case isoSensitivity(Double)
  /// What the camera's own automatic exposure meters.
  case metering(CameraFeatures.MeteringMode)
  /// The mains' frequency, of whose lamps the camera's own exposure takes care.
  case powerLine(CameraFeatures.PowerLine)
  /// Which of its own automatics the camera holds.
  case locks(CameraFeatures.Locks)
  /// Any control, in the driver's own units.
  case control(ControlID, Int64)

  /// The function that has to be taken before this is set.
  public var function: CameraFunction {
    switch self {
    case .exposureTime, .gain, .isoSensitivity: .exposure
    case .focus: .focus
    case .colourTemperature, .redBalance, .blueBalance, .whiteBalancePreset: .whiteBalance
    case .bias: .control(.autoExposureBias)
    case .metering: .control(.exposureMetering)
    case .powerLine: .control(.powerLineFrequency)
    case .locks: .control(.automaticsLock)
    case .control(let id, _): ControlRoles.function(of: id)
    }
  }
}

extension CameraSetting {
  /// What a controller's decision on white balance is made of.
  ///
  /// - Parameter balance: The decision.
  /// - Returns: One setting, or red and blue; the automatic has been switched off before, when white
  ///   balance was taken.
  public static func settings(_ balance: BalanceSetting) -> [CameraSetting] {
    switch balance {
    case .temperature(let kelvin): [.colourTemperature(kelvin)]
    case .components(let red, let blue): [.redBalance(red), .blueBalance(blue)]
    case .preset(let preset): [.whiteBalancePreset(preset)]
    }
  }
}

/// How setting something ended.
public struct SettingResult: Hashable, Sendable {
  /// What was to be set.
  public let setting: CameraSetting
  /// The value that is in force, in the setting's unit; `nil` where it was not set.
  public let applied: Double?
  /// Whether the wish lay outside what the camera can do, so that the nearest was set.
  public let isClamped: Bool
  /// The writes that were made for it.
  public let writes: [ControlResult]
  /// Why it was not set now, or `nil` where it was.
  public let error: ControlError?
  /// Whether it is set once the stream runs.
  public let isDeferred: Bool
}
