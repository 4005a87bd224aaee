/// The other end of the kernel's virtual host controller: bytes in, bytes out.
///
/// Every transfer is answered: those of the control endpoint at once, those of events and frames when
/// there are any, and each unlinking, without which the kernel would wait for ever.
public struct VirtualHost: Sendable {
  /// The camera.
  public var camera: UVCCamera
  private var received: [UInt8] = []
  private var frames: [(sequence: UInt32, length: Int)] = []
  private var listeners: [(sequence: UInt32, length: Int)] = []

  /// Begins with a camera that has just been plugged in.
  public init(_ camera: UVCCamera) { self.camera = camera }

  /// Takes what the kernel sent.
  ///
  /// - Parameter bytes: What was received.
  /// - Returns: What is to be sent.
  /// - Throws: `USBIPMessage.Failure` where the kernel's words make no sense; unplug then.
  public mutating func receive(
    _ bytes: some Collection<UInt8>
  ) throws(USBIPMessage.Failure) -> [UInt8] {
    received += bytes
    var answers: [UInt8] = []
    while let message = try USBIPMessage.next(&received) {
      switch message {
      case .submit(let submission): answers += take(submission)
      case .unlink(let sequence, let other):
        let wasPending = forget(other)
        answers += USBIPMessage.unlinked(sequence, wasPending: wasPending)
      }
    }
    return answers
  }

  /// Sends what has become ready: events, and payloads whose time has come.
  ///
  /// - Parameters:
  ///   - now: The time in seconds.
  ///   - limit: The most payloads at once, so that requests are answered in between.
  /// - Returns: What is to be sent.
  public mutating func pump(now: Double, limit: Int = 4) -> [UInt8] {
    var answers: [UInt8] = []
    while !listeners.isEmpty, let event = camera.takeEvent() {
      let listener = listeners.removeFirst()
      answers += USBIPMessage.answer(
        listener.sequence, data: Array(event.prefix(listener.length)))
    }
    for _ in 0..<limit {
      guard let transfer = frames.first,
        let payload = camera.payload(limit: transfer.length, now: now)
      else { break }
      frames.removeFirst()
      answers += USBIPMessage.answer(transfer.sequence, data: payload)
    }
    return answers
  }

  /// When ``pump(now:limit:)`` has something to do, at the earliest; `nil` where it has to wait for
  /// the host.
  public var nextTime: Double? { frames.isEmpty ? nil : camera.nextPayloadTime }

  private mutating func take(_ submission: USBIPMessage.Submission) -> [UInt8] {
    switch Int(submission.endpoint) {
    case 0:
      switch camera.control(submission.setup, submission.data) {
      case .data(let bytes): return USBIPMessage.answer(submission.sequence, data: bytes)
      case .taken:
        return USBIPMessage.answer(submission.sequence, sent: submission.data.count)
      case .stall: return USBIPMessage.answer(submission.sequence, status: Self.stalled)
      }
    case UVCDescriptors.frameEndpoint where submission.isIn && frames.count < 256:
      frames.append((submission.sequence, submission.length))
    case UVCDescriptors.eventEndpoint where submission.isIn && listeners.count < 64:
      listeners.append((submission.sequence, submission.length))
    default: return USBIPMessage.answer(submission.sequence, status: Self.stalled)
    }
    return []
  }

  /// Gives a transfer up; whether it was waiting here.
  private mutating func forget(_ sequence: UInt32) -> Bool {
    let before = frames.count + listeners.count
    frames.removeAll { $0.sequence == sequence }
    listeners.removeAll { $0.sequence == sequence }
    return frames.count + listeners.count < before
  }

  /// −EPIPE, as the kernel calls a stall.
  private static let stalled: Int32 = -32
}
