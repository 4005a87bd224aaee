/// The factors by which an application multiplies linear red, green and blue.
///
/// The least of them is 1, so that what is white stays white: a factor below 1 would turn clipped
/// parts of the picture pink or green.
public struct ChannelGains: Hashable, Sendable {
  /// Red's factor, 1 or more.
  public let red: Double
  /// Green's factor, 1 or more.
  public let green: Double
  /// Blue's factor, 1 or more.
  public let blue: Double
  /// Whether a factor was cut off at the greatest, so that grey does not come out grey.
  public let isLimited: Bool

  /// Makes factors of gains.
  ///
  /// - Parameters:
  ///   - gains: The gains relative to green's.
  ///   - greatest: The greatest factor that can be given; what is below 1 or NaN counts as 1.
  public init(_ gains: WhiteBalanceGains, greatest: Double = .infinity) {
    let least = min(gains.red, 1, gains.blue)
    let limit = greatest >= 1 ? greatest : 1
    let wanted = (gains.red / least, 1 / least, gains.blue / least)
    red = min(wanted.0, limit)
    green = min(wanted.1, limit)
    blue = min(wanted.2, limit)
    isLimited = max(wanted.0, wanted.1, wanted.2) > limit
  }
}

extension WhiteBalanceGains {
  /// The nearest gains that a device can give whose factors reach only so far.
  ///
  /// - Parameter greatest: The greatest of the three factors when the least is 1; NaN and what is below
  ///   1 count as 1.
  /// - Returns: Gains; these ones where the device can give them.
  public func limited(to greatest: Double) -> WhiteBalanceGains {
    let factors = ChannelGains(self, greatest: greatest)
    guard factors.isLimited else { return self }
    return WhiteBalanceGains(red: factors.red / factors.green, blue: factors.blue / factors.green)
      ?? .unity
  }

  /// The angle between what two pairs of gains take for grey, in degrees: the error by which methods
  /// are compared, 0…90.
  ///
  /// - Parameter other: The other gains.
  /// - Returns: The angle between the colours (1/red, 1, 1/blue).
  public func angle(to other: WhiteBalanceGains) -> Double {
    let (a, b) = ((1 / red, 1 / blue), (1 / other.red, 1 / other.blue))
    // By the cross product, which small angles do not drown in.
    let cross = (a.1 - b.1, a.1 * b.0 - a.0 * b.1, a.0 - b.0)
    let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
    let cosine = a.0 * b.0 + 1 + a.1 * b.1
    return Self.degrees(sine, cosine)
  }

  /// The angle of a sine and a cosine, both 0 or more, by halving it until a series holds.
  private static func degrees(_ sine: Double, _ cosine: Double) -> Double {
    guard sine > 0 else { return 0 }
    // tan(a/2) = sin a / (1 + cos a), of a vector of any length.
    var tangent = sine / ((sine * sine + cosine * cosine).squareRoot() + cosine)
    var scale = 2.0
    for _ in 0..<3 {
      tangent /= 1 + (1 + tangent * tangent).squareRoot()
      scale *= 2
    }
    // The tangent is below tan(90°/16) = 0.1; the first term left out is below 10⁻¹³ of the angle.
    let s = tangent * tangent
    let series =
      1 - s * (1.0 / 3 - s * (1.0 / 5 - s * (1.0 / 7 - s * (1.0 / 9 - s * (1.0 / 11)))))
    return scale * tangent * series * 57.295779513082320876
  }
}
