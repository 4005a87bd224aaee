internal import Foundation

/// What a point out of focus becomes, as the share that it leaves of each wave.
///
/// Closed forms: a disc's is 2 J₁(x)/x with x = 2πrf, a ring's the difference of two discs', a
/// Gaussian's a Gaussian, a hexagon's the sum over its edges of the Fourier transform of a polygon. All
/// are made as wide as the disc: their second moments are alike.
public enum PointSpread: String, Hashable, Sendable, Codable, CaseIterable {
  /// An ideal lens, wide open.
  case disc
  /// A lens whose aberrations fill the disc softly.
  case gaussian
  /// A lens that over-corrects, or a mirror: the inner half is dark.
  case ring
  /// Six blades.
  case hexagon

  /// The share of a wave that is left.
  ///
  /// - Parameters:
  ///   - radius: Of the disc of the same width, in pixels.
  ///   - x: Waves a pixel across.
  ///   - y: Waves a pixel down.
  /// - Returns: At most 1; below 0 where light and dark are exchanged.
  func response(radius: Double, x: Double, y: Double) -> Double {
    guard radius > 0.01 else { return 1 }
    let frequency = (x * x + y * y).squareRoot()
    switch self {
    case .disc: return Self.disc(2 * .pi * radius * frequency)
    case .gaussian:
      // A disc's variance a direction is r²/4.
      let exponent = .pi * radius * frequency
      return exp(-exponent * exponent / 2)
    case .ring:
      // A ring's is (R² + (R/2)²)/4.
      let outer = radius / 1.25.squareRoot()
      let (large, small) = (2 * Double.pi * outer * frequency, Double.pi * outer * frequency)
      return (Self.disc(large) - 0.25 * Self.disc(small)) / 0.75
    case .hexagon:
      // A hexagon's is 5R²/24.
      return Self.hexagon(radius * 1.2.squareRoot(), 2 * .pi * x, 2 * .pi * y)
    }
  }

  /// Whether the response depends on the frequency alone.
  var isRound: Bool { self != .hexagon }

  private static func disc(_ x: Double) -> Double { x < 1e-4 ? 1 : 2 * j1(x) / x }

  private static func hexagon(_ radius: Double, _ u: Double, _ v: Double) -> Double {
    let square = u * u + v * v
    guard square * radius * radius > 1e-6 else { return 1 }
    var sum = 0.0
    // Opposite edges contribute alike.
    for (corner, next) in edges {
      let (ex, ey) = (radius * (next.x - corner.x), radius * (next.y - corner.y))
      let (mx, my) = (radius * (next.x + corner.x) / 2, radius * (next.y + corner.y) / 2)
      let half = (u * ex + v * ey) / 2
      let sinc = half.magnitude < 1e-6 ? 1 : sin(half) / half
      sum += 2 * (u * ey - v * ex) * sin(u * mx + v * my) * sinc
    }
    let area = 1.5 * 3.0.squareRoot() * radius * radius
    return sum / (square * area)
  }

  private static let edges: [(corner: (x: Double, y: Double), next: (x: Double, y: Double))] =
    (0..<3).map { edge in
      let angles = (Double(edge) * .pi / 3, Double(edge + 1) * .pi / 3)
      return ((cos(angles.0), sin(angles.0)), (cos(angles.1), sin(angles.1)))
    }
}
