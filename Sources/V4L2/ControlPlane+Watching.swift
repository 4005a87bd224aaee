extension ControlPlane {
  /// Writes everything that is held once more, with the first frame of a stream: cameras lose their
  /// settings when a stream starts, and some refuse them before (field case B12). What reads back as it
  /// should is written all the same.
  func streamStarted() {
    isStarting = false
    isStreaming = true
    var batch: [Assignment] = []
    for function in takenFunctions {
      guard let holding = holdings[function], !holding.isContested else { continue }
      let values = holding.desired.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      batch += assignments(values)
    }
    apply(batch)
  }

  /// Takes the driver's events, and looks at modes that the driver does not tell of.
  func service() {
    if device.isGone { return tell(.deviceGone) }
    if !watched.isEmpty { takeDriverEvents() }
    let now = device.calls.now()
    for function in takenFunctions {
      guard let holding = holdings[function], holding.isContested, now >= holding.nextRetake else {
        continue
      }
      handleForeignChange(of: function)
    }
    if now >= nextWatch {
      nextWatch = now + Self.watchInterval
      for function in takenFunctions where !isWatched(function) && isForeign(function) {
        handleForeignChange(of: function)
      }
    }
    if device.isGone { tell(.deviceGone) }
  }

  private func isWatched(_ function: CameraFunction) -> Bool {
    holdings[function]?.roles.automatics.allSatisfy { watched.contains($0.id) } ?? true
  }

  private func takeDriverEvents() {
    // As many as a driver's queues may hold; the rest comes with the next frame.
    for _ in 0..<256 {
      guard let event = device.nextEvent(table) else { return }
      take(event)
    }
  }

  private func take(_ event: OpenDevice.ControlEvent) {
    guard var description = table[event.id] else { return }
    if let range = event.range {
      description = description.ranging(
        minimum: range.minimum, maximum: range.maximum, step: range.step,
        defaultValue: range.defaultValue)
      tell(.rangeChanged(event.id))
    }
    description.flags = event.flags
    table.replace(description)
    guard let value = event.value else { return }
    table.note(value, of: event.id)
    guard let function = owner(of: event.id), let holding = holdings[function] else {
      return tell(.valueChanged(event.id, value: value))
    }
    let isMode = holding.roles.automatics.contains { $0.id == event.id }
    // An event may be older than our own last write: what the driver reads now decides.
    if isMode {
      if isForeign(function) { handleForeignChange(of: function) }
    } else if holding.desired[event.id] != value {
      tell(.valueChanged(event.id, value: value))
    }
  }

  /// Whether a mode that was taken reads as somebody else's.
  ///
  /// What a camera does to its settings while a stream starts is nobody's doing.
  func isForeign(_ function: CameraFunction) -> Bool {
    guard let holding = holdings[function], !isStarting else { return false }
    return holding.roles.automatics.contains { automatic in
      guard let expected = holding.expected[automatic.id], let value = read(automatic.id) else {
        return false
      }
      return value != expected && value != holding.desired[automatic.id]
    }
  }

  /// Yields a function to the program that changed its mode, or takes it back, as the policy says.
  ///
  /// - Parameter function: The function.
  /// - Returns: Whether it is ours again now.
  @discardableResult
  func handleForeignChange(of function: CameraFunction) -> Bool {
    guard var holding = holdings[function] else { return false }
    guard policy.foreignChange == .hold, holding.retakes < Self.mostRetakes else {
      // What the other program set is its own: our originals are no longer anybody's.
      holdings[function] = nil
      save()
      tell(.ownershipLost(function))
      return false
    }
    let now = device.calls.now()
    guard now >= holding.nextRetake else {
      holdings[function]?.isContested = true
      return false
    }
    holding.retakes += 1
    // 1, 2, 4 seconds: two programs that both insist must not fight at the frame rate.
    holding.nextRetake = now + Double(1 << (holding.retakes - 1))
    holding.isContested = false
    holdings[function] = holding
    let values = holding.desired.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    apply(assignments(values))
    tell(.ownershipRetaken(function, attempt: holding.retakes))
    return true
  }

  /// What switches a function's automatics as they are wanted.
  func desiredAutomatics(of function: CameraFunction) -> [Assignment] {
    guard let holding = holdings[function] else { return [] }
    return assignments(
      holding.roles.automatics.compactMap { automatic in
        holding.desired[automatic.id].map { (automatic.id, $0) }
      })
  }
}
