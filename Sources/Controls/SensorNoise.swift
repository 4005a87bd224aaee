/// The noise of a sensor's linear light, as the DNG specification's NoiseProfile has it (1.4.0.0,
/// chapter 4): variance = shot · light + read, with light and variance of a range of 0 to 1.
public struct SensorNoise: Hashable, Sendable {
  /// The shares that are taken: beyond 1 nothing but noise would be left.
  public static let range = 0.0...1.0

  /// The variance that grows with light, per unit of light, 0…1.
  public let shot: Double
  /// The variance without light, 0…1.
  public let read: Double

  /// Takes both variances at gain 1. The result is `nil` unless both are numbers from 0 to 1.
  ///
  /// - Parameters:
  ///   - shot: The variance per unit of light.
  ///   - read: The variance without light.
  public init?(shot: Double, read: Double) {
    guard Self.range.contains(shot), Self.range.contains(read) else { return nil }
    self.shot = shot
    self.read = read
  }

  /// The variance of linear light.
  ///
  /// - Parameter light: Linear light; clamped to 0…1, NaN counts as 0.
  /// - Returns: 0…2.
  public func variance(ofLight light: Double) -> Double {
    shot * (light > 0 ? min(light, 1) : 0) + read
  }
}
