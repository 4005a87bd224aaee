/// One control of a simulated camera: limits, meaning and delay.
public struct SimulatedControl: Hashable, Sendable {
  /// Which control.
  public let id: ControlID
  /// The least code.
  public let minimum: Int
  /// The greatest code.
  public let maximum: Int
  /// Codes are the minimum plus a multiple of this.
  public let step: Int
  /// The code at power-up.
  public let defaultValue: Int
  /// How many frames begin after a write before one shows it: 0…40; 0 is the very next frame.
  public var latency: Int
  /// What codes mean.
  public var law: ControlLaw
  /// Whether writes are refused.
  public var isReadOnly: Bool

  /// Describes a control; it is checked when a camera is made of it.
  ///
  /// - Parameters:
  ///   - id: Which control.
  ///   - minimum: The least code.
  ///   - maximum: The greatest code.
  ///   - step: The distance of codes, above 0.
  ///   - defaultValue: The code at power-up.
  ///   - latency: Frames until a write shows, 0…40.
  ///   - law: What codes mean; `nil` takes the usual of the control: 100 µs, a gain of code/16,
  ///     0.05 dioptres a code, kelvin, or a balance of code/128.
  ///   - isReadOnly: Whether writes are refused.
  public init(
    _ id: ControlID, minimum: Int, maximum: Int, step: Int = 1, defaultValue: Int,
    latency: Int = 0, law: ControlLaw? = nil, isReadOnly: Bool = false
  ) {
    self.id = id
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.defaultValue = defaultValue
    self.latency = latency
    self.law = law ?? Self.usualLaw(id)
    self.isReadOnly = isReadOnly
  }

  /// A switch: 0 or 1.
  ///
  /// - Parameters:
  ///   - id: Which control.
  ///   - defaultValue: 0 or 1.
  ///   - latency: Frames until a write shows.
  /// - Returns: The control.
  public static func toggle(
    _ id: ControlID, defaultValue: Int, latency: Int = 0
  ) -> SimulatedControl {
    SimulatedControl(id, minimum: 0, maximum: 1, defaultValue: defaultValue, latency: latency)
  }

  /// The physical value of a code: seconds, gain, dioptres or kelvin.
  ///
  /// - Parameter code: A code.
  /// - Returns: The value by the control's law.
  public func value(of code: Int) -> Double {
    law.value(of: code, minimum: minimum)
  }

  /// The greatest code whose value does not exceed a wanted one, for laws that rise with the code.
  func greatestCode(notAbove value: Double) -> Int {
    var (low, high) = (0, (maximum - minimum) / step)
    while low < high {
      let middle = (low + high + 1) / 2
      if self.value(of: minimum + middle * step) <= value {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return minimum + low * step
  }

  /// Limits a code and rounds it to the nearest step, as V4L2's core does.
  func rounded(_ code: Int) -> Int {
    let limited = min(max(code, minimum), maximum)
    let steps = (limited - minimum + step / 2) / step
    return min(steps * step, (maximum - minimum) / step * step) + minimum
  }

  /// Whether the limits make sense; latencies are checked apart.
  var isSound: Bool {
    let inReach = minimum > -1_000_000_000 && maximum < 1_000_000_000
    return inReach && minimum <= maximum && step > 0 && step <= 1_000_000_000
      && (minimum...maximum).contains(defaultValue)
  }

  private static func usualLaw(_ id: ControlID) -> ControlLaw {
    switch id {
    case .exposureTime: .linear(perCode: 0.0001)
    case .gain: .linear(perCode: 0.0625)
    case .focusAbsolute: .linear(perCode: 0.05)
    case .redBalance, .blueBalance: .linear(perCode: 0.0078125)
    case .autoExposure, .exposurePriority, .autogain, .powerLineFrequency, .focusAuto,
      .autoWhiteBalance, .whiteBalanceTemperature, .privacy:
      .linear(perCode: 1)
    }
  }
}

/// Why a control was not written or read, as V4L2 would say it.
public enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The camera has no such control (`EINVAL`).
  case unknown(ControlID)
  /// An automatic governs the control (`EACCES`).
  case inactive(ControlID)
  /// The control cannot be written (`EACCES`).
  case readOnly(ControlID)
  /// A menu has no such item (`ERANGE`), or the camera refuses it (`EINVAL`).
  case invalidValue(ControlID, Int)
  /// The camera is busy; later it will do (`EBUSY`).
  case busy(ControlID)

  /// One sentence: what is wrong and what to do.
  public var description: String {
    switch self {
    case .unknown(let id): "the camera has no control \(id)"
    case .inactive(let id): "\(id) is governed by an automatic; turn that off first"
    case .readOnly(let id): "\(id) cannot be written"
    case .invalidValue(let id, let value): "\(id) cannot be \(value)"
    case .busy(let id): "the camera is busy; write \(id) again later"
    }
  }
}
