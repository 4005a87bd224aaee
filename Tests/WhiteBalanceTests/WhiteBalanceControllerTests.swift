import Controls
import LockStates
import Testing

@testable import WhiteBalance

/// Closed loops of the controller over lights.
@Suite struct WhiteBalanceControllerTests {
  static let seed: UInt64 = 20_261_201

  @Test func theFirstGoodFrameIsFollowedAtOnce() throws {
    let truth = try LightBench.truth("A")
    var bench = LightBench()
    #expect(bench.controller.state == .inactive)
    let first = bench.step(truth)
    #expect(first.gains.angle(to: truth) < 1e-9)
    #expect(first.state == .searching)
    let later = bench.run(truth, seconds: 0.2)
    #expect(later.last?.state == .converged)
  }

  @Test(arguments: ["A", "D65", "D75", "FL11", "LED-B1", "HP1"], [15.0, 30, 60])
  func aStepBetweenLightsSettlesWithinASecond(_ name: String, _ rate: Double) throws {
    let (before, after) = (try LightBench.truth("D50"), try LightBench.truth(name))
    for (from, to) in [(before, after), (after, before)] {
      var bench = LightBench(frameRate: rate)
      _ = bench.run(from, seconds: 2)
      #expect(bench.controller.state == .converged)
      let way = bench.run(to, seconds: 2)
      // Monotonic, in both gains, to the last.
      var last = from
      for decision in way {
        #expect((decision.gains.red - last.red) * (to.red - from.red) >= -1e-12)
        #expect((decision.gains.blue - last.blue) * (to.blue - from.blue) >= -1e-12)
        last = decision.gains
      }
      let settled = way[Int(rate) - 1].gains.angle(to: to)
      #expect(settled <= 0.2, "\(name) at \(rate) frames/s: \(settled)°")
      #expect(way.last?.state == .converged)
      // What is left is within the rest of a quarter of the band.
      #expect(last.angle(to: to) <= 0.15)
      // Searched once, and found once.
      #expect(way.compactMap(\.transition?.to) == [.searching, .converged])
    }
  }

  @Test(arguments: [0.3, 2.0])
  func theSettleTimeIsTheOneAsked(_ seconds: Double) throws {
    let (from, to) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    var bench = LightBench(WhiteBalanceConfiguration(settleTime: seconds), frameRate: 60)
    _ = bench.run(from, seconds: 4)
    let way = bench.run(to, seconds: seconds)
    #expect(try #require(way.last).gains.angle(to: to) <= 0.2)
    let half = way[way.count / 4].gains.angle(to: to)
    #expect(half > 1)
  }

  /// Noise of 1 % a channel is 0.3° and more an estimate.
  @Test(arguments: ["A", "D50", "D75", "FL2"])
  func noiseDoesNotMoveTheGains(_ name: String) throws {
    let truth = try LightBench.truth(name)
    var bench = LightBench(seed: Self.seed)
    bench.noise = 0.01
    _ = bench.run(truth, seconds: 2)
    let rest = bench.run(truth, seconds: 20)
    let errors = rest.map { $0.gains.angle(to: truth) }
    print("loop: ripple \(name): \(errors.max() ?? 0)°, seed \(Self.seed)")
    #expect(try #require(errors.max()) <= 0.3)
    #expect(rest.allSatisfy { $0.state == .converged })
    // Still, not only small: the gains hardly move from frame to frame.
    let moved = zip(rest, rest.dropFirst()).filter { $0.gains.angle(to: $1.gains) > 0.02 }
    #expect(moved.count < rest.count / 100)
  }

  @Test func stepsInNoiseSettleToo() throws {
    let (from, to) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    var bench = LightBench(seed: Self.seed)
    bench.noise = 0.01
    _ = bench.run(from, seconds: 2)
    for _ in 0..<5 {
      let there = bench.run(to, seconds: 3)
      #expect(there[29...].allSatisfy { $0.gains.angle(to: to) <= 0.45 })
      #expect(there.last?.state == .converged)
      let back = bench.run(from, seconds: 3)
      #expect(back[29...].allSatisfy { $0.gains.angle(to: from) <= 0.45 })
    }
  }

  /// A gap is no jump, and times that stand still, run back or are no numbers stop nothing.
  @Test func oddTimesDoNoHarm() throws {
    let (from, to) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    func estimate(_ gains: WhiteBalanceGains) -> IlluminantEstimate? {
      IlluminantEstimate(red: 1 / gains.red, blue: 1 / gains.blue, confidence: 1)
    }
    var controller = WhiteBalanceController()
    for frame in 0..<60 {
      _ = controller.step(.init(estimate: estimate(from), time: Double(frame) / 30))
    }
    let late = controller.step(.init(estimate: estimate(to), time: 1000))
    #expect(late.gains.angle(to: to) > 0.4 * from.angle(to: to))
    for time in [999.0, .nan, .infinity, -.infinity, 0, 0, 0] {
      let decision = controller.step(.init(estimate: estimate(to), time: time))
      #expect(decision.gains.red.isFinite && decision.gains.blue.isFinite)
    }
    // Without times, a thirtieth of a second each.
    for _ in 0..<60 { _ = controller.step(.init(estimate: estimate(to))) }
    let end = controller.step(.init(estimate: estimate(to)))
    #expect(end.gains.angle(to: to) < 0.15)
  }

  // MARK: Frames that must not count

  @Test func whatCannotBeTrustedMovesNothing() throws {
    let (truth, green) = (
      try LightBench.truth("D65"), try #require(WhiteBalanceGains(red: 3.6, blue: 2.4))
    )
    var bench = LightBench()
    _ = bench.run(truth, seconds: 2)
    let good = bench.step(truth).gains
    bench.confidence = 0.1
    for decision in bench.run(green, seconds: 5) {
      #expect(decision.gains == good)
      #expect(decision.hold == .lowConfidence)
      #expect(decision.state == .converged)
    }
    bench.confidence = 1
    for evidence in ColourEvidence.allCases where evidence != .usable {
      for _ in 0..<30 {
        let decision = bench.step(green, evidence: evidence)
        #expect(decision.gains == good)
        #expect(decision.hold == .evidence(evidence))
      }
    }
    for _ in 0..<30 {
      let decision = bench.step(green, isSettled: false)
      #expect(decision.gains == good)
      #expect(decision.hold == .oldSettings)
    }
    let none = bench.controller.step(.init(estimate: nil))
    #expect(none.gains == good)
    #expect(none.hold == .noEstimate)
  }

  /// With nothing better known, a doubtful estimate is approached by at most 2 % a second (B46).
  @Test func atTheStartDoubtMovesSlowly() throws {
    let green = try #require(WhiteBalanceGains(red: 3.6, blue: 2.4))
    var bench = LightBench()
    bench.confidence = 0.1
    var last = bench.step(green)
    #expect(last.state == .searching)
    for _ in 0..<10 {
      let next = try #require(bench.run(green, seconds: 1).last)
      let drift = max(
        next.gains.red / last.gains.red, last.gains.red / next.gains.red,
        next.gains.blue / last.gains.blue, last.gains.blue / next.gains.blue)
      // Half of the least confidence is half of 2 %.
      #expect(drift <= 1.0101)
      #expect(drift > 1.005)
      last = next
    }
    // The first frame to be trusted ends that.
    bench.confidence = 0.8
    let truth = try LightBench.truth("A")
    #expect(bench.step(truth).gains.angle(to: truth) < 1e-9)
  }

  @Test func anInfraredCameraStaysInactive() throws {
    var bench = LightBench()
    let start = bench.controller.configuration.start
    for _ in 0..<60 {
      let decision = bench.step(.unity, evidence: .colourless)
      #expect(decision.state == .inactive)
      #expect(decision.light.map { abs($0.kelvin - start.kelvin) < 1e-6 } == true)
    }
  }

  /// Half the confidence is half the speed.
  @Test func confidenceIsSpeed() throws {
    let (from, to) = (try LightBench.truth("A"), try LightBench.truth("D65"))
    func left(_ confidence: Double) -> Double {
      var bench = LightBench()
      _ = bench.run(from, seconds: 2)
      bench.confidence = confidence
      return bench.run(to, seconds: 0.3).last?.gains.angle(to: to) ?? 0
    }
    #expect(left(0.25) > left(0.4))
    #expect(left(0.4) > left(0.5))
    #expect(left(0.5) == left(1))
  }

  // MARK: Unusual light

  /// A candle: blue's factor would be over the device's greatest, so grey stays yellow, and that is
  /// said.
  @Test func aCandleIsLimited() throws {
    let sensor = SensorColour.generic
    let candle = try #require(ColourTemperature(kelvin: 1900, tint: 0))
    let truth = try #require(sensor.gains(for: candle))
    var bench = LightBench(WhiteBalanceConfiguration(greatestGain: 3))
    let decision = try #require(bench.run(truth, seconds: 1).last)
    #expect(decision.isLimited)
    #expect(ChannelGains(decision.gains, greatest: 3.000001).isLimited == false)
    #expect(abs(try #require(decision.light).kelvin - 1900) < 1)
    #expect(decision.state == .converged)
    var free = LightBench()
    #expect(try #require(free.run(truth, seconds: 1).last).gains.angle(to: truth) < 0.01)
  }

  @Test(arguments: [9000.0, 12_000, 20_000])
  func deepShadeIsFollowed(_ kelvin: Double) throws {
    let shade = try #require(ColourTemperature(kelvin: kelvin, tint: 0.003))
    let truth = try #require(SensorColour.generic.gains(for: shade))
    var bench = LightBench()
    _ = bench.run(try LightBench.truth("D50"), seconds: 1)
    let decision = try #require(bench.run(truth, seconds: 2).last)
    #expect(decision.gains.angle(to: truth) < 0.15)
    let light = try #require(decision.light)
    #expect(abs(light.kelvin / kelvin - 1) < 0.02)
    #expect(abs(light.tint - 0.003) < 5e-4)
  }

  /// Nonsense far from every light is brought to the edge of what lights can be, and stays finite.
  @Test func impossibleColoursAreBounded() throws {
    for (red, blue) in [(0.01, 0.01), (100, 100), (0.01, 100), (100, 0.01)] {
      var bench = LightBench()
      let truth = try #require(WhiteBalanceGains(red: red, blue: blue))
      for decision in bench.run(truth, seconds: 0.5) {
        #expect(WhiteBalanceGains.range.contains(decision.gains.red))
        #expect(WhiteBalanceGains.range.contains(decision.gains.blue))
      }
    }
  }
}
