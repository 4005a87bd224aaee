/// Memory of a fixed size that an extractor owns, for Swift code by checked index and for C by
/// address.
///
/// An array would do for the Swift code; but a kernel takes the addresses of six of them at once,
/// which arrays only give in six nested closures.
@safe
struct FixedBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable {
  /// The first element; valid as long as the buffer lives.
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    self.count = count
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: value, count: count)
  }

  deinit {
    unsafe base.deallocate()
  }

  subscript(_ index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "index outside the buffer")
      return unsafe base[index]
    }
    @inline(__always) nonmutating set {
      precondition(index >= 0 && index < count, "index outside the buffer")
      unsafe base[index] = newValue
    }
  }

  func fill(_ value: Element, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the buffer")
    unsafe (base + range.lowerBound).update(repeating: value, count: range.count)
  }

  func fill(_ value: Element) {
    unsafe base.update(repeating: value, count: count)
  }
}

extension FixedBuffer where Element: FixedWidthInteger {
  /// Adds to an element; the caller bounds the sum.
  ///
  /// Not written `buffer[index] &+= value`: where the buffer is a part of a borrowed value, Swift
  /// 6.3.1 then crashes under the thread sanitizer.
  @inline(__always)
  func add(_ value: Element, at index: Int) {
    self[index] = self[index] &+ value
  }
}
