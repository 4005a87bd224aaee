/// What of a series in time proves nothing: its mean, a steady change, and what follows the total
/// exposure.
///
/// A scene that stands still gives the first, light that comes slowly the second. The third comes of a
/// response that is not quite known: texture then changes where the total exposure does.
struct SlowPart: Sendable {
  /// Which of the history's frames is the first, and how many there are.
  private(set) var first = 0
  private(set) var count = 0
  /// Unit vectors, at right angles to each other and to a constant; zeros where there is nothing.
  private var time = [Double](repeating: 0, count: FlickerHistory.capacity)
  private var total = [Double](repeating: 0, count: FlickerHistory.capacity)

  /// Total exposures that are alike to so many stops, root mean square, count as one.
  private static let alike = 0.02

  /// Prepares for the youngest frames.
  mutating func prepare(_ history: borrowing FlickerHistory, frames: Int) {
    count = min(max(frames, 0), history.count)
    first = history.count - count
    for index in 0..<count {
      time[index] = history.times[first + index]
      total[index] = history.totals[first + index]
    }
    Self.centre(&time, count)
    Self.centre(&total, count)
    Self.normalise(&time, count, least: 1e-12)
    var across = 0.0
    for index in 0..<count { across += time[index] * total[index] }
    for index in 0..<count { total[index] -= across * time[index] }
    let least = Self.alike * Self.alike * Double(count)
    Self.normalise(&total, count, least: least)
  }

  /// Takes the slow part out of a series of ``count`` numbers.
  func remove(from series: inout [Double]) {
    Self.centre(&series, count)
    var (along, aside) = (0.0, 0.0)
    for index in 0..<count {
      along += time[index] * series[index]
      aside += total[index] * series[index]
    }
    for index in 0..<count { series[index] -= along * time[index] + aside * total[index] }
  }

  /// The sum of squares of the slow part of a series of ``count`` numbers.
  func energy(of series: borrowing [Double]) -> Double {
    var (sum, along, aside) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      sum += series[index]
      along += time[index] * series[index]
      aside += total[index] * series[index]
    }
    return sum * sum / Double(max(count, 1)) + along * along + aside * aside
  }

  private static func centre(_ series: inout [Double], _ count: Int) {
    var sum = 0.0
    for index in 0..<count { sum += series[index] }
    let mean = sum / Double(max(count, 1))
    for index in 0..<count { series[index] -= mean }
  }

  /// Gives a series a length of one, or none where its squares sum up to less than the least.
  private static func normalise(_ series: inout [Double], _ count: Int, least: Double) {
    var square = 0.0
    for index in 0..<count { square += series[index] * series[index] }
    let isThere = square > least && square.isFinite
    let scale = isThere ? 1 / square.squareRoot() : 0
    for index in 0..<count { series[index] *= scale }
  }
}
