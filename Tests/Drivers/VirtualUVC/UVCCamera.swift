internal import Frames
public import SimulatedCamera

/// A simulated camera that speaks UVC: requests in, answers, payloads and events out.
///
/// No system call and no clock: time is what the caller says it is.
public struct UVCCamera: Sendable {
  /// Whatever does not work as it should, by script.
  public struct Faults: Hashable, Sendable {
    /// Every so many frames one is flagged as corrupt; 0 for none.
    public var corruptEvery = 0
    /// Every so many frames one ends in its middle; 0 for none.
    public var shortEvery = 0
    /// Requests to controls that are refused, by the control's name.
    public var refusals: [String: Refusals] = [:]

    /// Makes no faults.
    public init() {}
  }

  /// A number of refusals.
  public struct Refusals: Hashable, Sendable {
    /// Why.
    public var reason: UVCRefusal
    /// How many more.
    public var count: Int

    /// Makes a number of refusals.
    public init(_ reason: UVCRefusal, count: Int) {
      self.reason = reason
      self.count = count
    }
  }

  /// What the host asked, answered.
  public enum Answer: Hashable, Sendable {
    /// Bytes for the host.
    case data([UInt8])
    /// The host's bytes were taken.
    case taken
    /// A stall.
    case stall
  }

  /// What the camera says of itself.
  public let descriptors: UVCDescriptors
  /// What does not work as it should.
  public var faults = Faults()
  /// Whether frames come as fast as the host takes them, and not at the camera's own rate.
  public var runsFreely = false
  /// Writes that the host made, in words.
  public internal(set) var log: [String] = []
  /// Events for the host, oldest first.
  public internal(set) var events: [[UInt8]] = []
  /// The simulated camera.
  public internal(set) var camera: SimulatedCamera
  /// Whether frames are sent.
  public internal(set) var isStreaming = false

  let scene: Scene
  var script: SceneScript
  var stored: [String: Int]
  var lastRefusal = UVCRefusal.none
  var probe: [UInt8]
  var committed: [UInt8]
  var told: [String: Int] = [:]
  var frame: OutgoingFrame?
  var frameIdentifier: UInt8 = 0
  var framesSent = 0
  var due: Double?

  struct OutgoingFrame: Sendable {
    let bytes: [UInt8]
    var sent = 0
    let isCorrupt: Bool
  }

  /// Makes a camera.
  ///
  /// - Parameters:
  ///   - description: The simulated camera; its size is the first that is offered.
  ///   - scene: What it sees.
  ///   - script: What happens there.
  ///   - otherSizes: More sizes that are offered.
  /// - Throws: `SimulationError`.
  public init(
    _ description: CameraDescription, scene: Scene, script: SceneScript = SceneScript(),
    otherSizes: [UVCDescriptors.Size] = []
  ) throws {
    let isNV12: Bool = if case .semiPlanarYUV = description.format { true } else { false }
    let present = Set(description.controls.map(\.id))
    let controls = UVCControl.all.filter { $0.source.map(present.contains) ?? true }
    let size = UVCDescriptors.Size(description.width, description.height)
    let interval = Int((description.frameInterval * 1e7).rounded())
    descriptors = UVCDescriptors(
      format: isNV12 ? .nv12 : .yuyv, sizes: [size] + otherSizes,
      intervals: [interval, 2 * interval], controls: controls)
    camera = try SimulatedCamera(description, scenes: [scene], script: script)
    self.scene = scene
    self.script = script
    stored = ["brightness": 0, "contrast": 32, "saturation": 50]
    probe = []
    committed = []
    probe = negotiated([])
    committed = probe
  }

  /// Changes the light before the camera from now on.
  ///
  /// - Parameters:
  ///   - stops: The level in stops relative to the scene's own.
  ///   - seconds: How long it takes, in the camera's own time.
  public mutating func setLight(_ stops: Double, over seconds: Double) {
    let event = SceneScript.Event.light(at: camera.clock, stops: stops, over: seconds)
    script.events = [event]
    camera.script.events.append(event)
  }

  /// Changes the colour of the light at once; its level stays.
  ///
  /// - Parameter light: The light's spectrum.
  public mutating func setIlluminant(_ light: Illuminant) {
    let event = SceneScript.Event.illuminant(at: camera.clock, light)
    script.events.append(event)
    camera.script.events.append(event)
  }

  /// Closes or opens the privacy shutter, as a finger does.
  public mutating func setPrivacy(_ isClosed: Bool) {
    _ = try? camera.write(.privacy, isClosed ? 1 : 0)
    tellChanges()
  }

  /// Hands over what was logged since the last call.
  public mutating func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Hands over the oldest event.
  public mutating func takeEvent() -> [UInt8]? { events.isEmpty ? nil : events.removeFirst() }
}

// MARK: - Control transfers

extension UVCCamera {
  /// Answers a control transfer.
  ///
  /// - Parameters:
  ///   - setup: The setup packet.
  ///   - data: What the host sends with it.
  /// - Returns: The answer.
  public mutating func control(_ setup: [UInt8], _ data: [UInt8]) -> Answer {
    guard setup.count == 8 else { return .stall }
    let length = setup.little(6, bytes: 2)
    let answer =
      setup[0] & 0x60 == 0 ? standard(setup) : classSpecific(setup, data)
    if case .data(let bytes) = answer { return .data(Array(bytes.prefix(length))) }
    return answer
  }

  mutating func standard(_ setup: [UInt8]) -> Answer {
    let value = setup.little(2, bytes: 2)
    switch (setup[1], value >> 8) {
    case (6, 1): return .data(descriptors.device)
    case (6, 2): return .data(descriptors.configuration)
    case (6, 3): return descriptors.string(value & 0xFF).map(Answer.data) ?? .stall
    case (6, 6): return .data(descriptors.qualifier)
    case (0, _): return .data([0, 0])
    case (8, _): return .data([1])
    case (10, _): return .data([0])
    case (1, _):
      // A halt that is cleared on the frames' endpoint ends the stream.
      if setup.little(4, bytes: 2) & 0xFF == 0x82 { stopStream() }
      return .taken
    default: return setup[0] & 0x80 == 0 ? .taken : .stall
    }
  }

  mutating func classSpecific(_ setup: [UInt8], _ data: [UInt8]) -> Answer {
    let selector = setup.little(2, bytes: 2) >> 8
    let index = setup.little(4, bytes: 2)
    let (interface, entity) = (index & 0xFF, index >> 8)
    if interface == 1 { return streaming(setup[1], selector, data) }
    if entity == 0 {
      switch (selector, setup[1]) {
      case (2, 0x81): return .data([lastRefusal.rawValue])
      case (2, 0x86): return .data([1])
      default: return refuse(.invalidControl)
      }
    }
    guard let unit = UVCControl.Entity(rawValue: entity) else { return refuse(.invalidUnit) }
    let found = descriptors.controls.first { $0.entity == unit && $0.selector == selector }
    guard let control = found else { return refuse(.invalidControl) }
    return request(setup[1], control, data)
  }

  mutating func refuse(_ reason: UVCRefusal) -> Answer {
    lastRefusal = reason
    return .stall
  }

  mutating func request(
    _ request: UInt8, _ control: UVCControl, _ data: [UInt8]
  ) -> Answer {
    if var refusals = faults.refusals[control.name], refusals.count > 0, request != 0x86 {
      refusals.count -= 1
      faults.refusals[control.name] = refusals
      log.append("REFUSED \(control.name) request \(request)")
      return refuse(refusals.reason)
    }
    let range = range(control)
    switch request {
    case 0x01: return set(control, data, range)
    case 0x81: return value(control, current(control))
    case 0x82: return value(control, range.minimum)
    case 0x83: return value(control, range.maximum)
    case 0x84: return value(control, range.step)
    case 0x87: return value(control, range.start)
    case 0x85: return .data([UInt8(control.length), 0])
    case 0x86: return .data([information(control)])
    default: return refuse(.invalidRequest)
    }
  }

  func value(_ control: UVCControl, _ number: Int) -> Answer {
    var bytes: [UInt8] = []
    bytes.append(number, bytes: control.length)
    return .data(bytes)
  }

  mutating func set(
    _ control: UVCControl, _ data: [UInt8],
    _ range: (minimum: Int, maximum: Int, step: Int, start: Int)
  ) -> Answer {
    let wire = data.little(0, bytes: control.length, isSigned: control.isSigned)
    guard let source = control.source else {
      guard (range.minimum...range.maximum).contains(wire) else { return refuse(.outOfRange) }
      stored[control.name] = wire
      log.append("SET \(control.name)=\(wire)")
      lastRefusal = .none
      return .taken
    }
    guard let code = control.code(wire) else { return refuse(.outOfRange) }
    do {
      try camera.write(source, code)
    } catch {
      log.append("REFUSED \(control.name)=\(code): \(error)")
      return refuse(UVCRefusal(error))
    }
    log.append("SET \(control.name)=\(code)")
    lastRefusal = .none
    told[control.name] = current(control)
    return .taken
  }

  func current(_ control: UVCControl) -> Int {
    guard let source = control.source else { return stored[control.name] ?? 0 }
    return control.wire((try? camera.read(source)) ?? 0)
  }

  func range(
    _ control: UVCControl
  ) -> (minimum: Int, maximum: Int, step: Int, start: Int) {
    guard let source = control.source,
      let known = camera.controls.first(where: { $0.id == source })
    else {
      let most = ["brightness": 64, "contrast": 95, "saturation": 100][control.name] ?? 1
      return (control.isSigned ? -most : 0, most, 1, control.isSigned ? 0 : most / 2)
    }
    // Of a set of modes the step tells which there are.
    if source == .autoExposure { return (0, 0, 0x09, control.wire(known.defaultValue)) }
    return (known.minimum, known.maximum, known.step, known.defaultValue)
  }

  /// Get, set; out of use under an automatic; changes by itself and says so.
  func information(_ control: UVCControl) -> UInt8 {
    guard let source = control.source else { return 0x03 }
    var bits: UInt8 = source == .privacy ? 0x01 : 0x03
    if camera.isInactive(source) { bits |= 0x04 }
    switch source {
    case .exposureTime, .focusAbsolute, .whiteBalanceTemperature, .privacy: bits |= 0x18
    default: break
    }
    return bits
  }

  /// Tells the host of values that the camera itself changed (UVC 1.1, §2.4.2.2).
  mutating func tellChanges() {
    for control in descriptors.controls where information(control) & 0x10 != 0 {
      let now = current(control)
      guard let before = told.updateValue(now, forKey: control.name), before != now else {
        continue
      }
      var event: [UInt8] = [1, UInt8(control.entity.rawValue), 0, UInt8(control.selector), 0]
      event.append(now, bytes: control.length)
      // Nobody may be listening; the newest matter most.
      if events.count >= 32 { events.removeFirst() }
      events.append(event)
    }
  }
}

extension UVCRefusal {
  /// What a camera's refusal is on the bus.
  init(_ error: ControlError) {
    switch error {
    case .inactive, .readOnly: self = .wrongState
    case .busy: self = .notReady
    case .invalidValue: self = .outOfRange
    case .unknown: self = .invalidControl
    }
  }
}
