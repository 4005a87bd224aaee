internal import Frames

/// What the row kernels need to know of a format.
struct CellFormat {
  let pixelFormat: PixelFormat
  let alignment: SampleAlignment
  /// Whether luma samples need 16 bits.
  let usesWords: Bool
  /// A cell with a channel at or above this code is clipped high.
  let high: Int
  /// A cell whose luma codes sum to this or less is clipped low.
  let lowSum: Int
  /// How far the sum of a Bayer quad is shifted right to fit a 16-bit sample: 2 of 16 bits, else 0.
  let quadShift: Int
  let chroma: ChromaTerms
  let matrix: ColourMatrix
  /// The region's left upper corner in pixels, and its width in samples.
  let originX: Int
  let originY: Int
  let width: Int

  init(_ layout: FrameLayout, signal: SignalDescription, plane: LumaPlane) {
    let isQuad = signal.channels == .bayer
    pixelFormat = layout.format
    alignment = layout.alignment
    usesWords = isQuad || signal.bitDepth > 8
    high = signal.levels.clippedHigh
    lowSum = signal.levels.clippedLow * (isQuad ? 4 : signal.samplesPerCell)
    quadShift = isQuad && signal.codesPerSample == 1 ? 2 : 0
    chroma = ChromaTerms(layout.matrix, levels: layout.levels, isLimited: signal.isLimited)
    matrix = layout.matrix
    originX = plane.originX * plane.pixelsPerSample
    originY = plane.originY * plane.pixelsPerSample
    width = plane.width
  }

  /// Puts a group's sums, which kernels keep in memory order, in the channels' order.
  func channels(_ sums: ChannelSums) -> ChannelSums {
    switch pixelFormat {
    case .packedYUV(.yvyu), .packedYUV(.vyuy): ChannelSums(sums.second, sums.first)
    case .bayer(let order, _): Self.channels(sums, order)
    case .grey, .packedYUV, .semiPlanarYUV, .planarYUV, .rgb, .jpeg: sums
    }
  }

  private static func channels(_ sums: ChannelSums, _ order: CFAOrder) -> ChannelSums {
    let sites = order.sites
    var channels = ChannelSums()
    channels[sites.0] = sums.first
    channels[sites.1] = sums.second
    channels[sites.2] = sums.third
    channels[sites.3] = sums.fourth
    return channels
  }
}

extension ChannelSums {
  /// The sum of one kind of filter of the mosaic.
  subscript(_ site: CFAOrder.Site) -> UInt64 {
    get {
      switch site {
      case .red: first
      case .greenOnRedRow: second
      case .greenOnBlueRow: fourth
      case .blue: third
      }
    }
    set {
      switch site {
      case .red: first = newValue
      case .greenOnRedRow: second = newValue
      case .greenOnBlueRow: fourth = newValue
      case .blue: third = newValue
      }
    }
  }
}
