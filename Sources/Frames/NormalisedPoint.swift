/// A point in coordinates of the unrotated frame: (0, 0) top left, (1, 1) bottom right.
public struct NormalisedPoint: Hashable, Sendable {
  /// From the left edge, 0, to the right edge, 1.
  public let x: Double
  /// From the top edge, 0, to the bottom edge, 1.
  public let y: Double

  /// Makes a point inside the frame. The result is `nil` unless both lie in 0…1.
  ///
  /// - Parameters:
  ///   - x: From the left edge.
  ///   - y: From the top edge.
  public init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.x = x
    self.y = y
  }
}
