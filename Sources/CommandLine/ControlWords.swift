internal import Foundation
internal import GrayCard
internal import V4L2

/// Controls of a camera in words.
enum ControlWords {
  /// The type as `v4l2-ctl` calls it.
  static func kind(_ description: ControlDescription) -> String {
    switch description.kind {
    case .integer: "int"
    case .boolean: "bool"
    case .menu(let items): items.contains { $0.value != nil } ? "intmenu" : "menu"
    case .button: "button"
    case .wideInteger: "int64"
    case .bitmask: "bitmask"
    case .other(let type): "type \(type)"
    }
  }

  static func flags(_ flags: ControlDescription.Flags) -> [String] {
    let names: [(ControlDescription.Flags, String)] = [
      (.disabled, "disabled"), (.grabbed, "grabbed"), (.readOnly, "read-only"),
      (.update, "update"), (.inactive, "inactive"), (.writeOnly, "write-only"),
      (.volatile, "volatile"), (.hasPayload, "has-payload"),
      (.executeOnWrite, "execute-on-write"),
    ]
    return names.filter { flags.contains($0.0) }.map(\.1)
  }

  /// A value in physical units; exposure and gain in stops too, relative to one second and gain 1.
  static func physical(
    _ value: Int64, _ description: ControlDescription, _ features: CameraFeatures
  ) -> String? {
    switch description.id {
    case .exposureAbsolute, .exposure:
      guard let unit = features.exposureUnit else { return nil }
      if case .raw = unit { return "raw" }
      let seconds = Double(value) * unit.secondsPerCode
      return seconds > 0
        ? String(format: "%.3f ms, %+.2f EV", seconds * 1000, log2(seconds)) : nil
    case .gain, .analogueGain:
      guard let law = features.gainLaw else { return nil }
      let gain = law.gain(ofCode: Double(value))
      let assumed = features.isGainLawKnown ? "" : " assumed"
      return String(format: "×%.2f%@, %+.2f EV", gain, assumed, log2(gain))
    case .whiteBalanceTemperature: return "\(value) K"
    case .autoExposureBias: return item(value, description, format: "%+.2f EV")
    case .isoSensitivity: return item(value, description, format: "ISO %.0f")
    default: return nil
    }
  }

  /// An item of a menu in thousandths.
  private static func item(
    _ index: Int64, _ description: ControlDescription, format: String
  ) -> String? {
    guard case .menu(let items) = description.kind,
      let number = items.first(where: { $0.index == index })?.value
    else { return nil }
    return String(format: format, Double(number) / 1000)
  }

  /// What GrayCard would use a control for; `nil` where for nothing.
  static func use(_ id: ControlID) -> String? {
    switch id {
    case .exposureAuto, .autoGain, .isoSensitivityAuto:
      "exposure: the camera's own, switched off first"
    case .exposureAbsolute, .exposure: "exposure: time"
    case .gain, .analogueGain: "exposure: gain"
    case .exposureAutoPriority: "exposure: keeps the frame rate, or lets it fall"
    case .verticalBlanking: "exposure: makes room for long times"
    case .autoExposureBias: "exposure: bias of the camera's own"
    case .exposureMetering: "exposure: metering of the camera's own"
    case .powerLineFrequency: "exposure: flicker of the camera's own"
    case .focusAuto: "focus: the camera's own, switched off first"
    case .focusAbsolute: "focus: lens position"
    case .autoWhiteBalance, .whiteBalancePreset:
      "white balance: the camera's own, switched off first"
    case .whiteBalanceTemperature: "white balance: colour temperature"
    case .redBalance: "white balance: gain of red"
    case .blueBalance: "white balance: gain of blue"
    case .automaticsLock: "locks of the camera's own"
    case .privacy: "all: frames of a closed shutter are passed over"
    default: nil
    }
  }

  static func defect(_ defect: ControlDescription.Defect) -> String {
    switch defect {
    case .invertedRange: "the minimum is above the maximum; it is never written"
    case .step(let step): "the driver says a step of \(step); 1 is taken"
    case .stepBeyondRange(let step): "the step of \(step) is greater than the range"
    case .defaultOutside(let value): "the driver's default of \(value) is outside the range"
    case .valueOutside(let value): "the value of \(value) is outside the range"
    case .emptyMenu: "the menu has no items; it is never written"
    }
  }
}
