public import Photometry

/// How a sensor and the camera behind it turn light into codes.
///
/// A pixel collects radiance × ``responsivity`` × exposure time electrons, up to its full well. The
/// amplifier's gain follows; at gain 1 the full well reaches the converter's greatest code.
public struct Sensor: Hashable, Sendable {
  /// When rows are exposed.
  public enum Shutter: Hashable, Sendable {
    /// All rows at once.
    case global
    /// One after the other; the last follows the first by a read-out time in seconds, 0…10.
    case rolling(readOut: Double)
  }

  /// What the read-out adds.
  public struct Noise: Hashable, Sendable {
    /// Whether the electrons' number scatters as that of independent events does.
    public var hasShotNoise: Bool
    /// Standard deviation before the amplifier, in electrons, 0…10⁶.
    public var read: Double
    /// Standard deviation after the amplifier, in electrons at gain 1, 0…10⁶.
    public var late: Double

    /// Describes noise.
    ///
    /// - Parameters:
    ///   - hasShotNoise: Whether the electrons' number scatters.
    ///   - read: Electrons before the amplifier.
    ///   - late: Electrons at gain 1, after the amplifier.
    public init(hasShotNoise: Bool = true, read: Double = 3, late: Double = 0) {
      self.hasShotNoise = hasShotNoise
      self.read = read
      self.late = late
    }

    /// A sensor without noise, for exact tests.
    public static let none = Noise(hasShotNoise: false, read: 0, late: 0)
  }

  /// Electrons that a pixel holds, 1…10⁷.
  public var fullWell = 10_000.0
  /// Electrons per second and cd/m², above 0 to 10⁹.
  ///
  /// The default puts 18 % of the full well at 100 cd/m², 10 ms and gain 1.
  public var responsivity = 1800.0
  /// What the read-out adds.
  public var noise = Noise()
  /// Bits of the converter, 8…16; a format of another depth gets its codes scaled.
  public var bitDepth = 12
  /// The converter's code of no light, less than half of its codes.
  public var blackLevel = 0
  /// When rows are exposed.
  public var shutter = Shutter.rolling(readOut: 1.0 / 60)
  /// Seconds of each frame interval that cannot be exposed, 0…1: some rows' time in sensors that
  /// expose while they read, the whole read-out in those that cannot.
  public var exposureMargin = 0.0002
  /// How linear light is encoded; raw formats are usually linear.
  public var response = ResponseCurve.linear
  /// The sensor's colours; `nil` answers to all lights alike.
  public var sensitivities: CameraSensitivities?

  /// A sensor with the usual values.
  public init() {}

  /// A curve as cameras' firmware has it: a power of 2.2 with raised contrast, in no standard.
  ///
  /// Encoded *e* means the linear light (0.6 *e* + 0.4 (3 *e*² − 2 *e*³))^2.2.
  public static let firmwareCurve: ResponseCurve = {
    let values = (0...255).map { code in
      let encoded = Double(code) / 255
      let bend = encoded * encoded * (3 - 2 * encoded)
      return Exact.power(0.6 * encoded + 0.4 * bend, 2.2)
    }
    // The values rise strictly, so the table is never refused.
    return (try? ResponseTable(values)).map { .table($0) } ?? .sRGB
  }()

  /// Seconds from the first row's exposure to the last's.
  public var readOutTime: Double {
    switch shutter {
    case .global: 0
    case .rolling(let time): time
    }
  }
}
