/// The brightness of a scene itself, as the exposure value at ISO 100.
///
/// Absolute, unlike `ExposureValue`, which is relative to what one camera records. It exists only for
/// cameras whose f-number and ISO speed are known. EV 0 is f/1 for one second at ISO 100; sunlit
/// scenes lie near 15, moonlit ones near −3.
///
/// Always finite and from −1000 to 1000, so that `luminance` is a positive normal number.
public struct SceneExposureValue: Hashable, Sendable {
  /// The exposure value at ISO 100, in stops.
  public let ev100: Double

  /// Takes an exposure value that is already known.
  ///
  /// - Parameter ev100: Stops, from −1000 to 1000.
  /// - Throws: `SceneExposureValueError.ev100` if it is outside or NaN.
  public init(ev100: Double) throws(SceneExposureValueError) {
    guard ev100.magnitude <= 1000 else { throw .ev100(ev100) }
    self.ev100 = ev100 + 0  // + 0 turns −0 into 0
  }

  /// Finds the brightness for which an exposure is the metered one.
  ///
  /// EV100 = log2(N² / t) − log2(S / 100); ISO 2720:1974, the reflected-light exposure equation. The
  /// sum is exact where N, t and S / 100 are powers of two; otherwise the error is below 2 · 10⁻¹⁴ for
  /// anything that a camera can be set to.
  ///
  /// - Parameters:
  ///   - fNumber: Focal length over aperture. Positive.
  ///   - exposureTime: Seconds. Positive.
  ///   - iso: Arithmetic ISO speed. Positive.
  /// - Throws: `SceneExposureValueError`, with the first argument that isn't positive and finite, or
  ///   `ev100` if the result is out of range.
  public init(
    fNumber: Double, exposureTime: Double, iso: Double
  ) throws(SceneExposureValueError) {
    guard fNumber > 0, fNumber.isFinite else { throw .fNumber(fNumber) }
    guard exposureTime > 0, exposureTime.isFinite else { throw .exposureTime(exposureTime) }
    guard iso > 0, iso.isFinite else { throw .iso(iso) }
    // Separate logarithms: N² / t could overflow where its logarithm is a modest number.
    let aperture = 2 * Exact.log2(fNumber)
    let shutter = Exact.log2(exposureTime)
    let speed = Exact.log2(iso / 100)
    try self.init(ev100: aperture - shutter - speed)
  }

  /// Finds the exposure value of a luminance.
  ///
  /// EV100 = log2(100 · L / K), with the meter constant K.
  ///
  /// - Parameter luminance: Candela per square metre. Positive.
  /// - Throws: `SceneExposureValueError.luminance` if it isn't positive and finite, or `ev100` if the
  ///   result is out of range.
  public init(luminance: Double) throws(SceneExposureValueError) {
    guard luminance > 0, luminance.isFinite else { throw .luminance(luminance) }
    try self.init(ev100: Exact.log2(luminance) - Exact.log2(SceneExposureValue.atZero))
  }

  /// The luminance in candela per square metre: 2^EV100 · K / 100.
  ///
  /// The relative error of a round trip is below 10⁻¹⁴ for −30…30 EV.
  public var luminance: Double {
    Exact.exp2(ev100) * SceneExposureValue.atZero
  }
}

extension SceneExposureValue {
  /// The meter constant for reflected light, in cd·s/m² at ISO 1.
  ///
  /// ISO 2720:1974 leaves 10.6 to 13.4 to the maker. Canon, Nikon and Sekonic take 12.5; a meter
  /// built to another constant differs by log2 of the ratio, at most 0.24 EV.
  public static let meterConstant: Double = 12.5

  /// The luminance at EV 0, in cd/m²: one eighth, a power of two.
  private static let atZero = meterConstant / 100
}

extension SceneExposureValue: Comparable {
  /// Tells whether the first scene is darker.
  public static func < (darker: SceneExposureValue, brighter: SceneExposureValue) -> Bool {
    darker.ev100 < brighter.ev100
  }
}

extension SceneExposureValue: CustomStringConvertible {
  /// The stops with their unit, as `12.0 EV100`.
  public var description: String { "\(ev100) EV100" }
}
