internal import GrayCard
internal import SimulatedCamera

/// A control of a simulated camera as a controller sees it: codes turned into physical values.
struct SteeredControl: Sendable {
  let control: SimulatedControl
  private let steps: Int

  /// The control, or `nil` where it cannot be moved or its values do not rise with its codes.
  init?(_ control: SimulatedControl) {
    guard !control.isReadOnly, control.step > 0, control.maximum > control.minimum else {
      return nil
    }
    self.control = control
    steps = (control.maximum - control.minimum) / control.step
    guard value(step: steps) > value(step: 0) else { return nil }
  }

  private func value(step: Int) -> Double {
    control.value(of: control.minimum + step * control.step)
  }

  /// The values that can be asked for; codes that mean nothing or less are left out.
  var range: ControlRange? {
    var first = 0
    while first < steps, value(step: first) <= 0 { first += 1 }
    let least = value(step: first)
    guard least > 0 else { return nil }
    // Steps of a curved law differ; what they leave is taken up by `code(of:)`.
    let isEven: Bool = if case .linear = control.law { true } else { false }
    return ControlRange(
      minimum: least, maximum: value(step: steps),
      step: isEven ? value(step: first + 1) - least : 0)
  }

  /// The code whose value is nearest to a wish.
  func code(of wanted: Double) -> Int {
    var (low, high) = (0, steps)
    while high - low > 1 {
      let middle = (low + high) / 2
      if value(step: middle) <= wanted { low = middle } else { high = middle }
    }
    let nearest = wanted - value(step: low) <= value(step: high) - wanted ? low : high
    return control.minimum + nearest * control.step
  }
}
