import GrayCard

/// A camera that goes from light straight to statistics: linear codes of even zones, writes that arrive
/// after a delay, no noise. For tests of the controller, where pixels would only take time.
struct ZoneScene {
  /// Light of each zone, 1 at white for an exposure of 1 s at gain 1.
  var zones: [Double]
  var delay = 2
  private(set) var frame = 0
  private(set) var settings = CameraSettings(exposureTime: 0.01)
  private var underWay: [(frame: Int, write: ControlWrite)] = []
  private(set) var geometry: ZoneGeometry
  let signal: SignalDescription

  static let capabilities = CameraCapabilities(
    exposureTime: ControlRange(minimum: 1e-5, maximum: 1),
    analogueGain: ControlRange(minimum: 1, maximum: 16))

  init(columns: Int = 8, rows: Int = 6, light: Double = 10) throws {
    geometry = try Self.geometry(columns, rows)
    signal = SignalDescription(
      channels: .bayer, bitDepth: 12, levels: SignalLevels(.full, bitDepth: 12)!)
    zones = [Double](repeating: light, count: columns * rows)
  }

  private static func geometry(_ columns: Int, _ rows: Int) throws -> ZoneGeometry {
    try ZoneGeometry(
      frameWidth: columns * 16, frameHeight: rows * 16, columnEdges: (0...columns).map { $0 * 16 },
      rowEdges: (0...rows).map { $0 * 16 })
  }

  /// Another layout of the same scene.
  mutating func resize(columns: Int, rows: Int) throws {
    geometry = try Self.geometry(columns, rows)
    zones = [Double](repeating: zones[0], count: columns * rows)
  }

  /// The next frame.
  mutating func next(
    _ requests: ControllerRequests = .init(), news: CameraNews = .init(),
    obstruction: AutoExposure.Obstruction? = nil
  ) throws -> FrameInput {
    for arrival in underWay where arrival.frame <= frame { settings.set(arrival.write) }
    underWay.removeAll { $0.frame <= frame }
    let white = Double(signal.levels.white)
    var histogram = [UInt32](repeating: 0, count: signal.binCount)
    let result = zones.map { light -> ZoneStatistics in
      let code = min(light * settings.totalExposure, 1) * white
      var zone = ZoneStatistics(cells: 64)
      zone.lumaSum = UInt64(code * 64 * Double(signal.samplesPerCell * signal.codesPerSample))
      if code >= white { zone.clippedHigh = 64 } else if code < 1 { zone.clippedLow = 64 }
      histogram[min(Int(code / (white + 1) * Double(signal.binCount)), signal.binCount - 1)] += 64
      return zone
    }
    defer { frame += 1 }
    return FrameInput(
      frame: .init(sequence: frame, timestamp: Double(frame) / 30, obstruction: obstruction),
      statistics: try FrameStatistics(
        geometry: geometry, signal: signal, zones: result, histogram: histogram),
      requests: requests, news: news)
  }

  /// Carries a plan out, and says so.
  mutating func carryOut(_ plan: FramePlan) -> CameraNews {
    var news = CameraNews()
    for write in plan.exposure { underWay.append((frame + delay, write)) }
    news.exposure = plan.exposure
    return news
  }
}

extension CameraSettings {
  mutating func set(_ write: ControlWrite) {
    switch write.control {
    case .exposureTime: exposureTime = write.value
    case .analogueGain: analogueGain = write.value
    }
  }
}

/// A controller in front of a scene.
struct SceneLoop {
  var scene: ZoneScene
  var controller: Controller
  var inputs: [FrameInput] = []
  private(set) var reports: [FrameReport] = []
  private var news = CameraNews()

  init(_ scene: ZoneScene, tuning: Tuning = SceneLoop.fast) {
    self.scene = scene
    controller = Controller(
      capabilities: ZoneScene.capabilities, settings: scene.settings, tuning: tuning)
  }

  static let fast = Tuning(
    exposure: ExposureTuning(pattern: .average, speed: .fast, smoothsBias: false))

  @discardableResult
  mutating func step(
    _ requests: ControllerRequests = .init(), news more: CameraNews? = nil,
    obstruction: AutoExposure.Obstruction? = nil
  ) throws -> FrameReport {
    var news = more ?? CameraNews()
    news.exposure = self.news.exposure
    let input = try scene.next(requests, news: news, obstruction: obstruction)
    inputs.append(input)
    let (plan, report) = controller.step(input)
    self.news = scene.carryOut(plan)
    reports.append(report)
    return report
  }

  @discardableResult
  mutating func run(_ frames: Int, _ requests: ControllerRequests = .init()) throws -> FrameReport {
    var report = try step(requests)
    for _ in 1..<frames { report = try step() }
    return report
  }
}
