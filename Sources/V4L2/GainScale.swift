internal import Controls

/// How linear gains become codes of a camera's gain control.
struct GainScale: Hashable, Sendable {
  let description: ControlDescription
  let law: GainLaw
  /// Whether the law is a profile's and not only assumed.
  let isKnown: Bool

  init?(_ table: ControlTable, _ profile: DeviceProfile) {
    guard let id = [ControlID.analogueGain, .gain].first(where: table.isAdjustable),
      let description = table[id]
    else { return nil }
    self.description = description
    if let known = profile.gainLaw?.value {
      law = known
      isKnown = true
    } else {
      law = Self.assumed(description)
      isKnown = false
    }
  }

  /// V4L2 gives gain no unit. Sensors that count from a code above 0 mostly count in proportion, their
  /// smallest code being gain 1; those that count from 0 are taken to reach gain 5, a cautious guess:
  /// a loop that thinks too little of its gain corrects too much once, one that thinks too much of it
  /// creeps.
  private static func assumed(_ description: ControlDescription) -> GainLaw {
    if description.minimum > 0 { return .linear(unity: Double(description.minimum)) }
    return .offset(span: max(1, Double(description.maximum) / 4))
  }

  /// The gains; steps only where the law spaces them evenly.
  var range: ControlRange? {
    let first = law.gain(ofCode: Double(leastCode))
    let last = law.gain(ofCode: Double(description.maximum))
    var step = 0.0
    switch law {
    case .linear, .offset:
      step = (law.gain(ofCode: Double(leastCode) + Double(description.step)) - first).magnitude
    case .exponential, .table: break
    }
    return ControlRange(minimum: min(first, last), maximum: max(first, last), step: step)
  }

  /// Under a law of proportion code 0 is no light at all.
  private var leastCode: Int64 {
    if case .linear = law { return max(description.minimum, min(1, description.maximum)) }
    return description.minimum
  }

  func gain(_ code: Int64) -> Double { law.gain(ofCode: Double(code)) }

  func code(_ gain: Double) -> Int64 {
    max(leastCode, Int64(clamping: law.code(ofGain: gain)))
  }
}
