internal import Frames
internal import Glibc
internal import GrayCard
internal import PluggedCamera
internal import SimulatedCamera
internal import V4L2
internal import VirtualUVC

extension Scenario {
  static let all: [Scenario] = [
    Scenario(
      "binds", "the kernel's driver takes the camera, and every control is what it is", binds),
    Scenario("scenes", "exposure comes to rest on five scenes, and after a step of light", scenes),
    Scenario("nv12", "the same in NV12, whose colour lies in a plane of its own", nv12),
    Scenario("latencies", "delays of 1, 3 and 6 frames are learned, and nothing swings", latencies),
    Scenario("bias", "−2 to +2 EV by the clock, rising all the way", bias),
    Scenario("white", "white balance by temperature comes to rest under five lights", white),
    Scenario("restored", "settings are put back at the end, on signals and after a kill", restored),
    Scenario(
      "unplugged", "an unplugged camera ends the loop, and is put back at the next plug", unplugged),
    Scenario(
      "permanent", "a camera's own exposure that cannot be stopped is left alone", permanent),
    Scenario(
      "refusals", "stalls of each kind are survived, and exposure still comes to rest", refusals),
    Scenario("lost", "a value lost when the stream starts is written again", lost),
    Scenario(
      "damaged", "half of the frames corrupt or short: none is metered, the loop goes on", damaged),
    Scenario("foreign", "another program that flips the mode is yielded to, or held off", foreign),
    Scenario("privacy", "a closed shutter freezes exposure", privacy),
    Scenario(
      "automatic", "values that are refused while their automatic is on are taken after it",
      automatic),
    Scenario("dark", "a camera that slows down in the dark is kept from it, or let", dark),
    Scenario(
      "vivid-formats", "every format of vivid's that is metered, against its colour bars",
      vividFormats),
    Scenario(
      "vivid-gain", "a gain in a cluster with its automatic, taken and given back", vividGain),
    Scenario("vivid-events", "another program's change is told by an event", vividEvents),
    Scenario(
      "vivid-errors", "starts, frames and streams that fail once are told and survived", vividErrors
    ),
    Scenario(
      "rounds", "random plugging, streaming, writing and unplugging without a leak",
      within: 120 + Double(roundCount) * 6, rounds),
  ]

  static func binds(_ stage: Stage) throws {
    let camera = try stage.plug(size: (320, 240))
    defer { camera.end() }
    let nodes = DeviceList.nodes().filter { $0.capability?.driver == "uvcvideo" }
    try require(nodes.count == 2, "\(nodes.count) nodes")
    try require(nodes.contains { $0.fault == .metadata }, "no metadata node is told apart")
    guard let path = Stage.path else { throw Complaint(description: "no camera") }
    let opened = try Camera(path, policy: Stage.policy)
    let time = opened.controls[.exposureAbsolute]
    try require(time?.minimum == 1 && time?.maximum == 5000, "\(String(describing: time))")
    try require(opened.controls.value(.exposureAbsolute) == 157, "the exposure's value")
    let modes = opened.controls[.exposureAuto]?.menu.map(\.index) ?? []
    try require(modes == [1, 3], "exposure modes \(modes)")
    try require(opened.formats.map(\.code.description) == ["YUYV"], "\(opened.formats)")
    try require(camera.takeLog().isEmpty, "opening wrote: \(camera.takeLog())")
  }

  static func scenes(_ stage: Stage) throws {
    for name in ["portrait", "backlit", "landscape", "snow", "light-switch", "stage"] {
      let camera = try stage.plug(scene: name)
      do {
        var loop = try Loop()
        let start = try loop.settle(within: 200)
        camera.with { $0.setLight(-2, over: 0) }
        let step = try loop.settle(within: 150)
        say("        \(name): at rest after \(start) frames, after a step of light \(step)")
      }
      try stage.end(camera)
    }
  }

  static func nv12(_ stage: Stage) throws {
    let camera = try stage.plug(format: .semiPlanarYUV(.yuv420, .cbCr))
    defer { camera.end() }
    var loop = try Loop()
    try require(loop.format == "NV12", "the stream is \(loop.format)")
    let start = try loop.settle(within: 200)
    camera.with { $0.setLight(-2, over: 0) }
    let step = try loop.settle(within: 150)
    say("        at rest after \(start) frames, after a step of light \(step)")
  }

  static func latencies(_ stage: Stage) throws {
    for latency in [1, 3, 6] {
      let camera = try stage.plug(latency: latency)
      do {
        var loop = try Loop()
        _ = try loop.settle(within: 200)
        for stops in [-2.0, 1, -1] {
          camera.with { $0.setLight(stops, over: 0) }
          let frames = try loop.settle(within: 150)
          say("        latency \(latency), light at \(stops) EV: \(frames) frames")
        }
      }
      try stage.end(camera)
    }
  }

  static func bias(_ stage: Stage) throws {
    // Rendering keeps up with this rate, so that frames are evenly spaced.
    let camera = try stage.plug(rate: 20)
    defer { camera.end() }
    var loop = try Loop()
    _ = try loop.settle(within: 200)
    loop.requests.bias = -2
    for _ in 0..<60 { _ = try loop.step() }
    try require(loop.bias == -2, "the bias is \(loop.bias)")
    loop.requests.bias = 2
    let first = try loop.step()
    var last = first
    var gaps = 0.0
    while last.report.bias < 2 {
      let step = try loop.step()
      try require(step.report.bias >= last.report.bias, "the bias fell")
      gaps += min(step.timing.time - last.timing.time, 0.1)
      last = step
      try require(loop.frames < 400, "the bias does not arrive")
    }
    // The way is counted from the frame before; what is left falls below 0.01 EV after 1.229 s.
    try require((1.0...1.5).contains(gaps), "−2 to +2 EV took \(gaps) s of counted time")
    say("        −2 to +2 EV in \(gaps) s of counted time")
  }

  static func restored(_ stage: Stage) throws {
    let camera = try stage.plug()
    defer { camera.end() }
    // By hand, since a camera's own exposure goes on changing its values.
    try stage.leave(exposure: 0.02, gain: 2)
    let before = try stage.settings()
    unsafe setenv("XDG_STATE_HOME", "/tmp/state", 1)
    for (signal, name) in [(0 as Int32, "its end"), (SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")] {
      let frames = signal == 0 ? "20" : "100000"
      let child = try stage.start([stage.program, "run", "-d", Stage.path ?? "", "--for", frames])
      if signal != 0 {
        try require(
          Clock.wait(20, until: { (try? stage.settings()) != before }),
          "\(name): exposure was not taken")
        usleep(500_000)
        child.send(signal)
      }
      let status = child.wait()
      try require((0...1).contains(status), "\(name): status \(status)")
      let after = try stage.settings()
      try require(after == before, "\(name): \(before) became \(after)")
    }
    let child = try stage.start([stage.program, "run", "-d", Stage.path ?? "", "--for", "100000"])
    try require(
      Clock.wait(20, until: { (try? stage.settings()) != before }), "exposure was not taken")
    usleep(500_000)
    child.send(SIGKILL)
    _ = child.wait()
    try require(try stage.settings() != before, "a killed program put settings back")
    let next = try stage.start([stage.program, "run", "-d", Stage.path ?? "", "--for", "5"])
    _ = next.wait()
    let after = try stage.settings()
    try require(after == before, "after a kill: \(before) became \(after)")
  }

  static func unplugged(_ stage: Stage) throws {
    let camera = try stage.plug()
    defer { camera.end() }
    // By hand, since a camera's own exposure goes on changing its values.
    try stage.leave(exposure: 0.03, gain: 1.5)
    let before = try stage.settings()
    for phase in 0..<4 {
      guard let path = Stage.path else { throw Complaint(description: "no camera") }
      var opened = try Camera(path, policy: Stage.policy)
      if phase > 0 { _ = try opened.configure(StreamWish(width: 160, height: 120)) }
      if phase > 1 { try opened.take(.exposure) }
      if phase > 2 {
        try opened.start()
        _ = try opened.withNextFrame(timeout: 10) { _ in 0 }
        _ = opened.write([.exposureTime(0.02), .gain(3)])
      }
      camera.unplug()
      try require(Clock.wait(20, until: { !Stage.hasNode }), "phase \(phase): still there")
      var isGone = false
      do {
        for _ in 0..<20 {
          if phase < 3 { _ = opened.write([.exposureTime(0.01)]) }
          if phase > 2 { _ = try opened.withNextFrame(timeout: 1) { _ in 0 } }
          if !opened.isPresent { break }
          if phase < 3 { _ = try opened.configure(StreamWish()) }
        }
      } catch DeviceError.deviceGone {
        isGone = true
      } catch {
        isGone = !opened.isPresent
      }
      try require(isGone || !opened.isPresent, "phase \(phase): the loss is not told")
      opened.close()
      try camera.plug()
      try require(Clock.wait(20, until: { Stage.path != nil }), "phase \(phase): no new node")
    }
    // The camera kept what was written; the next to open it puts the originals back.
    if let path = Stage.path { try Camera(path, policy: Stage.policy).close() }
    let after = try stage.settings()
    try require(after == before, "\(before) became \(after)")
  }
}
