/// The writes of one frame, in order: at most one a control, kept without asking for memory.
public struct ControlWrites: Hashable, Sendable {
  private var first: ControlWrite?
  private var second: ControlWrite?

  /// No writes.
  public init() {}

  /// Takes writes of a list; of several to a control the last counts.
  ///
  /// - Parameter writes: The writes, in order.
  public init(_ writes: some Sequence<ControlWrite>) {
    for write in writes { append(write) }
  }

  /// Adds a write behind the others; one of a control that is there already takes its place.
  ///
  /// - Parameter write: Control and value.
  public mutating func append(_ write: ControlWrite) {
    if first == nil || first?.control == write.control {
      first = write
    } else {
      second = write
    }
  }
}

extension ControlWrites: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of writes, 0…2.
  public var endIndex: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }

  /// A write.
  ///
  /// - Parameter position: Its place; one that is not there is the caller's error, as in an array.
  public subscript(position: Int) -> ControlWrite {
    let write = position == 0 ? first : second
    guard let write else { preconditionFailure("there are \(count) writes, none at \(position)") }
    return write
  }
}

extension ControlWrites: ExpressibleByArrayLiteral {
  /// Makes writes of a list; of several to a control the last counts.
  ///
  /// - Parameter elements: The writes, in order.
  public init(arrayLiteral elements: ControlWrite...) {
    for write in elements { append(write) }
  }
}
