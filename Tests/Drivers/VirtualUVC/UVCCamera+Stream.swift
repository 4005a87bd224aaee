internal import Frames
internal import SimulatedCamera

extension UVCCamera {
  func negotiated(_ wish: [UInt8]) -> [UInt8] {
    let index = min(max(Int(wish.count > 3 ? wish[3] : 1), 1), descriptors.sizes.count)
    let wanted = wish.little(4, bytes: 4)
    let interval = descriptors.intervals.min {
      ($0 - wanted).magnitude < ($1 - wanted).magnitude
    }
    var bytes: [UInt8] = [1, 0, 1, UInt8(index)]
    bytes.append(wanted == 0 ? descriptors.intervals[0] : interval ?? wanted, bytes: 4)
    bytes += [UInt8](repeating: 0, count: 10)
    bytes.append(descriptors.frameBytes(descriptors.sizes[index - 1]), bytes: 4)
    bytes.append(UVCDescriptors.payloadBytes, bytes: 4)
    bytes.append(48_000_000, bytes: 4)
    return bytes + [3, 1, 1, 1]
  }

  mutating func streaming(
    _ request: UInt8, _ selector: Int, _ data: [UInt8]
  ) -> Answer {
    guard selector == 1 || selector == 2 else { return refuse(.invalidControl) }
    switch (request, selector) {
    case (0x01, 1):
      probe = negotiated(data)
      return .taken
    case (0x01, _):
      probe = negotiated(data)
      committed = probe
      startStream()
      return .taken
    case (0x81, 1): return .data(probe)
    case (0x81, _): return .data(committed)
    case (0x82, _), (0x83, _), (0x87, _): return .data(negotiated(probe))
    case (0x85, _): return .data([34, 0])
    case (0x86, _): return .data([3])
    default: return refuse(.invalidRequest)
    }
  }

  mutating func startStream() {
    let size = descriptors.sizes[min(max(Int(committed[3]), 1), descriptors.sizes.count) - 1]
    let interval = Double(committed.little(4, bytes: 4)) * 1e-7
    if size.width != camera.layout.width || size.height != camera.layout.height
      || interval != camera.description.frameInterval
    {
      resize(size, interval)
    }
    camera.startStream()
    isStreaming = true
    frame = nil
    due = nil
    log.append("START \(size.width)x\(size.height) every \(interval) s")
    for control in descriptors.controls { told[control.name] = current(control) }
  }

  mutating func stopStream() {
    if isStreaming { log.append("STOP") }
    isStreaming = false
    frame = nil
  }

  /// The same camera at another size or rate; what its controls were set to stays.
  mutating func resize(_ size: UVCDescriptors.Size, _ interval: Double) {
    var description = camera.description
    description.width = size.width
    description.height = size.height
    description.stride = nil
    description.frameInterval = interval
    guard
      var fresh = try? SimulatedCamera(description, scenes: [scene], script: SceneScript())
    else { return }
    let codes = camera.controls.compactMap { control in
      (try? camera.read(control.id)).map { (control.id, $0) }
    }
    // Values first, while nothing governs them; the automatics after.
    for id in [ControlID.autoExposure, .focusAuto, .autoWhiteBalance] {
      _ = try? fresh.write(id, id == .autoExposure ? 1 : 0)
    }
    for (id, code) in codes where !Self.automatics.contains(id) {
      _ = try? fresh.write(id, code)
    }
    for (id, code) in codes where Self.automatics.contains(id) { _ = try? fresh.write(id, code) }
    // The light stays where it was, too.
    var script = script
    script.events = script.events.compactMap { event in
      if case .light(_, let stops, _) = event { .light(at: 0, stops: stops) } else { event }
    }
    fresh.script = script
    camera = fresh
  }

  static let automatics: Set<ControlID> = [.autoExposure, .focusAuto, .autoWhiteBalance]

  /// When there is something to send, at the earliest; `nil` while nothing streams.
  public var nextPayloadTime: Double? {
    guard isStreaming else { return nil }
    if frame != nil || runsFreely { return 0 }
    return due ?? 0
  }

  /// The next payload of the stream, or `nil` until it is time.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that the host takes.
  ///   - now: The time in seconds.
  /// - Returns: A payload with its header.
  public mutating func payload(limit: Int, now: Double) -> [UInt8]? {
    guard isStreaming, limit > 2 else { return nil }
    if frame == nil {
      if !runsFreely, let due, now < due { return nil }
      expose(now)
    }
    guard var outgoing = frame else { return nil }
    let room = min(limit, UVCDescriptors.payloadBytes) - 2
    let end = min(outgoing.sent + room, outgoing.bytes.count)
    let isLast = end == outgoing.bytes.count
    // End of header, end of frame, corrupt, and which frame it belongs to.
    let bits = 0x80 | (isLast ? 0x02 : 0) | (outgoing.isCorrupt ? 0x40 : 0) | frameIdentifier
    let payload = [2, bits] + outgoing.bytes[outgoing.sent..<end]
    outgoing.sent = end
    frame = isLast ? nil : outgoing
    return payload
  }

  mutating func expose(_ now: Double) {
    let taken = camera.nextFrame()
    tellChanges()
    framesSent += 1
    frameIdentifier ^= 1
    func isTurn(_ every: Int) -> Bool { every > 0 && framesSent % every == 0 }
    let bytes =
      isTurn(faults.shortEvery) ? Array(taken.bytes.prefix(taken.bytes.count / 2)) : taken.bytes
    frame = OutgoingFrame(bytes: bytes, isCorrupt: isTurn(faults.corruptEvery))
    // A camera that was kept waiting goes on at its rate; it does not catch up.
    due = max(due ?? now, now - taken.truth.interval) + taken.truth.interval
  }
}
