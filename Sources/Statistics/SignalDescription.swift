public import Frames

/// What the numbers of a ``FrameStatistics`` are made of.
///
/// Every format is reduced to one plane of luma samples: Y of YUV, the sample of grey formats, a
/// weighted sum of RGB, and the sum of the four samples of a Bayer quad. A *cell* is the smallest
/// group of pixels with a colour of its own: a pixel, a 4:2:2 pair, a 4:2:0 square, a quad.
///
/// Luma of RGB is (77 R + 150 G + 29 B + 128) / 256 with the weights of BT.601, rounded down, and
/// 54, 183 and 19 for BT.709. A quad of more than 14 bits a code is divided by 4, rounded down.
public struct SignalDescription: Hashable, Sendable {
  /// What the channel sums of a zone hold.
  public enum ChannelModel: Hashable, Sendable {
    /// Nothing: the format has no colour.
    case none
    /// Red, green and blue.
    case rgb
    /// Red, the two greens and blue of the sensor, before white balance.
    case bayer
    /// Cb and Cr, made with the weights given; 128 is neutral.
    case yCbCr(ColourMatrix)
  }

  /// What the channel sums hold.
  public let channels: ChannelModel
  /// The significant bits of a code, 8…16.
  public let bitDepth: Int
  /// The codes of black, white and clipping.
  public let levels: SignalLevels
  /// Whether the codes are video range, whose colour differences span 224 codes for 219 of luma.
  public let isLimited: Bool
  /// The luma samples in a cell: 1, 2 (4:2:2) or 4 (4:2:0).
  public let samplesPerCell: Int
  /// How many codes are summed in one luma sample: 4 for Bayer quads up to 14 bits, else 1.
  public let codesPerSample: Int
  /// How far a luma sample is shifted right to give its histogram bin.
  public let binShift: Int
  /// The bins of the frame's histogram: 256, or 1024 for formats deeper than 8 bits.
  public let binCount: Int

  /// Describes the statistics of a frame layout.
  ///
  /// - Parameter layout: The layout; its format has rows, as every layout's has.
  public init(_ layout: FrameLayout) {
    let model: ChannelModel
    let samplesPerCell: Int
    switch layout.format {
    case .grey:
      (model, samplesPerCell) = (.none, 1)
    case .rgb:
      (model, samplesPerCell) = (.rgb, 1)
    case .bayer:
      (model, samplesPerCell) = (.bayer, 1)
    case .packedYUV, .semiPlanarYUV(.yuv422, _), .planarYUV(.yuv422, _):
      (model, samplesPerCell) = (.yCbCr(layout.matrix), 2)
    case .semiPlanarYUV(.yuv420, _), .planarYUV(.yuv420, _):
      (model, samplesPerCell) = (.yCbCr(layout.matrix), 4)
    case .jpeg:
      (model, samplesPerCell) = (.none, 1)
    }
    self.init(
      channels: model, bitDepth: layout.format.bitDepth, levels: layout.levels,
      isLimited: layout.range == .limited, samplesPerCell: samplesPerCell)
  }

  /// Describes the statistics that hardware takes.
  ///
  /// - Parameters:
  ///   - channels: What the channel sums hold.
  ///   - bitDepth: The significant bits of a code, 8…16; others are brought into that range.
  ///   - levels: The codes of black, white and clipping.
  ///   - isLimited: Whether the codes are video range.
  ///   - samplesPerCell: The luma samples in a cell, 1, 2 or 4.
  public init(
    channels: ChannelModel, bitDepth: Int, levels: SignalLevels, isLimited: Bool = false,
    samplesPerCell: Int = 1
  ) {
    let bitDepth = min(max(bitDepth, 8), 16)
    self.channels = channels
    self.bitDepth = bitDepth
    self.levels = levels
    self.isLimited = isLimited
    self.samplesPerCell = min(max(samplesPerCell, 1), 4)
    // Four codes of more than 14 bits do not fit a 16-bit sample, so their mean is kept.
    let isQuad = channels == .bayer
    codesPerSample = isQuad && bitDepth <= 14 ? 4 : 1
    let sampleBits = min(16, bitDepth + (isQuad ? 2 : 0))
    binCount = bitDepth > 8 ? 1024 : 256
    binShift = sampleBits - (bitDepth > 8 ? 10 : 8)
  }

  /// The mean code of the samples that fall into a bin.
  ///
  /// - Parameter bin: The bin's number.
  /// - Returns: The middle of the codes that the bin covers.
  public func code(ofBin bin: Int) -> Double {
    let first = Double(bin << binShift)
    let last = Double((bin << binShift) + (1 << binShift) - 1)
    return (first + last) / 2 / Double(codesPerSample)
  }

  /// The bin into which samples of a code fall.
  ///
  /// - Parameter code: A code of the depth; others are brought into it.
  /// - Returns: The bin's number.
  public func bin(ofCode code: Int) -> Int {
    let sample = min(max(code, 0), (1 << bitDepth) - 1) * codesPerSample
    return min(sample >> binShift, binCount - 1)
  }
}
