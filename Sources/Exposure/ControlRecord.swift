internal import Controls

/// One value for each control.
struct PerControl<Value: Hashable & Sendable>: Hashable, Sendable {
  private var time: Value
  private var gain: Value

  init(_ value: Value) { (time, gain) = (value, value) }

  subscript(_ control: DelayedControl) -> Value {
    get { control == .exposureTime ? time : gain }
    // In place: a copy would ask for memory where arrays are changed.
    _modify {
      if control == .exposureTime { yield &time } else { yield &gain }
    }
  }
}

/// What the picture has told of one control.
struct ControlRecord: Hashable, Sendable {
  /// Whether its value is what we wrote, and not only what was read.
  var isCertain: Bool
  /// Trials of it alone that agreed.
  var responses = 0
  /// The last value that the picture confirmed.
  var confirmed: Double?
  /// The greatest value that the picture confirmed.
  var greatestGood: Double?
  /// A confirmed value for which another was read back.
  var misread: Double?
  /// The mean of seen over predicted changes.
  var proportion: Double?
  /// How many frames after a write the picture changes.
  var arrival: Int?
  /// Values that acted, and values that were dropped, as whole steps.
  var acted: [Int] = []
  var dropped: [Int] = []

  init(isCertain: Bool) { self.isCertain = isCertain }

  mutating func agreed(_ ratio: Double, value: Double) {
    responses = min(responses + 1, 1_000_000)
    confirmed = value
    greatestGood = max(greatestGood ?? value, value)
    proportion = proportion.map { $0 + 0.3 * (ratio - $0) } ?? ratio
  }

  mutating func act(_ step: Int?) {
    guard let step, acted.count < 64, !acted.contains(step) else { return }
    acted.append(step)
  }

  mutating func drop(_ step: Int?) {
    guard let step, dropped.count < 64, !dropped.contains(step) else { return }
    dropped.append(step)
  }

  /// Steps that devices are known to count in, commoner ones first.
  private static let usualSteps = [
    5, 10, 2, 4, 8, 16, 3, 6, 20, 25, 32, 50, 12, 15, 30, 60, 64, 100, 128, 256,
  ]

  /// A multiple of the control's step of which all that acted are multiples and nothing that was
  /// dropped is.
  var offStep: Int? {
    Self.usualSteps.first { step in
      acted.allSatisfy { $0 % step == 0 } && dropped.allSatisfy { $0 % step != 0 }
    }
  }
}

extension CameraCapabilities {
  /// What a control takes at the frame rate.
  func reach(_ control: DelayedControl) -> ControlRange? {
    guard let range = range(control) else { return nil }
    guard control == .exposureTime, let longest = longestExposureTime else { return range }
    return ControlRange(
      minimum: range.minimum, maximum: max(longest, range.minimum), step: range.step)
  }

  func range(_ control: DelayedControl) -> ControlRange? {
    control == .exposureTime ? exposureTime : analogueGain
  }
}

extension ControlRange {
  /// A value in whole steps from zero, where the control has steps.
  func steps(of value: Double) -> Int? {
    guard step > 0, (value / step).magnitude < 1e9 else { return nil }
    return Int((value / step).rounded())
  }
}
