/// The matrix from CIE XYZ to a sensor's linear red, green and blue, as the DNG specification's
/// ColorMatrix has it (1.4.0.0, chapter 6).
public struct SensorMatrix: Hashable, Sendable {
  /// The elements that are taken; matrices of real sensors stay below 10.
  public static let range = -100.0...100.0

  /// Nine elements, row by row: red, green, blue from X, Y, Z.
  public let elements: [Double]

  /// Takes a matrix. The result is `nil` unless it has nine elements of −100 to 100 and can be
  /// inverted: the determinant is above 10⁻⁹ or below −10⁻⁹.
  ///
  /// - Parameter elements: Nine elements, row by row.
  public init?(_ elements: [Double]) {
    guard elements.count == 9, elements.allSatisfy(Self.range.contains) else { return nil }
    self.elements = elements
    let determinant = self.determinant
    guard determinant > 1e-9 || determinant < -1e-9 else { return nil }
  }

  /// The determinant, not 0.
  public var determinant: Double {
    let m = elements
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
  }
}
