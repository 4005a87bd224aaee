import Testing

@testable import Exposure

@Suite("Counted time")
struct CountedClockTests {
  /// Timestamps, and the time counted after each; all are sums of powers of two but for 0.1.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let timestamps: [Double]
    let counted: [Double]

    init(_ text: String, _ timestamps: [Double], _ counted: [Double]) {
      testDescription = text
      self.timestamps = timestamps
      self.counted = counted
    }
  }

  static let rows: [Row] = [
    Row("the first frame is at zero", [1000], [0]),
    Row("frames count by their gaps", [1000, 1000.0625, 1000.125], [0, 0.0625, 0.125]),
    Row("a frame twice counts once", [2, 2, 2.0625], [0, 0, 0.0625]),
    Row("a long gap counts as 0.1 s", [0, 0.0625, 8, 8.0625], [0, 0.0625, 0.1625, 0.225]),
    Row("backwards counts as nothing", [8, 8.0625, 2, 2.0625], [0, 0.0625, 0.0625, 0.125]),
    Row("NaN is passed over", [1, .nan, 1.0625], [0, 0, 0.0625]),
    Row("infinite times are passed over", [1, .infinity, -.infinity, 1.0625], [0, 0, 0, 0.0625]),
    Row("NaN at first", [.nan, 5, 5.0625], [0, 0, 0.0625]),
    Row("negative times rise like others", [-1, -0.9375, -0.875], [0, 0.0625, 0.125]),
    Row(
      "the largest times are leaps, not traps",
      [-.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0, 0.0625], [0, 0.1, 0.1, 0.1625]),
  ]

  @Test("timestamps", arguments: rows)
  func timestamps(row: Row) {
    var clock = CountedClock()
    for (timestamp, counted) in zip(row.timestamps, row.counted) {
      clock.step(to: timestamp)
      #expect((clock.now - counted).magnitude < 1e-12)
    }
  }

  @Test(
    "never back and never by more than 0.1 s, whatever comes", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    var generator = Generator(seed: seed)
    var clock = CountedClock()
    for step in 0..<20_000 {
      let before = clock.now
      clock.step(to: Double(bitPattern: generator.next()))
      let gap = clock.now - before
      #expect(gap >= 0 && gap <= 0.1 + 1e-9, "seed \(seed), step \(step)")
    }
  }
}
