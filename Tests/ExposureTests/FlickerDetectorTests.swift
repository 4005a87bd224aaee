import Exposure
import Frames
import Photometry
import SimulatedCamera
import Testing

@Suite("Flicker detector")
struct FlickerDetectorTests {
  static let rates = [15, 24, 25, 29.97, 30, 60]
  static let lamps: [(frequency: Double, verdict: FlickerVerdict)] = [
    (100, .mains50), (120, .mains60),
  ]

  private static func setup(
    _ rate: Double, _ lamp: Double?, depth: Double = 0.3
  ) -> LampBench.Setup {
    var setup = LampBench.Setup()
    setup.rate = rate
    setup.shutter = .rolling(readOut: min(0.6 / rate, 0.02))
    setup.flicker = lamp.map { Flicker(frequency: $0, depth: depth, phase: 0.77) }
    return setup
  }

  @Test("rows tell 50 from 60 Hz at every usual frame rate", arguments: rates, lamps)
  func rows(rate: Double, lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    for depth in [0.1, 0.9] {
      var bench = try LampBench(Self.setup(rate, lamp.frequency, depth: depth))
      let (finding, frames) = try bench.run(atMost: 60)
      #expect(finding.verdict == lamp.verdict, "depth \(depth)")
      #expect(finding.reason == .phaseAndExposure)
      #expect(finding.confidence > 0.9)
      #expect(frames <= 20, "\(frames) frames at depth \(depth)")
      // Found is found: a ripple that is avoided from now on is not taken back.
      #expect(try bench.verdicts(over: 40) == [lamp.verdict])
    }
  }

  @Test("light that does not ripple is none at every usual frame rate", arguments: rates)
  func none(rate: Double) throws {
    var bench = try LampBench(Self.setup(rate, nil))
    let (finding, frames) = try bench.run(atMost: 60)
    #expect(finding.verdict == .none)
    #expect(finding.reason == .noRipple)
    #expect(frames <= 40, "\(frames)")
    #expect(try bench.verdicts(over: 60) == [.none])
    #expect(bench.probes.count == 1, "one try is enough: \(bench.probes)")
  }

  @Test(
    "whatever the read-out time, told or not",
    arguments: [0.005, 0.008, 0.012, 0.02, 0.03], lamps)
  func readOut(seconds: Double, lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    for tellsShutter in [false, true] {
      var setup = Self.setup(30, lamp.frequency)
      setup.shutter = .rolling(readOut: seconds)
      setup.tellsShutter = tellsShutter
      var bench = try LampBench(setup)
      let (finding, frames) = try bench.run(atMost: 60)
      #expect(finding.verdict == lamp.verdict)
      #expect(frames <= 24, "\(frames)")
    }
  }

  @Test(
    "whatever the exposure time, above and below a period",
    arguments: [0.001, 0.004, 0.0125, 0.014, 0.018, 0.022], lamps)
  func exposure(seconds: Double, lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    var setup = Self.setup(30, lamp.frequency)
    setup.exposure = seconds
    var bench = try LampBench(setup)
    let (finding, frames) = try bench.run(atMost: 60)
    #expect(finding.verdict == lamp.verdict)
    #expect(frames <= 24, "\(frames)")
  }

  @Test("dimmed LEDs, which are switched on and off", arguments: [0.2, 0.5, 0.8], lamps)
  func square(share: Double, lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    var setup = Self.setup(30, nil)
    setup.flicker = Flicker(
      frequency: lamp.frequency, depth: 1, waveform: .square(share: share), phase: 0.1)
    var bench = try LampBench(setup)
    #expect(try bench.run(atMost: 60).finding.verdict == lamp.verdict)
  }

  @Test("a time that extinguishes the ripple hides it, and says so")
  func extinguished() throws {
    var setup = Self.setup(30, 120, depth: 0.9)
    setup.exposure = 1.0 / 60
    var bench = try LampBench(setup)
    #expect(try bench.verdicts(over: 80) == [.undetermined])
    #expect(try bench.step().reason == .extinguished(.hertz60))
    #expect(bench.probes.isEmpty)
  }

  @Test("a picture read upwards needs to be called so")
  func upwards() throws {
    // Bands that go the other way are another speed: 100/25 Hz + 1/5 turn is not 120/25 Hz.
    var setup = Self.setup(25, 120, depth: 0.9)
    setup.isUpsideDown = true
    var bench = try LampBench(setup)
    #expect(try bench.run(atMost: 60).finding.verdict == .mains60)
    setup.tellsDirection = false
    bench = try LampBench(setup)
    #expect(try bench.verdicts(over: 60).isDisjoint(with: [.mains50, .mains60]))
  }

  @Test("a lamp that is switched on later is found, one that is carried away is forgotten")
  func changes() throws {
    var bench = try LampBench(Self.setup(25, nil))
    #expect(try bench.run(atMost: 60).finding.verdict == .none)
    bench.camera.script.flicker = Flicker(frequency: 120, depth: 0.5)
    let later = try bench.verdicts(over: 60)
    #expect(later == [.none, .mains60])
    bench.camera.script.flicker = nil
    _ = try bench.verdicts(over: 60)
    #expect(bench.detector.verdict == .none)
    bench.detector.reset()
    #expect(bench.detector.verdict == .undetermined)
  }
}

@Suite("Flicker detector, global shutter")
struct FlickerGlobalShutterTests {
  /// The lamps whose alias moves at a rate. At 30 frames/s, 120 Hz stands still; at 27.5, the two
  /// are each other's mirror image.
  @Test(
    "the means tell what moves, and nothing else",
    arguments: [
      (15, 100, FlickerVerdict.mains50), (15, 120, .undetermined), (24, 100, .mains50),
      (24, 120, .undetermined), (25, 100, .undetermined), (25, 120, .mains60),
      (29.97, 100, .mains50), (29.97, 120, .undetermined), (30, 100, .mains50),
      (30, 120, .undetermined), (60, 100, .mains50), (60, 120, .undetermined),
      (27.5, 100, .undetermined), (27.5, 120, .undetermined), (31, 100, .mains50),
      (31, 120, .mains60),
    ])
  func means(rate: Double, frequency: Double, expected: FlickerVerdict) throws {
    var setup = LampBench.Setup()
    setup.rate = rate
    setup.shutter = .global
    setup.tellsShutter = true
    setup.flicker = Flicker(frequency: frequency, depth: 0.3, phase: 0.1)
    var bench = try LampBench(setup)
    let (finding, frames) = try bench.run(atMost: 60)
    #expect(finding.verdict == expected)
    #expect(expected == .undetermined || frames <= 20, "\(frames)")
    #expect(bench.probes.isEmpty)
    if rate == 27.5 { #expect(finding.reason == .ambiguous) }
  }

  @Test("an unknown shutter may be a global one", arguments: [15, 24, 30, 60])
  func unknown(rate: Double) throws {
    var setup = LampBench.Setup()
    setup.rate = rate
    setup.shutter = .global
    setup.flicker = Flicker(frequency: 100, depth: 0.3)
    var bench = try LampBench(setup)
    let (finding, frames) = try bench.run(atMost: 60)
    #expect(finding.verdict == .mains50)
    #expect(finding.reason == .frameMeans)
    #expect(frames <= 40, "\(frames)")
  }

  @Test("without flicker there is none where none could hide")
  func none() throws {
    var setup = LampBench.Setup()
    setup.shutter = .global
    setup.tellsShutter = true
    setup.rate = 31
    var bench = try LampBench(setup)
    #expect(try bench.run(atMost: 60).finding.verdict == .none)
    setup.rate = 30
    bench = try LampBench(setup)
    #expect(try bench.verdicts(over: 60) == [.undetermined])
    #expect(try bench.step().reason == .standsStill(.hertz60))
  }

  @Test("light that scatters by 2 % from frame to frame is no lamp", arguments: [24, 25, 30, 31])
  func scatter(rate: Double) throws {
    for tellsShutter in [true, false] {
      var setup = LampBench.Setup()
      setup.rate = rate
      setup.shutter = .global
      setup.tellsShutter = tellsShutter
      setup.script = Impostor.scatter(frames: 200, rate: rate, share: 0.02)
      var bench = try LampBench(setup)
      #expect(try bench.verdicts(over: 200).isDisjoint(with: [.mains50, .mains60]))
    }
  }
}
