/// A rectangle in coordinates of the unrotated frame: (0, 0) top left, (1, 1) bottom right.
public struct NormalisedRectangle: Hashable, Sendable {
  /// The left edge; 0 is the frame's.
  public let x: Double
  /// The top edge; 0 is the frame's.
  public let y: Double
  /// The width; 1 is the frame's.
  public let width: Double
  /// The height; 1 is the frame's.
  public let height: Double

  /// The whole frame.
  public static let full = NormalisedRectangle(uncheckedX: 0, y: 0, width: 1, height: 1)

  /// Makes a rectangle; it may reach beyond the frame.
  ///
  /// The result is `nil` unless all four are finite, with a positive size.
  ///
  /// - Parameters:
  ///   - x: The left edge.
  ///   - y: The top edge.
  ///   - width: The width, positive.
  ///   - height: The height, positive.
  public init?(x: Double, y: Double, width: Double, height: Double) {
    guard x.isFinite, y.isFinite, width.isFinite, height.isFinite, width > 0, height > 0,
      (x + width).isFinite, (y + height).isFinite
    else { return nil }
    self.init(uncheckedX: x, y: y, width: width, height: height)
  }

  private init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }

  /// The bottom edge.
  public var maxY: Double { y + height }

  /// The part that two rectangles share, or `nil` where they share no area.
  ///
  /// - Parameter other: The second rectangle.
  /// - Returns: The common part.
  public func intersection(_ other: NormalisedRectangle) -> NormalisedRectangle? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return NormalisedRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A rectangle to meter, with its weight per pixel.
public struct WeightedRectangle: Hashable, Sendable {
  /// The greatest weight, as in camera2's metering rectangles.
  public static let greatestWeight = 1000

  /// The place; it may reach beyond the frame, and what lies outside does not count.
  public let rectangle: NormalisedRectangle
  /// The weight of each pixel, 0…1000; a larger rectangle of equal weight counts for more.
  public let weight: Int

  /// Makes a weighted rectangle.
  ///
  /// The result is `nil` where the weight is outside 0…1000.
  ///
  /// - Parameters:
  ///   - rectangle: The place.
  ///   - weight: The weight of each pixel.
  public init?(_ rectangle: NormalisedRectangle, weight: Int = 1000) {
    guard (0...Self.greatestWeight).contains(weight) else { return nil }
    self.rectangle = rectangle
    self.weight = weight
  }
}
