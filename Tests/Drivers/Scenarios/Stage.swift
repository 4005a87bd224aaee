internal import Frames
internal import Glibc
internal import PluggedCamera
internal import SimulatedCamera
internal import V4L2
internal import VirtualUVC

/// Where a scenario plays: makes cameras, finds their nodes, runs the program.
struct Stage: Sendable {
  let program: String

  /// Plugs a virtual camera in and waits for its node.
  func plug(
    scene: String = "portrait", size: (Int, Int) = (160, 120), latency: Int = 2,
    format: PixelFormat = .packedYUV(.yuyv), quirks: [Quirk] = [], slows: Bool = false,
    isFree: Bool = false, rate: Double = 30,
    greyUnder light: Illuminant? = nil
  ) throws -> PluggedCamera {
    guard let named = NamedScene.named(scene) else {
      throw Complaint(description: "no scene \(scene)")
    }
    var description = CameraDescription.webcam(
      width: size.0, height: size.1, format: format)
    description.illuminant = light ?? named.illuminant
    description.quirks = quirks
    description.frameInterval = 1 / rate
    for index in description.controls.indices {
      let control = description.controls[index]
      if control.latency > 0 { description.controls[index].latency = latency }
      if control.id == .exposurePriority, !slows {
        description.controls[index] = .toggle(.exposurePriority, defaultValue: 0)
      }
    }
    description.controls.append(.toggle(.privacy, defaultValue: 0))
    let grey = Scene.texture(width: size.0, height: size.1, white: 600)
    var camera = try UVCCamera(description, scene: light == nil ? named.scene : grey)
    camera.runsFreely = isFree
    let plugged = try PluggedCamera(camera)
    guard Clock.wait(20, until: { Self.path != nil }) else {
      plugged.end()
      throw Complaint(description: "no node appeared within 20 s")
    }
    return plugged
  }

  /// Ends a camera and waits until its node has gone.
  func end(_ camera: PluggedCamera) throws {
    camera.end()
    try require(Clock.wait(20, until: { !Self.hasNode }), "the node did not go within 20 s")
  }

  /// Whether the driver still has a node, found out without opening any.
  ///
  /// Opening submits a transfer and closing takes it back. Where that meets the pulling of the cable,
  /// Linux 6.1's vhci_hcd may lose the transfer, if it was not sent yet, and the kernel waits for it
  /// without an end (`pickup_urb_and_free_priv` looks only at those that were sent).
  static var hasNode: Bool {
    let folder = "/sys/class/video4linux"
    guard let stream = unsafe opendir(folder) else { return false }
    defer { unsafe _ = closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var target = [CChar](repeating: 0, count: 1024)
      let link = "\(folder)/\(name)/device/driver"
      guard unsafe readlink(link, &target, target.count - 1) > 0 else { continue }
      let path = String(
        decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if path.hasSuffix("/uvcvideo") { return true }
    }
    return false
  }

  /// The node of the camera that is plugged in.
  static var path: String? {
    DeviceList.cameras().first { $0.capability?.driver == "uvcvideo" }?.path
  }

  /// Where state files lie, for all of a run.
  static let stateFolder = "/tmp/graycard-state"

  static var policy: ControlPolicy { ControlPolicy(stateFolder: .folder(stateFolder)) }

  /// What the camera's own controls are set to, by their numbers.
  func settings() throws -> [Int64?] {
    guard let path = Self.path else { throw Complaint(description: "there is no camera") }
    var policy = ControlPolicy()
    policy.stateFolder = .none
    var camera = try Camera(path, policy: policy)
    let ids: [V4L2.ControlID] = [
      .exposureAuto, .exposureAbsolute, .gain, .exposureAutoPriority, .focusAuto,
    ]
    return ids.map { camera.read($0) }
  }

  /// Sets exposure by hand and leaves it so, as a user's other program may have.
  func leave(exposure: Double, gain: Double) throws {
    guard let path = Self.path else { throw Complaint(description: "there is no camera") }
    var policy = ControlPolicy()
    policy.stateFolder = .none
    var camera = try Camera(path, policy: policy)
    try camera.take(.exposure)
    for result in camera.write([.exposureTime(exposure), .gain(gain)]) {
      if let error = result.error { throw error }
    }
    camera.close(restoring: false)
  }

  /// A program that was started.
  struct Child {
    let process: pid_t

    func send(_ signal: Int32) { kill(process, signal) }

    /// Waits for its end; its status, or minus the number of the signal that ended it.
    func wait() -> Int32 {
      var status: Int32 = 0
      _ = unsafe waitpid(process, &status, 0)
      return Self.result(status)
    }

    /// The same, but `nil` where it has not ended after some seconds.
    func wait(atMost seconds: Double) -> Int32? {
      var status: Int32 = 0
      var isReaped = false
      let hasEnded = Clock.wait(seconds) {
        if !isReaped { isReaped = unsafe waitpid(process, &status, WNOHANG) == process }
        return isReaped
      }
      return hasEnded ? Self.result(status) : nil
    }

    private static func result(_ status: Int32) -> Int32 {
      status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
  }

  /// Starts a program, its output thrown away, written to a file, or with `nil` to ours.
  func start(_ arguments: [String], output: String? = "/dev/null") throws -> Child {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if let output {
      unsafe posix_spawn_file_actions_addopen(
        &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    var process = pid_t()
    var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let status = unsafe posix_spawnp(
      &process, arguments[0], &actions, nil, &vector, environ)
    unsafe vector.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    guard status == 0 else {
      throw Complaint(description: "\(arguments[0]) cannot be started: errno \(status)")
    }
    return Child(process: process)
  }

  /// The memory that this process has in use, in bytes.
  static var residentBytes: Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard unsafe fgets(&line, 256, file) != nil else { return 0 }
    let words = String(
      decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
    )
    .split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// Descriptors that are open in this process.
  static var openDescriptors: Int {
    (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }
}
