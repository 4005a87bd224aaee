/// The values that a control takes: evenly spaced from a minimum to a maximum.
///
/// In physical units (seconds, a linear factor, dioptres). Drivers report steps of 0, ranges of one
/// value and ranges upside down (field case B07); this type cannot hold the last and treats the
/// others as what they are.
public struct ControlRange: Hashable, Sendable {
  /// The smallest value.
  public let minimum: Double
  /// The greatest value.
  public let maximum: Double
  /// The distance from one value to the next; 0 where every value between is taken.
  public let step: Double

  /// Makes a range. The result is `nil` unless all are finite, the minimum is not above the
  /// maximum, and the step is not negative.
  ///
  /// - Parameters:
  ///   - minimum: The smallest value.
  ///   - maximum: The greatest value.
  ///   - step: The distance from one value to the next; 0 where every value between is taken.
  public init?(minimum: Double, maximum: Double, step: Double = 0) {
    guard minimum.isFinite, maximum.isFinite, step.isFinite, minimum <= maximum, step >= 0,
      (maximum - minimum).isFinite
    else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// Whether the control can be moved at all.
  public var isAdjustable: Bool { maximum > minimum && step <= maximum - minimum }

  /// The value nearest to a wish; of two equally near, the greater.
  ///
  /// - Parameter value: The wish; NaN gives the minimum.
  /// - Returns: A value that the control takes.
  public func nearest(_ value: Double) -> Double {
    guard value > minimum else { return minimum }
    guard value < maximum, step > 0 else { return step > 0 ? greatest : min(value, maximum) }
    let steps = ((value - minimum) / step + 0.5).rounded(.down)
    return min(self.value(ofStep: steps), greatest)
  }

  /// The greatest value that is not above a wish; the minimum where none is.
  ///
  /// A wish that misses a value by a rounding of the arithmetic, one part in 10⁹ of a step, counts as
  /// that value: times that are multiples of a step only nearly must not lose a whole one.
  ///
  /// - Parameter value: The wish; NaN gives the minimum.
  /// - Returns: A value that the control takes.
  public func atMost(_ value: Double) -> Double {
    guard value > minimum else { return minimum }
    guard value < maximum, step > 0 else { return step > 0 ? greatest : min(value, maximum) }
    let steps = ((value - minimum) / step + 1e-9).rounded(.down)
    return min(self.value(ofStep: steps), greatest)
  }

  /// The greatest value that the control takes: the last step that does not pass the maximum.
  public var greatest: Double {
    guard step > 0 else { return maximum }
    return value(ofStep: ((maximum - minimum) / step + 1e-9).rounded(.down))
  }

  /// The values below and above, for a look at what one step changes.
  ///
  /// - Parameter value: A value that the control takes.
  /// - Returns: Its neighbours, the value itself at an end of the range or without steps.
  public func neighbours(of value: Double) -> (below: Double, above: Double) {
    guard step > 0 else { return (value, value) }
    return (max(minimum, value - step), min(greatest, value + step))
  }

  private func value(ofStep step: Double) -> Double { minimum + step * self.step }
}
