public import Controls
internal import Photometry

/// How a sensor's three kinds of pixel answer to wavelengths, as measured behind a monochromator.
public struct SpectralSensitivities: Hashable, Sendable {
  /// The wavelengths that are looked at, in nanometres; what lies beyond is left out.
  public static let wavelengths = 380.0...780.0
  /// The distances of wavelengths that are taken, in nanometres.
  public static let steps = 1.0...20.0
  /// The temperatures of the locus that is made, in kelvins.
  public static let kelvins = [
    1500.0, 1750, 2000, 2250, 2500, 2856, 3250, 3750, 4000, 4250, 4500, 4750, 5000, 5500, 6000,
    6500, 7500, 9000, 11_000, 14_000, 18_000, 25_000,
  ]

  /// The first wavelength in nanometres.
  public let start: Double
  /// The distance from one wavelength to the next in nanometres.
  public let step: Double
  /// The relative sensitivities of red pixels.
  public let red: [Double]
  /// Those of green pixels.
  public let green: [Double]
  /// Those of blue pixels.
  public let blue: [Double]

  /// Takes sensitivities. The result is `nil` unless there are 10 to 1,000 of each, as many of one as of
  /// another, of −10⁶ to 10⁶ (noise may lie below 0), at wavelengths of 200 nm or more and a step of ``steps``.
  ///
  /// - Parameters:
  ///   - start: The first wavelength in nanometres.
  ///   - step: The distance from one to the next in nanometres.
  ///   - red: Relative sensitivities of red pixels.
  ///   - green: Those of green pixels.
  ///   - blue: Those of blue pixels.
  public init?(start: Double, step: Double, red: [Double], green: [Double], blue: [Double]) {
    let range = -1e6...1e6
    guard (200.0...2000).contains(start), Self.steps.contains(step),
      (10...1000).contains(red.count),
      green.count == red.count, blue.count == red.count,
      (red + green + blue).allSatisfy(range.contains)
    else { return nil }
    self.start = start
    self.step = step
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// What the sensor makes of grey along the white of ``ColourTemperature``: black bodies up to
  /// 4,000 K, daylight by the CIE's components from 5,000 K, mixtures of both between.
  ///
  /// Sums in the steps of the sensitivities. Of a Nikon D5100, ratios under the CIE's A, D50, D65 and D75
  /// come within 0.03 % of those that are computed from the tables of these lights.
  ///
  /// - Returns: The locus; `nil` where a ratio is outside what `WhiteBalanceLocus` takes, as
  ///   without sensitivity in the visible range.
  public var locus: WhiteBalanceLocus? {
    var entries: [WhiteBalanceLocus.Entry] = []
    for kelvin in Self.kelvins {
      guard let light = ColourTemperature(kelvin: kelvin, tint: 0),
        let colour = light.chromaticity
      else { return nil }
      let day = Day(colour)
      let share = ColourTemperature.daylightShare(kelvin)
      var sums = (red: 0.0, green: 0.0, blue: 0.0)
      for index in red.indices {
        let wave = start + Double(index) * step
        guard Self.wavelengths.contains(wave) else { continue }
        var power = 0.0
        if share < 1 { power += (1 - share) * Self.blackBody(kelvin, wave) }
        if share > 0 { power += share * day.power(wave) }
        sums.red += power * red[index]
        sums.green += power * green[index]
        sums.blue += power * blue[index]
      }
      guard sums.green > 0 else { return nil }
      entries.append(
        .init(kelvin: kelvin, red: sums.red / sums.green, blue: sums.blue / sums.green))
    }
    return WhiteBalanceLocus(entries)
  }

  /// Planck's law, 1 at 560 nm.
  private static func blackBody(_ kelvin: Double, _ nanometres: Double) -> Double {
    // c2 = 0.01438776877 m K (SI 2019), over ln 2, in nanometres.
    let constant = 20_757_162.7
    func power(_ wave: Double) -> Double {
      let ratio = 560 / wave
      let square = ratio * ratio
      return square * square * ratio / (Exact.exp2(constant / (wave * kelvin)) - 1)
    }
    return power(nanometres) / power(560)
  }

  /// A phase of daylight by its chromaticity (CIE 15, section 4.1.2).
  private struct Day {
    private let blue: Double
    private let pink: Double

    init(_ colour: Chromaticity) {
      let (x, y) = (colour.x, colour.y)
      let scale = 0.0241 + 0.2562 * x - 0.7341 * y
      blue = (-1.3515 - 1.7703 * x + 5.9114 * y) / scale
      pink = (0.0300 - 31.4424 * x + 30.0717 * y) / scale
    }

    /// Relative power, 1 at 560 nm; between the table's wavelengths on straight lines.
    func power(_ nanometres: Double) -> Double {
      let place = min(max((nanometres - 380) / 10, 0), 40)
      let index = min(Int(place), 39)
      let share = place - Double(index)
      func value(_ table: [Double]) -> Double {
        table[index] + share * (table[index + 1] - table[index])
      }
      return
        (value(DaylightBasis.mean) + blue * value(DaylightBasis.blue)
        + pink * value(DaylightBasis.pink)) / 100
    }
  }
}
