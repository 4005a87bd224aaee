import CV4L2
import Glibc

@testable import V4L2

extension FakeNode {
  func valueRequest(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .getControl, .setControl:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_control.self)
      let id = ControlID(rawValue: unsafe pointer.pointee.id)
      if request == .getControl {
        guard let value = readable(id) else { return readError(id) }
        unsafe pointer.pointee.value = Int32(truncatingIfNeeded: value)
        return 0
      }
      writeCalls += 1
      let wish = Int64(unsafe pointer.pointee.value)
      let code = refusal(id, wish, [(id, wish)])
      if code != 0 { return code }
      let (failure, value) = store(id, wish)
      unsafe pointer.pointee.value = Int32(truncatingIfNeeded: value)
      return failure
    default:
      guard hasBatches else { return ENOTTY }
      let batch = unsafe argument.assumingMemoryBound(to: v4l2_ext_controls.self)
      let count = Int(unsafe batch.pointee.count)
      guard let entries = unsafe batch.pointee.controls else { return EFAULT }
      unsafe batch.pointee.error_idx = UInt32(count)
      return request == .getControls
        ? unsafe get(entries, count) : unsafe set(batch, entries, count)
    }
  }

  private func get(_ entries: UnsafeMutablePointer<v4l2_ext_control>, _ count: Int) -> Int32 {
    for index in 0..<count {
      let id = ControlID(rawValue: unsafe entries[index].id)
      guard let value = readable(id) else { return readError(id) }
      unsafe cv4l2_set_value(entries + index, id.rawValue, value, isWide(id))
    }
    return 0
  }

  private func set(
    _ batch: UnsafeMutablePointer<v4l2_ext_controls>,
    _ entries: UnsafeMutablePointer<v4l2_ext_control>, _ count: Int
  ) -> Int32 {
    writeCalls += 1
    var wishes: [(ControlID, Int64)] = []
    for index in 0..<count {
      let id = ControlID(rawValue: unsafe entries[index].id)
      wishes.append((id, unsafe cv4l2_value(entries + index, isWide(id))))
    }
    // Validation comes first, and a failure there names nobody.
    for (id, value) in wishes {
      let code = refusal(id, value, wishes)
      if code != 0 { return code }
    }
    for (index, (id, value)) in wishes.enumerated() {
      let (code, taken) = store(id, value)
      if code != 0 {
        unsafe batch.pointee.error_idx = UInt32(index)
        return code
      }
      unsafe cv4l2_set_value(entries + index, id.rawValue, taken, isWide(id))
    }
    return 0
  }

  private func isWide(_ id: ControlID) -> Bool {
    controls.first { $0.id == id }?.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
  }

  private func readable(_ id: ControlID) -> Int64? {
    guard let control = controls.first(where: { $0.id == id }),
      !control.flags.contains(.writeOnly)
    else { return nil }
    if let stale = control.stale, isInactive(control) { return stale }
    return control.value
  }

  private func readError(_ id: ControlID) -> Int32 { self[id] == nil ? EINVAL : EACCES }

  private func refusal(_ id: ControlID, _ value: Int64, _ wishes: [(ControlID, Int64)]) -> Int32 {
    guard let control = controls.first(where: { $0.id == id }) else { return EINVAL }
    if control.flags.contains(.readOnly) { return EACCES }
    if let master = control.master {
      let pending = wishes.last { $0.0 == master.id }?.1
      if (pending ?? self[master.id]) != master.value { return wrongState }
    }
    let isMenu = !control.menu.isEmpty || !control.numbers.isEmpty
    if isMenu, control.menu[value] == nil, control.numbers[value] == nil { return EINVAL }
    if refusesOutside, !isMenu, value < control.minimum || value > control.maximum {
      return ERANGE
    }
    return 0
  }

  private func store(_ id: ControlID, _ value: Int64) -> (Int32, Int64) {
    if let code = writeErrors[id]?.first {
      writeErrors[id]?.removeFirst()
      if code != 0 { return (code, value) }
    }
    guard let control = controls.first(where: { $0.id == id }) else { return (EINVAL, value) }
    var taken = value
    if control.minimum <= control.maximum {
      taken = min(max(value, control.minimum), control.maximum)
    }
    writes.append((writeCalls, id, taken))
    change(id) { $0.value = taken }
    onWrite[id]?(self, taken)
    return (0, self[id] ?? taken)
  }
}
