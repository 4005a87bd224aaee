/// Which part of the picture sets the exposure.
public enum MeteringPattern: Hashable, Sendable {
  /// Every pixel counts alike.
  case average
  /// The middle counts most: a pixel's weight halves within 0.3 frame heights of the centre, so that
  /// about three fifths of all weight lie in a circle of 0.6 heights.
  case centreWeighted
  /// Only a circle counts; its centre is normalised, its diameter a share of the frame's height.
  case spot(Spot)
  /// The subject counts: zones far brighter than most of the picture (a window, the sky) or far
  /// darker fade out, and the lower middle is preferred.
  case matrix
  /// The brightest hundredth of the picture counts and is placed two stops above mid-grey.
  case highlightWeighted
  /// A grid of weights of the application's own.
  case custom(WeightGrid)

  /// A circle to meter.
  public struct Spot: Hashable, Sendable {
    /// The middle of the frame, an eighth of its height across.
    public static let centre = Spot(uncheckedX: 0.5, y: 0.5, diameter: 0.125)

    /// The centre's distance from the left edge; 1 is the frame's width.
    public let x: Double
    /// The centre's distance from the top edge; 1 is the frame's height.
    public let y: Double
    /// The diameter; 1 is the frame's height.
    public let diameter: Double

    /// Makes a spot. The result is `nil` unless the centre lies in the frame and the diameter in
    /// 0…2, not 0.
    ///
    /// - Parameters:
    ///   - x: The centre's distance from the left edge; 1 is the frame's width.
    ///   - y: The centre's distance from the top edge; 1 is the frame's height.
    ///   - diameter: The diameter; 1 is the frame's height.
    public init?(x: Double, y: Double, diameter: Double) {
      guard (0...1).contains(x), (0...1).contains(y), diameter > 0, diameter <= 2 else {
        return nil
      }
      self.init(uncheckedX: x, y: y, diameter: diameter)
    }

    private init(uncheckedX x: Double, y: Double, diameter: Double) {
      self.x = x
      self.y = y
      self.diameter = diameter
    }
  }

  /// Weights on an even grid over the frame, however many zones the statistics have.
  public struct WeightGrid: Hashable, Sendable {
    /// Weights side by side, 1…64.
    public let columns: Int
    /// Weights one above the other, 1…64.
    public let rows: Int
    /// The weights, row by row from the top left; none is negative and one is positive.
    public let weights: [Double]

    /// Makes a grid. The result is `nil` unless there are columns × rows finite weights, none
    /// negative, not all 0, and columns and rows lie in 1…64.
    ///
    /// - Parameters:
    ///   - columns: Weights side by side.
    ///   - rows: Weights one above the other.
    ///   - weights: The weights, row by row from the top left.
    public init?(columns: Int, rows: Int, weights: [Double]) {
      guard (1...64).contains(columns), (1...64).contains(rows),
        weights.count == columns * rows, weights.allSatisfy({ $0 >= 0 && $0 <= 1e9 }),
        weights.contains(where: { $0 > 0 })
      else { return nil }
      self.columns = columns
      self.rows = rows
      self.weights = weights
    }
  }
}
