public import Controls

extension WhiteBalancePreset {
  /// The light that is meant.
  ///
  /// Standard illuminants where there is one of the kind (CIE 15): A, FL2, for fluorescent H the
  /// daylight lamp FL7, D50, D55; otherwise the middle of V4L2's range, with tint 0.
  public var light: ColourTemperature {
    let (kelvin, duv): (Double, Double?) =
      switch self {
      case .incandescent: (2856, nil)
      case .fluorescent: (4223, 0.0018)
      case .fluorescentH: (6492, 0.0032)
      case .horizon: (5003, nil)
      case .daylight: (5503, nil)
      case .flash: (5250, nil)
      case .cloudy: (7250, nil)
      case .shade: (9500, nil)
      }
    return ColourTemperature(clamping: kelvin, duv: duv ?? ColourTemperature.whiteDuv(kelvin))
  }

  /// The preset whose light is nearest, by the distance in the scale of 1960.
  ///
  /// - Parameters:
  ///   - light: The light.
  ///   - presets: The presets that a camera has.
  /// - Returns: One of them; `nil` of none.
  public static func nearest(
    to light: ColourTemperature, of presets: Set<WhiteBalancePreset>
  ) -> WhiteBalancePreset? {
    var best: (distance: Double, preset: WhiteBalancePreset)?
    for preset in allCases where presets.contains(preset) {
      guard let wanted = light.chromaticity, let given = preset.light.chromaticity else { continue }
      let (u, v) = (wanted.u - given.u, wanted.v - given.v)
      let distance = u * u + v * v
      if best.map({ distance < $0.distance }) ?? true { best = (distance, preset) }
    }
    return best?.preset
  }
}

extension ColourTemperature {
  /// The nearest that is of the ranges; NaN becomes their lower ends.
  init(clamping kelvin: Double, duv: Double) {
    self.kelvin = kelvin > 1000 ? min(kelvin, Self.kelvins.upperBound) : 1000
    self.duv = duv > -0.05 ? min(duv, Self.duvs.upperBound) : -0.05
  }
}
