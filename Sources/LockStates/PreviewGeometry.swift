public import Frames

/// How a view shows a camera's picture: turned, mirrored, and fitted into its shape.
///
/// The picture is turned first, then mirrored as the viewer sees it, then scaled. Points of a view are
/// normalised as those of a frame are: (0, 0) is its top left corner, (1, 1) its bottom right one.
public struct PreviewGeometry: Hashable, Sendable {
  /// By how much the picture is turned clockwise to be shown.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// A quarter turn.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// Three quarter turns.
    case threeQuarters = 270

    /// Whether width and height change places.
    var swapsSides: Bool { self == .quarter || self == .threeQuarters }
  }

  /// How the picture is fitted where its shape is not the view's.
  public enum Scaling: Hashable, Sendable, CaseIterable {
    /// All of the picture, with bars beside it.
    case fit
    /// All of the view, with parts of the picture cut off.
    case fill
    /// Both, with the picture's proportions lost.
    case stretch
  }

  /// Width over height of the unrotated frame, in square pixels.
  public let frameAspect: Double
  /// Width over height of the view.
  public let viewAspect: Double
  /// By how much the picture is turned clockwise.
  public let rotation: Rotation
  /// Whether left and right change places, as a front camera's preview has it.
  public let isMirrored: Bool
  /// How the picture is fitted into the view.
  public let scaling: Scaling

  /// The shapes that are taken: width over height of a line of pixels and of its contrary.
  public static let aspects = 1e-5...1e5

  /// Describes a preview. The result is `nil` unless both shapes lie in ``aspects``.
  ///
  /// - Parameters:
  ///   - frameAspect: Width over height of the unrotated frame, in square pixels.
  ///   - viewAspect: Width over height of the view.
  ///   - rotation: By how much the picture is turned clockwise.
  ///   - isMirrored: Whether left and right change places, as the viewer sees it.
  ///   - scaling: How the picture is fitted into the view.
  public init?(
    frameAspect: Double, viewAspect: Double, rotation: Rotation = .none,
    isMirrored: Bool = false, scaling: Scaling = .fit
  ) {
    guard Self.aspects.contains(frameAspect), Self.aspects.contains(viewAspect) else {
      return nil
    }
    self.frameAspect = frameAspect
    self.viewAspect = viewAspect
    self.rotation = rotation
    self.isMirrored = isMirrored
    self.scaling = scaling
  }

  /// The point of the frame that a view shows at a place.
  ///
  /// - Parameters:
  ///   - x: From the view's left edge, 0, to its right edge, 1.
  ///   - y: From the view's top edge, 0, to its bottom edge, 1.
  /// - Returns: The point, or `nil` where the place is outside the view or in a bar.
  public func framePoint(viewX x: Double, y: Double) -> NormalisedPoint? {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    let size = shownSize
    var shown = (x: 0.5 + (x - 0.5) / size.width, y: 0.5 + (y - 0.5) / size.height)
    if isMirrored { shown.x = 1 - shown.x }
    let (left, top) = shown
    return switch rotation {
    case .none: NormalisedPoint(x: left, y: top)
    case .quarter: NormalisedPoint(x: top, y: 1 - left)
    case .half: NormalisedPoint(x: 1 - left, y: 1 - top)
    case .threeQuarters: NormalisedPoint(x: 1 - top, y: left)
    }
  }

  /// The place at which a view shows a point of the frame.
  ///
  /// - Parameter point: The point.
  /// - Returns: The place; outside 0…1 where that part of the picture is cut off.
  public func viewPoint(of point: NormalisedPoint) -> (x: Double, y: Double) {
    var shown: (x: Double, y: Double) =
      switch rotation {
      case .none: (point.x, point.y)
      case .quarter: (1 - point.y, point.x)
      case .half: (1 - point.x, 1 - point.y)
      case .threeQuarters: (point.y, 1 - point.x)
      }
    if isMirrored { shown.x = 1 - shown.x }
    let size = shownSize
    return (0.5 + (shown.x - 0.5) * size.width, 0.5 + (shown.y - 0.5) * size.height)
  }

  /// How large the turned picture is shown, in widths and heights of the view.
  private var shownSize: (width: Double, height: Double) {
    let aspect = rotation.swapsSides ? 1 / frameAspect : frameAspect
    let ratio = aspect / viewAspect
    return switch scaling {
    case .stretch: (1, 1)
    case .fit: ratio > 1 ? (1, 1 / ratio) : (ratio, 1)
    case .fill: ratio > 1 ? (ratio, 1) : (1, 1 / ratio)
    }
  }
}
