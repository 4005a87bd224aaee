import Controls
import Photometry
import SimulatedCamera
import Testing

@testable import Exposure

@Suite struct GainLawLearnerTests {
  /// A gain learner in front of a zone camera whose gain follows any rule.
  struct Rig {
    var camera: ZoneCamera
    var learner: GainLawLearner
    var code: Double
    let gain: (Double) -> Double
    private(set) var findings: [GainLawLearner.Finding] = []

    init(
      codes: ClosedRange<Double>, curve: ResponseCurve = .sRGB, believed: ResponseCurve? = nil,
      gain: @escaping (Double) -> Double
    ) throws {
      camera = try ZoneCamera(curve, from: -7, to: -3.5)
      learner = GainLawLearner(
        geometry: camera.geometry, signal: camera.signal, curve: believed ?? curve,
        uncertainty: 0.02, codes: codes)
      code = codes.lowerBound
      self.gain = gain
    }

    mutating func take(code next: Double, time: Double = 1) throws {
      for index in 0..<6 {
        let inForce = index < 2 ? code : next
        let seconds = Double(camera.frame) * ZoneCamera.interval
        let finding = learner.step(
          try camera.next(exposure: gain(inForce) * time),
          GainLawLearner.Frame(
            timestamp: seconds, exposureTime: time, gainCode: inForce, isSettled: index >= 2))
        if finding != .nothing { findings.append(finding) }
      }
      code = next
    }
  }

  @Test func sixteenths() throws {
    var rig = try Rig(codes: 16...255) { $0 / 16 }
    for code in [16.0, 32, 80, 24, 120, 40, 200, 16] { try rig.take(code: code) }
    #expect(rig.learner.law == .linear(unity: 16), "\(rig.findings)")
    #expect(rig.learner.known?.origin == .session)
  }

  @Test func decibels() throws {
    // Tenths of a decibel: a code is log2(10) / 200 stops.
    let stops = Exact.log2(10) / 200
    var rig = try Rig(codes: 0...240) { Exact.exp2($0 * stops) }
    for code in [0.0, 60, 150, 20, 220, 90, 0, 180] { try rig.take(code: code) }
    guard case .exponential(let unity, let learned) = rig.learner.law else {
      Issue.record("\(rig.findings)")
      return
    }
    #expect(unity == 0)
    #expect((learned / stops - 1).magnitude < 0.03, "\(learned / stops)")
  }

  @Test func offsets() throws {
    var rig = try Rig(codes: 0...255) { 1 + $0 / 40 }
    for code in [0.0, 30, 100, 10, 200, 60, 0, 250] { try rig.take(code: code) }
    guard case .offset(let span) = rig.learner.law else {
      Issue.record("\(rig.findings)")
      return
    }
    #expect((span / 40 - 1).magnitude < 0.08, "\(span)")
  }

  /// 256 / (256 − code), as many Sony sensors have it, is no formula of ours: a table is learned.
  @Test func anotherLawBecomesATable() throws {
    func gain(_ code: Double) -> Double { 256 / (256 - code) }
    var rig = try Rig(codes: 0...232, gain: gain)
    for _ in 0..<4 {
      for code in [0.0, 100, 170, 210, 232, 190, 128, 60] { try rig.take(code: code) }
    }
    guard case .table(let table) = rig.learner.law else {
      Issue.record("\(rig.findings)")
      return
    }
    for entry in table.entries {
      let error = Exact.log2(entry.gain / gain(entry.code))
      #expect(error.magnitude < 0.06, "\(entry)")
    }
  }

  @Test func twoRatiosAreNotEnough() throws {
    var rig = try Rig(codes: 16...255) { $0 / 16 }
    for code in [16.0, 64, 128] { try rig.take(code: code) }
    #expect(rig.learner.law == nil)
    #expect(rig.findings == [.uncertain(best: nil), .uncertain(best: nil)])
  }

  /// Ratios of a narrow part of the codes fit every law: it is said so, and nothing is learned.
  @Test func aNarrowPartOfTheCodesStaysUncertain() throws {
    var rig = try Rig(codes: 16...255) { $0 / 16 }
    for code in [16.0, 20, 18, 21, 17, 20, 16, 21] { try rig.take(code: code) }
    #expect(rig.learner.changesTaken >= 5)
    #expect(rig.learner.law == nil, "\(rig.findings)")
    let isUncertain = rig.findings.allSatisfy { if case .uncertain = $0 { true } else { false } }
    #expect(isUncertain)
  }

  @Test func deadAndInvertedControlsAreReported() throws {
    var dead = try Rig(codes: 0...255) { _ in 2 }
    for code in [0.0, 100, 20, 200] { try dead.take(code: code) }
    #expect(dead.findings.last == .noEffect)
    #expect(dead.learner.law == nil)
    var inverted = try Rig(codes: 0...255) { 4 / (1 + $0 / 64) }
    for code in [0.0, 100, 20, 200] { try inverted.take(code: code) }
    #expect(inverted.findings.last == .inverted)
    #expect(inverted.learner.law == nil)
  }

  @Test func changesOfTimeTeachNothing() throws {
    var rig = try Rig(codes: 16...255) { $0 / 16 }
    for time in [1.0, 2, 1, 3] { try rig.take(code: 16, time: time) }
    #expect(rig.learner.changesTaken == 0)
    #expect(rig.findings.isEmpty)
  }

  /// Through a wrong curve, doubled ratios make a wrong law: which is why the curve comes first.
  @Test func theCurveComesFirst() throws {
    var response = LearnerRig(try ZoneCamera(.linear))
    for exposure in [0.25, 1, 0.35, 0.9, 0.15, 1.2, 0.5] { try response.take(exposure: exposure) }
    var rig = try Rig(codes: 16...255, curve: .linear, believed: response.learner.curve) { $0 / 16 }
    rig.camera.zones = rig.camera.zones.map { $0 * 4 }
    var wrong = try Rig(codes: 16...255, curve: .linear, believed: .sRGB) { $0 / 16 }
    wrong.camera.zones = rig.camera.zones
    for code in [16.0, 32, 48, 24, 40, 16, 48, 20] {
      try rig.take(code: code)
      try wrong.take(code: code)
    }
    #expect(rig.learner.law == .linear(unity: 16), "\(rig.findings)")
    #expect(wrong.learner.law != .linear(unity: 16))
  }

  @Test(arguments: 1...10)
  func nonsenseNeverTraps(_ seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let odd = [0.0, -1, .nan, .infinity, 1e300, -1e300, .leastNonzeroMagnitude, 16, 100, 255]
    func pick() -> Double { odd.randomElement(using: &generator) ?? 0 }
    var camera = try ZoneCamera(.sRGB, seed: seed)
    let bounds: [ClosedRange<Double>] = [0.0...0, 0...1e308, 16...255, -1e300...1e300]
    var learner = GainLawLearner(
      geometry: camera.geometry, signal: camera.signal, curve: .sRGB, uncertainty: pick(),
      codes: bounds.randomElement(using: &generator) ?? 0...1)
    var code = 0.0
    for frame in 0..<200 {
      if frame % 4 == 0 { code = pick() }
      let gain = Double.random(in: 0.2...2, using: &generator)
      let exposure = frame % 8 < 4 ? 0.5 : gain
      _ = learner.step(
        try camera.next(exposure: exposure),
        GainLawLearner.Frame(
          timestamp: Double(frame) / 30, exposureTime: 1, gainCode: code, isSettled: true))
    }
  }
}
