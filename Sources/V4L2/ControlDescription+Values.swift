extension ControlDescription {
  /// The value nearest to a wish that the control takes, as the kernel's own frameworks round: the
  /// greater of two equally near.
  ///
  /// - Parameter value: The wish.
  /// - Returns: A value in steps from the minimum, or the wish itself where that makes no sense.
  public func nearest(_ value: Int64) -> Int64 {
    switch kind {
    // A menu's items mean different things: none is near another, and ``accepts(_:)`` decides.
    case .button, .other, .menu: return value
    case .bitmask: return value & maximum
    case .integer, .boolean, .wideInteger: break
    }
    guard minimum <= maximum else { return value }
    let inside = min(max(value, minimum), maximum)
    let width = UInt64(step)
    let offset = Self.distance(minimum, inside)
    var steps = offset / width
    if offset % width >= width - width / 2 { steps += 1 }
    steps = min(steps, Self.distance(minimum, maximum) / width)
    return minimum &+ Int64(bitPattern: steps &* width)
  }

  /// Whether a value is one that the control takes.
  ///
  /// - Parameter value: Any value.
  /// - Returns: Whether it may be written as it is.
  public func accepts(_ value: Int64) -> Bool {
    switch kind {
    case .other: return false
    case .button: return true
    case .menu(let items): return items.contains { $0.index == value }
    case .bitmask: return value & ~maximum == 0
    case .integer, .boolean, .wideInteger: return isInside(value)
    }
  }

  /// Whether a value that was read lies in the range; steps are not asked for.
  func isInside(_ value: Int64) -> Bool {
    switch kind {
    case .integer, .boolean, .wideInteger: minimum <= value && value <= maximum
    case .menu(let items): items.contains { $0.index == value }
    case .bitmask, .button, .other: true
    }
  }

  /// The same description with a range that an event brought.
  func ranging(
    minimum: Int64, maximum: Int64, step: Int64, defaultValue: Int64
  ) -> ControlDescription {
    ControlDescription(
      id: id, name: name, kind: kind, minimum: minimum, maximum: maximum, step: step,
      defaultValue: defaultValue, flags: flags)
  }

  /// The items of a menu, none of other kinds.
  public var menu: [MenuItem] {
    if case .menu(let items) = kind { return items }
    return []
  }

  /// The item of an integer menu whose number is nearest to a wish; `nil` where there are none.
  ///
  /// - Parameter value: The wish, in the menu's unit.
  /// - Returns: The item; of two equally near, the first.
  public func item(nearestTo value: Double) -> MenuItem? {
    var best: (item: MenuItem, distance: Double)?
    for item in menu {
      guard let number = item.value else { continue }
      let distance = (Double(number) - value).magnitude
      if best.map({ distance < $0.distance }) ?? true { best = (item, distance) }
    }
    return best?.item
  }
}
