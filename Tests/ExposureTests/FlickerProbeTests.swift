import Testing

@testable import Exposure

@Suite("Flicker probe")
struct FlickerProbeTests {
  /// Steps with frames of one exposure time, and says what was wished for.
  private static func wishes(
    _ probe: inout FlickerProbe, _ frames: Int, exposure: Double, mains: MainsFrequency? = .hertz60,
    isConfirming: Bool = false, longest: Double = 0.033
  ) -> [Double?] {
    (0..<frames).map { _ in
      probe.step(
        wish: mains, isConfirming: isConfirming, exposure: exposure, longest: longest,
        interval: 1.0 / 30)
    }
  }

  private static let period = 1.0 / 120

  @Test("the nearest whole number of periods, seen four times, and back")
  func awayAndBack() {
    var probe = FlickerProbe()
    let asked: [Double?] = [2 * Self.period, 2 * Self.period, 2 * Self.period]
    #expect(Self.wishes(&probe, 3, exposure: 0.02) == asked)
    #expect(Self.wishes(&probe, 4, exposure: 0.0167) == asked + [nil])
    let usual: [Double?] = [nil, nil, nil, nil]
    #expect(Self.wishes(&probe, 4, exposure: 0.02) == usual)
    // Not told yet: once more.
    let again: [Double?] = [2 * Self.period]
    #expect(Self.wishes(&probe, 1, exposure: 0.02) == again)
  }

  @Test("nothing is wished for where nothing is asked, and a wish ends with the question")
  func noWish() {
    var probe = FlickerProbe()
    let usual: [Double?] = [nil, nil]
    #expect(Self.wishes(&probe, 2, exposure: 0.022, mains: nil) == usual)
    let asked: [Double?] = [2 / 100.0, 2 / 100.0]
    #expect(Self.wishes(&probe, 2, exposure: 0.022, mains: .hertz50) == asked)
    #expect(Self.wishes(&probe, 2, exposure: 0.022, mains: nil) == usual)
  }

  @Test("a time that does not come is given up for others, and then there is rest")
  func deaf() {
    var probe = FlickerProbe()
    let wishes = Self.wishes(&probe, 40, exposure: 0.006)
    let tried: Set<Double?> = [Self.period, 2 * Self.period, 0.003, nil]
    #expect(Set(wishes) == tried)
    #expect(probe.isIgnored)
    #expect(Self.wishes(&probe, 50, exposure: 0.006).allSatisfy { $0 == nil })
    #expect(Self.wishes(&probe, 20, exposure: 0.006).contains(1.0 / 120))
  }

  @Test("a ripple's answer is waited for, and one that was given is not called missing")
  func confirming() {
    var probe = FlickerProbe()
    let wishes = Self.wishes(&probe, 14, exposure: 1.0 / 120, isConfirming: true)
    // At a period already, the neighbour is tried, which this camera does not take.
    let neighbour = [Double?](repeating: 2 * Self.period, count: 12)
    let half: [Double?] = [Self.period / 2, Self.period / 2]
    #expect(wishes == neighbour + half)
    probe.reset()
    _ = Self.wishes(&probe, 1, exposure: 0.007, isConfirming: true)
    let carried = Self.wishes(&probe, 12, exposure: 1.0 / 120, isConfirming: true)
    let waiting = [Double?](repeating: Self.period, count: 11)
    #expect(carried == waiting + [nil])
    #expect(!probe.isIgnored)
  }

  @Test("times that gain cannot make up for are not wished for")
  func limits() {
    var probe = FlickerProbe()
    let half: [Double?] = [0.001]
    #expect(Self.wishes(&probe, 1, exposure: 0.002, longest: 0.004) == half)
    probe.reset()
    for exposure in [0, -1, .nan, .infinity, 1e-300, 1e300] {
      for wish in Self.wishes(&probe, 40, exposure: exposure) {
        #expect(wish.map { $0 > 0 && $0 <= 0.033 } ?? true, "\(exposure): \(wish ?? 0)")
      }
    }
  }
}
