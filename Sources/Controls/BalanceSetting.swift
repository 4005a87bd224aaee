/// What a camera's own white balance is, or is to be, set to by hand.
public enum BalanceSetting: Hashable, Sendable {
  /// The colour temperature of the light that is assumed, in kelvins.
  case temperature(Double)
  /// The codes of the red and blue balance.
  case components(red: Double, blue: Double)
  /// A light by name.
  case preset(WhiteBalancePreset)
}

/// What a camera's own white balance can be set to by hand.
public struct BalanceCapabilities: Hashable, Sendable {
  /// Colour temperatures in kelvins; `nil` where the camera has no such control.
  public var temperature: ControlRange?
  /// Codes of the red balance; `nil` where the camera has no such control.
  public var red: ControlRange?
  /// Codes of the blue balance; `nil` where the camera has no such control.
  public var blue: ControlRange?
  /// The lights that it knows by name.
  public var presets: Set<WhiteBalancePreset>

  /// Describes a camera.
  ///
  /// - Parameters:
  ///   - temperature: Colour temperatures in kelvins.
  ///   - red: Codes of the red balance.
  ///   - blue: Codes of the blue balance.
  ///   - presets: The lights that it knows by name.
  public init(
    temperature: ControlRange? = nil, red: ControlRange? = nil, blue: ControlRange? = nil,
    presets: Set<WhiteBalancePreset> = []
  ) {
    self.temperature = temperature
    self.red = red
    self.blue = blue
    self.presets = presets
  }
}
