import Controls
import LockStates
import Testing

@testable import WhiteBalance

/// Modes and locks of the controller.
@Suite struct WhiteBalanceModeTests {
  @Test func onceFindsAndHolds() throws {
    let (a, d65) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    var bench = LightBench(mode: .once)
    let found = bench.run(a, seconds: 1)
    #expect(found.last?.state == .locked)
    let held = try #require(found.last).gains
    #expect(held.angle(to: a) < 0.1)
    for decision in bench.run(d65, seconds: 1) {
      #expect(decision.gains == held)
      #expect(decision.hold == .locked)
    }
    // Asked for again, it searches again, and holds again.
    let again = bench.step(d65, requests: .init(mode: .once))
    #expect(again.state == .searching)
    let after = bench.run(d65, seconds: 2)
    #expect(after.last?.state == .locked)
    #expect(try #require(after.last).gains.angle(to: d65) < 0.2)
    // Back to automatic, nothing is locked, and nothing jumps.
    let free = bench.step(a, requests: .init(mode: .automatic))
    #expect(free.state == .searching)
    #expect(free.gains.angle(to: d65) < 0.4 * a.angle(to: d65))
    #expect(bench.run(a, seconds: 2).last?.state == .converged)
  }

  @Test func presetsAndTemperaturesAreSetAtOnce() throws {
    let truth = try LightBench.truth("A")
    var bench = LightBench()
    _ = bench.run(truth, seconds: 1)
    for preset in WhiteBalancePreset.allCases {
      let decision = bench.step(truth, requests: .init(mode: .preset(preset)))
      #expect(decision.state == .inactive)
      #expect(decision.hold == .notAutomatic)
      let light = try #require(decision.light)
      #expect(abs(light.kelvin - preset.light.kelvin) < 1e-5)
      #expect(abs(light.duv - preset.light.duv) < 1e-9)
      #expect(bench.run(truth, seconds: 0.2).allSatisfy { $0.gains == decision.gains })
    }
    let light = try #require(ColourTemperature(kelvin: 3333, tint: -0.004))
    let warm = bench.step(truth, requests: .init(mode: .light(light)))
    #expect(warm.gains == SensorColour.generic.gains(for: light))
    let gains = try #require(WhiteBalanceGains(red: 1.234, blue: 2.345))
    let manual = bench.step(truth, requests: .init(mode: .gains(gains)))
    #expect(manual.gains == gains)
    // From there automatic goes on without a jump.
    let next = bench.step(truth, requests: .init(mode: .automatic))
    #expect(next.gains.angle(to: gains) < 0.5 * gains.angle(to: truth))
    #expect(try #require(bench.run(truth, seconds: 2).last).gains.angle(to: truth) < 0.15)
  }

  @Test func aLockHoldsWhatIsInForce() throws {
    let (a, d65) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    var bench = LightBench()
    _ = bench.run(a, seconds: 1)
    _ = bench.run(d65, seconds: 0.1)
    // In the middle of the way.
    let locked = bench.step(d65, requests: .init(lock: .immediately))
    #expect(locked.state == .locked)
    #expect(bench.run(d65, seconds: 1).allSatisfy { $0.gains == locked.gains })
    let open = bench.step(d65, requests: .init(lock: .off))
    #expect(open.state == .searching)
    #expect(open.gains.angle(to: locked.gains) < 0.5 * locked.gains.angle(to: d65))
    #expect(bench.run(d65, seconds: 1).last?.state == .converged)
    // Asked for while it searches, the other lock waits for the end.
    _ = bench.step(a, requests: .init(lock: .whenConverged))
    let way = bench.run(a, seconds: 2)
    #expect(way.last?.state == .locked)
    #expect(try #require(way.last).gains.angle(to: a) < 0.2)
  }

  @Test func aNewStreamSearchesAnew() throws {
    let truth = try LightBench.truth("A")
    var bench = LightBench()
    let before = try #require(bench.run(truth, seconds: 1).last)
    let after = bench.step(truth, requests: .init(streamConfigurationChanged: true))
    #expect(after.state == .searching)
    #expect(after.gains.angle(to: before.gains) < 0.01)
    #expect(bench.run(truth, seconds: 1).last?.state == .converged)
  }

  /// The same frames give the same bits.
  @Test func decisionsRepeat() throws {
    let truths = try ["A", "D65", "FL2"].map { try LightBench.truth($0) }
    func play() -> [WhiteBalanceDecision] {
      var bench = LightBench(seed: 7)
      bench.noise = 0.02
      return truths.flatMap { bench.run($0, seconds: 1) }
    }
    #expect(play() == play())
  }
}
