/// Why statistics could not be taken.
public enum StatisticsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The frame, or the region of it, holds less than one zone of the smallest size.
  case regionTooSmall(width: Int, height: Int, neededWidth: Int, neededHeight: Int)
  /// The mask leaves nothing of the region.
  case nothingLeft
  /// Zone edges do not rise inside the frame, or there are too many of them.
  case invalidGeometry
  /// A frame's layout differs from the one that the extractor was made for.
  case layoutChanged
  /// An array's length differs from what the geometry or the signal asks for.
  case wrongCount(name: String, given: Int, needed: Int)
  /// A zone's numbers contradict each other, e.g. more clipped cells than cells.
  case contradiction(zone: Int)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .regionTooSmall(let width, let height, let neededWidth, let neededHeight):
      "a region of \(width)×\(height) pixels is too small to meter; "
        + "at least \(neededWidth)×\(neededHeight) are needed"
    case .nothingLeft:
      "the mask leaves nothing of the region to meter; widen the mask or the region"
    case .invalidGeometry:
      "zone edges must rise inside the frame, at most 64 columns and 48 rows"
    case .layoutChanged:
      "the frame's layout differs from the extractor's; make an extractor for each layout"
    case .wrongCount(let name, let given, let needed):
      "\(name) holds \(given) values where \(needed) are needed"
    case .contradiction(let zone):
      "zone \(zone) counts more clipped or unclipped cells than it has cells"
    }
  }
}
