package import Frames

/// A frame's rows without the padding between them.
package enum PackedRows {
  /// Copies a frame.
  ///
  /// - Parameters:
  ///   - view: The frame.
  ///   - layout: A layout of the same format and size, in one buffer.
  /// - Returns: As many bytes as the layout reaches.
  package static func bytes(of view: borrowing FrameView, as layout: FrameLayout) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: layout.byteCounts[0])
    for plane in layout.planes.indices {
      let place = layout.planes[plane]
      for y in 0..<layout.rowCount(ofPlane: plane) {
        let row = view.row(y, ofPlane: plane)
        let start = place.offset + y * place.stride
        unsafe bytes.withUnsafeMutableBytes { target in
          unsafe row.withUnsafeBytes { source in
            let part = unsafe UnsafeMutableRawBufferPointer(
              rebasing: target[start..<start + source.count])
            unsafe part.copyMemory(from: source)
          }
        }
      }
    }
    return bytes
  }
}
