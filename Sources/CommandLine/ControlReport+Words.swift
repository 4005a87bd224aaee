internal import V4L2

extension ControlReport {
  /// A kind as v4l2-ctl abbreviates it.
  static func words(_ kind: ControlDescription.Kind) -> String {
    switch kind {
    case .integer: return "int"
    case .boolean: return "bool"
    case .menu(let items): return items.contains { $0.value != nil } ? "intmenu" : "menu"
    case .button: return "button"
    case .wideInteger: return "int64"
    case .bitmask: return "bitmask"
    case .other(let number): return "type \(number)"
    }
  }

  /// Flags as v4l2-ctl names them; those that are not known by number.
  static func words(_ flags: ControlDescription.Flags) -> [String] {
    let known: [(ControlDescription.Flags, String)] = [
      (.disabled, "disabled"), (.grabbed, "grabbed"), (.readOnly, "read-only"),
      (.update, "update"), (.inactive, "inactive"), (.slider, "slider"),
      (.writeOnly, "write-only"), (.volatile, "volatile"), (.hasPayload, "has-payload"),
      (.executeOnWrite, "execute-on-write"), (.modifiesLayout, "modify-layout"),
    ]
    var rest = flags
    var words: [String] = []
    for (flag, word) in known where flags.contains(flag) {
      words.append(word)
      rest.remove(flag)
    }
    if !rest.isEmpty { words.append("0x" + String(rest.rawValue, radix: 16)) }
    return words
  }

  static func words(_ owner: ControlOwner, _ table: ControlTable) -> String {
    switch owner {
    case .nobody: return "nobody"
    case .camera(let automatic):
      return "camera:" + (table[automatic].map { name($0.name) } ?? automatic.description)
    case .process(let number): return "process:\(number)"
    }
  }

  static func words(_ use: ControlUse) -> String {
    switch use {
    case .automatic(let function): "automatic:\(words(function))"
    case .value(let function): words(function)
    case .frameRate: "frame-rate"
    case .timing: "timing"
    case .steering: "steering"
    }
  }

  private static func words(_ function: CameraFunction) -> String {
    switch function {
    case .exposure: "exposure"
    case .focus: "focus"
    case .whiteBalance: "white-balance"
    case .control(let id): id.description
    }
  }

  static func words(_ defect: ControlDescription.Defect) -> String {
    switch defect {
    case .invertedRange: "the minimum is above the maximum; the control is not used"
    case .step(let step): "the step is \(step) and counts as 1"
    case .stepBeyondRange(let step): "the step, \(step), is greater than the range"
    case .defaultOutside(let value): "the default, \(value), is outside the range"
    case .valueOutside(let value): "the value, \(value), is outside the range and not started from"
    case .emptyMenu: "the menu has no items; the control is not used"
    }
  }
}
