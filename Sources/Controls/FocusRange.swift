/// Between which codes of its focus control a lens focuses, and on what.
public struct FocusRange: Hashable, Sendable {
  /// Where a lens focuses, in dioptres: 1 over the distance in metres, 0 at infinity.
  public struct Dioptres: Hashable, Sendable {
    /// What is taken: 1 mm to infinity.
    public static let range = 0.0...1000.0

    /// At the farthest code.
    public let farthest: Double
    /// At the nearest code, above the other.
    public let nearest: Double

    /// Takes both ends. The result is `nil` unless they are numbers of 0 to 1000, the nearest above
    /// the farthest.
    ///
    /// - Parameters:
    ///   - farthest: At the farthest code.
    ///   - nearest: At the nearest code.
    public init?(farthest: Double, nearest: Double) {
      guard Self.range.contains(farthest), Self.range.contains(nearest), farthest < nearest else {
        return nil
      }
      self.farthest = farthest
      self.nearest = nearest
    }
  }

  /// The control's codes: V4L2's are 32 bits wide.
  public static let codes = -0x1p31...0x1p31

  /// The code that focuses farthest.
  public let farthest: Double
  /// The code that focuses nearest; below the other where a lens counts backwards.
  public let nearest: Double
  /// What the ends are in dioptres, where that was measured.
  public let dioptres: Dioptres?

  /// Takes both ends. The result is `nil` unless they are two different codes.
  ///
  /// - Parameters:
  ///   - farthest: The code that focuses farthest.
  ///   - nearest: The code that focuses nearest.
  ///   - dioptres: What the ends are in dioptres.
  public init?(farthest: Double, nearest: Double, dioptres: Dioptres? = nil) {
    guard Self.codes.contains(farthest), Self.codes.contains(nearest), farthest != nearest else {
      return nil
    }
    self.farthest = farthest
    self.nearest = nearest
    self.dioptres = dioptres
  }
}
