internal import CV4L2

extension OpenDevice {
  /// A control with a value to be written.
  struct Assignment: Hashable, Sendable {
    let description: ControlDescription
    let value: Int64

    var id: ControlID { description.id }
  }

  /// How a write of several controls ended.
  struct BatchReply {
    let code: SystemCode
    /// The values that the driver says it took, in the order of the assignments.
    let values: [Int64]
  }

  enum Reading {
    case success(Int64)
    case failure(SystemCode)
  }

  /// Reads a control.
  func read(_ description: ControlDescription) -> Reading {
    var control = unsafe v4l2_ext_control()
    unsafe cv4l2_set_value(&control, description.id.rawValue, 0, description.isWide)
    var code = unsafe exchange(.getControls, &control, count: 1)
    if code == .noRequest, !description.isWide {
      var narrow = v4l2_control()
      narrow.id = description.id.rawValue
      code = call(.getControl, &narrow)
      if code.isSuccess { return .success(value(Int64(narrow.value), of: description)) }
    }
    guard code.isSuccess else { return .failure(code) }
    let number = unsafe cv4l2_value(&control, description.isWide)
    return .success(value(number, of: description))
  }

  /// Writes several controls in one call; old drivers, which have no such call, are written one by
  /// one until one fails.
  func write(_ batch: [Assignment]) -> BatchReply {
    var controls = unsafe [v4l2_ext_control](repeating: v4l2_ext_control(), count: batch.count)
    for (index, assignment) in batch.enumerated() {
      unsafe cv4l2_set_value(
        &controls[index], assignment.id.rawValue, assignment.value, assignment.description.isWide)
    }
    var code = SystemCode.invalid
    unsafe controls.withUnsafeMutableBufferPointer { entries in
      guard let start = entries.baseAddress else { return }
      code = unsafe exchange(.setControls, start, count: entries.count)
    }
    var values: [Int64] = []
    for (index, assignment) in batch.enumerated() {
      let number = unsafe cv4l2_value(&controls[index], assignment.description.isWide)
      values.append(value(number, of: assignment.description))
    }
    if code == .noRequest { return writeNarrow(batch) }
    return BatchReply(code: code, values: values)
  }

  private func writeNarrow(_ batch: [Assignment]) -> BatchReply {
    var values: [Int64] = []
    for assignment in batch {
      var narrow = v4l2_control()
      narrow.id = assignment.id.rawValue
      narrow.value = Int32(truncatingIfNeeded: assignment.value)
      let code = call(.setControl, &narrow)
      if !code.isSuccess { return BatchReply(code: code, values: []) }
      values.append(value(Int64(narrow.value), of: assignment.description))
    }
    return BatchReply(code: SystemCode(rawValue: 0), values: values)
  }

  private func exchange(
    _ request: DeviceRequest, _ controls: UnsafeMutablePointer<v4l2_ext_control>, count: Int
  ) -> SystemCode {
    var batch = unsafe v4l2_ext_controls()
    unsafe cv4l2_set_controls(&batch, controls, UInt32(clamping: count))
    return unsafe call(request, &batch)
  }

  /// The kernel hands a bitmask's 32 bits over with a sign.
  private func value(_ number: Int64, of description: ControlDescription) -> Int64 {
    description.kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: number)) : number
  }
}
