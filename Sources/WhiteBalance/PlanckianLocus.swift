/// The chromaticities of black bodies, in CIE 1960, by their reciprocal temperature.
enum PlanckianLocus {
  /// A stretch of the locus in two polynomials.
  struct Piece: Sendable {
    /// Where it begins, in reciprocal megakelvins.
    let low: Double
    /// Where it ends.
    let high: Double
    /// The coefficients of u, powers rising, of the place in the piece from −1 to 1.
    let u: [Double]
    /// The coefficients of v.
    let v: [Double]
  }

  /// A place on the locus, and how it moves with a reciprocal megakelvin more.
  struct Point {
    let u: Double
    let v: Double
    let du: Double
    let dv: Double

    /// The product of the way along the locus with the way to a chromaticity: 0 on the isotherm.
    func along(_ colour: Chromaticity) -> Double { (colour.u - u) * du + (colour.v - v) * dv }

    /// The distance of a chromaticity on this isotherm, above 0 on the green side.
    func duv(_ colour: Chromaticity) -> Double {
      (du * (colour.v - v) - dv * (colour.u - u)) / (du * du + dv * dv).squareRoot()
    }
  }

  /// The locus at a reciprocal temperature.
  ///
  /// - Parameter mired: Reciprocal megakelvins, 20…1,000; beyond them the last polynomial goes on.
  /// - Returns: The place.
  static func point(mired: Double) -> Point {
    var piece = pieces[0]
    for other in pieces.dropFirst() where mired > other.low { piece = other }
    let scale = 2 / (piece.high - piece.low)
    let place = (mired - piece.low) * scale - 1
    let (u, du) = value(piece.u, place)
    let (v, dv) = value(piece.v, place)
    return Point(u: u, v: v, du: du * scale, dv: dv * scale)
  }

  /// The reciprocal temperature on whose isotherm a chromaticity lies.
  ///
  /// Found by halving an interval, to the last bit: slower than Newton's way, but right everywhere.
  ///
  /// - Parameters:
  ///   - colour: The chromaticity.
  ///   - range: Where to look, in reciprocal megakelvins.
  /// - Returns: Reciprocal megakelvins; `nil` where it is none of the range.
  static func mired(of colour: Chromaticity, in range: ClosedRange<Double>) -> Double? {
    let steps = 48.0
    let step = (range.upperBound - range.lowerBound) / steps
    var nearest = (distance: Double.infinity, mired: range.lowerBound)
    for index in 0...48 {
      let mired = range.lowerBound + Double(index) * step
      let point = point(mired: mired)
      let (u, v) = (colour.u - point.u, colour.v - point.v)
      if u * u + v * v < nearest.distance { nearest = (u * u + v * v, mired) }
    }
    // A place at an end of the range may come out beyond it by a rounding.
    var low = max(nearest.mired - step, range.lowerBound - 1e-6)
    var high = min(nearest.mired + step, range.upperBound + 1e-6)
    guard point(mired: low).along(colour) >= 0, point(mired: high).along(colour) <= 0 else {
      return nil
    }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if point(mired: middle).along(colour) > 0 { low = middle } else { high = middle }
    }
    return min(max(high, range.lowerBound), range.upperBound)
  }

  /// A polynomial and its slope.
  static func value(_ coefficients: [Double], _ place: Double) -> (value: Double, slope: Double) {
    var (value, slope) = (0.0, 0.0)
    for coefficient in coefficients.reversed() {
      slope = slope * place + value
      value = value * place + coefficient
    }
    return (value, slope)
  }
}
