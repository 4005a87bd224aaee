public import Frames
public import Photometry
public import Statistics

/// How the luminance of a frame is metered.
public struct MeteringConfiguration: Hashable, Sendable {
  /// Which part of the picture counts.
  public var pattern: MeteringPattern
  /// Rectangles that count instead of the pattern, each pixel by its rectangle's weight, summed
  /// where they overlap. None, or weights of 0 alone, leaves the choice to the pattern; what
  /// lies outside the frame does not count.
  public var rectangles: [WeightedRectangle]
  /// How codes are turned into linear light.
  public var response: ResponseCurve

  /// Configures metering.
  ///
  /// - Parameters:
  ///   - pattern: Which part of the picture counts.
  ///   - rectangles: Rectangles that count instead.
  ///   - response: How codes are turned into linear light; see `defaultResponse(for:)`.
  public init(
    pattern: MeteringPattern = .matrix, rectangles: [WeightedRectangle] = [],
    response: ResponseCurve
  ) {
    self.pattern = pattern
    self.rectangles = rectangles
    self.response = response
  }

  /// The curve that cameras commonly deliver in a format, where nothing better is known.
  ///
  /// Mosaics and samples deeper than 8 bits come linear from the sensor; 8-bit video and pictures
  /// come encoded, by BT.709's curve in video range and by sRGB's in full range. What a camera's
  /// firmware really does belongs to its device profile.
  ///
  /// - Parameter layout: The frames' layout.
  /// - Returns: The curve.
  public static func defaultResponse(for layout: FrameLayout) -> ResponseCurve {
    switch layout.format {
    case .bayer: .linear
    case .packedYUV, .semiPlanarYUV, .planarYUV: layout.range == .limited ? .bt709 : .sRGB
    case .grey, .rgb, .jpeg: layout.format.bitDepth > 8 ? .linear : .sRGB
    }
  }

  /// The same of statistics whose layout is not at hand.
  ///
  /// - Parameter signal: What the statistics are made of.
  /// - Returns: The curve.
  public static func defaultResponse(for signal: SignalDescription) -> ResponseCurve {
    guard signal.channels != .bayer, signal.bitDepth <= 8 else { return .linear }
    if case .yCbCr = signal.channels, signal.levels.black > 0 { return .bt709 }
    return .sRGB
  }
}
