extension ControlPlane {
  /// Which writes go before which: an automatic must be off before its values are written, in a call
  /// of its own, since drivers send a call's controls in an order of their own; a sensor's frame must
  /// have grown before its exposure grows, and may shrink only behind it (field case B13).
  private enum Phase: Int, CaseIterable {
    case automatics
    case growingFrame
    case values
    case shrinkingFrame
  }

  /// Writes controls of functions that were taken.
  ///
  /// - Parameter wishes: Controls and values; values are rounded to what the controls take. Of several
  ///   for one control the last counts.
  /// - Returns: How each ended, in the same order.
  func write(_ wishes: [(id: ControlID, value: Int64)]) -> [ControlResult] {
    var results: [ControlID: ControlResult] = [:]
    var accepted: [ControlID: Assignment] = [:]
    for wish in wishes {
      accepted[wish.id] = nil
      results[wish.id] = nil
      switch checked(wish.id, wish.value) {
      case .success(let assignment): accepted[wish.id] = assignment
      case .failure(let error):
        results[wish.id] = ControlResult(
          id: wish.id, requested: wish.value, outcome: .failed(error))
      }
    }
    for phase in Phase.allCases {
      let batch = accepted.values.filter { self.phase($0) == phase }.sorted { $0.id < $1.id }
      for (assignment, reply) in zip(batch, commit(batch)) {
        accepted[assignment.id] = nil
        let final = recover(assignment, reply)
        results[assignment.id] = settle(assignment, final)
      }
      if phase == .growingFrame, !batch.isEmpty {
        refresh([.exposure])
        // What the old range cut off may fit the new one.
        if let wish = wishes.last(where: { $0.id == .exposure }), accepted[.exposure] != nil,
          case .success(let assignment) = checked(.exposure, wish.value)
        {
          accepted[.exposure] = assignment
        }
      }
    }
    followUp(results.values.filter { $0.error == nil }.map(\.id).sorted())
    return wishes.compactMap { results[$0.id] }
  }

  /// What can be said of a write without asking the driver.
  private func checked(_ id: ControlID, _ value: Int64) -> Result<Assignment, ControlError> {
    if device.isGone { return .failure(.deviceGone) }
    guard let description = table[id] else { return .failure(.notPresent(id)) }
    guard let holding = owner(of: id).flatMap({ holdings[$0] }) else {
      return .failure(.notTaken(id))
    }
    guard description.isAdjustable else { return .failure(.notAdjustable(id)) }
    if description.isReadable, holding.originals[id] == nil { return .failure(.unreadable(id)) }
    let rounded = description.nearest(value)
    guard description.accepts(rounded) else {
      return .failure(.notInMenu(id, value: value, items: description.menu.map(\.index)))
    }
    return .success(Assignment(description: description, value: rounded))
  }

  private func phase(_ assignment: Assignment) -> Phase {
    if assignment.id == .verticalBlanking {
      let present = table.value(assignment.id) ?? .min
      return assignment.value >= present ? .growingFrame : .shrinkingFrame
    }
    let roles = owner(of: assignment.id).flatMap { holdings[$0]?.roles }
    let isAutomatic = roles?.automatics.contains { $0.id == assignment.id } ?? false
    return isAutomatic || assignment.id == .exposureAutoPriority ? .automatics : .values
  }

  /// Tries once to make a refused write possible; never more, so that nothing fights.
  private func recover(_ assignment: Assignment, _ reply: Reply) -> Reply {
    switch reply.error {
    case .wrongState(let id, _):
      guard let function = owner(of: id), let holding = holdings[function] else { return reply }
      if case .control = function { return blaming(assignment, reply) }
      if holding.roles.automatics.contains(where: { $0.id == id }) { return reply }
      if isForeign(function) {
        guard handleForeignChange(of: function) else { return .failure(.ownershipLost(function)) }
      } else {
        // The mode reads as it should: the driver may have missed it all the same.
        _ = commit(desiredAutomatics(of: function))
      }
      return commit([assignment]).first ?? reply
    case .outOfRange(let id, _, _):
      // From a value that cannot be, some devices take their default only (field case B08).
      guard let description = table[id], description.defects.hasValueOutside,
        commit(assignments([(id, description.defaultValue)])).first?.error == nil
      else { return reply }
      return commit([assignment]).first ?? reply
    default: return reply
    }
  }

  /// Names the automatic that stands in a control's way, where there is one.
  private func blaming(_ assignment: Assignment, _ reply: Reply) -> Reply {
    let function = ControlRoles.function(of: assignment.id)
    for automatic in ControlRoles(function, in: table).automatics {
      if let value = read(automatic.id), value != automatic.manual {
        return .failure(.automaticActive(assignment.id, automatic: automatic.id))
      }
    }
    return reply
  }

  /// Takes note of what is to be in force, and says how a write ended.
  private func settle(_ assignment: Assignment, _ reply: Reply) -> ControlResult {
    let id = assignment.id
    func result(_ outcome: ControlResult.Outcome) -> ControlResult {
      ControlResult(id: id, requested: assignment.value, outcome: outcome)
    }
    guard let function = owner(of: id) else {
      return result(.failed(reply.error ?? .ownershipLost(ControlRoles.function(of: id))))
    }
    switch reply {
    case .success(let value):
      hold(assignment, of: function)
      return result(.applied(value))
    case .failure(let error):
      let isContested = holdings[function]?.isContested ?? false
      guard error.mayPass || isContested, !isStreaming || isContested else {
        return result(.failed(error))
      }
      hold(assignment, of: function)
      return result(.deferred(error))
    }
  }

  private func hold(_ assignment: Assignment, of function: CameraFunction) {
    guard assignment.description.isReadable, let roles = holdings[function]?.roles else { return }
    holdings[function]?.desired[assignment.id] = assignment.value
    // Values that the camera's own automatic sets from now on are not held against it.
    let automatic = roles.automatics.first { $0.id == assignment.id }
    if let automatic, automatic.manual != assignment.value {
      for id in roles.values { holdings[function]?.desired[id] = nil }
    }
  }

  /// Looks at what writes may have changed beside their own controls: a sensor's wide dynamic range
  /// resets blanking and exposure (field case B13).
  private func followUp(_ ids: [ControlID]) {
    let automatics = Set(takenFunctions.flatMap { holdings[$0]?.roles.automatics.map(\.id) ?? [] })
    let isFar = ids.contains { id in
      !automatics.contains(id) && (table[id]?.flags.contains(.update) ?? false)
    }
    if ids.contains(.verticalBlanking), !isFar { refresh([.exposure]) }
    guard isFar, !device.isGone else { return }
    var batch: [Assignment] = []
    for function in takenFunctions {
      guard let holding = holdings[function] else { continue }
      refresh(holding.roles.all)
      for (id, value) in holding.desired.sorted(by: { $0.key < $1.key })
      where !ids.contains(id) && table.value(id) != value {
        batch += assignments([(id, value)])
      }
    }
    apply(batch)
  }

  /// Writes values in the right order; failures are told as events.
  func apply(_ batch: [Assignment]) {
    for phase in Phase.allCases {
      let part = batch.filter { self.phase($0) == phase }.sorted { $0.id < $1.id }
      for error in commit(part).compactMap(\.error) where error != .deviceGone {
        tell(.writeFailed(error))
      }
      if phase == .growingFrame, !part.isEmpty { refresh([.exposure]) }
    }
  }
}

extension Set<ControlDescription.Defect> {
  var hasValueOutside: Bool {
    contains {
      if case .valueOutside = $0 { return true }
      return false
    }
  }
}
