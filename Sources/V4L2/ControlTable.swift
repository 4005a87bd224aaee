/// A camera's controls by number, with the values that were last seen.
public struct ControlTable: Hashable, Sendable {
  /// The descriptions in the driver's order.
  public internal(set) var descriptions: [ControlDescription]
  /// The values that were last read, written or told by an event; none of controls that cannot be
  /// read.
  public internal(set) var values: [ControlID: Int64]
  /// Controls that the driver failed to describe, with the reason; enumeration went on behind them.
  public internal(set) var faults: [SystemCode]

  init(
    _ descriptions: [ControlDescription] = [], values: [ControlID: Int64] = [:],
    faults: [SystemCode] = []
  ) {
    self.descriptions = descriptions
    self.values = values
    self.faults = faults
  }

  /// A control's description; `nil` where the camera has no such control.
  ///
  /// - Parameter id: The control.
  public subscript(id: ControlID) -> ControlDescription? {
    index(id).map { descriptions[$0] }
  }

  /// A control's value as it was last seen.
  ///
  /// - Parameter id: The control.
  /// - Returns: The value, or `nil` where it is unknown.
  public func value(_ id: ControlID) -> Int64? { values[id] }

  /// Whether the camera has the control and it can be changed.
  ///
  /// - Parameter id: The control.
  /// - Returns: Whether a value may be written.
  public func isAdjustable(_ id: ControlID) -> Bool { self[id]?.isAdjustable ?? false }

  mutating func replace(_ description: ControlDescription) {
    if let index = index(description.id) { descriptions[index] = description }
  }

  /// Takes note of a value that was seen, and of whether the driver may have it.
  mutating func note(_ value: Int64, of id: ControlID) {
    values[id] = value
    guard let index = index(id) else { return }
    let old = descriptions[index].defects.filter {
      if case .valueOutside = $0 { return true }
      return false
    }
    descriptions[index].defects.subtract(old)
    if !descriptions[index].isInside(value) {
      descriptions[index].defects.insert(.valueOutside(value))
    }
  }

  private func index(_ id: ControlID) -> Int? { descriptions.firstIndex { $0.id == id } }
}
