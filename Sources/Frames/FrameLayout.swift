/// Where each sample of a frame lies in memory, checked once.
///
/// A layout that exists is sound: its arithmetic cannot overflow, and ``byteCounts`` says how many
/// bytes each buffer must hold for every sample to lie inside. ``FrameView`` checks that and
/// nothing else per frame.
public struct FrameLayout: Hashable, Sendable {
  /// One plane's place in memory.
  public struct Plane: Hashable, Sendable {
    /// Which of the frame's buffers holds the plane, 0…2.
    public let buffer: Int
    /// Bytes from the buffer's start to the first row (V4L2's `data_offset` counts into it).
    public let offset: Int
    /// Bytes from one row's start to the next (V4L2's `bytesperline`).
    public let stride: Int

    /// Describes a plane; it is checked when a layout is made of it.
    ///
    /// - Parameters:
    ///   - buffer: Which of the frame's buffers holds it, 0…2.
    ///   - offset: Bytes from the buffer's start to the first row.
    ///   - stride: Bytes from one row's start to the next.
    public init(buffer: Int = 0, offset: Int = 0, stride: Int) {
      self.buffer = buffer
      self.offset = offset
      self.stride = stride
    }
  }

  /// The colour model, order and depth.
  public let format: PixelFormat
  /// The frame's width in pixels, 1…65,535.
  public let width: Int
  /// The frame's height in pixels, 1…65,535.
  public let height: Int
  /// The planes in the format's order: one, luma and chroma, or Y and the two differences.
  public let planes: [Plane]
  /// The bytes that each buffer must hold at the least; the last row needs no padding.
  public let byteCounts: [Int]
  /// What the codes mean.
  public let range: SignalRange
  /// Black, white and clipping codes, worked out from the range.
  public let levels: SignalLevels
  /// The weights of luma.
  public let matrix: ColourMatrix
  /// Where the significant bits of a 16-bit word lie.
  public let alignment: SampleAlignment

  /// Describes a frame whose planes lie one behind the other in one buffer, as V4L2 delivers it.
  ///
  /// - Parameters:
  ///   - format: The colour model, order and depth.
  ///   - width: Pixels in a row, 1…65,535.
  ///   - height: Rows, 1…65,535.
  ///   - stride: The first plane's bytes from row to row (V4L2's `bytesperline`); `nil` for none
  ///     but the row's own. The other planes' strides follow from it as in V4L2.
  ///   - range: What the codes mean; `nil` takes the format's default: limited for YUV, else full.
  ///   - matrix: The weights of luma.
  ///   - alignment: Where the significant bits of a 16-bit word lie.
  /// - Throws: ``FrameLayoutError``.
  public init(
    format: PixelFormat, width: Int, height: Int, stride: Int? = nil, range: SignalRange? = nil,
    matrix: ColourMatrix = .bt601, alignment: SampleAlignment = .low
  ) throws(FrameLayoutError) {
    let shape = try PlaneShapes(format, width: width, height: height)
    let planes = try shape.contiguousPlanes(stride: stride)
    try self.init(
      format: format, width: width, height: height, planes: planes, range: range,
      matrix: matrix, alignment: alignment)
  }

  /// Describes a frame plane by plane, as V4L2's multi-planar interface and DMA buffers need it.
  ///
  /// - Parameters:
  ///   - format: The colour model, order and depth.
  ///   - width: Pixels in a row, 1…65,535.
  ///   - height: Rows, 1…65,535.
  ///   - planes: Each plane's buffer, offset and stride, in the format's order.
  ///   - range: What the codes mean; `nil` takes the format's default: limited for YUV, else full.
  ///   - matrix: The weights of luma.
  ///   - alignment: Where the significant bits of a 16-bit word lie.
  /// - Throws: ``FrameLayoutError``.
  public init(
    format: PixelFormat, width: Int, height: Int, planes: [Plane], range: SignalRange? = nil,
    matrix: ColourMatrix = .bt601, alignment: SampleAlignment = .low
  ) throws(FrameLayoutError) {
    let shape = try PlaneShapes(format, width: width, height: height)
    let range = range ?? (format.isYUV ? .limited : .full)
    guard let levels = SignalLevels(range, bitDepth: format.bitDepth) else {
      throw .levels(range, bitDepth: format.bitDepth)
    }
    byteCounts = try shape.byteCounts(of: planes)
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.range = range
    self.levels = levels
    self.matrix = matrix
    self.alignment = format.storesWords ? alignment : .low
  }

  /// The number of buffers that the planes name, 1…3.
  public var bufferCount: Int { byteCounts.count }

  /// The bytes of one row of a plane, without padding.
  ///
  /// - Parameter plane: The plane's index, less than the format's plane count.
  /// - Returns: The row's bytes.
  public func rowByteCount(ofPlane plane: Int) -> Int {
    PlaneShapes.shape(ofPlane: plane, format, width: width, height: height).rowBytes
  }

  /// The number of rows of a plane.
  ///
  /// - Parameter plane: The plane's index, less than the format's plane count.
  /// - Returns: The height, or half of it rounded up for subsampled chroma.
  public func rowCount(ofPlane plane: Int) -> Int {
    PlaneShapes.shape(ofPlane: plane, format, width: width, height: height).rows
  }
}
