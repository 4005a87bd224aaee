import Exposure
import Frames
import Photometry
import SimulatedCamera
import Testing

/// What ripples and is no lamp.
@Suite("Flicker detector, false alarms")
struct FlickerImpostorTests {
  private static let alarms: Set<FlickerVerdict> = [.mains50, .mains60]

  @Test("blinds stand still", arguments: FlickerDetectorTests.rates)
  func blinds(rate: Double) throws {
    for cycles in [1.0, 2, 2.4, 4] {
      var setup = LampBench.Setup()
      setup.rate = rate
      setup.scene = Impostor.blinds(cycles: cycles)
      var bench = try LampBench(setup)
      #expect(try bench.run(atMost: 60).finding.verdict == .none, "\(cycles) cycles")
      #expect(try bench.verdicts(over: 40) == [.none], "\(cycles) cycles")
    }
  }

  /// At 30 frames/s stripes that pass 10 times a second upwards, or 20 times downwards, advance as
  /// 100 Hz does, at 25 those that pass 5 times downwards as 120 Hz does: the exposure tells.
  @Test(
    "stripes that move at any speed, upwards and downwards",
    arguments: [15.0, 25, 30],
    [-20.0, -10, -5, -3, -0.3, 0.3, 3, 5, 9.8, 10, 12, 20])
  func movingStripes(rate: Double, turns: Double) throws {
    for cycles in [2.2, 3.3] {
      var setup = LampBench.Setup()
      setup.rate = rate
      setup.shutter = .rolling(readOut: 0.5 / rate)
      setup.scene = Scene(uniform: 100)
      setup.script = Impostor.movingStripes(cycles: cycles, turns: turns, seconds: 70 / rate)
      var bench = try LampBench(setup)
      let verdicts = try bench.verdicts(over: 60)
      #expect(verdicts.isDisjoint(with: Self.alarms), "\(cycles) cycles: \(verdicts)")
    }
  }

  @Test("stripes that pass before lamps do not hide them for good")
  func stripesBeforeLamps() throws {
    var setup = LampBench.Setup()
    setup.flicker = Flicker(frequency: 100, depth: 0.5)
    setup.script = Impostor.movingStripes(cycles: 1, turns: 0.7, seconds: 1)
    var bench = try LampBench(setup)
    let verdicts = try bench.verdicts(over: 90)
    #expect(verdicts == [.undetermined, .mains50])
  }

  @Test("a cut, a shadow and a lamp that comes on are no ripple", arguments: [15.0, 25, 30, 60])
  func sceneChanges(rate: Double) throws {
    for frame in stride(from: 8, through: 24, by: 2) {
      var setup = LampBench.Setup()
      setup.rate = rate
      let time = Double(frame) / rate
      setup.script.events = [
        .light(at: time, stops: frame % 4 == 0 ? 0.4 : -0.2),
        .light(at: time + 9 / rate, stops: 0),
      ]
      if let half = NormalisedRectangle(x: 0, y: 0.4, width: 1, height: 0.3) {
        setup.script.rectangles = [
          .init(start: time, end: time + 4 / rate, from: half, effect: .stops(-0.5))
        ]
      }
      var bench = try LampBench(setup)
      let verdicts = try bench.verdicts(over: 50)
      #expect(verdicts.isDisjoint(with: Self.alarms), "frame \(frame): \(verdicts)")
    }
  }

  @Test("steps of exposure with the light that they ask for are no ripple")
  func exposureSteps() throws {
    for step in [0.8, 0.9, 1.2, 1.5] {
      var setup = LampBench.Setup()
      setup.isObedient = false
      setup.exposure = 0.008
      setup.gain = 1.5
      // Wrongly linearised, so that texture changes where exposure does.
      setup.response = .sRGB
      var bench = try LampBench(setup)
      var verdicts: Set<FlickerVerdict> = []
      for frame in 0..<60 {
        let isStepped = frame / 7 % 2 == 1
        try bench.camera.write(.exposureTime, Int(800 * (isStepped ? step : 1)))
        verdicts.insert(try bench.step().verdict)
      }
      #expect(verdicts.isDisjoint(with: Self.alarms), "\(step): \(verdicts)")
    }
  }

  @Test("noise is no ripple", arguments: 1...6)
  func noise(seed: Int) throws {
    var setup = LampBench.Setup()
    setup.rate = [15, 24, 25, 29.97, 30, 60][seed % 6]
    setup.noise.read = 150
    setup.seed = UInt64(seed)
    var bench = try LampBench(setup)
    #expect(try bench.verdicts(over: 150).isDisjoint(with: Self.alarms))
  }

  @Test("without a change of exposure the phase alone decides, later, and takes it back")
  func deaf() throws {
    var setup = LampBench.Setup()
    setup.isObedient = false
    setup.flicker = Flicker(frequency: 100, depth: 0.3)
    var bench = try LampBench(setup)
    var (finding, frames) = try bench.run(atMost: 90)
    #expect(finding.verdict == .mains50)
    #expect(finding.reason == .phaseOnly)
    #expect(frames >= 32)
    setup.flicker = Flicker(frequency: 120, depth: 0.3)
    bench = try LampBench(setup)
    #expect(try bench.verdicts(over: 120) == [.undetermined])
    #expect(try bench.step().reason == .standsStill(.hertz60))
    // Stripes that advance as 100 Hz does deceive it, until they answer to no exposure.
    setup.flicker = nil
    setup.scene = Scene(uniform: 100)
    setup.script = Impostor.movingStripes(cycles: 2, turns: 10, seconds: 6)
    setup.canProbe = false
    bench = try LampBench(setup)
    (finding, frames) = try bench.run(atMost: 90)
    #expect(finding.verdict == .mains50)
    try bench.expose(0.01)
    for _ in 0..<40 { finding = try bench.step() }
    #expect(finding.verdict == .undetermined)
  }
}
