/// Which of a camera's controls make up a function.
struct ControlRoles: Hashable, Sendable {
  /// A control by which the camera takes a function into its own hands.
  struct Automatic: Hashable, Sendable {
    let id: ControlID
    /// What switches it off; `nil` where nothing does.
    let manual: Int64?
  }

  let function: CameraFunction
  /// Whatever must be off before a value is written, in the order of writing.
  let automatics: [Automatic]
  /// What sets the function, in the order of writing.
  let values: [ControlID]
  /// Values that are read while the automatic is on and kept when it is switched off.
  let frozen: [ControlID]

  init(_ function: CameraFunction, in table: ControlTable) {
    self.function = function
    switch function {
    case .exposure:
      let time = [ControlID.exposureAbsolute, .exposure].first(where: table.isAdjustable)
      let gain = [ControlID.analogueGain, .gain].first(where: table.isAdjustable)
      automatics = Self.automatics(
        [(.exposureAuto, 1), (.autoGain, 0), (.isoSensitivityAuto, 0)], in: table)
      let others: [ControlID] = [.verticalBlanking, .isoSensitivity, .irisAbsolute]
      frozen = [time, gain].compactMap { $0 }
      values = frozen + others.filter(table.isAdjustable)
    case .focus:
      automatics = Self.automatics([(.focusAuto, 0)], in: table)
      values = [ControlID.focusAbsolute].filter(table.isAdjustable)
      frozen = values
    case .whiteBalance:
      // Presets without a manual one are no obstacle where the automatic itself can be off.
      let presets = table[.whiteBalancePreset]?.accepts(0) ?? false
      automatics = Self.automatics(
        [(.autoWhiteBalance, 0)] + (presets ? [(.whiteBalancePreset, 0)] : []), in: table)
      let temperature = [ControlID.whiteBalanceTemperature].filter(table.isAdjustable)
      let gains = [ControlID.redBalance, .blueBalance].filter(table.isAdjustable)
      values = temperature + gains
      // Temperature and gains are two views of the same setting: one of them is kept.
      frozen = temperature.isEmpty ? gains : temperature
    case .control(let id):
      automatics = []
      values = [id].filter { table[$0] != nil }
      frozen = []
    }
  }

  var isEmpty: Bool { automatics.isEmpty && values.isEmpty }

  /// All of the function's controls.
  var all: [ControlID] { automatics.map(\.id) + values }

  /// The automatic that nothing switches off, if there is one.
  var permanent: ControlID? { automatics.first { $0.manual == nil }?.id }

  /// The function that a control belongs to by itself.
  static func function(of id: ControlID) -> CameraFunction {
    switch id {
    case .exposureAuto, .autoGain, .isoSensitivityAuto, .exposureAbsolute, .exposure,
      .analogueGain, .gain, .verticalBlanking, .isoSensitivity, .irisAbsolute,
      .exposureAutoPriority:
      .exposure
    case .focusAuto, .focusAbsolute: .focus
    case .autoWhiteBalance, .whiteBalancePreset, .whiteBalanceTemperature, .redBalance,
      .blueBalance:
      .whiteBalance
    default: .control(id)
    }
  }

  private static func automatics(
    _ candidates: [(ControlID, Int64)], in table: ControlTable
  ) -> [Automatic] {
    candidates.compactMap { id, manual in
      // One that cannot be written and is no menu of modes says only what the camera does.
      guard let description = table[id] else { return nil }
      if description.flags.contains(.disabled) { return nil }
      let isSwitchable = description.accepts(manual) && !description.flags.contains(.readOnly)
      if isSwitchable { return Automatic(id: id, manual: manual) }
      // A read-only automatic that is off already is none.
      return table.value(id) == manual ? nil : Automatic(id: id, manual: nil)
    }
  }
}
