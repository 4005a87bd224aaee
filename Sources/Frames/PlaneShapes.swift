/// The row length and row count of each plane of a format at a size.
///
/// Sizes are at most 65,535 and a row at most 4 × 65,535 bytes, so no product here overflows; only
/// strides and offsets that a caller gives need checked arithmetic.
struct PlaneShapes {
  struct Shape {
    let rowBytes: Int
    let rows: Int
  }

  let shapes: [Shape]

  init(_ format: PixelFormat, width: Int, height: Int) throws(FrameLayoutError) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw .unsupportedSize(width: width, height: height)
    }
    switch format {
    case .jpeg:
      throw .compressed
    case .rgb(let order, let coding):
      let plain = coding == .bits8
      let wide = coding == .bits16 && order.componentCount == 3
      guard plain || wide else { throw .unsupportedCoding(format) }
    case .grey, .bayer, .packedYUV, .semiPlanarYUV, .planarYUV:
      break
    }
    self.init(validFormat: format, width: width, height: height)
  }

  init(validFormat format: PixelFormat, width: Int, height: Int) {
    shapes = (0..<format.planeCount).map { plane in
      Self.shape(ofPlane: plane, format, width: width, height: height)
    }
  }

  /// One plane's row length and row count, without an array: it is asked for with every row.
  static func shape(
    ofPlane plane: Int, _ format: PixelFormat, width: Int, height: Int
  ) -> Shape {
    precondition(plane >= 0 && plane < format.planeCount, "the format has no plane \(plane)")
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    switch format {
    case .grey(let coding), .bayer(_, let coding):
      return Shape(rowBytes: coding.byteCount(ofSamples: width), rows: height)
    case .packedYUV:
      // The last pair of an odd row is stored whole.
      return Shape(rowBytes: halfWidth * 4, rows: height)
    case .semiPlanarYUV(let subsampling, _):
      let chromaRows = subsampling == .yuv420 ? halfHeight : height
      return plane == 0
        ? Shape(rowBytes: width, rows: height) : Shape(rowBytes: halfWidth * 2, rows: chromaRows)
    case .planarYUV(let subsampling, _):
      let chromaRows = subsampling == .yuv420 ? halfHeight : height
      return plane == 0
        ? Shape(rowBytes: width, rows: height) : Shape(rowBytes: halfWidth, rows: chromaRows)
    case .rgb(let order, let coding):
      let samples = width * order.componentCount
      return Shape(rowBytes: coding.byteCount(ofSamples: samples), rows: height)
    case .jpeg:
      return Shape(rowBytes: 0, rows: 0)
    }
  }

  /// Lays the planes one behind the other.
  ///
  /// V4L2 derives the chroma strides of single-buffer formats from the first plane's: equal for
  /// semi-planar formats, half for planar ones (kernel documentation, "Planar YUV formats").
  func contiguousPlanes(stride: Int?) throws(FrameLayoutError) -> [FrameLayout.Plane] {
    var planes: [FrameLayout.Plane] = []
    var offset = 0
    for (index, shape) in shapes.enumerated() {
      let planeStride: Int
      if let stride {
        planeStride = shapes.count == 3 && index > 0 ? stride / 2 + stride % 2 : stride
      } else {
        planeStride = shape.rowBytes
      }
      planes.append(FrameLayout.Plane(offset: offset, stride: planeStride))
      let (bytes, tooMany) = planeStride.multipliedReportingOverflow(by: shape.rows)
      let (next, tooFar) = offset.addingReportingOverflow(bytes)
      guard !tooMany, !tooFar else {
        throw .planeOutOfReach(plane: index, offset: offset, stride: planeStride)
      }
      offset = next
    }
    return planes
  }

  /// The bytes that each buffer needs to hold all rows of its planes.
  func byteCounts(of planes: [FrameLayout.Plane]) throws(FrameLayoutError) -> [Int] {
    guard planes.count == shapes.count else {
      throw .planeCount(given: planes.count, needed: shapes.count)
    }
    var counts: [Int] = []
    for (index, (plane, shape)) in zip(planes, shapes).enumerated() {
      guard (0...2).contains(plane.buffer) else {
        throw .bufferIndex(plane: index, buffer: plane.buffer)
      }
      guard plane.stride >= shape.rowBytes else {
        throw .strideTooShort(plane: index, stride: plane.stride, needed: shape.rowBytes)
      }
      let (rows, tooMany) = plane.stride.multipliedReportingOverflow(by: shape.rows - 1)
      let (body, tooLong) = rows.addingReportingOverflow(shape.rowBytes)
      let (end, tooFar) = body.addingReportingOverflow(plane.offset)
      guard plane.offset >= 0, !tooMany, !tooLong, !tooFar else {
        throw .planeOutOfReach(plane: index, offset: plane.offset, stride: plane.stride)
      }
      while counts.count <= plane.buffer { counts.append(0) }
      counts[plane.buffer] = max(counts[plane.buffer], end)
    }
    return counts
  }
}
