internal import Photometry

/// The exposure that a camera's own firmware runs: first order, on the mean of the picture.
public struct FirmwareExposure: Hashable, Sendable {
  /// The encoded mean that it wants, 0.01…0.99; 110 of 255 is usual.
  public var target = 0.43
  /// The share of the error, in stops, that each frame corrects, 0.01…1.
  public var speed = 0.3
  /// Errors below so many stops are left, 0…4.
  public var deadZone = 0.05
  /// Frames until a decision acts, 0…40.
  public var delay = 1
  /// The longest exposure in seconds, where the frame rate allows it.
  public var longest = 0.5

  /// Firmware with the usual values.
  public init() {}

  /// The total exposure that shall follow one, in seconds at gain 1.
  ///
  /// - Parameters:
  ///   - total: The time times gain of the frame.
  ///   - mean: The frame's encoded mean, 0…1.
  ///   - curve: The camera's response.
  /// - Returns: The total; `nil` where all is well.
  func next(after total: Double, mean: Double, curve: ResponseCurve) -> Double? {
    let wanted = curve.linear(fromEncoded: min(max(target, 0.01), 0.99))
    let linear = max(curve.linear(fromEncoded: mean), 1e-5)
    // A frame that is black or white says little of how far it is off.
    let error = min(max(Exact.log2(wanted / linear), -2), 2)
    guard error.magnitude > deadZone else { return nil }
    return total * Exact.exp2(error * min(max(speed, 0.01), 1))
  }
}
