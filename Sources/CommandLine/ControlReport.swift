internal import Controls
internal import Foundation
internal import Photometry
internal import V4L2

/// A control in words; its JSON is documented in Documentation/JSON.md.
struct ControlReport: Encodable {
  struct Item: Encodable {
    let index: Int64
    let name: String
    let number: Int64?
  }

  let schema = 1
  let id: String
  let name: String
  let type: String
  let minimum: Int64
  let maximum: Int64
  let step: Int64
  let defaultValue: Int64
  let value: Int64?
  let flags: [String]
  let items: [Item]
  /// The value in its unit, as `24 ms`.
  let inUnit: String?
  let ev: Double?
  let owner: String
  let use: String?
  let defects: [String]

  init(_ description: ControlDescription, _ camera: borrowing Camera) {
    self.init(
      description, table: camera.controls, features: camera.features,
      owner: camera.owner(of: description.id))
  }

  init(
    _ description: ControlDescription, table: ControlTable, features: CameraFeatures,
    owner: ControlOwner
  ) {
    id = description.id.description
    name = Self.name(description.name)
    type = Self.words(description.kind)
    minimum = description.minimum
    maximum = description.maximum
    step = description.step
    defaultValue = description.defaultValue
    value = table.value(description.id)
    flags = Self.words(description.flags)
    items = description.menu.map { Item(index: $0.index, name: $0.name, number: $0.value) }
    let scaled = value.map { ScaledValue($0, description, features) }
    inUnit = scaled?.text
    ev = scaled?.stops
    self.owner = Self.words(owner, table)
    use = ControlUse(description.id, in: table).map(Self.words)
    defects = description.defects.map(Self.words).sorted()
  }

  /// Lines for a terminal or a pipe.
  var text: String {
    var parts: [String] = []
    if type != "menu", type != "intmenu", type != "button" {
      parts += ["min=\(minimum) max=\(maximum) step=\(step)"]
    }
    if type != "button" { parts.append("default=\(defaultValue)") }
    if let value {
      let item = items.first { $0.index == value }
      parts.append("value=\(value)" + (item.map { " (\($0.name))" } ?? ""))
    }
    if !flags.isEmpty { parts.append("flags=\(flags.joined(separator: ","))") }
    if let inUnit { parts.append("unit=\(inUnit)") }
    if let ev { parts.append(String(format: "ev=%+.2f", ev)) }
    parts.append("owner=\(owner)")
    if let use { parts.append("use=\(use)") }
    let place = String(repeating: " ", count: max(0, 31 - name.count))
    let kind = "(\(type))".padding(toLength: max(10, type.count + 2), withPad: " ", startingAt: 0)
    var lines = ["\(place)\(name) \(id) \(kind) : " + parts.joined(separator: " ")]
    lines += items.map { item in "    \(item.index): \(item.name)" }
    lines += defects.map { "    warning: \($0)" }
    return lines.map { ReportText.printable($0) + "\n" }.joined()
  }

  /// The driver's name as v4l2-ctl writes it: small letters and digits, one `_` for each run of others.
  static func name(_ name: String) -> String {
    var result = ""
    for scalar in name.lowercased().unicodeScalars {
      let isPlain = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else if !result.isEmpty, !result.hasSuffix("_") {
        result += "_"
      }
    }
    return result.hasSuffix("_") ? String(result.dropLast()) : result
  }
}

/// A control's value in its unit and in stops, where it has them.
struct ScaledValue {
  let text: String?
  let stops: Double?

  init(_ value: Int64, _ description: ControlDescription, _ features: CameraFeatures) {
    let item = description.menu.first { $0.index == value }
    switch description.id {
    case .exposureAbsolute:
      (text, stops) = Self.time(value, .hundredMicroseconds)
    case .exposure:
      (text, stops) = features.exposureUnit.map { Self.time(value, $0) } ?? (nil, nil)
    case .gain, .analogueGain:
      guard let law = features.gainLaw else { fallthrough }
      let factor = law.gain(ofCode: Double(value))
      let mark = features.isGainLawKnown ? "" : "(assumed)"
      text = String(format: "×%.2f", factor) + mark
      stops = ExposureValue.stops(ofRatio: factor)
    case .autoExposureBias:
      let bias = item?.value.map { Double($0) / 1000 }
      text = bias.map { String(format: "%+.2fEV", $0) }
      stops = bias
    case .isoSensitivity:
      text = item?.value.map { String(format: "ISO%.0f", Double($0) / 1000) }
      stops = nil
    case .whiteBalanceTemperature: (text, stops) = ("\(value)K", nil)
    default: (text, stops) = (nil, nil)
    }
  }

  private static func time(_ code: Int64, _ unit: ExposureUnit) -> (String?, Double?) {
    let seconds = Double(code) * unit.secondsPerCode
    if case .raw = unit { return ("raw", nil) }
    guard seconds > 0 else { return (nil, nil) }
    return (String(format: "%.4gms", seconds * 1000), ExposureValue.stops(ofRatio: seconds))
  }
}
