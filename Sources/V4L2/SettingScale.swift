internal import Controls

/// Turns settings into codes and back: the one place where units change.
struct SettingScale {
  let table: ControlTable
  let exposure: ExposureScale?
  let gain: GainScale?
  let features: CameraFeatures
  /// The blanking before exposure was taken.
  let ordinaryBlanking: Int64?

  /// The writes that a setting is.
  struct Request {
    let writes: [(id: ControlID, value: Int64)]
    /// The control whose value is the setting's.
    let id: ControlID
    let isClamped: Bool
  }

  init(
    _ table: ControlTable, _ format: StreamFormat?, _ policy: ControlPolicy,
    ordinaryBlanking: Int64?
  ) {
    self.table = table
    features = CameraFeatures(table, format, policy)
    exposure = ExposureScale(
      table, width: format?.width ?? 0, height: format?.height ?? 0,
      frameInterval: FrameTime.interval(table, format))
    gain = GainScale(table, policy.profile)
    self.ordinaryBlanking = ordinaryBlanking
  }

  func request(_ setting: CameraSetting) throws(ControlError) -> Request {
    switch setting {
    case .exposureTime(let seconds):
      guard let exposure, let range = features.capabilities.exposureTime else {
        throw .nothingToTake(.exposure)
      }
      let inside = Self.inside(seconds, range)
      return Request(
        writes: exposure.writes(
          inside, ordinaryBlanking: ordinaryBlanking,
          maySlow: features.capabilities.slowsForExposure),
        id: exposure.description.id, isClamped: inside != seconds)
    case .gain(let factor):
      guard let gain, let range = gain.range else { throw .notPresent(.gain) }
      let inside = Self.inside(factor, range)
      let id = gain.description.id
      return Request(
        writes: [(id, gain.code(inside))], id: id, isClamped: inside != factor)
    case .focus(let position): return try number(.focusAbsolute, position)
    case .colourTemperature(let kelvin): return try number(.whiteBalanceTemperature, kelvin)
    case .redBalance(let code): return try number(.redBalance, code)
    case .blueBalance(let code): return try number(.blueBalance, code)
    case .whiteBalancePreset(let preset):
      guard table[.whiteBalancePreset] != nil else { throw .notPresent(.whiteBalancePreset) }
      return single(.whiteBalancePreset, Int64(preset.rawValue))
    case .bias(let stops): return try item(.autoExposureBias, stops)
    case .isoSensitivity(let number): return try item(.isoSensitivity, number)
    case .metering(let mode): return single(.exposureMetering, mode.rawValue)
    case .powerLine(let mains): return single(.powerLineFrequency, mains.rawValue)
    case .locks(let locks): return single(.automaticsLock, Int64(locks.rawValue))
    case .control(let id, let value): return single(id, value)
    }
  }

  /// A code in the setting's unit.
  func value(_ code: Int64, of setting: CameraSetting) -> Double {
    switch setting {
    case .exposureTime: exposure?.seconds(code) ?? 0
    case .gain: gain?.gain(code) ?? 0
    case .bias: item(.autoExposureBias, code)
    case .isoSensitivity: item(.isoSensitivity, code)
    default: Double(code)
    }
  }

  /// What the exposure is set to, as far as it was seen; times and gains that cannot be count as the
  /// nearest that can.
  var settings: CameraSettings {
    func code(_ description: ControlDescription) -> Int64 {
      let seen = table.value(description.id) ?? description.defaultValue
      return description.isInside(seen) ? seen : description.defaultValue
    }
    let time = exposure.map { $0.seconds(max(1, code($0.description))) }
    let factor = gain.map { $0.gain(code($0.description)) }
    return CameraSettings(
      exposureTime: time ?? features.capabilities.frameInterval, analogueGain: factor ?? 1)
  }

  /// What white balance is set to, as far as it was seen: red and blue where there are both, else the
  /// temperature, else a preset.
  var balance: BalanceSetting? {
    func value(_ id: ControlID) -> Double? {
      guard let description = table[id], description.isAdjustable else { return nil }
      let seen = table.value(id) ?? description.defaultValue
      return Double(description.isInside(seen) ? seen : description.defaultValue)
    }
    if let red = value(.redBalance), let blue = value(.blueBalance) {
      return .components(red: red, blue: blue)
    }
    if let kelvin = value(.whiteBalanceTemperature) { return .temperature(kelvin) }
    let seen = table.value(.whiteBalancePreset).map { Int(clamping: $0) }
    let preset = seen.flatMap { WhiteBalancePreset(rawValue: $0) } ?? .daylight
    let presets = features.whiteBalancePresets
    return (presets.contains(preset) ? preset : presets.min { $0.rawValue < $1.rawValue })
      .map { .preset($0) }
  }

  private func single(_ id: ControlID, _ value: Int64) -> Request {
    let isClamped = table[id].map { $0.kind.hasRange && !$0.isInside(value) } ?? false
    return Request(writes: [(id, value)], id: id, isClamped: isClamped)
  }

  private func number(_ id: ControlID, _ value: Double) throws(ControlError) -> Request {
    guard table[id] != nil else { throw .notPresent(id) }
    return single(id, Int64(clamping: value))
  }

  private func item(_ id: ControlID, _ value: Double) throws(ControlError) -> Request {
    guard let description = table[id] else { throw .notPresent(id) }
    let numbers = description.menu.compactMap(\.value)
    guard let item = description.item(nearestTo: value * 1000), let least = numbers.min(),
      let greatest = numbers.max()
    else { throw .notAdjustable(id) }
    let isClamped = !(value * 1000 >= Double(least) && value * 1000 <= Double(greatest))
    return Request(writes: [(id, item.index)], id: id, isClamped: isClamped)
  }

  private func item(_ id: ControlID, _ index: Int64) -> Double {
    let item = table[id]?.menu.first { $0.index == index }
    return Double(item?.value ?? 0) / 1000
  }

  private static func inside(_ value: Double, _ range: ControlRange) -> Double {
    value > range.minimum ? min(value, range.maximum) : range.minimum
  }
}
