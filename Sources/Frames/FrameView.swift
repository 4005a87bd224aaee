/// A frame's pixels, borrowed from whoever owns them for as long as the view is used.
///
/// The compiler keeps a view from outliving its bytes, and its initialisers compare the bytes with
/// what the layout reaches, so that nothing read through a view lies outside.
public struct FrameView: ~Escapable {
  /// Where each sample lies.
  public let layout: FrameLayout

  private let first: Span<UInt8>
  private let second: Span<UInt8>
  private let third: Span<UInt8>

  /// Views a frame that lies in one buffer.
  ///
  /// - Parameters:
  ///   - layout: Where each sample lies.
  ///   - bytes: The frame's memory, as many bytes as the driver filled.
  /// - Throws: ``FrameViewError`` where the memory is short of what the layout reaches.
  @_lifetime(copy bytes)
  public init(_ layout: FrameLayout, _ bytes: Span<UInt8>) throws(FrameViewError) {
    try self.init(layout, bytes, bytes, bytes, given: 1)
  }

  /// Views a frame whose planes lie in two buffers.
  ///
  /// - Parameters:
  ///   - layout: Where each sample lies.
  ///   - first: Buffer 0.
  ///   - second: Buffer 1.
  /// - Throws: ``FrameViewError`` where the memory is short of what the layout reaches.
  @_lifetime(copy first, copy second)
  public init(
    _ layout: FrameLayout, _ first: Span<UInt8>, _ second: Span<UInt8>
  ) throws(FrameViewError) {
    try self.init(layout, first, second, second, given: 2)
  }

  /// Views a frame whose planes lie in three buffers.
  ///
  /// - Parameters:
  ///   - layout: Where each sample lies.
  ///   - first: Buffer 0.
  ///   - second: Buffer 1.
  ///   - third: Buffer 2.
  /// - Throws: ``FrameViewError`` where the memory is short of what the layout reaches.
  @_lifetime(copy first, copy second, copy third)
  public init(
    _ layout: FrameLayout, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>
  ) throws(FrameViewError) {
    try self.init(layout, first, second, third, given: 3)
  }

  @_lifetime(copy first, copy second, copy third)
  private init(
    _ layout: FrameLayout, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    given: Int
  ) throws(FrameViewError) {
    guard given >= layout.bufferCount else {
      throw .bufferCount(given: given, needed: layout.bufferCount)
    }
    for (index, needed) in layout.byteCounts.enumerated() {
      let count = index == 0 ? first.count : index == 1 ? second.count : third.count
      guard count >= needed else {
        throw .bufferTooShort(buffer: index, bytes: count, needed: needed)
      }
    }
    self.layout = layout
    self.first = first
    self.second = second
    self.third = third
  }

  /// The bytes of one row of a plane, without padding.
  ///
  /// - Parameters:
  ///   - y: The plane's row, less than its row count.
  ///   - plane: The plane's index, less than the format's plane count.
  /// - Returns: The row's bytes in memory order.
  /// - Precondition: Row and plane exist; both are the caller's own numbers, never a file's.
  @_lifetime(copy self)
  public func row(_ y: Int, ofPlane plane: Int = 0) -> Span<UInt8> {
    precondition(plane >= 0 && plane < layout.planes.count, "the frame has no plane \(plane)")
    let rows = layout.rowCount(ofPlane: plane)
    precondition(y >= 0 && y < rows, "plane \(plane) has rows 0 to \(rows - 1), not \(y)")
    let place = layout.planes[plane]
    let start = place.offset + y * place.stride
    let end = start + layout.rowByteCount(ofPlane: plane)
    switch place.buffer {
    case 0: return first.extracting(start..<end)
    case 1: return second.extracting(start..<end)
    default: return third.extracting(start..<end)
    }
  }
}
