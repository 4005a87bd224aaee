import Frames
import Photometry

/// Reads YUV4MPEG2 files: 4:2:0, 4:2:2 and grey with 8 bits.
///
/// The range is limited unless the header has `XCOLORRANGE=FULL`. The header doesn't name a matrix:
/// BT.709 is taken above 576 rows and BT.601 up to them, as players do; the response is BT.709's,
/// which is BT.601's too. Interlaced frames are metered as they are.
package struct Y4MReader: FrameReader {
  private static let frameMagic = Array("FRAME".utf8)
  /// 256 bytes: frame headers carry at most a field order.
  private static let mostFrameHeaderBytes = 256

  private let store: ByteStore
  private let options: SourceOptions
  private var stream: Stream?
  private var offset = 0
  private var index = 0
  private var isDone = false

  private struct Stream {
    let layout: FrameLayout
    let response: ResponseCurve
    let frameBytes: Int
    let frameDuration: Double?
  }

  /// Reads from the store's first byte on.
  package init(_ store: ByteStore, options: SourceOptions) {
    self.store = store
    self.options = options
  }

  package mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    do throws(FrameError) {
      let stream = try opened()
      // An empty recording is told from the end of one.
      let isThere = try store.hasByte(at: offset)
      guard isThere || index == 0 else {
        isDone = true
        return nil
      }
      return try readFrame(of: stream)
    } catch {
      // Frames follow each other without a table: behind a broken one nothing can be found.
      isDone = true
      throw FrameFailure(error, at: offset)
    }
  }

  private mutating func opened() throws(FrameError) -> Stream {
    if let stream { return stream }
    guard try store.hasByte(at: 0) else { throw .empty }
    let header = try Y4MHeader(try store.bytes(at: 0, count: Y4MHeader.mostBytes))
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(
        header.format, width: header.width, height: header.height, range: header.range,
        matrix: header.height > 576 ? .bt709 : .bt601)
    }
    let opened = Stream(
      layout: layout, response: options.response(.bt709, of: header.format),
      frameBytes: layout.byteCounts[0], frameDuration: header.frameDuration)
    stream = opened
    offset = header.byteCount
    return opened
  }

  private mutating func readFrame(of stream: Stream) throws(FrameError) -> FoundFrame {
    let head = try store.bytes(at: offset, count: Self.mostFrameHeaderBytes)
    guard head.starts(with: Self.frameMagic) else {
      if head.count < Self.frameMagic.count {
        throw .truncated(bytes: head.count, needed: stream.frameBytes)
      }
      throw .header(format: "Y4M frame", detail: "FRAME is missing; the frame before it is cut")
    }
    guard let end = head.firstIndex(of: 0x0A) else {
      throw .header(format: "Y4M frame", detail: "it has no end within \(head.count) bytes")
    }
    let bytes = try store.frame(at: offset + end + 1, count: stream.frameBytes)
    let timestamp = stream.frameDuration.map { $0 * Double(index) }
    offset += end + 1 + stream.frameBytes
    index += 1
    return FoundFrame(
      picture: DecodedPicture(bytes: bytes, layout: stream.layout, response: stream.response),
      timestamp: timestamp, isAlone: false)
  }
}
