/// What a frame says of the light that it was taken under, in the sensor's own colours: the gains
/// that were in force are divided out.
public struct IlluminantEstimate: Hashable, Sendable {
  /// Linear red over green of a grey surface under the light.
  public let red: Double
  /// Linear blue over green of a grey surface under the light.
  public let blue: Double
  /// How far the frame can be trusted, 0 (it says nothing) to 1.
  public let confidence: Double

  /// Makes an estimate. The result is `nil` unless both ratios are numbers above 0 whose inverses
  /// are gains of ``WhiteBalanceGains/range``.
  ///
  /// - Parameters:
  ///   - red: Linear red over green of grey.
  ///   - blue: Linear blue over green of grey.
  ///   - confidence: Clamped to 0…1; NaN counts as 0.
  public init?(red: Double, blue: Double, confidence: Double) {
    guard red > 0, blue > 0, WhiteBalanceGains(red: 1 / red, blue: 1 / blue) != nil else {
      return nil
    }
    self.red = red
    self.blue = blue
    self.confidence = confidence > 0 ? min(confidence, 1) : 0
  }

  /// The gains that make the light's grey grey.
  public var gains: WhiteBalanceGains {
    WhiteBalanceGains(red: 1 / red, blue: 1 / blue) ?? .unity
  }
}
