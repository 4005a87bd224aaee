public import Frames
public import Photometry

/// What the user knows better than the files; everything else comes from the files.
public struct SourceOptions: Hashable, Sendable {
  /// The pixel format of raw dumps; without it, files without a header of their own are refused.
  public var format: FourCC?
  /// The width of raw dumps in pixels, 1…65,535.
  public var width: Int?
  /// The height of raw dumps in pixels, 1…65,535.
  public var height: Int?
  /// The bytes from row to row of raw dumps (V4L2's `bytesperline`); `nil` for no padding.
  public var stride: Int?
  /// Where the significant bits of a raw dump's words lie; `nil` takes the format's own.
  public var alignment: SampleAlignment?
  /// What the codes of every frame mean; `nil` takes what the file says or its format implies.
  public var range: SignalRange?
  /// The code of no light, in place of the range's.
  public var blackLevel: Int?
  /// The code of full scale, in place of the range's.
  public var whiteLevel: Int?
  /// The weights of luma; `nil` takes BT.601, or for Y4M of more than 576 rows BT.709.
  public var matrix: ColourMatrix?
  /// The order of the colour filters, in place of the file's; grey pictures are then taken for
  /// mosaics, as raw frames saved as PGM, PNG or TIFF are, with a linear response.
  public var cfa: CFAOrder?
  /// How the codes became of light; `nil` takes what the file says or its format implies.
  public var response: ResponseCurve?
  /// Frames a second, for time stamps; `nil` takes what the file says, which only Y4M does.
  public var frameRate: Double?
  /// Whether the path `-` means the standard input, and named pipes are read; both wait until
  /// something is written. Y4M, PGM, PPM and raw dumps are read frame by frame, all else whole.
  public var readsPipes = false

  /// An option that a frame had no use for.
  public enum Ignored: Hashable, Sendable {
    /// Format, size or stride of a raw dump; the file tells its own.
    case dumpFormat
    /// The order of colour filters; the picture is no mosaic.
    case cfa
  }

  /// Leaves everything to the files.
  public init() {}
}

extension SourceOptions {
  /// A layout of what a file says, with what the user knows better put in its place.
  func layout(
    _ format: PixelFormat, width: Int, height: Int, stride: Int? = nil, range: SignalRange? = nil,
    matrix: ColourMatrix = .bt601, alignment: SampleAlignment = .low
  ) throws(FrameLayoutError) -> FrameLayout {
    let format = mosaic(format)
    let implied = range ?? (format.isYUV ? .limited : .full)
    return try FrameLayout(
      format: format, width: width, height: height, stride: stride,
      range: try overridden(self.range ?? implied, bitDepth: format.bitDepth),
      matrix: self.matrix ?? matrix, alignment: alignment)
  }

  /// The response that a file implies, with what the user knows better put in its place.
  func response(_ implied: ResponseCurve, of format: PixelFormat) -> ResponseCurve {
    if let response { return response }
    if case .grey = format, cfa != nil { return .linear }
    return implied
  }

  private func mosaic(_ format: PixelFormat) -> PixelFormat {
    guard let cfa else { return format }
    switch format {
    case .grey(let coding), .bayer(_, let coding): return .bayer(cfa, coding)
    case .packedYUV, .semiPlanarYUV, .planarYUV, .rgb, .jpeg: return format
    }
  }

  private func overridden(
    _ range: SignalRange, bitDepth: Int
  ) throws(FrameLayoutError) -> SignalRange {
    guard blackLevel != nil || whiteLevel != nil else { return range }
    guard let levels = SignalLevels(range, bitDepth: bitDepth) else {
      throw .levels(range, bitDepth: bitDepth)
    }
    return .levels(black: blackLevel ?? levels.black, white: whiteLevel ?? levels.white)
  }
}
