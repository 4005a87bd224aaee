/// A measured response curve: linear light at equally spaced encoded values.
///
/// The first value belongs to encoded 0, the last to encoded 1; between them the curve is straight.
/// Values rise strictly, so that every linear value between the ends has one encoded value. The ends
/// need not be 0 and 1: linear light beyond them is encoded as 0 or 1.
public struct ResponseTable: Hashable, Sendable {
  /// The linear values, 0 to 1, rising; 2 to 4096 of them.
  public let values: [Double]

  /// Takes linear values.
  ///
  /// - Parameter values: 2 to 4096 numbers from 0 to 1, each above the one before.
  /// - Throws: `ResponseTableError`, for the first value that breaks the rule.
  /// - Complexity: O(*n*) in the number of values.
  public init(_ values: [Double]) throws(ResponseTableError) {
    guard ResponseTable.counts.contains(values.count) else { throw .count(values.count) }
    var previous: Double?
    for (index, value) in values.enumerated() {
      guard value >= 0, value <= 1 else { throw .outOfRange(index: index, value: value) }
      if let previous, previous >= value {
        throw .notRising(index: index, previous: previous, value: value)
      }
      previous = value
    }
    self.values = values
  }

  /// The numbers of values a table may have: a line, up to one for each code of 12 bits.
  public static let counts = 2...4096
}

extension ResponseTable {
  /// Interpolates at an encoded value from 0 to 1; not checked.
  ///
  /// The error is at most 2⁻⁵² times the slope plus 2⁻⁵².
  func linear(fromEncoded encoded: Double) -> Double {
    let (index, fraction) = place(of: encoded)
    let (lower, upper) = (values[index], values[index + 1])
    // The limit keeps rounding from lifting the end of one piece above the start of the next.
    return min(lower + (upper - lower) * fraction, upper)
  }

  /// Finds the encoded value whose interpolation is a linear value.
  ///
  /// The inverse of the interpolation, by binary search: the pieces are straight, so nothing is
  /// approximated. The error is at most 2⁻⁵² over the slope plus 2⁻⁵².
  func encoded(fromLinear linear: Double) -> Double {
    // The last value that isn't above the argument lies in low..<high.
    var (low, high) = (0, values.count)
    guard linear > values[0] else { return 0 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if values[middle] <= linear { low = middle } else { high = middle }
    }
    guard high < values.count else { return 1 }
    let fraction = (linear - values[low]) / (values[high] - values[low])
    return (Double(low) + fraction) / Double(values.count - 1)
  }

  /// Returns the slope of the piece at an encoded value; at an inner value, of the piece to its right.
  func slope(atEncoded encoded: Double) -> Double {
    let (index, _) = place(of: encoded)
    return (values[index + 1] - values[index]) * Double(values.count - 1)
  }

  /// Finds the piece that an encoded value lies in, and where in it, 0 to 1.
  private func place(of encoded: Double) -> (index: Int, fraction: Double) {
    let position = encoded * Double(values.count - 1)
    let index = min(Int(position), values.count - 2)
    return (index, position - Double(index))
  }
}
