public import Controls
internal import Photometry

/// What a sensor makes of grey under any light, and so the gains that a light needs.
///
/// Of a `SensorMatrix` it is the matrix's product with the light's chromaticity; of a
/// `WhiteBalanceLocus`, which was measured along the white of ``ColourTemperature``, the
/// logarithms of its ratios are joined by straight lines over reciprocal temperature and go on beyond
/// its ends, and a tint makes red and blue stronger or weaker alike, by the measure of eight cameras.
public struct SensorColour: Hashable, Sendable {
  /// A camera of which nothing is known: the mean of eight cameras.
  ///
  /// Their own ratios lie from 30 % below to 50 % above it, so that temperatures come out within about
  /// 700 K at 5,000 K. Gains found by a loop are not touched by it: it is a scale, not a measurement.
  public static let generic =
    WhiteBalanceLocus(genericEntries).flatMap { SensorColour($0) }
    ?? SensorColour(scale: MiredScale(red: [0, 0], blue: [0, 0], mired: [200, 300]))

  private enum Kind: Hashable, Sendable {
    case matrix(SensorMatrix, inverse: [Double])
    case scale
  }

  private let kind: Kind
  /// The straight-line form, of which every sensor has one.
  let scale: MiredScale

  private init(scale: MiredScale) {
    kind = .scale
    self.scale = scale
  }

  /// Takes a matrix. The result is `nil` where it makes no positive colours of white from 2,500 to
  /// 10,000 K, or its red does not fall against blue as the light grows colder.
  ///
  /// - Parameter matrix: From CIE XYZ to the sensor's colours.
  public init?(_ matrix: SensorMatrix) {
    let inverse = Self.inverse(matrix)
    var entries: [(mired: Double, red: Double, blue: Double)] = []
    var mired = 1e6 / ColourTemperature.kelvins.upperBound
    while mired <= 1000 {
      if let light = ColourTemperature(kelvin: 1e6 / mired, tint: 0),
        let grey = Self.grey(matrix, light)
      {
        entries.append((mired, grey.red, grey.blue))
      } else if mired >= 100, mired <= 400 {
        return nil
      }
      mired += 15
    }
    // Beyond a place where the matrix fails, nothing follows.
    guard let scale = MiredScale(entries) else { return nil }
    kind = .matrix(matrix, inverse: inverse)
    self.scale = scale
  }

  /// Takes a locus. The result is `nil` unless its red falls against its blue from each entry to the
  /// next: otherwise a colour would have several temperatures.
  ///
  /// - Parameter locus: What the sensor makes of grey under light of tint 0.
  public init?(_ locus: WhiteBalanceLocus) {
    let entries = locus.entries.reversed().map {
      (mired: 1e6 / $0.kelvin, red: $0.red, blue: $0.blue)
    }
    guard let scale = MiredScale(entries) else { return nil }
    self.init(scale: scale)
  }

  /// Takes what a device's profile says: its locus, else its matrix, else a generic camera.
  ///
  /// - Parameter profile: The profile.
  public init(_ profile: DeviceProfile) {
    let locus = profile.whiteBalanceLocus.flatMap { SensorColour($0.value) }
    let matrix = profile.sensorMatrix.flatMap { SensorColour($0.value) }
    self = locus ?? matrix ?? .generic
  }

  /// What the sensor makes of grey along the white of ``ColourTemperature`` from 1,500 to 25,000 K, as far
  /// as it makes positive colours of it; `nil` of fewer than two temperatures.
  public var locus: WhiteBalanceLocus? {
    WhiteBalanceLocus(
      SpectralSensitivities.kelvins.compactMap { kelvin in
        guard let light = ColourTemperature(kelvin: kelvin, tint: 0),
          let grey = grey(under: light)
        else { return nil }
        return .init(kelvin: kelvin, red: grey.red, blue: grey.blue)
      })
  }

  /// What the sensor makes of grey.
  ///
  /// - Parameter light: The light.
  /// - Returns: Linear red and blue over green; `nil` where a matrix makes no positive colour of it.
  public func grey(under light: ColourTemperature) -> (red: Double, blue: Double)? {
    switch kind {
    case .matrix(let matrix, _): return Self.grey(matrix, light)
    case .scale: return scale.ratios(MiredTint(mired: light.mired, tint: light.tint))
    }
  }

  /// The gains that make grey grey under a light.
  ///
  /// - Parameter light: The light.
  /// - Returns: The gains; `nil` where a matrix makes no positive colour of the light, or a gain lies
  ///   outside ``WhiteBalanceGains/range``.
  public func gains(for light: ColourTemperature) -> WhiteBalanceGains? {
    grey(under: light).flatMap { WhiteBalanceGains(red: 1 / $0.red, blue: 1 / $0.blue) }
  }

  /// The light under which gains make grey grey.
  ///
  /// - Parameter gains: The gains.
  /// - Returns: The light; `nil` where it is beyond the ranges of ``ColourTemperature``.
  public func light(of gains: WhiteBalanceGains) -> ColourTemperature? {
    switch kind {
    case .matrix(_, let m):
      let (red, blue) = (1 / gains.red, 1 / gains.blue)
      return Chromaticity(
        bigX: m[0] * red + m[1] + m[2] * blue, bigY: m[3] * red + m[4] + m[5] * blue,
        bigZ: m[6] * red + m[7] + m[8] * blue
      ).flatMap { ColourTemperature($0) }
    case .scale:
      let place = scale.place(red: 1 / gains.red, blue: 1 / gains.blue)
      guard place.mired > 0 else { return nil }
      let kelvin = 1e6 / place.mired
      // The ends of the range come back with a rounding.
      let inside = min(max(kelvin, 1000), 40_000)
      guard (inside / kelvin - 1).magnitude < 1e-9 else { return nil }
      return ColourTemperature(kelvin: inside, tint: place.tint)
    }
  }

  private static func grey(
    _ matrix: SensorMatrix, _ light: ColourTemperature
  ) -> (red: Double, blue: Double)? {
    guard let colour = light.chromaticity else { return nil }
    let m = matrix.elements
    let (x, y, z) = (colour.x, colour.y, 1 - colour.x - colour.y)
    let red = m[0] * x + m[1] * y + m[2] * z
    let green = m[3] * x + m[4] * y + m[5] * z
    let blue = m[6] * x + m[7] * y + m[8] * z
    guard green > 1e-9, red > 1e-3 * green, blue > 1e-3 * green else { return nil }
    return (red / green, blue / green)
  }

  /// The inverse, by cofactors; a `SensorMatrix` always has one.
  private static func inverse(_ matrix: SensorMatrix) -> [Double] {
    let m = matrix.elements
    return [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ].map { $0 / matrix.determinant }
  }
}
