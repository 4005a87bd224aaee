public import Controls

/// A camera that is open: its stream, its controls, and what was taken from its automatics.
///
/// Whatever ends its life, ``close(restoring:)``, an error or the end of its scope, puts the original
/// settings back and frees descriptor and memory; not so the end of the program where it is a global
/// variable, whose life Swift never ends. It may be handed to another thread and is used by one
/// at a time. Writes go to the driver at once, on the caller's thread: a UVC camera answers within some
/// milliseconds, one that does not answer holds the thread for the kernel's time-out of seconds.
public struct Camera: ~Copyable {
  let session: CameraSession

  /// Opens a camera, describes its controls, and puts back what a program that has crashed left
  /// behind on it. Nothing else is written.
  ///
  /// - Parameters:
  ///   - path: The device's path, as `/dev/video0`.
  ///   - policy: How its controls are dealt with.
  ///   - calls: The door to the system.
  /// - Throws: ``DeviceError``.
  public init(
    _ path: String, policy: ControlPolicy = ControlPolicy(),
    calls: any DriverCalls = SystemCalls()
  ) throws(DeviceError) {
    session = try CameraSession(path, policy, calls)
  }

  deinit { _ = session.close(restoring: true) }

  /// Gives everything back and closes the camera.
  ///
  /// - Parameter restoring: Whether original settings are put back, or the camera is left as it is set.
  /// - Returns: What could not be put back.
  @discardableResult
  public consuming func close(restoring: Bool = true) -> [ControlError] {
    session.close(restoring: restoring)
  }

  /// What the camera says of itself.
  public var capability: DeviceCapability { session.capability }

  /// What a profile is found by.
  public var match: DeviceProfile.Match {
    DeviceProfile.Match(
      driver: session.capability.driver, card: session.capability.card,
      usbIdentifier: session.usb?.identifier)
  }

  /// Whether the camera is still there, as far as the last call told.
  public var isPresent: Bool { !session.device.isGone }
}

// MARK: The stream

extension Camera {
  /// The pixel formats in the camera's order.
  public var formats: [FormatDescription] {
    session.device.formats(isMultiPlanar: session.capability.isMultiPlanar)
  }

  /// The sizes of a format.
  ///
  /// - Parameter format: The format.
  /// - Returns: The sizes; none where the driver does not list them.
  public func sizes(of format: FormatDescription) -> FrameSizes {
    session.device.sizes(of: format.code)
  }

  /// The frame intervals of a format and size.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - size: The size.
  /// - Returns: The intervals; none where the driver does not list them.
  public func intervals(
    of format: FormatDescription, _ size: FrameSizes.Size
  ) -> FrameIntervals {
    session.device.intervals(of: format.code, width: size.width, height: size.height)
  }

  /// The format that was set, or `nil` before.
  public var format: StreamFormat? { session.format }

  /// Sets format, size and frame rate.
  ///
  /// - Parameter wish: What is asked for; the camera takes the nearest that it has.
  /// - Returns: What the camera took.
  /// - Throws: ``DeviceError``.
  @discardableResult
  public mutating func configure(_ wish: StreamWish = StreamWish()) throws(DeviceError)
    -> StreamFormat
  {
    try session.configure(wish)
  }

  /// Starts the stream.
  ///
  /// - Throws: ``DeviceError``; nothing stays mapped then.
  public mutating func start() throws(DeviceError) { try session.start() }

  /// Stops the stream; it may be configured and started again.
  public mutating func stop() { session.stop() }

  /// Waits for a frame and lends it; it goes back to the driver when the closure returns or throws.
  ///
  /// Frames that are flagged as corrupt or are too short are handed back unseen and counted in the next
  /// frame's information (field case B38). With the first frame of a stream everything that was taken
  /// is written once more (field case B12). Writes belong behind the call, when the frame has gone back.
  ///
  /// - Parameters:
  ///   - timeout: Seconds to wait at the most; 0 only looks.
  ///   - body: What is done with the frame.
  /// - Returns: What the closure returned, or `nil` where time ran out.
  /// - Throws: ``DeviceError``, and whatever the closure throws.
  public mutating func withNextFrame<Value>(
    timeout: Double, _ body: (borrowing CapturedFrame) throws -> Value
  ) throws -> Value? {
    var value: Value?
    guard try session.nextFrame(timeout: timeout, { value = try body($0) }) else { return nil }
    return value
  }
}

// MARK: The controls

extension Camera {
  /// The controls with the values that were last seen.
  public var controls: ControlTable { session.plane.table }

  /// What the camera can be told at the format that is set.
  public var features: CameraFeatures {
    CameraFeatures(session.plane.table, session.format, session.plane.policy)
  }

  /// What a controller needs to know of the camera.
  public var capabilities: CameraCapabilities { features.capabilities }

  /// What is known of the camera beyond its driver.
  public var profile: DeviceProfile { session.plane.policy.profile }

  /// The time now, in seconds on the clock of stamped frames.
  public var now: Double { session.device.calls.now() }

  /// Exposure time and gain as they were last read or written, for a `SettingsTracker` to begin with;
  /// to be believed unless ``TakenFunction/wasAutomatic``.
  public var exposureSettings: CameraSettings { session.scale.settings }

  /// What white balance is set to by hand, as it was last read or written, for a `BalanceOutput` to begin
  /// with; `nil` where the camera has nothing to set.
  public var balanceSetting: BalanceSetting? { session.scale.balance }

  /// What was taken and is still held.
  public var taken: Set<CameraFunction> { Set(session.plane.takenFunctions) }

  /// Takes a function from the camera's own automatics; nothing of it may be written before.
  ///
  /// A single control that is part of a function becomes the function's when that is taken.
  ///
  /// - Parameter function: What to take; what is taken already changes nothing.
  /// - Returns: What was found.
  /// - Throws: ``ControlError``; the camera is then as it was before.
  @discardableResult
  public mutating func take(_ function: CameraFunction) throws(ControlError) -> TakenFunction {
    try session.plane.take(function)
  }

  /// Gives a function back.
  ///
  /// - Parameters:
  ///   - function: What to give back; what was not taken changes nothing.
  ///   - restoring: Whether the original settings are put back.
  /// - Returns: What could not be put back.
  @discardableResult
  public mutating func release(
    _ function: CameraFunction, restoring: Bool = true
  ) -> [ControlError] {
    session.plane.release(function, restoring: restoring)
  }

  /// Sets things, each in a function that was taken.
  ///
  /// - Parameter settings: What is to be set.
  /// - Returns: How each ended, in the same order; none is lost because another failed.
  @discardableResult
  public mutating func write(_ settings: [CameraSetting]) -> [SettingResult] {
    session.write(settings)
  }

  /// Makes the writes of a controller's plan.
  ///
  /// - Parameter writes: What a `SettingsTracker` or a `ControlPlan` handed out.
  /// - Returns: How each ended, in the same order.
  @discardableResult
  public mutating func write(_ writes: [ControlWrite]) -> [SettingResult] {
    session.write(
      writes.map { write in
        switch write.control {
        case .exposureTime: .exposureTime(write.value)
        case .analogueGain: .gain(write.value)
        }
      })
  }

  /// Asks the driver for a control's value now.
  ///
  /// - Parameter id: The control.
  /// - Returns: The value, or `nil` where it cannot be read. Some drivers return old values while an
  ///   automatic is on (field case B19).
  public mutating func read(_ id: ControlID) -> Int64? { session.plane.read(id) }

  /// Takes the driver's events without waiting for a frame, for programs without a stream.
  public mutating func service() { session.plane.service() }

  /// What happened since the last call, oldest first; the oldest of more than 256 are lost.
  ///
  /// - Returns: The events.
  public mutating func takeEvents() -> [CameraEvent] { session.plane.takeEvents() }
}

// A session is reached through its camera alone, and a camera cannot be copied.
extension Camera: @unchecked Sendable {}
