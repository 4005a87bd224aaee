import Photometry
import SimulatedCamera
import Testing

@testable import Exposure

/// Scenes that move, flicker and change, and cameras that do not keep to one curve.
@Suite struct ResponseLearnerSceneTests {
  static let exposures = [0.25, 1, 0.35, 0.9, 0.15, 1.2, 0.5, 0.125]

  /// A lamp that is switched while the change lands looks like another ratio, and gives no pair.
  @Test(arguments: [-1.0, -0.3, 0.3, 1])
  func aLampSwitchedBetweenTheFramesTeachesNothing(_ stops: Double) throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    try rig.take(exposure: 0.25)
    let switched = rig.camera.frame + 1
    rig.light = { $0 < switched ? 1 : Exact.exp2(stops) }
    try rig.take(exposure: 0.75, underWay: 3)
    #expect(rig.learner.changesTaken == 0)
    #expect(rig.learner.curve == .sRGB)
  }

  /// Lamps that are switched in the very frame in which the change lands cannot be told from another
  /// curve, once; what many changes say of the curve outweighs it.
  @Test func aLampSwitchedWithTheChangeIsOutweighed() throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    for exposure in Self.exposures { try rig.take(exposure: exposure) }
    let before = rig.error(of: .sRGB)
    let switched = rig.camera.frame + 2
    rig.light = { $0 < switched ? 1 : 1.6 }
    try rig.take(exposure: 0.4)
    #expect(rig.learner.changesRejected == 1)
    #expect(rig.error(of: .sRGB) == before)
    for exposure in Self.exposures { try rig.take(exposure: exposure * 0.6) }
    #expect(rig.error(of: .sRGB) < 0.05)
    #expect(rig.findings.allSatisfy { if case .inconsistent = $0 { false } else { true } })
  }

  @Test(arguments: [0.1, 0.3])
  func flickerTeachesNothingFalse(_ depth: Double) throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    // 100 Hz at 30 frames a second: a ripple with a period of three frames.
    rig.light = { 1 + depth * [0, 0.866, -0.866][$0 % 3] }
    for _ in 0..<5 {
      for exposure in Self.exposures { try rig.take(exposure: exposure, frames: 7) }
    }
    #expect(rig.error(of: .sRGB) < 0.05)
  }

  @Test func aSlowSunsetIsAllowedFor() throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    // A stop in five seconds.
    rig.light = { Exact.exp2(-Double($0) / 150) }
    var exposure = 0.25
    for round in 0..<20 {
      exposure *= round % 2 == 0 ? 2 : 0.6
      try rig.take(exposure: exposure, frames: 6, underWay: 3)
    }
    #expect(rig.learner.changesTaken >= 10)
    #expect(rig.error(of: .sRGB, from: 0.15, to: 0.8) < 0.05)
  }

  /// A fifth of the zones, somewhere else in each frame, shows something that moves.
  @Test(arguments: [ResponseCurve.sRGB, .linear])
  func movingThingsAreLeftOut(_ truth: ResponseCurve) throws {
    let still = try ZoneCamera(truth)
    var rig = LearnerRig(still)
    var generator = Generator(seed: 5)
    for round in 0..<24 {
      rig.camera.zones = still.zones
      let first = Int.random(in: 0..<76, using: &generator)
      for zone in first..<first + 19 {
        rig.camera.zones[zone] = Exact.exp2(Double.random(in: -6 ... -1, using: &generator))
      }
      try rig.take(exposure: Self.exposures[round % 8])
    }
    #expect(rig.learner.changesTaken > 0)
    #expect(rig.error(of: truth, from: 0.1, to: 0.9) < 0.08)
  }

  /// A camera that brightens shadows the more, the darker the frame is.
  @Test func tonesThatFollowTheSceneAreReported() throws {
    var camera = try ZoneCamera(.sRGB)
    camera.encode = { light, mean in Exact.power(light, min(max(0.3 + mean, 0.3), 0.7)) }
    var rig = LearnerRig(camera)
    for round in 0..<40 { try rig.take(exposure: Self.exposures[round % 8]) }
    let reports = rig.findings.filter { if case .inconsistent = $0 { true } else { false } }
    #expect(!reports.isEmpty)
    #expect(rig.learner.curve == .sRGB)
    #expect(rig.learner.known == nil)
  }

  /// A camera whose own exposure undoes every change shows the same codes after it.
  @Test func exposureThatIsUndoneIsReported() throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    for round in 0..<12 {
      let exposure = round % 2 == 0 ? 0.25 : 0.6
      rig.light = { _ in 0.25 / exposure }
      try rig.take(exposure: exposure, underWay: 0)
    }
    #expect(rig.learner.curve == .sRGB)
    #expect(rig.learner.changesTaken == 0)
    #expect(rig.findings.contains { if case .inconsistent = $0 { true } else { false } })
  }

  /// A curve that is changed for good, by the camera's own gamma control, is learned anew.
  @Test func aCurveThatChangesForGoodIsLearnedAnew() throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB))
    for exposure in Self.exposures { try rig.take(exposure: exposure) }
    rig.camera.encode = { light, _ in Exact.power(light, 0.7) }
    for _ in 0..<3 {
      for exposure in Self.exposures { try rig.take(exposure: exposure) }
    }
    #expect(rig.findings.contains { if case .inconsistent = $0 { true } else { false } })
    let truth = try ResponseCurve.gamma(1 / 0.7)
    #expect(rig.error(of: truth, from: 0.1, to: 0.9) < 0.08)
  }

  /// The camera is what was assumed: ordinary changes must not talk the learner out of it.
  @Test(arguments: [ResponseCurve.sRGB, .bt709, Sensor.firmwareCurve], [UInt64(1), 2, 3])
  func aCurveThatIsRightStaysRight(_ curve: ResponseCurve, _ seed: UInt64) throws {
    var rig = LearnerRig(try ZoneCamera(curve, seed: seed), assumed: curve)
    rig.camera.noise = 0.5
    var generator = Generator(seed: seed)
    var light = 0.0
    var worst = 0.0
    while rig.camera.frame < 1000 {
      // A new light at any frame, of which the exposure makes up most, some frames later.
      light = min(max(light + Double.random(in: -2...2, using: &generator), -3), 3)
      let (level, at) = (light, rig.camera.frame + Int.random(in: 0...5, using: &generator))
      let before = rig.light(rig.camera.frame)
      rig.light = { $0 < at ? before : Exact.exp2(level) }
      let wanted = 0.4 * Exact.exp2(-light + Double.random(in: -0.3...0.3, using: &generator))
      try rig.take(exposure: wanted, frames: 5, underWay: Int.random(in: 0...3, using: &generator))
      worst = max(worst, rig.error(of: curve, from: 0.1, to: 0.9))
    }
    #expect(worst <= 0.05, "seed \(seed): \(worst), \(rig.learner.changesTaken) taken")
  }
}
