/// A luminance in stops above or below mid-grey.
///
/// Zero is mid-grey, 18 % of the sensor's linear range; +1 is twice as bright, −1 half. The value is
/// always finite and lies from `floor` to `ceiling`: whatever goes in is clamped, and a NaN becomes
/// the floor, so that controllers can subtract without checking.
///
/// Differences between two values are plain numbers of stops, as bias and tolerance are.
public struct ExposureValue: Hashable, Sendable {
  /// The distance from mid-grey in stops, from −20 to 20.
  public let stops: Double

  /// Makes a value from a distance to mid-grey.
  ///
  /// - Parameter stops: Stops above mid-grey. Clamped to −20…20; NaN becomes −20.
  public init(stops: Double) {
    let atLeast = stops > -ExposureValue.limit ? stops : -ExposureValue.limit
    self.stops = min(atLeast, ExposureValue.limit) + 0  // + 0 turns −0 into 0
  }

  /// Measures a luminance.
  ///
  /// stops = log2(linear / 0.18), with the error of `Exact.log2` and one division.
  ///
  /// - Parameter linear: Luminance, linear, 0 at black and 1 at the sensor's white. Values above 1,
  ///   as a prediction gives, are as good. Zero, negative numbers and NaN become the floor.
  public init(linear: Double) {
    self.init(stops: Exact.log2(linear / ExposureValue.midGrey))
  }

  /// The luminance, linear, 1 at the sensor's white: 0.18 · 2^stops.
  ///
  /// Never zero: a black frame, once measured, comes back as the floor's 1.7 · 10⁻⁷. Otherwise the
  /// relative error of a round trip is at most 4 · 10⁻¹⁵.
  public var linear: Double {
    ExposureValue.midGrey * Exact.exp2(stops)
  }
}

extension ExposureValue {
  /// The linear luminance that counts as neither bright nor dark.
  ///
  /// 18 % is the reflectance of the photographic grey card, and the mid-tone that ISO 12232:2019
  /// (6.3, note 1) relates exposure to. In sRGB it is code 118 of 255.
  public static let midGrey: Double = 0.18

  /// The darkest value, 20 stops below mid-grey.
  ///
  /// A 16-bit sensor's smallest step lies 13.5 stops below mid-grey; this leaves 6.5 stops more for
  /// the means of frames in which nearly every pixel is black.
  public static let floor = ExposureValue(stops: -limit)

  /// The brightest value, 20 stops above mid-grey; the sensor's own white lies at 2.47.
  public static let ceiling = ExposureValue(stops: limit)

  /// The largest distance from mid-grey, in stops.
  private static let limit: Double = 20
}

extension ExposureValue {
  /// Converts a ratio of two luminances, or of two total exposures, to stops.
  ///
  /// - Parameter ratio: 1 for equal, 2 for one stop more.
  /// - Returns: log2 of the ratio, not clamped: −infinity for zero, NaN for negative numbers and NaN.
  public static func stops(ofRatio ratio: Double) -> Double {
    Exact.log2(ratio)
  }

  /// Converts stops to the ratio of two luminances, or of two total exposures.
  ///
  /// - Parameter stops: 0 for equal, 1 for twice as much.
  /// - Returns: Two to that power, not clamped: infinity from 1024 on, NaN for NaN.
  public static func ratio(ofStops stops: Double) -> Double {
    Exact.exp2(stops)
  }

  /// Makes a value brighter by a number of stops; clamped as in `init(stops:)`.
  public static func + (value: ExposureValue, stops: Double) -> ExposureValue {
    ExposureValue(stops: value.stops + stops)
  }

  /// Makes a value darker by a number of stops; clamped as in `init(stops:)`.
  public static func - (value: ExposureValue, stops: Double) -> ExposureValue {
    ExposureValue(stops: value.stops - stops)
  }

  /// Tells by how many stops the first value is brighter; finite, from −40 to 40.
  public static func - (brighter: ExposureValue, darker: ExposureValue) -> Double {
    brighter.stops - darker.stops
  }
}

extension ExposureValue: Comparable {
  /// Tells whether the first value is darker.
  public static func < (darker: ExposureValue, brighter: ExposureValue) -> Bool {
    darker.stops < brighter.stops
  }
}

extension ExposureValue: CustomStringConvertible {
  /// The stops with their unit, as `-1.5 EV`.
  public var description: String { "\(stops) EV" }
}
