extension ControlPlane {
  typealias Assignment = OpenDevice.Assignment

  /// How a write to the driver ended, before anything is made of it.
  typealias Reply = Result<Int64, ControlError>

  /// Writes controls in one call, and finds out which ones failed where it does.
  ///
  /// A driver that refuses a batch mostly does not say which control was at fault (field case B02), and
  /// how many were written before it cannot be relied on: each is then written by itself. What is busy
  /// is tried again with pauses, together, so that a batch never waits longer than one control would.
  ///
  /// - Parameter batch: Values that their controls take.
  /// - Returns: How each ended, in the same order.
  func commit(_ batch: [Assignment]) -> [Reply] {
    guard !batch.isEmpty else { return [] }
    for assignment in batch {
      if let function = owner(of: assignment.id) {
        holdings[function]?.attempted.insert(assignment.id)
        holdings[function]?.expected[assignment.id] = nil
      }
    }
    let reply = device.write(batch)
    if reply.code.isSuccess { return zip(batch, reply.values).map { noting($0, $1) } }
    var replies: [Reply]
    if batch.count == 1 || device.isGone {
      replies = batch.map { .failure(ControlError(reply.code, $0.id, value: $0.value)) }
    } else {
      replies = batch.map(commitAlone)
    }
    for (attempt, pause) in Self.backOff.enumerated() {
      let busy = batch.indices.filter { replies[$0].isBusy }
      if busy.isEmpty || device.isGone { break }
      device.calls.sleep(pause)
      for index in busy {
        replies[index] = commitAlone(batch[index])
        if replies[index].isBusy {
          replies[index] = .failure(.busy(batch[index].id, attempts: attempt + 2))
        }
      }
    }
    if device.isGone {
      tell(.deviceGone)
      return replies.map { reply in
        if case .success = reply { return reply }
        return .failure(.deviceGone)
      }
    }
    return replies
  }

  private func commitAlone(_ assignment: Assignment) -> Reply {
    if device.isGone { return .failure(.deviceGone) }
    let reply = device.write([assignment])
    guard reply.code.isSuccess else {
      return .failure(ControlError(reply.code, assignment.id, value: assignment.value))
    }
    return noting(assignment, reply.values.first ?? assignment.value)
  }

  private func noting(_ assignment: Assignment, _ value: Int64) -> Reply {
    if let function = owner(of: assignment.id) {
      holdings[function]?.expected[assignment.id] = value
    }
    if assignment.description.isReadable { table.note(value, of: assignment.id) }
    return .success(value)
  }

  /// The writes of some values, of controls that the camera has.
  func assignments(_ values: [(ControlID, Int64)]) -> [Assignment] {
    values.compactMap { id, value in
      table[id].map { Assignment(description: $0, value: value) }
    }
  }
}

extension Result where Failure == ControlError {
  var isBusy: Bool {
    if case .failure(.busy) = self { return true }
    return false
  }

  var error: ControlError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
