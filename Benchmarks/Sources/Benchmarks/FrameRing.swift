import GrayCard

/// Copies of a frame, so many that the processor's caches cannot hold them.
///
/// One copy alone is the hot case, as when a decoder has just written the frame; a ring is the cold
/// one, as when the camera's DMA has.
@safe
final class FrameRing {
  let layout: FrameLayout
  let count: Int
  private let frameBytes: Int
  private let distance: Int
  private let memory: UnsafeMutableRawPointer
  private var next = 0

  /// - Parameters:
  ///   - layout: The frames' layout, in one buffer.
  ///   - bytes: The frame.
  ///   - ringBytes: The ring's size; always at least two frames.
  init(_ layout: FrameLayout, _ bytes: [UInt8], ringBytes: Int) {
    self.layout = layout
    frameBytes = bytes.count
    distance = (bytes.count + 4095) / 4096 * 4096
    count = max(2, ringBytes / distance)
    unsafe memory = .allocate(byteCount: distance * count, alignment: 4096)
    for index in 0..<count {
      unsafe UnsafeMutableRawBufferPointer(start: memory + index * distance, count: bytes.count)
        .copyBytes(from: bytes)
    }
  }

  deinit { unsafe memory.deallocate() }

  /// The first frame if hot, else each frame in turn: by the time one comes again, all the others
  /// have passed through the caches.
  func address(isHot: Bool) -> UnsafePointer<UInt8> {
    let index = isHot ? 0 : next
    if !isHot { next = (next + 1) % count }
    return unsafe UnsafePointer((memory + index * distance).assumingMemoryBound(to: UInt8.self))
  }

  var byteCount: Int { frameBytes }
}
