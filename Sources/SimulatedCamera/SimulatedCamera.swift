public import Frames
internal import Photometry

/// A camera that exists in arithmetic alone, for closed loops that must give the same on every
/// machine.
///
/// Write controls, take frames, and compare what was done with each frame's truth. Time passes only
/// from frame to frame. The same description, scenes, script and writes give the same bytes.
///
/// A write that is made before a frame is taken acts from the control's latency plus the queue's
/// depth in frames later on; with both 0 from that very frame on.
public struct SimulatedCamera: Sendable {
  /// What the camera is.
  public let description: CameraDescription
  /// Where the frames' samples lie.
  public let layout: FrameLayout
  /// What happens before the camera; may be changed between frames.
  public var script: SceneScript {
    didSet { level = LightLevel(script.events) }
  }
  /// The start of the next frame in seconds, from the first frame on.
  public internal(set) var clock = 0.0
  /// Frames taken since the camera was made, lost ones included.
  public internal(set) var frameCount = 0

  var level: LightLevel
  var bank: ControlBank
  var drive: LensDrive
  let renderer: FrameRenderer
  private let scenes: [Scene]
  private var optics: [Int: SceneOptics] = [:]
  /// What the lens draws, with what it was drawn for.
  private var drawn: (scene: Int, position: Double, planes: [[Float]])?
  /// The frame with which the stream began.
  var streamStart = 0
  private(set) var isStreaming = false
  /// Decisions of the firmware's exposure that wait for their frame.
  var firmwarePending: [(frame: Int, time: Int?, gain: Int?)] = []
  /// White balance that the firmware has reached.
  var firmwareBalance = ChannelFactors(red: 1, blue: 1)

  /// Makes a camera.
  ///
  /// - Parameters:
  ///   - description: What it is.
  ///   - scenes: What it can look at; the first is seen until the script says another.
  ///   - script: What happens before it.
  /// - Throws: ``SimulationError``.
  public init(
    _ description: CameraDescription, scenes: [Scene], script: SceneScript = SceneScript()
  ) throws(SimulationError) {
    try description.check()
    guard !scenes.isEmpty else { throw .noScenes }
    let tones = ToneTables(description)
    layout = try description.layout(range: tones.range)
    self.description = description
    self.scenes = scenes
    self.script = script
    level = LightLevel(script.events)
    bank = ControlBank(description.controls, quirks: description.quirks)
    let focus = bank.value(.focusAbsolute)
    drive = LensDrive(description.lens, at: focus ?? description.lens.restPosition)
    renderer = FrameRenderer(description, layout: layout, tones: tones)
  }

  /// The controls, in the order of the description.
  public var controls: [SimulatedControl] { description.controls }

  /// Writes a control, as one `VIDIOC_S_EXT_CTRLS` of one control does.
  ///
  /// - Parameters:
  ///   - id: Which control.
  ///   - value: The code; numbers are limited and rounded to the step, menu items must exist.
  /// - Returns: The code as the camera accepted it; quirks may make another act.
  /// - Throws: ``ControlError``.
  @discardableResult
  public mutating func write(_ id: ControlID, _ value: Int) throws(ControlError) -> Int {
    try bank.write(id, value, nextFrame: frameCount + description.queueDepth)
  }

  /// Reads a control, as `VIDIOC_G_EXT_CTRLS` does.
  ///
  /// - Parameter id: Which control.
  /// - Returns: The code that the camera says is set; what is really in force only the truth says.
  /// - Throws: ``ControlError/unknown(_:)``.
  public func read(_ id: ControlID) throws(ControlError) -> Int {
    try bank.read(id)
  }

  /// Whether an automatic governs a control, as `V4L2_CTRL_FLAG_INACTIVE` says.
  ///
  /// - Parameter id: Which control.
  /// - Returns: Whether it is inactive.
  public func isInactive(_ id: ControlID) -> Bool {
    bank.isInactive(id)
  }

  /// Starts or restarts the stream: sequence numbers begin anew, and some cameras forget settings.
  public mutating func startStream() {
    streamStart = frameCount
    isStreaming = true
    bank.startStream()
  }

  /// Takes the next frame; starts the stream if that was not done.
  ///
  /// - Returns: The frame.
  /// - Complexity: O(*n*) in the pixels; more after a focus change or a cut to another scene.
  public mutating func nextFrame() -> SimulatedFrame {
    if !isStreaming { startStream() }
    while isLost(frameCount - streamStart) {
      // A lost frame was exposed like any other; only nobody sees it.
      _ = takeFrame()
    }
    return takeFrame()
  }

  private func isLost(_ sequence: Int) -> Bool {
    description.quirks.contains { quirk in
      if case .lostFrames(let numbers) = quirk { numbers.contains(sequence) } else { false }
    }
  }

  /// What the lens draws of a scene, drawn anew only where something moved.
  mutating func planes(scene: Int, position: Double) -> [[Float]] {
    if let drawn, drawn.scene == scene, drawn.position == position { return drawn.planes }
    if optics[scene] == nil {
      let isMono = if case .grey = description.format { true } else { false }
      optics[scene] = SceneOptics(
        scenes[scene], width: description.width, height: description.height, isMono: isMono,
        lens: description.lens)
    }
    let planes = optics[scene]?.planes(at: position) ?? []
    drawn = (scene, position, planes)
    return planes
  }

  /// The scene that the script shows at a time.
  func scene(at time: Double) -> Int {
    var latest = (time: -Double.infinity, index: 0)
    for case .scene(let start, let index) in script.events
    where start <= time && start >= latest.time && scenes.indices.contains(index) {
      latest = (start, index)
    }
    return latest.index
  }
}
