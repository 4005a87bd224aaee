internal import Controls
internal import Photometry

/// How a camera's settings become gains, as far as it is known or learned.
struct BalanceCodes: Hashable, Sendable {
  let sensor: SensorColour
  /// The laws of the components, from a profile or learned.
  var red: GainLaw?
  var blue: GainLaw?
  /// Whether the laws come from a profile; those that are learned or assumed count from the setting
  /// that the camera had at first, whose gains are then 1.
  let areLawsTold: Bool
  /// What the camera was set to at first.
  let first: BalanceSetting
  /// The reciprocal temperature by which the picture moves for one that is written.
  var slope = 1.0

  init(_ first: BalanceSetting, sensor: SensorColour, response: WhiteBalanceResponse?) {
    self.first = first
    self.sensor = sensor
    areLawsTold = response != nil
    red = response?.red
    blue = response?.blue
    guard response == nil, case .components(let redCode, let blueCode) = first else { return }
    red = .linear(unity: max(redCode, 1))
    blue = .linear(unity: max(blueCode, 1))
  }

  /// The gains that a setting gives, as far as is known.
  func gains(of setting: BalanceSetting) -> WhiteBalanceGains {
    switch setting {
    case .temperature(let kelvin):
      let stops = sensor.scale.stops(MiredTint(mired: assumed(kelvin), tint: 0))
      return .clamped(red: Exact.exp2(-stops.red), blue: Exact.exp2(-stops.blue))
    case .components(let redCode, let blueCode):
      return .clamped(
        red: factor(red, redCode, isRed: true), blue: factor(blue, blueCode, isRed: false))
    case .preset(let preset):
      return sensor.gains(for: preset.light) ?? .unity
    }
  }

  /// The setting that gives gains most nearly, before it is rounded.
  func setting(
    for gains: WhiteBalanceGains, like present: BalanceSetting, presets: Set<WhiteBalancePreset>
  ) -> BalanceSetting {
    switch present {
    case .temperature:
      let place = sensor.scale.place(red: 1 / gains.red, blue: 1 / gains.blue)
      let mired = start + (place.mired - start) / slope
      return .temperature(1e6 / min(max(mired, 10), 2000))
    case .components:
      return .components(
        red: code(red, gains.red, isRed: true), blue: code(blue, gains.blue, isRed: false))
    case .preset:
      guard let light = sensor.light(of: gains),
        let preset = WhiteBalancePreset.nearest(to: light, of: presets)
      else { return present }
      return .preset(preset)
    }
  }

  /// The reciprocal temperature at first.
  private var start: Double {
    if case .temperature(let kelvin) = first { return 1e6 / min(max(kelvin, 500), 100_000) }
    return 200
  }

  /// The reciprocal temperature whose gains a temperature gives.
  func assumed(_ kelvin: Double) -> Double {
    start + (1e6 / min(max(kelvin, 500), 100_000) - start) * slope
  }

  private func factor(_ law: GainLaw?, _ code: Double, isRed: Bool) -> Double {
    guard let law else { return 1 }
    return law.gain(ofCode: code) / unit(law, isRed)
  }

  private func code(_ law: GainLaw?, _ gain: Double, isRed: Bool) -> Double {
    guard let law else { return firstCode(isRed) }
    return law.code(ofGain: gain * unit(law, isRed))
  }

  private func unit(_ law: GainLaw, _ isRed: Bool) -> Double {
    areLawsTold ? 1 : law.gain(ofCode: firstCode(isRed))
  }

  private func firstCode(_ isRed: Bool) -> Double {
    if case .components(let red, let blue) = first { return isRed ? red : blue }
    return 1
  }
}

extension WhiteBalanceGains {
  /// The nearest of the range; NaN becomes its lower end.
  static func clamped(red: Double, blue: Double) -> WhiteBalanceGains {
    func inside(_ gain: Double) -> Double {
      gain > range.lowerBound ? min(gain, range.upperBound) : range.lowerBound
    }
    return WhiteBalanceGains(red: inside(red), blue: inside(blue)) ?? .unity
  }
}
