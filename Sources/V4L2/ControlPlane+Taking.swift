extension ControlPlane {
  /// Takes a function from the camera's own automatics.
  ///
  /// Originals are remembered and put on file before the first write. Where the automatic was on, the
  /// values that it had reached are written again at once, since cameras fall back to older ones when
  /// it is switched off (field case B20). Taking what is taken already changes nothing.
  ///
  /// - Parameter function: What to take.
  /// - Returns: What was found.
  /// - Throws: ``ControlError``; the camera is then as it was before.
  func take(_ function: CameraFunction) throws(ControlError) -> TakenFunction {
    if device.isGone { throw .deviceGone }
    if let holding = holdings[function] { return found(function, holding, wasAutomatic: false, []) }
    if case .control(let id) = function, let owner = owner(of: id), let holding = holdings[owner] {
      return found(owner, holding, wasAutomatic: false, [])
    }
    // A program may have ended since this camera was opened: its values are nobody's originals.
    restoreLeftovers()
    if let process = store?.holder(of: function, device.calls) {
      throw .takenElsewhere(function, process: process)
    }
    let roles = ControlRoles(function, in: table)
    if roles.isEmpty {
      if case .control(let id) = function { throw .notPresent(id) }
      throw .nothingToTake(function)
    }
    if let automatic = roles.permanent {
      throw .deviceControlled(function, automatic: automatic)
    }
    let ids = roles.all + (function == .exposure ? [.exposureAutoPriority] : [])
    var originals: [ControlID: Int64] = [:]
    // Where reading fails now, what was read before is the better guess than nothing to put back.
    for id in ids { originals[id] = read(id) ?? table.value(id) }
    if device.isGone {
      tell(.deviceGone)
      throw .deviceGone
    }
    for automatic in roles.automatics where originals[automatic.id] == nil {
      throw .unreadable(automatic.id)
    }
    var holding = Holding(roles: roles, originals: originals, expected: originals)
    adopt(ids, into: &holding)
    holdings[function] = holding
    save()
    do throws(ControlError) {
      let deferred = try switchOff(function)
      let wasAutomatic = roles.automatics.contains { originals[$0.id] != $0.manual }
      if wasAutomatic { freeze(function) }
      refresh(roles.all)
      guard let holding = holdings[function] else { throw .ownershipLost(function) }
      return found(function, holding, wasAutomatic: wasAutomatic, deferred)
    } catch {
      _ = release(function, restoring: true)
      throw error
    }
  }

  /// Makes single controls that were taken before part of their function: a control has one owner, and
  /// one original.
  private func adopt(_ ids: [ControlID], into holding: inout Holding) {
    for id in ids {
      guard let single = holdings.removeValue(forKey: .control(id)) else { continue }
      holding.originals[id] = single.originals[id]
      holding.desired[id] = single.desired[id]
      holding.attempted.formUnion(single.attempted)
    }
  }

  private func found(
    _ function: CameraFunction, _ holding: Holding, wasAutomatic: Bool, _ deferred: [ControlError]
  ) -> TakenFunction {
    var values: [ControlID: Int64] = [:]
    for id in holding.roles.values {
      guard let description = table[id], !description.defects.hasValueOutside else { continue }
      values[id] = holding.desired[id] ?? table.value(id)
    }
    return TakenFunction(
      function: function, wasAutomatic: wasAutomatic, values: values, deferred: deferred)
  }

  /// Switches the automatics off, by themselves; says what has to wait for the stream.
  private func switchOff(_ function: CameraFunction) throws(ControlError) -> [ControlError] {
    guard let holding = holdings[function] else { return [] }
    var batch: [Assignment] = []
    for automatic in holding.roles.automatics {
      guard let manual = automatic.manual else { continue }
      holdings[function]?.desired[automatic.id] = manual
      if holding.originals[automatic.id] != manual {
        batch += assignments([(automatic.id, manual)])
      }
    }
    let priority = ControlID.exposureAutoPriority
    if function == .exposure, policy.frameRate == .constant, table.isAdjustable(priority),
      holding.originals[priority] != nil
    {
      holdings[function]?.desired[priority] = 0
      if holding.originals[priority] != 0 { batch += assignments([(priority, 0)]) }
    }
    var deferred: [ControlError] = []
    for (assignment, reply) in zip(batch, commit(batch)) {
      guard let error = reply.error else { continue }
      if assignment.id == priority, error != .deviceGone {
        tell(.writeFailed(error))
      } else if error.mayPass, !isStreaming {
        deferred.append(error)
      } else if case .outOfRange(let id, _, _) = error {
        throw .deviceControlled(function, automatic: id)
      } else {
        throw error
      }
    }
    if deferred.isEmpty { try verifyOff(function) }
    return deferred
  }

  /// A camera that takes the write and stays automatic would fight every loop (field case B26).
  private func verifyOff(_ function: CameraFunction) throws(ControlError) {
    for automatic in holdings[function]?.roles.automatics ?? [] {
      guard let value = read(automatic.id), value != automatic.manual else { continue }
      throw .deviceControlled(function, automatic: automatic.id)
    }
    if device.isGone { throw .deviceGone }
  }

  /// Writes the values that the automatic had reached, as far as they can be true.
  private func freeze(_ function: CameraFunction) {
    guard let holding = holdings[function] else { return }
    var batch: [Assignment] = []
    for id in holding.roles.frozen {
      guard let value = holding.originals[id], let description = table[id],
        description.isInside(value)
      else { continue }
      holdings[function]?.desired[id] = value
      batch += assignments([(id, value)])
    }
    for error in commit(batch).compactMap(\.error) {
      let waits = error.mayPass && !isStreaming
      if !waits, error != .deviceGone { tell(.writeFailed(error)) }
    }
  }
}
