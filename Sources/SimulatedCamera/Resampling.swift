/// Brings a plane to another size: each new pixel is the mean over its area of the old ones.
struct Resampling {
  private struct Span {
    let first: Int
    let weights: [Float]
  }

  private let columns: [Span]
  private let rows: [Span]
  private let sourceWidth: Int
  private let isIdentity: Bool

  init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    columns = Self.spans(source.width, target.width)
    rows = Self.spans(source.height, target.height)
    sourceWidth = source.width
    isIdentity = source == target
  }

  func apply(_ plane: [Float]) -> [Float] {
    if isIdentity { return plane }
    if plane.count == 1 { return [Float](repeating: plane[0], count: columns.count * rows.count) }
    var result: [Float] = []
    result.reserveCapacity(columns.count * rows.count)
    for row in rows {
      for column in columns {
        var sum: Float = 0
        for (y, rowWeight) in row.weights.enumerated() {
          let base = (row.first + y) * sourceWidth + column.first
          for (x, weight) in column.weights.enumerated() {
            sum += plane[base + x] * (weight * rowWeight)
          }
        }
        result.append(sum)
      }
    }
    return result
  }

  /// The old pixels under each new one, with weights whose sum is 1.
  private static func spans(_ source: Int, _ target: Int) -> [Span] {
    let ratio = Double(source) / Double(target)
    return (0..<target).map { index in
      let (start, end) = (Double(index) * ratio, Double(index + 1) * ratio)
      let first = min(Int(start), source - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), source - 1)
      let weights = (first...last).map { pixel in
        Float(max(min(end, Double(pixel + 1)) - max(start, Double(pixel)), 0) / ratio)
      }
      return Span(first: first, weights: weights)
    }
  }
}
