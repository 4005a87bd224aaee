import Frames
import GrayCard
import Testing

@testable import graycard

@Suite struct RunKeysTests {
  private func asked(_ text: String, _ keys: inout RunKeys) -> ControllerRequests? {
    keys.requests(for: Array(text.utf8))
  }

  @Test func keysAreRequests() throws {
    var keys = RunKeys(isWanted: false, bias: 0)
    #expect(asked("l", &keys) == ControllerRequests(gestures: [.lockAll]))
    #expect(asked("u", &keys) == ControllerRequests(gestures: [.release]))
    #expect(asked("xyz", &keys) == ControllerRequests())
    #expect(asked("lq", &keys) == nil)
    let middle = try #require(NormalisedPoint(x: 0.5, y: 0.5))
    #expect(
      asked("tp", &keys)
        == ControllerRequests(gestures: [
          .tap(middle), .longPress(middle, includingWhiteBalance: true),
        ]))
  }

  @Test func threeThirdsAreAStop() {
    var keys = RunKeys(isWanted: false, bias: -1)
    #expect(asked("+++", &keys)?.bias == 0)
    #expect(asked("-", &keys)?.bias == -1.0 / 3)
    #expect(asked(String(repeating: "+", count: 99), &keys)?.bias == 10)
  }

  @Test func arrowsMoveTheSpotAndMayComeInPieces() throws {
    var keys = RunKeys(isWanted: false, bias: 0)
    _ = asked("\u{1B}[C\u{1B}[B\u{1B}", &keys)
    _ = asked("[C", &keys)
    let gesture = try #require(asked("t", &keys)?.gestures.first)
    guard case .tap(let point) = gesture else {
      Issue.record("no tap: \(gesture)")
      return
    }
    #expect(abs(point.x - 0.6) < 1e-9 && abs(point.y - 0.55) < 1e-9)
    // The spot stays in the frame, and whatever else comes is no request.
    _ = asked(String(repeating: "\u{1B}[A", count: 50), &keys)
    guard case .tap(let top)? = asked("t", &keys)?.gestures.first else {
      Issue.record("no tap")
      return
    }
    #expect(top.y == 0)
    #expect(asked("\u{1B}[Z\u{1B}x", &keys) == ControllerRequests())
  }

  @Test func nothingIsAskedWhereNobodyListens() {
    var keys = RunKeys(isWanted: false, bias: 0)
    #expect(keys.requests() == ControllerRequests() && keys.marker == nil)
  }
}
