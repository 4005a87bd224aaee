import Photometry
import Testing

@testable import Exposure

@Suite("Bias interpolation")
struct BiasInterpolatorTests {
  @Test("the decay is 15 % in each 1/30 s")
  func constant() {
    let fromLogarithm = -30 * Exact.log2(0.85)
    #expect((BiasInterpolator.halvingsPerSecond / fromLogarithm - 1).magnitude < 4e-16)
    let leftAfterOneFrame = Exact.exp2(-BiasInterpolator.halvingsPerSecond / 30)
    #expect((leftAfterOneFrame - 0.85).magnitude < 2e-16)
  }

  /// Frames per second, and the first frame at or after 1.23 s; to be exact, after 1.22888 s, which
  /// only the last two rows tell apart.
  static let rates: [(Double, Int)] = [
    (15, 19), (24, 30), (25, 31), (30, 37), (50, 62), (60, 74), (120, 148),
    (30000.0 / 1001, 37), (240, 295), (1000, 1229),
  ]

  @Test("from −2 to +2 EV: the first frame at or after 1.23 s", arguments: rates)
  func arrival(rate: Double, frame: Int) throws {
    for start in [0, 12.5, 86_400.25, 1_790_000_000] {
      for way in [-1.0, 1] {
        var bias = try #require(BiasInterpolator(range: -3...3, bias: -2 * way))
        bias.step(at: start)
        bias.setTarget(2 * way)
        for number in 1..<frame {
          bias.step(at: start + Double(number) / rate)
          #expect(!bias.hasArrived && bias.bias != 2 * way)
        }
        bias.step(at: start + Double(frame) / rate)
        #expect(bias.hasArrived && bias.bias == 2 * way, "\(start) s, frame \(frame)")
      }
    }
  }

  @Test("with 20 % of frames dropped: 1.23 s of counted time", arguments: [15.0, 24, 30, 60, 120])
  func dropped(rate: Double) throws {
    for seed in UInt64(1)...50 {
      var generator = Generator(seed: seed)
      var bias = try #require(BiasInterpolator(range: -2...2, bias: -2))
      bias.step(at: 0)
      bias.setTarget(2)
      var (last, counted, before) = (0.0, 0.0, 0.0)
      for number in 1...1000 where Int.random(in: 0..<5, using: &generator) != 0 {
        let timestamp = Double(number) / rate
        before = counted
        counted += min(timestamp - last, 0.1)
        last = timestamp
        bias.step(at: timestamp)
        if bias.hasArrived { break }
      }
      #expect(bias.bias == 2 && before < 1.2289 && counted > 1.2288, "seed \(seed)")
    }
  }

  @Test("at 30 frames/s, the form of 15 % a frame to 1e-12")
  func perFrame() throws {
    for (start, target) in [(-2.0, 2.0), (2, -2), (0, 1), (0.3, -0.7), (0, 0.02)] {
      var bias = try #require(BiasInterpolator(range: -2...2, bias: start))
      bias.step(at: 100)
      bias.setTarget(target)
      var expected = start
      for frame in 1...200 {
        expected += (target - expected) * 0.15
        if (target - expected).magnitude < 0.01 { break }
        let value = bias.step(at: 100 + Double(frame) / 30)
        #expect((value - expected).magnitude < 1e-12, "\(start) to \(target), frame \(frame)")
        #expect(!bias.hasArrived)
      }
      #expect((target - expected).magnitude < 0.01)
    }
  }

  @Test("equal times have equal biases at every frame rate", arguments: [30.0, 45, 60, 120, 960])
  func rateIndependent(rate: Double) throws {
    func walk(_ rate: Double) throws -> [Double] {
      var bias = try #require(BiasInterpolator(range: -2...2, bias: -2))
      bias.step(at: 0)
      bias.setTarget(2)
      // New targets on the way, at 1/3 s and 4/5 s.
      let retargets = [Int(rate) / 3: 0.5, Int(rate) * 4 / 5: 1.75]
      return (1...Int(2.4 * rate)).map { frame in
        let value = bias.step(at: Double(frame) / rate)
        if let target = retargets[frame] { bias.setTarget(target) }
        return value
      }
    }
    let slow = try walk(15)
    let fast = try walk(rate)
    let every = Int(rate) / 15
    for frame in slow.indices {
      let other = fast[(frame + 1) * every - 1]
      #expect((slow[frame] - other).magnitude < 1e-15 * 4, "\(frame)")
    }
  }

  /// What is asked for, of a device from −1.5 to 2 EV, and what becomes of it.
  static let targets: [(Double, BiasInterpolator.TargetOutcome, Double)] = [
    (1, .taken, 1), (2, .taken, 2), (2.5, .clamped(to: 2), 2), (-9, .clamped(to: -1.5), -1.5),
    (.infinity, .clamped(to: 2), 2), (-.infinity, .clamped(to: -1.5), -1.5), (.nan, .refused, 0.5),
    (0.5, .taken, 0.5), (-0.0, .taken, 0),
  ]

  @Test("targets are clamped to the device's range, and said so", arguments: targets)
  func clamped(wanted: Double, outcome: BiasInterpolator.TargetOutcome, end: Double) throws {
    var bias = try #require(BiasInterpolator(range: -1.5...2, bias: 0.5))
    bias.step(at: 0)
    #expect(bias.setTarget(wanted) == outcome)
    #expect(bias.target == end && bias.target.sign == (end < 0 ? .minus : .plus))
    for frame in 1...60 { bias.step(at: Double(frame) / 30) }
    #expect(bias.bias == end && bias.hasArrived)
  }

  @Test("starts within the range")
  func starts() {
    #expect(BiasInterpolator(range: -1...1, bias: 3)?.bias == 1)
    #expect(BiasInterpolator(range: 1...2, bias: .nan)?.bias == 1)
    #expect(BiasInterpolator(range: 0...0)?.bias == 0)
    #expect(BiasInterpolator(range: -.infinity...1) == nil)
    #expect(BiasInterpolator(range: 0 ... .infinity) == nil)
    #expect(BiasInterpolator(range: -1001...0) == nil)
  }

  @Test("a late frame moves as far as one of 0.1 s")
  func late() throws {
    var bias = try #require(BiasInterpolator(range: -2...2, bias: -2))
    bias.step(at: 0)
    bias.setTarget(2)
    let punctual = bias
    var late = bias
    var expected = punctual
    expected.step(at: 0.1)
    late.step(at: 5)
    #expect((late.bias - expected.bias).magnitude < 1e-12)
  }

  @Test("an idle pause does not count after it", arguments: [0.02, 5, -5, .nan] as [Double])
  func pause(gap: Double) throws {
    var bias = try #require(BiasInterpolator(range: -2...2))
    bias.step(at: 10)
    bias.setTarget(1)
    let value = bias.step(at: 10 + gap)
    #expect(
      value >= 0 && value <= 1 - Exact.exp2(-0.1 * BiasInterpolator.halvingsPerSecond) + 1e-12)
  }

  @Test("a target set before the first frame starts with it")
  func beforeFirstFrame() throws {
    var bias = try #require(BiasInterpolator(range: -2...2))
    bias.setTarget(1)
    #expect(bias.step(at: 7) == 0)
    #expect((bias.step(at: 7 + 1.0 / 30) - 0.15).magnitude < 1e-12)
  }

  @Test("the target in force, asked for at every frame, changes no bit")
  func askedAgain() throws {
    var once = try #require(BiasInterpolator(range: -2...2, bias: -2))
    once.step(at: 0)
    once.setTarget(2)
    var again = once
    for frame in 1...60 {
      again.setTarget(frame % 2 == 0 ? 2 : 3)
      #expect(
        once.step(at: Double(frame) / 24).bitPattern
          == again.step(at: Double(frame) / 24).bitPattern)
    }
  }

  @Test("less than 0.01 EV is gone in one frame")
  func small() throws {
    var bias = try #require(BiasInterpolator(range: -2...2))
    bias.step(at: 0)
    bias.setTarget(0.0099)
    #expect(bias.bias == 0 && !bias.hasArrived)
    #expect(bias.step(at: 0) == 0.0099 && bias.hasArrived)
  }
}
