package import Frames
import Photometry

/// Reads what `v4l2-ctl --stream-to` writes: frames behind one another, without any header.
///
/// A frame has the bytes of the driver's `sizeimage`: stride times rows of every plane, with the
/// padding of the last row. Mosaics and grey of more than 8 bits are taken for linear light, all
/// else for sRGB, which is what V4L2's default for webcams means.
package struct RawDumpReader: FrameReader {
  private let store: ByteStore
  private let plan: RawDumpPlan
  private var index = 0
  private var isDone = false

  /// Reads from the store's first byte on.
  package init(_ store: ByteStore, plan: RawDumpPlan) {
    self.store = store
    self.plan = plan
  }

  package mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    let offset = index * plan.frameBytes
    do throws(FrameError) {
      guard try store.hasByte(at: offset) else {
        isDone = true
        if index == 0 { throw .empty }
        return nil
      }
      index += 1
      let bytes = try store.frame(at: offset, count: plan.frameBytes)
      let picture = DecodedPicture(bytes: bytes, layout: plan.layout, response: plan.response)
      return FoundFrame(picture: picture, isAlone: store.count == plan.frameBytes)
    } catch {
      isDone = true
      throw FrameFailure(error, at: offset)
    }
  }
}

/// What the user said of raw dumps, checked once.
package struct RawDumpPlan: Hashable, Sendable {
  let layout: FrameLayout
  let response: ResponseCurve
  let frameBytes: Int

  /// Checks format, size and stride.
  package init(_ code: FourCC, options: SourceOptions) throws(SourceError) {
    guard let meaning = code.meaning, meaning.format != .jpeg else {
      throw .unsupportedFormat(code)
    }
    guard let width = options.width, let height = options.height else {
      throw .sizeMissing(code)
    }
    do throws(FrameLayoutError) {
      layout = try options.layout(
        meaning.format, width: width, height: height, stride: options.stride,
        alignment: options.alignment ?? meaning.alignment)
    } catch {
      throw .layout(error)
    }
    response = options.response(Self.response(of: layout.format), of: meaning.format)
    var end = 0
    for (plane, place) in layout.planes.enumerated() {
      // No overflow: the layout has checked these sums.
      end = max(end, place.offset + place.stride * layout.rowCount(ofPlane: plane))
    }
    frameBytes = end
  }

  private static func response(of format: PixelFormat) -> ResponseCurve {
    switch format {
    case .bayer: .linear
    case .grey(let coding): coding == .bits8 ? .sRGB : .linear
    case .rgb(_, let coding): coding == .bits8 ? .sRGB : .linear
    case .packedYUV, .semiPlanarYUV, .planarYUV, .jpeg: .sRGB
    }
  }
}
