import Testing

@testable import V4L2

@Suite("Times of frames")
struct FrameClockTests {
  @Test("B56: stamps that cannot be are replaced by the time of arrival")
  func badStamps() {
    var clock = FrameClock(nominalInterval: 1.0 / 30)
    let steps = [0.033, 0.033, -0.005, 0, 0, 0.033, 3600, 0.033]
    var (stamp, arrival) = (500.0, 500.001)
    var timings: [FrameClock.Timing] = []
    for (index, step) in steps.enumerated() {
      stamp += step
      arrival += 0.033
      timings.append(
        clock.step(
          stamp: stamp, source: .monotonic, sequence: UInt32(index), arrival: arrival))
    }
    #expect(timings.map(\.isStamped) == [true, true, false, true, false, true, false, false])
    for (before, after) in zip(timings, timings.dropFirst()) {
      #expect(after.time > before.time)
      #expect((0.001...1).contains(after.interval))
    }
    #expect(timings[1].interval > 0.0329 && timings[1].interval < 0.0331)
    #expect(timings[2].interval > 0.0329 && timings[2].interval < 0.0331)
  }

  @Test("B56: gaps of the sequence are lost frames; restarts and repeats are not")
  func gaps() {
    var clock = FrameClock(nominalInterval: 0.033)
    let sequences: [UInt32] = [0, 1, 3, 6, 12, 12, 0, 1, .max - 1, .max, 0, 2]
    var lost: [Int] = []
    var numbers: [Int] = []
    for (index, sequence) in sequences.enumerated() {
      let time = 100 + Double(index) * 0.033
      let timing = clock.step(
        stamp: time, source: .monotonic, sequence: sequence, arrival: time)
      lost.append(timing.lostFrames)
      numbers.append(timing.sequence)
    }
    #expect(lost == [0, 0, 1, 2, 5, 0, 0, 0, 0, 0, 0, 1])
    #expect(
      numbers == [
        0, 1, 3, 6, 12, 12, 0, 1, 4_294_967_294, 4_294_967_295, 4_294_967_296, 4_294_967_298,
      ])
  }

  @Test("stamps of another clock are not used; those of an unknown one if they fit")
  func sources() {
    var clock = FrameClock(nominalInterval: 0.033)
    let copied = clock.step(stamp: 10, source: .copied, sequence: 0, arrival: 10)
    let unknown = clock.step(stamp: 10.03, source: .unknown, sequence: 1, arrival: 10.031)
    let realtime = clock.step(stamp: 1.7e9, source: .unknown, sequence: 2, arrival: 10.06)
    #expect([copied, unknown, realtime].map(\.isStamped) == [false, true, false])
    #expect(copied.interval == 0.033)
  }

  @Test("whatever comes, time goes on and intervals are sound", arguments: 1...200)
  func anything(seed: UInt64) {
    var random = Random(seed: seed)
    var clock = FrameClock(nominalInterval: random.pick([.nan, 0, 0.033, .infinity]))
    var last = -Double.infinity
    for _ in 0..<40 {
      let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 5, 1e300, Double(random.below(90))]
      let timing = clock.step(
        stamp: random.pick(odd), source: random.pick([.unknown, .monotonic, .copied]),
        sequence: UInt32(truncatingIfNeeded: random.next()), arrival: random.pick(odd))
      #expect(timing.interval >= 0.001 && timing.interval <= 1, "seed \(seed)")
      #expect(timing.time >= last && timing.lostFrames >= 0, "seed \(seed)")
      last = timing.time
    }
  }
}
