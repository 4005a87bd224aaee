import Foundation

/// Angles between lights and their estimates, in degrees.
struct AngularErrors {
  var values: [Double] = []

  static func angle(_ a: [Double], _ b: [Double]) -> Double {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).squareRoot()
    return acos(min(max(cosine, -1), 1)) * 180 / .pi
  }

  private var sorted: [Double] { values.sorted() }

  var mean: Double { values.reduce(0, +) / Double(max(values.count, 1)) }

  /// Between two values it is interpolated.
  func quantile(_ share: Double) -> Double {
    let sorted = sorted
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let low = Int(place)
    return sorted[low] + (place - Double(low)) * (sorted[min(low + 1, last)] - sorted[low])
  }

  var median: Double { quantile(0.5) }

  var trimean: Double { (quantile(0.25) + 2 * quantile(0.5) + quantile(0.75)) / 4 }

  var best: Double { part(sorted.prefix(max(1, values.count / 4))) }

  var worst: Double { part(sorted.suffix(max(1, values.count / 4))) }

  private func part(_ values: ArraySlice<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// The cells of a row of Markdown.
  var cells: String {
    [mean, median, trimean, best, worst].map { String(format: "%.2f", $0) }
      .joined(separator: " | ")
  }
}
