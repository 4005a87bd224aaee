/// The order of the colour filters over a Bayer sensor, named by the top-left 2×2 pixels.
///
/// The four letters are read left to right, top to bottom: `rggb` has red at (0, 0), green at
/// (1, 0) and (0, 1), and blue at (1, 1).
public enum CFAOrder: Hashable, Sendable, CaseIterable {
  /// Red, green / green, blue.
  case rggb
  /// Green, red / blue, green.
  case grbg
  /// Green, blue / red, green.
  case gbrg
  /// Blue, green / green, red.
  case bggr

  /// A colour under a filter of the mosaic.
  public enum Site: Int, Hashable, Sendable {
    /// A red filter.
    case red = 0
    /// The green filter that shares its row with red.
    case greenOnRedRow = 1
    /// The green filter that shares its row with blue.
    case greenOnBlueRow = 2
    /// A blue filter.
    case blue = 3
  }

  /// The sites of the top-left quad: (0, 0), (1, 0), (0, 1), (1, 1).
  public var sites: (Site, Site, Site, Site) {
    switch self {
    case .rggb: (.red, .greenOnRedRow, .greenOnBlueRow, .blue)
    case .grbg: (.greenOnRedRow, .red, .blue, .greenOnBlueRow)
    case .gbrg: (.greenOnBlueRow, .blue, .red, .greenOnRedRow)
    case .bggr: (.blue, .greenOnBlueRow, .greenOnRedRow, .red)
    }
  }

  /// The order that the same sensor delivers when its read-out is mirrored left to right.
  ///
  /// Holds for an even width, as every Bayer sensor's active width is; V4L2's HFLIP control
  /// may change the order this way (and then carries `V4L2_CTRL_FLAG_MODIFY_LAYOUT`).
  public var flippedHorizontally: CFAOrder {
    switch self {
    case .rggb: .grbg
    case .grbg: .rggb
    case .gbrg: .bggr
    case .bggr: .gbrg
    }
  }

  /// The order that the same sensor delivers when its read-out is mirrored top to bottom.
  ///
  /// Holds for an even height.
  public var flippedVertically: CFAOrder {
    switch self {
    case .rggb: .gbrg
    case .gbrg: .rggb
    case .grbg: .bggr
    case .bggr: .grbg
    }
  }
}
