import Testing

@testable import Exposure

@Suite("Bias interpolation at random")
struct BiasInterpolatorPropertyTests {
  @Test("approaches, never overshoots, never leaps", arguments: [11, 12, 13, 14] as [UInt64])
  func random(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    var bias = try #require(BiasInterpolator(range: -3...3))
    var time = 0.0
    for step in 0..<50_000 {
      let place = "seed \(seed), step \(step)"
      if Int.random(in: 0..<20, using: &generator) == 0 {
        let before = bias.bias
        let wanted = Double.random(in: -4...4, using: &generator)
        let outcome = bias.setTarget(wanted)
        #expect(bias.bias == before, "\(place)")
        #expect(bias.target == min(3, max(-3, wanted)), "\(place)")
        #expect((outcome == .taken) == (wanted.magnitude <= 3), "\(place)")
      }
      let before = bias.bias
      let left = bias.target - before
      time = next(after: time, &generator)
      bias.step(at: time)
      if !time.isFinite { time = Double(step) }

      let moved = bias.bias - before
      #expect(moved == 0 || (moved > 0) == (left > 0), "\(place): away")
      #expect(moved.magnitude <= left.magnitude, "\(place): overshot")
      // 0.1 s leaves 0.85³ of the way, but for the last 0.01 EV.
      #expect(moved.magnitude <= left.magnitude * (1 - 0.614) + 0.01, "\(place): leapt")
      #expect(bias.hasArrived == (bias.bias == bias.target), "\(place): arrived")
      #expect(bias.hasArrived || (bias.target - bias.bias).magnitude >= 0.01 - 1e-12, "\(place)")
    }
  }

  /// Mostly a frame's time later; now and then late, the same, backwards or no number.
  private func next(after time: Double, _ generator: inout Generator) -> Double {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0: time + Double.random(in: 0...3, using: &generator)
    case 1: time
    case 2: time - Double.random(in: 0...3, using: &generator)
    case 3: [.nan, .infinity, -.infinity][Int.random(in: 0..<3, using: &generator)]
    default: time + Double.random(in: 0.001...0.07, using: &generator)
    }
  }

  /// Recorded on x86-64 with this code; another processor has to give the same.
  @Test("the same bits on every machine")
  func bits() throws {
    var checksum = Checksum()
    var bias = try #require(BiasInterpolator(range: -3...3, bias: -2))
    for frame in 0..<3000 {
      if frame % 29 == 0 { bias.setTarget(Double(frame * 7 % 97) / 16 - 3) }
      checksum.add(bias.step(at: 1000 + Double(frame) / 60))
    }
    #expect(checksum.value == 6_483_683_848_490_835)
  }
}
