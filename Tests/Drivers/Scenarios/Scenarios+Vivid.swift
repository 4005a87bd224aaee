internal import Frames
internal import GrayCard
internal import V4L2

/// The kernel's own test driver, whose pictures are known: what no camera of ours could prove.
extension Scenario {
  static func vividFormats(_ stage: Stage) throws {
    var camera = try Vivid.open()
    try Vivid.set(&camera, "Test Pattern", 0)
    try Vivid.set(&camera, "OSD Text Mode", 2)
    var metered: [String] = []
    for format in camera.formats {
      guard let meaning = format.code.meaning, meaning.format != .jpeg else { continue }
      let set = try camera.configure(
        StreamWish(formats: [format.code], width: 640, height: 360))
      guard let layout = set.layout else {
        throw Complaint(description: "\(format.code): no layout")
      }
      try camera.start()
      var extractor = try StatisticsExtractor(
        layout,
        configuration: StatisticsConfiguration(grid: ZoneGridSize(columns: 8, rows: 3) ?? .standard)
      )
      let statistics = try camera.withNextFrame(timeout: 10) { frame in
        try extractor.extract(frame.view())
      }
      camera.stop()
      guard let statistics else { throw Complaint(description: "\(format.code): no frame") }
      try Vivid.check(statistics, "\(format.code)")
      metered.append("\(format.code)")
    }
    say("        \(metered.count) formats: \(metered.joined(separator: " "))")
    try require(metered.count >= 20, "only \(metered.count) formats are metered")
    let failures = camera.close()
    try require(failures.isEmpty, "\(failures)")
  }

  static func vividGain(_ stage: Stage) throws {
    var camera = try Vivid.open()
    try require(camera.read(.autoGain) == 1, "gain is not automatic at first")
    try camera.take(.exposure)
    let results = camera.write([.control(.gain, 77)])
    try require(results.allSatisfy { $0.error == nil }, "\(results)")
    try require(
      camera.read(.autoGain) == 0 && camera.read(.gain) == 77,
      "automatic \(camera.read(.autoGain) ?? -1), gain \(camera.read(.gain) ?? -1)")
    let failures = camera.release(.exposure)
    try require(failures.isEmpty, "\(failures)")
    try require(camera.read(.autoGain) == 1, "gain is not automatic again")
  }

  static func vividEvents(_ stage: Stage) throws {
    var camera = try Vivid.open()
    _ = try camera.configure(StreamWish(formats: [FourCC("YUYV")!], width: 320, height: 180))
    try camera.take(.exposure)
    try camera.start()
    // What changes before the first frame is taken for the camera's own loss, and written again.
    _ = try camera.withNextFrame(timeout: 10) { _ in 0 }
    guard let path = Vivid.path else { throw Complaint(description: "no node") }
    let child = try stage.start(["v4l2-ctl", "-d", path, "-c", "gain_automatic=1"])
    try require(child.wait() == 0, "v4l2-ctl failed")
    var events: [CameraEvent] = []
    for _ in 0..<20 where !events.contains(.ownershipLost(.exposure)) {
      _ = try camera.withNextFrame(timeout: 10) { _ in 0 }
      events += camera.takeEvents()
    }
    try require(events.contains(.ownershipLost(.exposure)), "nobody was told: \(events)")
  }

  static func vividErrors(_ stage: Stage) throws {
    var camera = try Vivid.open()
    _ = try camera.configure(StreamWish(formats: [FourCC("YUYV")!], width: 320, height: 180))
    // Each is armed by a button and strikes once.
    try Vivid.set(&camera, "Inject VIDIOC_STREAMON Error", 1)
    do {
      try camera.start()
      throw Complaint(description: "a start that failed was not told")
    } catch let error as DeviceError {
      say("        \(error)")
    }
    try camera.start()
    _ = try camera.withNextFrame(timeout: 10) { _ in 0 }
    try Vivid.set(&camera, "Inject V4L2_BUF_FLAG_ERROR", 1)
    var flagged = 0
    for _ in 0..<8 {
      flagged +=
        try camera.withNextFrame(timeout: 10) { $0.information.discarded.flagged } ?? 0
    }
    try require(flagged == 1, "\(flagged) flagged frames instead of 1")
    try Vivid.set(&camera, "Percentage of Dropped Buffers", 50)
    var numbers: [Int] = []
    for _ in 0..<12 {
      if let number = try camera.withNextFrame(
        timeout: 10, { $0.information.timing.sequence })
      {
        numbers.append(number)
      }
    }
    try Vivid.set(&camera, "Percentage of Dropped Buffers", 0)
    let gaps = zip(numbers, numbers.dropFirst()).count { $1 - $0 > 1 }
    say("        \(gaps) gaps between \(numbers.count) frames with half of them dropped")
    try require(numbers.count == 12 && gaps > 0, "\(numbers)")
    try Vivid.set(&camera, "Inject Fatal Streaming Error", 1)
    var fatal: (any Error)?
    do {
      for _ in 0..<8 { _ = try camera.withNextFrame(timeout: 3) { _ in 0 } }
    } catch {
      fatal = error
    }
    try require(fatal is DeviceError, "a fatal error was not told: \(String(describing: fatal))")
    camera.stop()
    try camera.start()
    let seen = try camera.withNextFrame(timeout: 10) { _ in true }
    try require(seen == true, "no frame after a fatal error")
  }
}

/// The test driver's one capture node.
enum Vivid {
  static var path: String? {
    DeviceList.cameras().first { $0.capability?.driver == "vivid" }?.path
  }

  static func open() throws -> Camera {
    guard let path else { throw Complaint(description: "vivid has no node; is it loaded?") }
    return try Camera(path, policy: Stage.policy)
  }

  /// Sets a control by the driver's name.
  static func set(_ camera: inout Camera, _ name: String, _ value: Int64) throws {
    guard let control = camera.controls.descriptions.first(where: { $0.name == name }) else {
      let names = camera.controls.descriptions.map(\.name).joined(separator: ", ")
      throw Complaint(description: "there is no control “\(name)”; there are \(names)")
    }
    try camera.take(.control(control.id))
    if let error = camera.write([.control(control.id, value)]).first?.error { throw error }
  }

  /// The bars of 75 % colours, left to right; white has 75 % too, and black is clipped.
  private static let bars: [(red: Double, green: Double, blue: Double)] = [
    (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0),
    (0, 0, 191), (0, 0, 0),
  ]

  /// Compares each bar's mean with what it should be, in 255ths of the range.
  static func check(_ statistics: FrameStatistics, _ name: String) throws {
    var faults: [String] = []
    for (index, bar) in bars.enumerated() {
      var zone = ZoneStatistics()
      for row in 0..<3 { zone += statistics.zones[row * 8 + index] }
      if index == 7 {
        if zone.clippedLow != zone.cells { faults.append("black is not clipped") }
        continue
      }
      let seen: [Double]
      let wanted: [Double]
      if let mean = statistics.meanChannels(of: zone) {
        seen = [mean.red, mean.green, mean.blue]
        wanted = [bar.red, bar.green, bar.blue]
      } else {
        seen = [statistics.signal.levels.normalised(statistics.meanCode(of: zone))]
        // ITU-R BT.709-6, item 3.2: vivid's formats without colour are made so.
        wanted = [0.2126 * bar.red + 0.7152 * bar.green + 0.0722 * bar.blue]
      }
      if zip(seen, wanted).contains(where: { abs($0 * 255 - $1) > 4 }) {
        let codes = seen.map { "\(($0 * 2550).rounded() / 10)" }.joined(separator: " ")
        faults.append("bar \(index): \(codes) instead of \(wanted)")
      }
    }
    try require(faults.isEmpty, "\(name): \(faults.joined(separator: "; "))")
  }
}
