internal import Frames
internal import Glibc
internal import SimulatedCamera
internal import VirtualUVC

/// Says what is wrong and ends.
func fail(_ message: String) -> Never {
  let text = "virtual-uvc: \(message)\n"
  _ = unsafe write(2, text, text.utf8.count)
  exit(2)
}

/// How the virtual camera is, from the command line.
struct ProgramOptions {
  private(set) var port = 0
  private var scene = "portrait"
  private var size = UVCDescriptors.Size(320, 240)
  private var latency = 2
  private var rate = 30.0
  private var isFree = false
  private var isNV12 = false
  private var slows = false
  private var quirks: [Quirk] = []
  private var logFile: Int32?

  private static let usage = """
    virtual-uvc [OPTION...]: plugs a virtual UVC camera into this machine, until its input says quit
      --scene NAME      what it sees; graycard run --list names the scenes (default portrait)
      --size WxH        its first frame size (default 320x240)
      --latency FRAMES  frames until a control shows (default 2)
      --rate FPS        frames a second (default 30)
      --free            frames as fast as they are taken
      --nv12            NV12 instead of YUYV
      --slows           lets the camera slow down in the dark, as many do by default
      --port N          the port of the virtual host controller, 0 to 7 (default 0)
      --quirk NAME      permanent-auto, lost-exposure, lost-gain, dead-gain, stale-exposure,
                        jumps-on-manual; may be repeated
      --log FILE        what the host wrote, a line each
    Lines on the input: unplug, plug, light STOPS [SECONDS], refuse CONTROL REASON COUNT,
    corrupt EVERY, short EVERY, free on|off, privacy on|off, quit.

    """

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)
    while !rest.isEmpty {
      let option = rest.removeFirst()
      if take(option) { continue }
      guard !rest.isEmpty else { fail("what is \(option)?\n\(Self.usage)") }
      let value = rest.removeFirst()
      if !take(option, value) { fail("\(option) \(value)?\n\(Self.usage)") }
    }
  }

  private mutating func take(_ option: String) -> Bool {
    switch option {
    case "--free": isFree = true
    case "--nv12": isNV12 = true
    case "--slows": slows = true
    default: return false
    }
    return true
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--scene":
      scene = value
      return NamedScene.named(value) != nil
    case "--size":
      let sides = value.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((16...1920).contains) else { return false }
      size = UVCDescriptors.Size(sides[0], sides[1])
    case "--latency": return set(&latency, Int(value), 0...40)
    case "--rate": return set(&rate, Double(value), 1...500)
    case "--port": return set(&port, Int(value), 0...7)
    case "--log":
      let file = unsafe open(value, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard file >= 0 else { return false }
      logFile = file
    case "--quirk":
      guard let quirk = Self.quirks[value] else { return false }
      quirks.append(quirk)
    default: return false
    }
    return true
  }

  private func set<Value: Comparable>(
    _ variable: inout Value, _ value: Value?, _ range: ClosedRange<Value>
  ) -> Bool {
    guard let value, range.contains(value) else { return false }
    variable = value
    return true
  }

  private static let quirks: [String: Quirk] = [
    "permanent-auto": .cannotBeWritten(.autoExposure),
    "lost-exposure": .lostAtStreamStart(.exposureTime), "lost-gain": .lostAtStreamStart(.gain),
    "dead-gain": .dead(.gain), "stale-exposure": .staleReadBack(.exposureTime, 157),
    "jumps-on-manual": .exposureJumpsOnManual,
  ]

  /// The camera.
  func camera() -> UVCCamera {
    var description = CameraDescription.webcam(
      width: size.width, height: size.height,
      format: isNV12 ? .semiPlanarYUV(.yuv420, .cbCr) : .packedYUV(.yuyv))
    description.frameInterval = 1 / rate
    description.quirks = quirks
    for index in description.controls.indices {
      let control = description.controls[index]
      if control.latency > 0 { description.controls[index].latency = latency }
      if control.id == .exposurePriority, !slows {
        description.controls[index] = .toggle(.exposurePriority, defaultValue: 0)
      }
    }
    description.controls.append(.toggle(.privacy, defaultValue: 0))
    guard let named = NamedScene.named(scene) else { fail("no scene \(scene)") }
    description.illuminant = named.illuminant
    do {
      var camera = try UVCCamera(
        description, scene: named.scene, script: SceneScript(flicker: named.script.flicker),
        otherSizes: [UVCDescriptors.Size(size.width / 4 * 2, size.height / 4 * 2)])
      camera.runsFreely = isFree
      return camera
    } catch {
      fail("\(error)")
    }
  }

  /// A line on the output, at once.
  func say(_ line: String) { Self.write(line + "\n", to: 1) }

  /// A line of the log.
  func log(_ line: String) {
    guard let logFile else { return }
    Self.write(line + "\n", to: logFile)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = unsafe Glibc.write(descriptor, text, text.utf8.count)
  }
}
