extension ControlPlane {
  /// Gives a function back.
  ///
  /// - Parameters:
  ///   - function: What to give back; what was not taken changes nothing.
  ///   - restoring: Whether the originals are put back, or the camera is left as it is set.
  /// - Returns: What could not be put back.
  func release(_ function: CameraFunction, restoring: Bool) -> [ControlError] {
    guard let holding = holdings[function] else { return [] }
    var failures: [ControlError] = []
    if restoring, !holding.attempted.isEmpty {
      failures = restore(holding.originals, holding.roles, only: holding.attempted)
    }
    // What may still be put back stays on file, for when the camera is next seen.
    if failures.contains(where: \.isWorthAnotherSession) {
      abandoned.append(RestoreRecord.Entry(function: function, originals: holding.originals))
    }
    holdings[function] = nil
    save()
    return failures
  }

  /// Gives everything back.
  ///
  /// - Parameter restoring: Whether the originals are put back.
  /// - Returns: What could not be put back.
  func releaseAll(restoring: Bool) -> [ControlError] {
    var failures: [ControlError] = []
    for error in takenFunctions.flatMap({ release($0, restoring: restoring) })
    where !failures.contains(error) {
      failures.append(error)
    }
    return failures
  }

  /// Puts originals back: the automatics off where a value has to be written, then the values, then
  /// the automatics as they were.
  func restore(
    _ originals: [ControlID: Int64], _ roles: ControlRoles, only: Set<ControlID>?
  ) -> [ControlError] {
    func isWanted(_ id: ControlID) -> Bool { only?.contains(id) ?? true }
    var errors: [ControlError] = []
    func write(_ values: [(ControlID, Int64)]) {
      let batch = assignments(values)
      let refused = zip(batch, commit(batch)).filter { $1.error != nil }.map(\.0)
      // Nobody comes back to this later: what fails in passing has a second chance here.
      errors += commit(refused).compactMap(\.error)
    }
    let modes = roles.automatics.map(\.id) + [.exposureAutoPriority]
    // What the originals name counts, not what sets the function by this table: the session that wrote
    // them may have seen other controls.
    let values = originals.keys.sorted().filter { !modes.contains($0) }.filter { id in
      guard let original = originals[id], let description = table[id] else { return false }
      // What never was a possible value cannot be put back (field case B08).
      return isWanted(id) && description.isAdjustable && original != .min
        && (description.isInside(original) || id == .exposure)
    }
    var touched: Set<ControlID> = []
    if !values.isEmpty {
      let inTheWay = roles.automatics.filter { automatic in
        // One that nothing is known of cannot be put back, so it is not touched.
        originals[automatic.id] != nil && automatic.manual != nil
          && read(automatic.id) != automatic.manual
      }
      touched = Set(inTheWay.map(\.id))
      write(inTheWay.compactMap { automatic in automatic.manual.map { (automatic.id, $0) } })
    }
    let blanking = ControlID.verticalBlanking
    if values.contains(blanking), let original = originals[blanking] {
      let grows = original >= table.value(blanking) ?? .min
      let rest = values.filter { $0 != blanking }.compactMap { id in originals[id].map { (id, $0) }
      }
      if grows { write([(blanking, original)]) }
      write(rest)
      if !grows { write([(blanking, original)]) }
    } else {
      write(values.compactMap { id in originals[id].map { (id, $0) } })
    }
    write(
      modes.compactMap { id in
        // An original was in force: it is written even where a description has lost it.
        guard isWanted(id) || touched.contains(id), let original = originals[id] else { return nil }
        return (id, original)
      })
    return errors
  }

  /// Puts back what programs that have ended left behind on this camera.
  func restoreLeftovers() {
    guard let store else { return }
    for leftover in store.leftovers(device.calls) where !device.isGone {
      var errors: [ControlError] = []
      for entry in leftover.entries {
        let roles = ControlRoles(entry.function, in: table)
        errors += restore(entry.originals, roles, only: nil)
      }
      if device.isGone { return }
      store.remove(leftover, device.calls)
      tell(.restoredOriginals(errors))
    }
  }

  /// Puts what is held on file, or takes the file away where nothing is.
  func save() {
    let entries = takenFunctions.compactMap { function in
      holdings[function].map {
        RestoreRecord.Entry(function: function, originals: $0.originals)
      }
    }
    let code = store?.save(
      entries + abandoned, isAbandoned: holdings.isEmpty && !abandoned.isEmpty, device.calls)
    if let code, !code.isSuccess { tell(.stateFileFailed(code)) }
  }
}

extension ControlError {
  /// Whether an original that was refused for this reason is worth another try by the next session.
  var isWorthAnotherSession: Bool {
    switch self {
    case .deviceGone, .busy: true
    default: false
    }
  }
}
