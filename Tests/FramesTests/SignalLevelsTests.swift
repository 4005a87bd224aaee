import Frames
import Testing

@Suite struct SignalLevelsTests {
  struct Row: CustomTestStringConvertible {
    let range: SignalRange
    let depth: Int
    let black: Int
    let white: Int
    let low: Int
    let high: Int
    var testDescription: String { "\(range), \(depth) bits" }
  }

  static let rows: [Row] = [
    Row(range: .full, depth: 8, black: 0, white: 255, low: 1, high: 254),
    Row(range: .full, depth: 10, black: 0, white: 1023, low: 0, high: 1019),
    Row(range: .full, depth: 16, black: 0, white: 65_535, low: 0, high: 65_279),
    Row(range: .limited, depth: 8, black: 16, white: 235, low: 16, high: 235),
    Row(range: .limited, depth: 10, black: 64, white: 940, low: 64, high: 940),
    Row(
      range: .levels(black: 64, white: 1023), depth: 10, black: 64, white: 1023, low: 64,
      high: 1019),
    Row(range: .levels(black: 0, white: 3), depth: 8, black: 0, white: 3, low: 0, high: 2),
  ]

  @Test(arguments: rows)
  func worksOutTheCodes(_ row: Row) throws {
    let levels = try #require(SignalLevels(row.range, bitDepth: row.depth))
    #expect(levels.black == row.black)
    #expect(levels.white == row.white)
    #expect(levels.clippedLow == row.low)
    #expect(levels.clippedHigh == row.high)
    #expect(levels.normalised(Double(row.black)) == 0)
    #expect(levels.normalised(Double(row.white)) == 1)
  }

  @Test(arguments: [
    (SignalRange.levels(black: -1, white: 255), 8), (.levels(black: 0, white: 256), 8),
    (.levels(black: 10, white: 10), 8), (.levels(black: 10, white: 11), 8),
    (.levels(black: 200, white: 100), 8), (.levels(black: 0, white: 4), 10),
    (.levels(black: 0, white: Int.max), 16), (.full, 7), (.full, 17), (.limited, 0),
  ])
  func refuses(_ range: SignalRange, _ depth: Int) {
    #expect(SignalLevels(range, bitDepth: depth) == nil)
  }

  /// Field case B40.
  @Test(arguments: [
    (SignalRange.limited, [16: 0.0, 126: 0.502, 235: 1.0]),
    (.full, [16: 0.063, 126: 0.494, 235: 0.922]),
  ])
  func normalisesVideo(_ range: SignalRange, _ values: [Int: Double]) {
    let levels = SignalLevels(range, bitDepth: 8)!
    for (code, value) in values {
      #expect(abs(levels.normalised(Double(code)) - value) < 0.0005)
    }
  }

  @Test func codesOutsideTheLevelsGoBeyondOne() {
    let levels = SignalLevels(.limited, bitDepth: 8)!
    #expect(levels.normalised(0) < 0)
    #expect(levels.normalised(255) > 1)
  }
}
