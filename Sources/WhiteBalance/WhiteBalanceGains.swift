/// The factors by which linear red and blue are multiplied so that grey comes out grey; green's
/// is 1.
public struct WhiteBalanceGains: Hashable, Sendable {
  /// The gains that are taken: no sensor's white needs more.
  public static let range = 0.01...100.0

  /// Gains that change nothing.
  public static let unity = WhiteBalanceGains(unchecked: 1, 1)

  /// Red's gain relative to green's.
  public let red: Double
  /// Blue's gain relative to green's.
  public let blue: Double

  /// Takes two gains. The result is `nil` unless both are numbers of ``range``.
  ///
  /// - Parameters:
  ///   - red: Red's gain relative to green's.
  ///   - blue: Blue's gain relative to green's.
  public init?(red: Double, blue: Double) {
    guard Self.range.contains(red), Self.range.contains(blue) else { return nil }
    self.init(unchecked: red, blue)
  }

  private init(unchecked red: Double, _ blue: Double) {
    self.red = red
    self.blue = blue
  }
}
