/// A rule that a table of linear values breaks, with the place where it does.
public enum ResponseTableError: Error, Hashable, Sendable {
  /// The number of values isn't from 2 to 4096.
  case count(Int)

  /// A value isn't a number from 0 to 1.
  case outOfRange(index: Int, value: Double)

  /// A value isn't above the one before it.
  case notRising(index: Int, previous: Double, value: Double)
}

extension ResponseTableError: CustomStringConvertible {
  /// What was wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .count(let count):
      "\(count) values are outside 2...4096; resample the curve"
    case .outOfRange(let index, let value):
      "value \(value) at index \(index) is outside 0...1; scale the table so that white is 1"
    case .notRising(let index, let previous, let value):
      "value \(value) at index \(index) is not above \(previous) before it; smooth the measurement"
    }
  }
}
