internal import Frames

extension CameraSession {
  /// This many frames on end that cannot be metered are told of (field case B38): one second's worth.
  static let mostBadFrames = 30

  /// Waits for a frame that can be metered and lends it; the others are handed back and counted.
  func nextFrame(
    timeout: Double, _ body: (borrowing CapturedFrame) throws -> Void
  ) throws -> Bool {
    guard let queue else { throw DeviceError.notStreaming(path: device.path) }
    let calls = device.calls
    let deadline = calls.now() + (timeout > 0 ? min(timeout, 86_400) : 0)
    while true {
      let left = max(0, deadline - calls.now())
      let readiness = try wait(left)
      if readiness == nil || readiness?.contains(.event) == true { plane.service() }
      try checkPresence()
      guard let readiness else { return false }
      if !readiness.isDisjoint(with: [.frame, .error]), let filled = try dequeue(queue) {
        try lend(filled, queue, body)
        return true
      }
      // Whatever the driver does, it does not make us go round without a pause or an end.
      calls.sleep(0.001)
      if calls.now() >= deadline { return false }
    }
  }

  private func wait(_ seconds: Double) throws(DeviceError) -> PollReply.Readiness? {
    switch device.poll(timeout: seconds, wantsFrames: true) {
    case .timeout: return nil
    case .ready(let readiness):
      if readiness.contains(.hangUp) { device.markGone() }
      return readiness
    case .failure(let reply):
      if device.isGone { return .hangUp }
      throw .waiting(path: device.path, SystemCode(reply: reply))
    }
  }

  /// Throws where the camera has been unplugged; the first time an event says so as well.
  func checkPresence() throws(DeviceError) {
    guard device.isGone else { return }
    plane.tell(.deviceGone)
    throw .deviceGone(path: device.path)
  }

  /// Takes a frame; hands back what cannot be metered.
  private func dequeue(_ queue: BufferQueue) throws(DeviceError) -> BufferQueue.Filled? {
    switch queue.dequeue() {
    case .nothing: return nil
    case .failure(let code):
      try checkPresence()
      if code == .inputOutput, badFrames < 4 * Self.mostBadFrames {
        discard(.failed)
        return nil
      }
      throw .streamFailed(path: device.path, .dequeueBuffer, code)
    case .invalid(let index):
      discard(.invalid)
      if let index { try handBack(index, queue) }
      return nil
    case .frame(let filled):
      if isFirstFrame {
        isFirstFrame = false
        plane.streamStarted()
      }
      guard let reason = reason(against: filled, queue.format) else {
        badFrames = 0
        return filled
      }
      discard(reason)
      // A lost frame's number is counted all the same.
      _ = clock.step(
        stamp: filled.stamp, source: filled.source, sequence: filled.sequence,
        arrival: device.calls.now())
      try handBack(filled.index, queue)
      return nil
    }
  }

  private func reason(
    against filled: BufferQueue.Filled, _ format: StreamFormat
  ) -> DiscardCounts.Reason? {
    if filled.isFlagged { return .flagged }
    if filled.planes.0.isEmpty, filled.planes.1.isEmpty, filled.planes.2.isEmpty { return .empty }
    guard let layout = format.layout else { return nil }
    for (plane, needed) in layout.byteCounts.enumerated()
    where filled.range(plane).count < needed {
      return .short
    }
    return nil
  }

  private func discard(_ reason: DiscardCounts.Reason) {
    discarded.count(reason)
    badFrames += 1
    if badFrames == Self.mostBadFrames + 1 {
      plane.tell(.framesUnusable(badFrames, discarded))
    }
  }

  private func handBack(_ index: Int, _ queue: BufferQueue) throws(DeviceError) {
    let code = queue.queue(index)
    if code.isSuccess { return }
    try checkPresence()
    throw .request(path: device.path, .queueBuffer, code)
  }

  /// Lends a frame, and hands it back in every case.
  private func lend(
    _ filled: BufferQueue.Filled, _ queue: BufferQueue,
    _ body: (borrowing CapturedFrame) throws -> Void
  ) throws {
    plane.service()
    let timing = clock.step(
      stamp: filled.stamp, source: filled.source, sequence: filled.sequence,
      arrival: device.calls.now())
    let information = FrameInformation(
      timing: timing, isStampedAtStart: filled.isStampedAtStart, isFirst: !hasSeenFrame,
      discarded: discarded)
    hasSeenFrame = true
    discarded = DiscardCounts()
    do {
      try lend(filled, information, queue, body)
    } catch {
      // The caller's own error counts more than one of handing back; both leave the stream sound.
      _ = queue.queue(filled.index)
      throw error
    }
    try handBack(filled.index, queue)
  }

  private func lend(
    _ filled: BufferQueue.Filled, _ information: FrameInformation, _ queue: BufferQueue,
    _ body: (borrowing CapturedFrame) throws -> Void
  ) throws {
    guard let first = queue.region(filled, plane: 0) else { return }
    let second = queue.region(filled, plane: 1) ?? first
    let third = queue.region(filled, plane: 2) ?? second
    // Buffers that there are not have no bytes.
    let frame = CapturedFrame(
      information, queue.format, first.bytes(filled.planes.0), second.bytes(filled.planes.1),
      third.bytes(filled.planes.2), count: queue.format.buffers.count)
    try body(frame)
  }
}
