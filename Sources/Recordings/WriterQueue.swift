import Foundation

/// Frames on their way from a capture loop to the thread that writes them.
final class WriterQueue: @unchecked Sendable {
  struct Item: Sendable {
    let bytes: [UInt8]
    let notes: FrameNotes
  }

  private let condition = NSCondition()
  private let capacity: Int
  private var items: [Item] = []
  private var isClosed = false
  private var isDone = false

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Takes a frame in; `false` where there is no room for it, or nobody takes it out any more.
  ///
  /// - Parameters:
  ///   - item: The frame.
  ///   - waits: Whether to wait for room.
  /// - Returns: Whether it was taken.
  func push(_ item: Item, waits: Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while waits, items.count >= capacity, !isDone { condition.wait() }
    guard items.count < capacity, !isClosed, !isDone else { return false }
    items.append(item)
    condition.broadcast()
    return true
  }

  /// Waits for a frame; `nil` once the queue is closed and empty.
  func pop() -> Item? {
    condition.lock()
    defer { condition.unlock() }
    while items.isEmpty, !isClosed { condition.wait() }
    guard !items.isEmpty else { return nil }
    defer { condition.broadcast() }
    return items.removeFirst()
  }

  /// Lets the writer end once it took what is there.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  /// Says that nothing is taken out any more.
  func markDone() {
    condition.lock()
    isDone = true
    items = []
    condition.broadcast()
    condition.unlock()
  }

  func waitUntilDone() {
    condition.lock()
    while !isDone { condition.wait() }
    condition.unlock()
  }
}
