internal import Frames
internal import Glibc
internal import GrayCard
internal import PluggedCamera
internal import SimulatedCamera
internal import V4L2
internal import VirtualUVC

extension Scenario {
  static func permanent(_ stage: Stage) throws {
    let camera = try stage.plug(quirks: [.cannotBeWritten(.autoExposure)])
    defer { camera.end() }
    var isRefused = false
    do {
      _ = try Loop()
    } catch let error as V4L2.ControlError {
      isRefused = true
      say("        \(error)")
    }
    try require(isRefused, "exposure was taken from a camera that does not give it")
    let sets = camera.takeLog().filter { $0.hasPrefix("SET exposure") || $0.hasPrefix("SET gain") }
    try require(sets.isEmpty, "\(sets)")
  }

  static func refusals(_ stage: Stage) throws {
    let camera = try stage.plug()
    defer { camera.end() }
    var loop = try Loop()
    _ = try loop.settle(within: 200)
    for (index, reason) in UVCRefusal.allCases.enumerated() {
      let stops = index % 2 == 0 ? -2.0 : 0
      camera.with {
        $0.faults.refusals = [
          "exposure": UVCCamera.Refusals(reason, count: 3),
          "gain": UVCCamera.Refusals(reason, count: 3),
        ]
        $0.setLight(stops, over: 0)
      }
      let frames = try loop.settle(within: 200)
      say("        \(reason): at rest after \(frames) frames")
      camera.with { $0.faults.refusals = [:] }
    }
  }

  static func lost(_ stage: Stage) throws {
    let camera = try stage.plug(
      quirks: [.lostAtStreamStart(.exposureTime), .lostAtStreamStart(.gain)])
    defer { camera.end() }
    guard let path = Stage.path else { throw Complaint(description: "no camera") }
    var opened = try Camera(path, policy: Stage.policy)
    _ = try opened.configure(StreamWish(width: 160, height: 120))
    try opened.take(.exposure)
    _ = opened.write([.exposureTime(0.02), .gain(2)])
    try opened.start()
    for _ in 0..<6 { _ = try opened.withNextFrame(timeout: 10) { _ in 0 } }
    let time = camera.with { try? $0.camera.read(.exposureTime) }
    try require(time == 200, "after the start exposure is \(String(describing: time))")
  }

  static func damaged(_ stage: Stage) throws {
    for nodrop in ["0", "1"] {
      // Read when a camera is plugged in.
      let parameter = "/sys/module/uvcvideo/parameters/nodrop"
      let file = unsafe open(parameter, O_WRONLY)
      try require(file >= 0, "\(parameter) cannot be written")
      _ = unsafe write(file, nodrop, 1)
      close(file)
      let camera = try stage.plug()
      for isShort in [false, true] {
        camera.with {
          $0.faults.corruptEvery = isShort ? 0 : 2
          $0.faults.shortEvery = isShort ? 2 : 0
          $0.setLight(isShort ? -1 : 0, over: 0)
        }
        var loop = try Loop()
        let frames = try loop.settle(within: 200)
        let kind = isShort ? "short" : "corrupt"
        say(
          "        nodrop \(nodrop), \(kind): at rest after \(frames) frames, "
            + "\(loop.discarded) handed back unread")
        if nodrop == "1" { try require(loop.discarded > 3, "damaged frames were metered") }
      }
      try stage.end(camera)
    }
  }

  static func foreign(_ stage: Stage) throws {
    for policy in [ControlPolicy.ForeignChange.yield, .hold] {
      let camera = try stage.plug()
      do {
        var control = Stage.policy
        control.foreignChange = policy
        var loop = try Loop(policy: control)
        _ = try loop.settle(within: 200)
        var events: [CameraEvent] = []
        var isLost: Bool {
          events.contains { if case .ownershipLost = $0 { true } else { false } }
        }
        // Held off with pauses of 1, 2 and 4 s, the other program goes on flipping until it has its way.
        let end = Clock.now + 60
        while !isLost, Clock.now < end {
          guard let path = Stage.path else { throw Complaint(description: "no camera") }
          let child = try stage.start(["v4l2-ctl", "-d", path, "-c", "auto_exposure=3"])
          _ = child.wait()
          for _ in 0..<12 {
            _ = try loop.step()
            events += loop.camera.takeEvents()
          }
        }
        let taken = events.count { if case .ownershipRetaken = $0 { true } else { false } }
        try require(isLost, "\(policy): nobody was told")
        try require(policy == .hold ? taken == 3 : taken == 0, "\(policy): taken \(taken) times")
      }
      try stage.end(camera)
    }
  }

  static func privacy(_ stage: Stage) throws {
    let camera = try stage.plug()
    defer { camera.end() }
    var loop = try Loop()
    _ = try loop.settle(within: 200)
    camera.with { $0.setPrivacy(true) }
    for _ in 0..<10 { _ = try loop.step() }
    var writes = 0
    for _ in 0..<20 { writes += try loop.step().accepted }
    try require(writes == 0, "\(writes) writes behind a closed shutter")
    camera.with { $0.setPrivacy(false) }
    _ = try loop.settle(within: 150)
  }

  static func automatic(_ stage: Stage) throws {
    let camera = try stage.plug()
    defer { camera.end() }
    guard let path = Stage.path else { throw Complaint(description: "no camera") }
    let before = camera.with { try? $0.camera.read(.exposureTime) }
    let child = try stage.start(["v4l2-ctl", "-d", path, "-c", "exposure_time_absolute=77"])
    let status = child.wait()
    let after = camera.with { try? $0.camera.read(.exposureTime) }
    try require(status != 0 || after != 77, "the driver took a value while its automatic was on")
    say("        v4l2-ctl ended with \(status); \(before ?? -1) became \(after ?? -1)")
    var loop = try Loop()
    _ = try loop.settle(within: 200)
    let time = camera.with { try? $0.camera.read(.exposureTime) }
    try require(time != after, "exposure was never written")
  }

  static func dark(_ stage: Stage) throws {
    for policy in [ControlPolicy.FrameRate.constant, .maySlow] {
      let camera = try stage.plug(slows: true)
      do {
        var control = Stage.policy
        control.frameRate = policy
        var loop = try Loop(policy: control) { $0.splitter.program = .long }
        _ = try loop.settle(within: 200)
        camera.with { $0.setLight(-4, over: 0) }
        let frames = try loop.settle(within: 200)
        let time = try loop.step().report.settings.settings.exposureTime
        say("        \(policy): at rest after \(frames) frames with \(time * 1000) ms")
        let priority = camera.with { try? $0.camera.read(.exposurePriority) }
        let mayBeLong = policy == .maySlow
        try require(priority == (mayBeLong ? 1 : 0), "\(policy): priority \(priority ?? -1)")
        try require(
          mayBeLong ? time > 1.0 / 30 : time <= 1.0 / 30, "\(policy): \(time) s at 30 frames/s")
      }
      try stage.end(camera)
    }
  }

  static func rounds(_ stage: Stage) throws {
    let count = roundCount
    let seed = UInt64(Clock.now * 1e6)
    say("        seed \(seed), \(count) rounds")
    var state = seed
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    let camera = try stage.plug(size: (160, 120))
    defer { camera.end() }
    var (descriptors, memory) = (0, 0)
    for round in 0..<count {
      // What the host wrote is noted line by line, which would look like a leak.
      _ = camera.takeLog()
      try require(Clock.wait(20, until: { Stage.path != nil }), "round \(round): no node")
      if round == 2 { descriptors = Stage.openDescriptors }
      if round == min(20, count / 2) { memory = Stage.residentBytes }
      guard let path = Stage.path else { continue }
      let when = random(5)
      do {
        var opened = try Camera(path, policy: Stage.policy)
        if when == 0 { camera.unplug() }
        _ = try opened.configure(StreamWish(width: random(2) == 0 ? 160 : 80, height: 120))
        if random(2) == 0 { try opened.take(.exposure) }
        if when == 1 { camera.unplug() }
        try opened.start()
        for frame in 0..<random(6) {
          _ = try opened.withNextFrame(timeout: 5) { _ in 0 }
          _ = opened.write([
            .exposureTime(Double(1 + random(300)) * 1e-4), .gain(Double(1 + random(8))),
          ])
          if when == 2, frame == 2 { camera.unplug() }
        }
        opened.stop()
        if when == 3 { camera.unplug() }
        opened.close()
      } catch is DeviceError {
        // What an unplugged camera leads to; anything else is not caught.
        try require(when < 4, "round \(round): a camera that is there failed")
      } catch is V4L2.ControlError {
        try require(when < 4, "round \(round): a camera that is there refused")
      }
      if when < 4 {
        camera.unplug()
        try require(Clock.wait(20, until: { !Stage.hasNode }), "round \(round): still there")
        try camera.plug()
      }
    }
    let now = Stage.openDescriptors
    try require(now <= descriptors + 1, "descriptors: \(descriptors) became \(now)")
    // A frame's buffers alone would add 4 MiB in 100 rounds; the allocator's own play is less.
    let grown = Stage.residentBytes - memory
    say("        memory grew by \(grown >> 10) KiB after the first rounds")
    try require(grown < 4 << 20, "memory grew by \(grown) bytes")
  }

  /// How many random rounds are asked for.
  static var roundCount: Int {
    let text = unsafe getenv("GRAYCARD_DRIVER_ROUNDS").map { unsafe String(cString: $0) }
    return text.flatMap { Int($0) } ?? 50
  }
}
