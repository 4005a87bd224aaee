/// A driver's memory that is mapped here, given back when the last user lets it go.
@safe
final class MappedRegion {
  let count: Int
  private let memory: UnsafeMutableRawPointer
  private let calls: any DriverCalls

  init(_ device: OpenDevice, count: Int, offset: Int) throws(DeviceError) {
    unsafe memory = try device.map(length: count, offset: offset)
    self.count = count
    calls = device.calls
  }

  deinit { unsafe calls.unmap(memory, length: count) }

  /// Some of its bytes, the range brought inside; the driver writes them while their buffer is queued,
  /// and not while it is not.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> {
    let inside = range.clamped(to: 0..<count)
    let start = unsafe (memory + inside.lowerBound).assumingMemoryBound(to: UInt8.self)
    let span = unsafe Span(_unsafeStart: start, count: inside.count)
    return unsafe _overrideLifetime(span, borrowing: self)
  }
}
