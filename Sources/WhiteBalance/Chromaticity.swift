/// The colour of a light without its strength, seen by the CIE 1931 2° observer.
public struct Chromaticity: Hashable, Sendable {
  /// x of CIE 1931.
  public let x: Double
  /// y of CIE 1931.
  public let y: Double

  /// Takes a chromaticity of CIE 1931. The result is `nil` unless x and y lie in −1…2 and
  /// `−2x + 12y + 3`, on which the scale of 1960 stands, is above 10⁻⁶.
  ///
  /// - Parameters:
  ///   - x: The share of X in X + Y + Z.
  ///   - y: The share of Y in X + Y + Z.
  public init?(x: Double, y: Double) {
    guard (-1.0...2).contains(x), (-1.0...2).contains(y), -2 * x + 12 * y + 3 > 1e-6 else {
      return nil
    }
    self.x = x
    self.y = y
  }

  /// Takes a chromaticity of CIE 1960. The result is `nil` where it is none of CIE 1931 that
  /// ``init(x:y:)`` takes.
  ///
  /// - Parameters:
  ///   - u: u of the uniform chromaticity scale of 1960.
  ///   - v: v of the same.
  public init?(u: Double, v: Double) {
    let scale = 2 * u - 8 * v + 4
    guard scale > 1e-6 else { return nil }
    self.init(x: 3 * u / scale, y: 2 * v / scale)
  }

  /// Takes the chromaticity of tristimulus values. The result is `nil` without light.
  ///
  /// - Parameters:
  ///   - bigX: X.
  ///   - bigY: Y.
  ///   - bigZ: Z.
  public init?(bigX: Double, bigY: Double, bigZ: Double) {
    let sum = bigX + bigY + bigZ
    guard sum > 0, sum < .infinity else { return nil }
    self.init(x: bigX / sum, y: bigY / sum)
  }

  /// u of the uniform chromaticity scale of 1960, in which colour temperatures are defined.
  public var u: Double { 4 * x / (-2 * x + 12 * y + 3) }
  /// v of the same.
  public var v: Double { 6 * y / (-2 * x + 12 * y + 3) }
}
