import Focus
import Frames
import LockStates
import Statistics

/// A lens before a scene, straight to statistics: detail falls with defocus by a law of its own, which is not
/// the library's model, above a floor of noise.
struct LensScene {
  /// Where it is sharp, in codes.
  var focus = 40.0
  /// Codes from the focus to half of the medium detail.
  var width = 12.0
  /// Squared codes of detail in focus: fine, medium, coarse.
  var detail = (fine: 60.0, medium: 180.0, coarse: 260.0)
  /// The variance of a sample's noise in squared codes.
  var noise = 2.0
  /// The mean code.
  var light = 90.0
  /// Whether the lens follows what is written.
  var isDead = false
  /// Codes by which the lens falls short after it turned round.
  var play = 0.0
  private(set) var lens = 0.0
  private(set) var isUpward = true
  private var state: UInt64 = 7
  let geometry: ZoneGeometry
  let signal: SignalDescription

  init() throws {
    geometry = try ZoneGeometry(
      frameWidth: 256, frameHeight: 192, columnEdges: (0...8).map { $0 * 32 },
      rowEdges: (0...6).map { $0 * 32 })
    signal = SignalDescription(
      channels: .none, bitDepth: 8, levels: SignalLevels(.full, bitDepth: 8)!)
  }

  mutating func move(to code: Double) {
    guard !isDead, code != lens else { return }
    isUpward = code > lens
    lens = code
  }

  /// Where the lens really is.
  var place: Double { isUpward ? lens : lens + play }

  private mutating func scatter(_ relative: Double) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return 1 + relative * (Double(state >> 40) / Double(1 << 24) * 2 - 1)
  }

  /// The statistics of a frame, all zones alike but for noise.
  mutating func frame(brightness: Double = 1) throws -> FrameStatistics {
    let away = (place - focus) / width
    func fall(_ scale: Double) -> Double { 1 / (1 + away * away * scale) }
    let level = brightness * brightness
    var zones: [ZoneStatistics] = []
    for index in 0..<geometry.zoneCount {
      // One zone shows nothing but noise, as there is nearly always one.
      let share = index == 0 ? 0.0 : 1.0
      let fine = share * level * detail.fine * fall(3.2) * fall(0.8) + 4 * noise
      let medium = share * level * detail.medium * fall(1) + noise / 4
      let coarse = share * level * detail.coarse * fall(0.12) + noise / 64
      var zone = ZoneStatistics(cells: 1024)
      zone.lumaSum = UInt64(light * brightness * 1024 * scatter(0.004))
      zone.focus = FocusEnergy(
        fine: UInt64(fine * 900 * scatter(0.05)), medium: UInt64(medium * 256 * 49 * scatter(0.05)),
        coarse: UInt64(coarse * 256 * 4 * scatter(0.1)), finePoints: 900, mediumPoints: 49,
        coarsePoints: 4)
      zones.append(zone)
    }
    return try FrameStatistics(
      geometry: geometry, signal: signal, zones: zones,
      histogram: [UInt32](repeating: 0, count: signal.binCount))
  }
}

/// A controller before a lens, frame by frame.
struct FocusLoop {
  var scene: LensScene
  var controller: FocusController
  private(set) var frame = 0
  private(set) var decisions: [FocusDecision] = []

  init(
    _ scene: LensScene, mode: FocusLock.Mode = .single,
    lens: FocusLens = FocusLens(farthest: 0, nearest: 100, step: 2, settleTime: 0.06)!,
    configuration: FocusConfiguration = FocusConfiguration()
  ) {
    self.scene = scene
    controller = FocusController(configuration: configuration, lens: lens, mode: mode)
  }

  var moves: Int { decisions.count { $0.target != nil } }

  @discardableResult
  mutating func step(
    _ requests: FocusLock.Requests = .init(), brightness: Double = 1
  ) throws -> FocusDecision {
    let decision = controller.step(
      try scene.frame(brightness: brightness), at: Double(frame) / 30,
      lensPosition: frame == 0 ? scene.lens : nil, requests: requests)
    if let target = decision.target { scene.move(to: target) }
    decisions.append(decision)
    frame += 1
    return decision
  }

  /// Steps until the state is none of a scan, or frames run out.
  @discardableResult
  mutating func scan(
    _ requests: FocusLock.Requests = .init(), within frames: Int = 400
  ) throws -> FocusDecision {
    var decision = try step(requests)
    for _ in 0..<frames
    where [.activeScan, .passiveScan, .inactive].contains(decision.state) {
      decision = try step()
    }
    return decision
  }
}
