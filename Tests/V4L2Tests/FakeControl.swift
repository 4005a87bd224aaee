import CV4L2
import Glibc

@testable import V4L2

/// A control as a driver keeps it.
struct FakeControl {
  let id: ControlID
  var name = "control"
  var type = V4L2_CTRL_TYPE_INTEGER.rawValue
  var minimum: Int64 = 0
  var maximum: Int64 = 255
  var step: Int64 = 1
  var preset: Int64 = 0
  var flags: ControlDescription.Flags = []
  var value: Int64 = 0
  /// Items by index: a text, or a number of an integer menu.
  var menu: [Int64: String] = [:]
  var numbers: [Int64: Int64] = [:]
  /// The control that must have this value before this one may be written.
  var master: (id: ControlID, value: Int64)?
  var queryErrno: Int32 = 0
  /// What is read, where that is not the value (field case B19).
  var stale: Int64?

  static func integer(
    _ id: ControlID, _ minimum: Int64, _ maximum: Int64, _ value: Int64, step: Int64 = 1,
    preset: Int64? = nil, master: (ControlID, Int64)? = nil
  ) -> FakeControl {
    var control = FakeControl(id: id)
    (control.minimum, control.maximum, control.step) = (minimum, maximum, step)
    (control.value, control.preset) = (value, preset ?? value)
    if let master { control.master = (master.0, master.1) }
    return control
  }

  static func boolean(_ id: ControlID, _ value: Int64) -> FakeControl {
    var control = integer(id, 0, 1, value)
    control.type = V4L2_CTRL_TYPE_BOOLEAN.rawValue
    return control
  }

  static func menu(_ id: ControlID, _ items: [Int64: String], _ value: Int64) -> FakeControl {
    var control = integer(id, 0, items.keys.max() ?? 0, value)
    control.type = V4L2_CTRL_TYPE_MENU.rawValue
    control.menu = items
    return control
  }

  static func numbers(_ id: ControlID, _ numbers: [Int64], _ value: Int64) -> FakeControl {
    var control = integer(id, 0, Int64(numbers.count) - 1, value)
    control.type = V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
    for (index, number) in numbers.enumerated() { control.numbers[Int64(index)] = number }
    return control
  }

  func with(_ change: (inout FakeControl) -> Void) -> FakeControl {
    var control = self
    change(&control)
    return control
  }
}

struct FakeEvent {
  let id: ControlID
  let changes: UInt32
  let sequence: UInt32
}

extension FakeNode {
  subscript(id: ControlID) -> Int64? { controls.first { $0.id == id }?.value }

  func change(_ id: ControlID, _ body: (inout FakeControl) -> Void) {
    if let index = controls.firstIndex(where: { $0.id == id }) { body(&controls[index]) }
  }

  /// Another program writes a control.
  func foreign(_ id: ControlID, _ value: Int64) {
    change(id) { $0.value = value }
    tell(id, UInt32(V4L2_EVENT_CTRL_CH_VALUE))
  }

  func tell(_ id: ControlID, _ changes: UInt32) {
    eventSequence &+= 1
    guard hasEvents, subscribed.contains(id) else { return }
    events.append(FakeEvent(id: id, changes: changes, sequence: eventSequence))
  }

  func isInactive(_ control: FakeControl) -> Bool {
    guard let master = control.master, let value = self[master.id] else { return false }
    return value != master.value
  }

  func queryRequest(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    if queryErrno != 0 { return queryErrno }
    switch request {
    case .queryMenu: return unsafe queryMenu(argument.assumingMemoryBound(to: v4l2_querymenu.self))
    case .queryControl:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_queryctrl.self)
      let (code, control) = find(unsafe pointer.pointee.id)
      guard let control else { return code }
      unsafe pointer.pointee.id = control.id.rawValue
      unsafe pointer.pointee.type = control.type
      unsafe put(control.name, &pointer.pointee.name)
      unsafe pointer.pointee.minimum = Int32(truncatingIfNeeded: control.minimum)
      unsafe pointer.pointee.maximum = Int32(truncatingIfNeeded: control.maximum)
      unsafe pointer.pointee.step = Int32(truncatingIfNeeded: control.step)
      unsafe pointer.pointee.default_value = Int32(truncatingIfNeeded: control.preset)
      unsafe pointer.pointee.flags = flagBits(control)
    default:
      guard hasWideQueries else { return ENOTTY }
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
      let (code, control) = find(unsafe pointer.pointee.id)
      guard let control else { return code }
      unsafe pointer.pointee.id = control.id.rawValue
      unsafe pointer.pointee.type = control.type
      unsafe put(control.name, &pointer.pointee.name)
      unsafe pointer.pointee.minimum = control.minimum
      unsafe pointer.pointee.maximum = control.maximum
      unsafe pointer.pointee.step = UInt64(bitPattern: control.step)
      unsafe pointer.pointee.default_value = control.preset
      unsafe pointer.pointee.flags = flagBits(control)
    }
    return 0
  }

  private func flagBits(_ control: FakeControl) -> UInt32 {
    control.flags.union(isInactive(control) ? .inactive : []).rawValue
  }

  /// Finds a control, or the next one; a failing one is not got past, as with real drivers.
  private func find(_ id: UInt32) -> (Int32, FakeControl?) {
    let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
    let number = id & ~next
    let control = controls.first {
      id & next == 0 ? $0.id.rawValue == number : $0.id.rawValue > number
    }
    guard let control else { return (EINVAL, nil) }
    return control.queryErrno == 0 ? (0, control) : (control.queryErrno, nil)
  }

  private func queryMenu(_ pointer: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
    let id = ControlID(rawValue: unsafe pointer.pointee.id)
    let index = Int64(unsafe pointer.pointee.index)
    guard let control = controls.first(where: { $0.id == id }) else { return EINVAL }
    if let number = control.numbers[index] {
      unsafe UnsafeMutableRawPointer(pointer).storeBytes(
        of: number, toByteOffset: 8, as: Int64.self)
      return 0
    }
    guard let name = control.menu[index] else { return EINVAL }
    let bytes = unsafe UnsafeMutableRawPointer(pointer) + 8
    for (place, byte) in name.utf8.prefix(31).enumerated() {
      unsafe bytes.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }
    return 0
  }

  func eventRequest(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    guard hasEvents else { return ENOTTY }
    if request == .subscribeEvent {
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_event_subscription.self)
      let id = ControlID(rawValue: unsafe pointer.pointee.id)
      guard self[id] != nil else { return EINVAL }
      subscribed.insert(id)
      return 0
    }
    guard !events.isEmpty else { return ENOENT }
    let event = events.removeFirst()
    guard let control = controls.first(where: { $0.id == event.id }) else { return EINVAL }
    let pointer = unsafe argument.assumingMemoryBound(to: v4l2_event.self)
    unsafe pointer.pointee.type = UInt32(V4L2_EVENT_CTRL)
    unsafe pointer.pointee.id = event.id.rawValue
    unsafe pointer.pointee.sequence = event.sequence
    var payload = v4l2_event_ctrl()
    payload.changes = event.changes
    payload.type = control.type
    payload.value = Int32(truncatingIfNeeded: control.value)
    payload.flags = flagBits(control)
    payload.minimum = Int32(truncatingIfNeeded: control.minimum)
    payload.maximum = Int32(truncatingIfNeeded: control.maximum)
    payload.step = Int32(truncatingIfNeeded: control.step)
    payload.default_value = Int32(truncatingIfNeeded: control.preset)
    unsafe pointer.pointee.u.ctrl = payload
    return 0
  }
}
