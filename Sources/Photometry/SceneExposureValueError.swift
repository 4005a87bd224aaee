/// A reason why a scene's brightness can't be told; each carries the value that was refused.
public enum SceneExposureValueError: Error, Hashable, Sendable {
  /// The f-number isn't positive and finite.
  case fNumber(Double)

  /// The exposure time in seconds isn't positive and finite.
  case exposureTime(Double)

  /// The ISO speed isn't positive and finite.
  case iso(Double)

  /// The luminance in cd/m² isn't positive and finite.
  case luminance(Double)

  /// The exposure value isn't a number from −1000 to 1000.
  case ev100(Double)
}

extension SceneExposureValueError: CustomStringConvertible {
  /// What was wrong, with which value, and what to pass instead.
  public var description: String {
    switch self {
    case .fNumber(let value):
      "f-number \(value) is not positive and finite; pass the lens's aperture, as 2.8"
    case .exposureTime(let value):
      "exposure time \(value) s is not positive and finite; pass seconds, as 0.01"
    case .iso(let value):
      "ISO speed \(value) is not positive and finite; pass the arithmetic speed, as 100"
    case .luminance(let value):
      "luminance \(value) cd/m² is not positive and finite; a black scene has no exposure value"
    case .ev100(let value):
      "EV100 \(value) is outside -1000...1000; check the units of what it was computed from"
    }
  }
}
