internal import Controls

/// What a ``Camera`` owns; of one camera there is one, and it is used by one thread at a time.
final class CameraSession {
  let device: OpenDevice
  let capability: DeviceCapability
  let usb: USBIdentity?
  let plane: ControlPlane
  var format: StreamFormat?
  var queue: BufferQueue?
  var bufferCount = 4
  var clock = FrameClock(nominalInterval: 1.0 / 30)
  var isFirstFrame = true
  var hasSeenFrame = false
  var discarded = DiscardCounts()
  var badFrames = 0
  private var isClosed = false

  init(_ path: String, _ policy: ControlPolicy, _ calls: any DriverCalls) throws(DeviceError) {
    device = try OpenDevice(path, calls)
    capability = try device.capability()
    // Whoever names a node of a pipeline has set the pipeline up.
    let flags = capability.flags.subtracting(.mediaController)
    if let fault = DeviceNode.Fault(flags) { throw .unusable(path: path, fault) }
    usb = USBIdentity(ofNode: path, calls)
    let store = RestoreStore.folder(policy, calls).map { [capability, usb] in
      RestoreStore(folder: $0, camera: RestoreRecord.Camera(capability, usb))
    }
    plane = ControlPlane(device, policy, store)
    plane.begin()
    plane.restoreLeftovers()
    if device.isGone { throw .deviceGone(path: path) }
  }

  deinit { _ = close(restoring: true) }

  /// Puts originals back while the camera still streams, since some cameras refuse at rest; then stops
  /// the stream and closes the device.
  func close(restoring: Bool) -> [ControlError] {
    if isClosed { return [] }
    isClosed = true
    let failures = plane.releaseAll(restoring: restoring)
    stop()
    device.close()
    return failures
  }

  func configure(_ wish: StreamWish) throws(DeviceError) -> StreamFormat {
    if queue != nil { throw .streaming(path: device.path) }
    bufferCount = wish.bufferCount
    let new = try device.configure(wish, isMultiPlanar: capability.isMultiPlanar)
    format = new
    // Ranges depend on the format: a smaller frame may be exposed shorter.
    plane.refresh([.exposure, .verticalBlanking, .horizontalBlanking])
    return new
  }

  func start() throws(DeviceError) {
    if queue != nil { throw .streaming(path: device.path) }
    guard let format else { throw .notConfigured(path: device.path) }
    let new = try BufferQueue(device, format, count: bufferCount)
    queue = new
    plane.isStarting = true
    clock = FrameClock(nominalInterval: FrameTime.interval(plane.table, format))
    isFirstFrame = true
    hasSeenFrame = false
    badFrames = 0
  }

  func stop() {
    queue?.stop()
    queue = nil
    plane.isStarting = false
    plane.isStreaming = false
  }

  /// Turns units on the way to the camera and back.
  func write(_ settings: [CameraSetting]) -> [SettingResult] {
    let before = scale
    var writes: [(id: ControlID, value: Int64)] = []
    var requests: [Result<SettingScale.Request, ControlError>] = []
    for setting in settings {
      do throws(ControlError) {
        let request = try before.request(setting)
        writes += request.writes
        requests.append(.success(request))
      } catch {
        requests.append(.failure(error))
      }
    }
    let results = plane.write(writes)
    let after = scale
    var rest = results[...]
    return zip(settings, requests).map { setting, request in
      switch request {
      case .failure(let error):
        return SettingResult(
          setting: setting, applied: nil, isClamped: false, writes: [], error: error,
          isDeferred: false)
      case .success(let request):
        let own = Array(rest.prefix(request.writes.count))
        rest = rest.dropFirst(request.writes.count)
        return Self.result(setting, request, own, after)
      }
    }
  }

  /// Units for the format that is set.
  var scale: SettingScale {
    SettingScale(
      plane.table, format, plane.policy,
      ordinaryBlanking: plane.holdings[.exposure]?.originals[.verticalBlanking])
  }

  private static func result(
    _ setting: CameraSetting, _ request: SettingScale.Request, _ writes: [ControlResult],
    _ scale: SettingScale
  ) -> SettingResult {
    var applied: Double?
    var isDeferred = false
    for write in writes {
      if case .deferred = write.outcome { isDeferred = true }
      if write.id == request.id, case .applied(let code) = write.outcome {
        applied = scale.value(code, of: setting)
      }
    }
    let isButton = scale.table[request.id]?.kind == .button
    return SettingResult(
      setting: setting, applied: isButton ? nil : applied, isClamped: request.isClamped,
      writes: writes, error: writes.compactMap(\.error).first, isDeferred: isDeferred)
  }
}
