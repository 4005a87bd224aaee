/// How white balance behaves.
public struct WhiteBalanceConfiguration: Hashable, Sendable {
  /// The settle times that are taken, in seconds.
  public static let settleTimes = 0.05...60.0

  /// The sensor's scale, on which temperatures are counted and moves are smooth.
  public var sensor: SensorColour
  /// The time in seconds within which a step between lights has settled: the rest of it is then below
  /// 0.5 %. What is outside ``settleTimes`` is brought inside.
  public var settleTime: Double
  /// How far a light must be from the one that gains are for before a new search begins, in stops of
  /// a gain; 0.03 is about half a degree.
  public var band: Double
  /// The confidence below which a frame counts for nothing.
  public var leastConfidence: Double
  /// The confidence from which a frame counts in full; between, in proportion.
  public var fullConfidence: Double
  /// The greatest factor of a channel that the device or the application can give, the least being 1.
  public var greatestGain: Double
  /// The light that is assumed until a frame tells better.
  public var start: ColourTemperature

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - sensor: The sensor's scale.
  ///   - settleTime: The time in seconds within which a step between lights has settled.
  ///   - band: How far a light must be off before a new search begins, in stops of a gain.
  ///   - leastConfidence: The confidence below which a frame counts for nothing.
  ///   - fullConfidence: The confidence from which a frame counts in full.
  ///   - greatestGain: The greatest factor of a channel.
  ///   - start: The light that is assumed at first; `nil` for daylight of 5,000 K.
  public init(
    sensor: SensorColour = .generic, settleTime: Double = 1, band: Double = 0.03,
    leastConfidence: Double = 0.2, fullConfidence: Double = 0.5,
    greatestGain: Double = WhiteBalanceGains.range.upperBound, start: ColourTemperature? = nil
  ) {
    self.sensor = sensor
    self.settleTime = settleTime
    self.band = band
    self.leastConfidence = leastConfidence
    self.fullConfidence = fullConfidence
    self.greatestGain = greatestGain
    self.start =
      start
      ?? ColourTemperature(clamping: 5000, duv: ColourTemperature.whiteDuv(5000))
  }

  /// The settle time within its range.
  var seconds: Double {
    settleTime > Self.settleTimes.lowerBound
      ? min(settleTime, Self.settleTimes.upperBound) : Self.settleTimes.lowerBound
  }
}
