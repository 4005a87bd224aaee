internal import Photometry

/// The spectrum of a light: relative power from 380 to 780 nm by 5 nm.
public struct Illuminant: Hashable, Sendable {
  /// The number of values of a spectrum.
  public static let sampleCount = 81

  /// Relative spectral power, 81 values.
  public let power: [Double]

  /// Takes a spectrum.
  ///
  /// - Parameter power: 81 values, 380 to 780 nm by 5 nm, zero or more, not all zero.
  /// - Throws: ``SimulationError/spectrum(count:)``.
  public init(power: [Double]) throws(SimulationError) {
    guard Self.isSpectrum(power) else { throw .spectrum(count: power.count) }
    self.power = power
  }

  init(checked power: [Double]) {
    self.power = power
  }

  /// Makes the spectrum of a glowing body by Planck's law, scaled to 1 at 560 nm.
  ///
  /// - Parameter kelvin: The temperature, limited to 1,000…25,000 K.
  /// - Returns: The spectrum.
  public static func blackBody(kelvin: Double) -> Illuminant {
    let kelvin = kelvin > 1000 ? min(kelvin, 25_000) : 1000
    // The second radiation constant, 1.438776877 · 10⁻² m K (CODATA 2018), over ln 2.
    let constant = 0.014_387_768_77 / 0.693_147_180_559_945_3
    func radiance(_ nanometres: Double) -> Double {
      let metres = nanometres * 1e-9
      let ratio = 560 / nanometres
      let fifth = ratio * ratio * ratio * ratio * ratio
      return fifth / (Exact.exp2(constant / (metres * kelvin)) - 1)
    }
    let scale = 1 / radiance(560)
    return Illuminant(
      checked: (0..<sampleCount).map { radiance(380 + 5 * Double($0)) * scale })
  }

  static func isSpectrum(_ values: [Double]) -> Bool {
    values.count == sampleCount && values.allSatisfy { $0 >= 0 && $0 <= 1e12 }
      && values.contains { $0 > 0 }
  }
}

/// How a sensor's three kinds of pixel answer to wavelengths, 380 to 780 nm by 5 nm.
public struct CameraSensitivities: Hashable, Sendable {
  /// The red pixels' relative sensitivity, 81 values.
  public let red: [Double]
  /// The green pixels'.
  public let green: [Double]
  /// The blue pixels'.
  public let blue: [Double]

  /// Takes sensitivities.
  ///
  /// - Parameters:
  ///   - red: 81 values, zero or more, not all zero.
  ///   - green: 81 values.
  ///   - blue: 81 values.
  /// - Throws: ``SimulationError/spectrum(count:)``.
  public init(red: [Double], green: [Double], blue: [Double]) throws(SimulationError) {
    for curve in [red, green, blue] where !Illuminant.isSpectrum(curve) {
      throw .spectrum(count: curve.count)
    }
    self.init(checkedRed: red, green: green, blue: blue)
  }

  init(checkedRed red: [Double], green: [Double], blue: [Double]) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Works out what the sensor makes of a white surface under a light, relative to green.
  ///
  /// Each channel is the integral of light times sensitivity. A white balance is right for the light
  /// where its gains are the factors' inverses.
  ///
  /// - Parameter illuminant: The light.
  /// - Returns: Red and blue where green is 1; 1 where a light gives green nothing.
  public func factors(under illuminant: Illuminant) -> ChannelFactors {
    func response(_ curve: [Double]) -> Double {
      var sum = 0.0
      for (power, sensitivity) in zip(illuminant.power, curve) { sum += power * sensitivity }
      return sum
    }
    let green = response(green)
    guard green > 0 else { return ChannelFactors(red: 1, blue: 1) }
    // Limited, so that a laser where green is blind does not become infinite.
    return ChannelFactors(
      red: min(response(red) / green, 1e6), blue: min(response(blue) / green, 1e6))
  }
}

/// Factors of red and blue relative to green.
public struct ChannelFactors: Hashable, Sendable {
  /// Red over green.
  public var red: Double
  /// Blue over green.
  public var blue: Double

  /// Takes factors.
  ///
  /// - Parameters:
  ///   - red: Red over green.
  ///   - blue: Blue over green.
  public init(red: Double, blue: Double) {
    self.red = red
    self.blue = blue
  }
}
