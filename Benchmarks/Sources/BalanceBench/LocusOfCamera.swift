import Controls
import Foundation

/// Loci from sensitivities, and how they are moved to lights that were measured.
struct LocusOfCamera {
  /// Stops of red and of blue over green, coldest light last.
  var corners: [(red: Double, blue: Double)]

  static let kelvins: [Double] = [
    1900, 2200, 2500, 2856, 3200, 3600, 4000, 4500, 5000, 5500, 6000, 6500, 7000, 7500, 8500,
    10_000, 12_000, 15_000,
  ]

  init(_ camera: SpectralCamera) throws {
    let basis = try SpectralTable("daylight-basis.csv")
    corners = Self.kelvins.map { kelvin in
      Self.stops(camera.colour(of: Self.light(kelvin, basis)))
    }
  }

  var locus: WhiteBalanceLocus? {
    WhiteBalanceLocus(
      zip(Self.kelvins, corners).map { kelvin, corner in
        WhiteBalanceLocus.Entry(kelvin: kelvin, red: exp2(corner.red), blue: exp2(corner.blue))
      })
  }

  static func stops(_ colour: [Double]) -> (red: Double, blue: Double) {
    (log2(colour[0] / colour[1]), log2(colour[2] / colour[1]))
  }

  /// Planckian light to 4,000 K, daylight (CIE 15:2004, 3.1) from 5,000 K, blended between.
  static func light(_ kelvin: Double, _ basis: SpectralTable) -> [Double] {
    let at560 = 36
    func scaled(_ spectrum: [Double]) -> [Double] { spectrum.map { $0 / spectrum[at560] } }
    let cold = scaled(daylight(max(kelvin, 4000), basis))
    let warm = scaled(
      (0..<81).map { step in
        let metres = Double(380 + 5 * step) * 1e-9
        return pow(metres * 1e6, -5) / (exp(0.014387769 / (metres * kelvin)) - 1)
      })
    let share = min(max((kelvin - 4000) / 1000, 0), 1)
    return zip(warm, cold).map { (1 - share) * $0 + share * $1 }
  }

  private static func daylight(_ kelvin: Double, _ basis: SpectralTable) -> [Double] {
    let (t, t2, t3) = (1e3 / kelvin, 1e6 / kelvin / kelvin, 1e9 / kelvin / kelvin / kelvin)
    let x =
      kelvin <= 7000
      ? -4.6070 * t3 + 2.9678 * t2 + 0.09911 * t + 0.244063
      : -2.0064 * t3 + 1.9018 * t2 + 0.24748 * t + 0.237040
    let y = -3 * x * x + 2.87 * x - 0.275
    let m = 0.0241 + 0.2562 * x - 0.7341 * y
    let m1 = (-1.3515 - 1.7703 * x + 5.9114 * y) / m
    let m2 = (0.03 - 31.4424 * x + 30.0717 * y) / m
    return (0..<81).map { basis[0][$0] + m1 * basis[1][$0] + m2 * basis[2][$0] }
  }

  /// Moves the locus so that the median of measured lights lies on it: two numbers, as the filters in
  /// front of a sensor have a gain for red and one for blue.
  func moved(to lights: [[Double]]) -> LocusOfCamera {
    var result = self
    let places = lights.map(Self.stops)
    for _ in 0..<30 {
      let rests = places.map { result.rest(of: $0) }
      let (red, blue) = (Self.median(rests.map(\.red)), Self.median(rests.map(\.blue)))
      result.corners = result.corners.map { ($0.red + red, $0.blue + blue) }
      if abs(red) + abs(blue) < 1e-5 { break }
    }
    return result
  }

  /// The way from the locus to a place.
  private func rest(of place: (red: Double, blue: Double)) -> (red: Double, blue: Double) {
    var best = (red: 100.0, blue: 100.0)
    for (a, b) in zip(corners, corners.dropFirst()) {
      let way = (red: b.red - a.red, blue: b.blue - a.blue)
      let off = (red: place.red - a.red, blue: place.blue - a.blue)
      let along =
        (off.red * way.red + off.blue * way.blue) / (way.red * way.red + way.blue * way.blue)
      let share = min(max(along, 0), 1)
      let rest = (red: off.red - share * way.red, blue: off.blue - share * way.blue)
      if rest.red * rest.red + rest.blue * rest.blue < best.red * best.red + best.blue * best.blue {
        best = rest
      }
    }
    return best
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
