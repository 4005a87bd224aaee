/// The part of a frame that holds a picture: static borders are left out of all statistics.
///
/// A fisheye lens leaves a black surround, a letterboxed source black bars. Their pixels would
/// darken every mean, and their edge would be the sharpest thing in the picture. The statistics
/// honour a mask in blocks of 8×4 samples, each counted only where it lies wholly inside.
public struct FrameMask: Hashable, Sendable {
  /// A circle in the frame, round on square pixels.
  public struct Circle: Hashable, Sendable {
    /// The centre's distance from the left edge; 1 is the frame's width.
    public let centreX: Double
    /// The centre's distance from the top edge; 1 is the frame's height.
    public let centreY: Double
    /// The radius; 1 is the frame's height.
    public let radius: Double

    /// Makes a circle.
    ///
    /// The result is `nil` unless all three are finite, with a positive radius.
    ///
    /// - Parameters:
    ///   - centreX: The centre's distance from the left edge; 1 is the frame's width.
    ///   - centreY: The centre's distance from the top edge; 1 is the frame's height.
    ///   - radius: The radius; 1 is the frame's height. Positive.
    public init?(centreX: Double = 0.5, centreY: Double = 0.5, radius: Double) {
      guard centreX.isFinite, centreY.isFinite, radius.isFinite, radius > 0 else { return nil }
      self.centreX = centreX
      self.centreY = centreY
      self.radius = radius
    }
  }

  /// Only what lies in this rectangle counts.
  public var rectangle: NormalisedRectangle
  /// Only what lies in this circle counts, where there is one.
  public var circle: Circle?
  /// Nothing that touches one of these rectangles counts.
  public var excluded: [NormalisedRectangle]

  /// Makes a mask of its parts.
  ///
  /// - Parameters:
  ///   - rectangle: Only what lies in this rectangle counts.
  ///   - circle: Only what lies in this circle counts, where there is one.
  ///   - excluded: Nothing that touches one of these counts.
  public init(
    rectangle: NormalisedRectangle = .full, circle: Circle? = nil,
    excluded: [NormalisedRectangle] = []
  ) {
    self.rectangle = rectangle
    self.circle = circle
    self.excluded = excluded
  }

  /// A mask for bars above and below the picture.
  ///
  /// - Parameters:
  ///   - top: The upper bar's share of the height, 0…1.
  ///   - bottom: The lower bar's share of the height, 0…1.
  /// - Returns: `nil` where the bars leave no picture.
  public static func letterbox(top: Double, bottom: Double) -> FrameMask? {
    NormalisedRectangle(x: 0, y: top, width: 1, height: 1 - top - bottom).map {
      FrameMask(rectangle: $0)
    }
  }

  /// A mask for bars left and right of the picture.
  ///
  /// - Parameters:
  ///   - left: The left bar's share of the width, 0…1.
  ///   - right: The right bar's share of the width, 0…1.
  /// - Returns: `nil` where the bars leave no picture.
  public static func pillarbox(left: Double, right: Double) -> FrameMask? {
    NormalisedRectangle(x: left, y: 0, width: 1 - left - right, height: 1).map {
      FrameMask(rectangle: $0)
    }
  }

  /// Whether a block of pixels lies wholly inside the picture.
  ///
  /// - Parameters:
  ///   - x: The block's left edge in pixels.
  ///   - y: The block's top edge in pixels.
  ///   - width: The block's width in pixels.
  ///   - height: The block's height in pixels.
  ///   - frameWidth: The frame's width in pixels.
  ///   - frameHeight: The frame's height in pixels.
  /// - Returns: Whether every point of the block counts.
  public func contains(
    x: Int, y: Int, width: Int, height: Int, frameWidth: Int, frameHeight: Int
  ) -> Bool {
    let (left, right) = (Double(x), Double(x + width))
    let (top, bottom) = (Double(y), Double(y + height))
    let (columns, rows) = (Double(frameWidth), Double(frameHeight))
    // Normalised edges come back to whole pixels only nearly; a millionth of one is no overlap.
    let near = 1e-6
    guard left >= rectangle.x * columns - near, right <= rectangle.maxX * columns + near,
      top >= rectangle.y * rows - near, bottom <= rectangle.maxY * rows + near
    else { return false }
    for hole in excluded {
      let apart =
        right <= hole.x * columns + near || left >= hole.maxX * columns - near
        || bottom <= hole.y * rows + near || top >= hole.maxY * rows - near
      if !apart { return false }
    }
    guard let circle else { return true }
    // A circle is convex: it holds the block if it holds the block's farthest corner.
    let dx = max(circle.centreX * columns - left, right - circle.centreX * columns)
    let dy = max(circle.centreY * rows - top, bottom - circle.centreY * rows)
    let radius = circle.radius * rows
    return dx * dx + dy * dy <= radius * radius
  }
}
