import Controls
import Photometry
import SimulatedCamera
import Statistics
import Testing

@testable import Exposure

@Suite struct ResponseLearnerTests {
  static let truths: [ResponseCurve] = [
    .sRGB, .bt709, .linear, (try? .gamma(1.8)) ?? .sRGB, (try? .gamma(2.6)) ?? .sRGB,
    Sensor.firmwareCurve,
  ]

  @Test(arguments: truths, [ResponseCurve.sRGB, .bt709])
  func changesOfTimeTeachTheCurve(_ truth: ResponseCurve, _ assumed: ResponseCurve) throws {
    var rig = LearnerRig(try ZoneCamera(truth), assumed: assumed)
    for exposure in [0.25, 1, 0.35, 0.9, 0.15, 1.2, 0.5, 0.125] { try rig.take(exposure: exposure) }
    #expect(rig.learner.changesTaken >= 6)
    #expect(rig.learner.changesRejected == 0)
    let error = rig.error(of: truth)
    #expect(error <= 0.08, "\(truth): \(error)")
    // What is said of the uncertainty holds.
    for step in 1...15 {
      let encoded = Double(step) / 16
      guard rig.learner.isMeasured(encoded: encoded) else { continue }
      let ratio =
        rig.learner.curve.linear(fromEncoded: encoded) / truth.linear(fromEncoded: encoded)
      let deviation = rig.learner.uncertainty(ofEncoded: encoded)
      #expect(Exact.log2(ratio).magnitude <= 3 * deviation, "\(truth) at \(encoded)")
    }
  }

  /// One change of two stops tells an sRGB camera from a linear one.
  @Test func oneChangeTellsMost() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    let before = rig.error(of: .linear, from: 0.1)
    try rig.take(exposure: 0.25)
    try rig.take(exposure: 1)
    #expect(rig.learner.changesTaken == 1)
    guard case .learned(let curve, let uncertainty) = rig.findings.last else {
      Issue.record("\(rig.findings)")
      return
    }
    #expect(curve == rig.learner.curve)
    #expect(uncertainty > 0 && uncertainty < 0.5)
    let after = rig.error(of: .linear, from: 0.1)
    #expect(before > 2)
    #expect(after < 0.2, "\(after)")
  }

  @Test func whatIsLearnedSaysItsOrigin() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    #expect(rig.learner.known == nil)
    for exposure in [0.25, 1, 0.25] { try rig.take(exposure: exposure) }
    #expect(rig.learner.known?.origin == .session)
    #expect(rig.learner.known?.value == rig.learner.curve)
  }

  @Test func uncertaintyIsSmallOnlyWhereCodesWereSeen() throws {
    // Codes of 0.2…0.6 only.
    var rig = LearnerRig(try ZoneCamera(.sRGB, from: -3, to: -2))
    #expect(rig.learner.uncertainty(ofEncoded: 0.4) == .infinity)
    for exposure in [0.5, 1.5, 0.5, 1.5, 0.5] { try rig.take(exposure: exposure) }
    let (seen, dark) = (
      rig.learner.uncertainty(ofEncoded: 0.4), rig.learner.uncertainty(ofEncoded: 0.01)
    )
    #expect(seen < 0.3 * dark, "\(seen) \(dark)")
    #expect(rig.learner.isMeasured(encoded: 0.45))
    #expect(!rig.learner.isMeasured(encoded: 0.05))
    #expect(!rig.learner.isMeasured(encoded: 0.95))
  }

  /// Codes that no change visits keep the assumed shape: ratios within them stay as they were.
  @Test func unseenCodesKeepTheAssumedShape() throws {
    var rig = LearnerRig(try ZoneCamera(.sRGB, from: -3, to: -1))
    for exposure in [0.5, 1.5, 0.5, 1.5] { try rig.take(exposure: exposure) }
    func stops(_ curve: ResponseCurve) -> Double {
      Exact.log2(curve.linear(fromEncoded: 0.08) / curve.linear(fromEncoded: 0.03))
    }
    #expect((stops(rig.learner.curve) - stops(.sRGB)).magnitude < 0.1)
  }

  @Test func changesOfGainTeachNothing() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    try rig.take(exposure: 0.1)
    for gain in [2.0, 4, 1, 8] {
      // Gain is in force at once, together with a change of time.
      rig.gain = gain
      try rig.take(exposure: 0.1 / gain * 2, underWay: 0)
    }
    #expect(rig.learner.changesTaken == 0)
    #expect(rig.learner.curve == .sRGB)
    #expect(rig.findings.isEmpty)
  }

  @Test func smallChangesTeachNothing() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    for exposure in [0.25, 0.28, 0.25, 0.29] { try rig.take(exposure: exposure) }
    #expect(rig.learner.changesTaken == 0)
  }

  @Test func clippedAndCrushedFramesTeachNothing() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    for exposure in [0.25, 100, 1e-4, 200, 0.25] { try rig.take(exposure: exposure) }
    #expect(rig.learner.changesTaken == 0)
  }

  /// An even wall has one code a frame: it teaches a ratio, and no nonsense beside it.
  @Test func anEvenWallIsEnoughForItsOwnCodes() throws {
    var camera = try ZoneCamera(.linear)
    camera.zones = camera.zones.map { _ in 0.3 }
    var rig = LearnerRig(camera)
    for exposure in [0.4, 1.2, 0.8, 2, 0.4, 1.2, 2.8, 0.8] { try rig.take(exposure: exposure) }
    #expect(rig.learner.changesTaken >= 6)
    #expect(rig.error(of: .linear, from: 0.12, to: 0.9) < 0.1)
  }

  @Test func theSameFramesGiveTheSameBits() throws {
    var sums: [UInt64] = []
    for _ in 0..<2 {
      var rig = LearnerRig(try ZoneCamera(Sensor.firmwareCurve))
      for exposure in [0.25, 1, 0.35, 0.9, 0.15] { try rig.take(exposure: exposure) }
      var sum = Checksum()
      for code in 0...255 {
        sum.add(rig.learner.curve.linear(fromEncoded: Double(code) / 255))
        sum.add(rig.learner.uncertainty(ofEncoded: Double(code) / 255))
      }
      sums.append(sum.value)
    }
    #expect(sums[0] == sums[1])
  }

  /// The curve that comes out always rises, whatever goes in.
  @Test(arguments: 1...20)
  func nonsenseGivesRisingCurvesAndNoTrap(_ seed: UInt64) throws {
    var generator = Generator(seed: seed)
    var camera = try ZoneCamera(.sRGB, seed: seed)
    let kinds = [0.0, -1, .nan, .infinity, 1e-12, 1e12, 0.01, 0.3, 1, 3]
    camera.noise = 5
    var learner = ResponseLearner(
      geometry: camera.geometry, signal: camera.signal, assumed: .sRGB)
    for _ in 0..<300 {
      let odd = kinds.randomElement(using: &generator) ?? 1
      let gamma = Double.random(in: 0.2...4, using: &generator)
      camera.encode = { light, _ in Exact.power(light, gamma) }
      let exposure = odd > 0 && odd < 100 ? odd : 0.5
      let statistics = try camera.next(exposure: exposure)
      let times = [odd, 0.1, 0.2, Double(camera.frame), Double(camera.frame) / 30]
      let finding = learner.step(
        statistics,
        ResponseLearner.Frame(
          timestamp: times.randomElement(using: &generator) ?? 0,
          settings: CameraSettings(exposureTime: odd, analogueGain: 1),
          isSettled: Bool.random(using: &generator)))
      if case .learned(.table(let table), let uncertainty) = finding {
        #expect(uncertainty.isFinite && uncertainty >= 0, "seed \(seed)")
        #expect(zip(table.values, table.values.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  @Test func otherStatisticsAreLeftAlone() throws {
    var rig = LearnerRig(try ZoneCamera(.linear))
    let geometry = try ZoneGeometry(
      frameWidth: 8, frameHeight: 8, columnEdges: [0, 8], rowEdges: [0, 8])
    let other = try FrameStatistics(
      geometry: geometry, signal: rig.camera.signal,
      zones: [ZoneStatistics(cells: 64, lumaSum: 64 * 100)],
      histogram: [UInt32](repeating: 0, count: 256))
    let frame = ResponseLearner.Frame(
      timestamp: 1, settings: CameraSettings(exposureTime: 1), isSettled: true)
    #expect(rig.learner.step(other, frame) == .nothing)
    try rig.take(exposure: 0.25)
    try rig.take(exposure: 1)
    #expect(rig.learner.changesTaken == 1)
  }
}
