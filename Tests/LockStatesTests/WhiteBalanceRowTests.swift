import Testing

@testable import LockStates

@Suite("Auto white balance, row by row")
struct WhiteBalanceRowTests {
  typealias State = WhiteBalanceLock.State

  struct Entry: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from: [State]
    let frame: String
    let to: State
    let causes: WhiteBalanceLock.Causes

    init(
      _ text: String, _ from: [State], _ frame: String, _ to: State,
      _ causes: WhiteBalanceLock.Causes
    ) {
      testDescription = text
      self.from = from
      self.frame = frame
      self.to = to
      self.causes = causes
    }
  }

  /// Frames that lead to each state.
  static let ways: [State: String] = [
    .inactive: "wait", .searching: "searching", .converged: "searching, found",
    .locked: "searching, found, lock",
  ]
  static let unlocked: [State] = [.inactive, .searching, .converged]

  static let table: [Entry] = [
    Entry("any | mode other than auto | inactive", State.allCases, "off", .inactive, .modeChanged),
    Entry(
      "any | mode other than auto | inactive", State.allCases, "preset", .inactive, .modeChanged),
    Entry(
      "inactive | AWB starts a scan | searching", [.inactive], "searching", .searching,
      .scanStarted),
    Entry(
      "inactive / searching / converged | AWB lock on | locked", unlocked, "lock", .locked, .lockOn),
    Entry("searching | good values found | converged", [.searching], "found", .converged, .found),
    Entry(
      "converged | AWB starts a scan | searching", [.converged], "searching", .searching,
      .scanStarted),
    Entry(
      "locked | AWB lock off, values still good | converged", [.locked], "unlock + found",
      .converged, [.lockOff, .found]),
    Entry(
      "locked | AWB lock off, values not good | searching", [.locked], "unlock + searching",
      .searching, .lockOff),
    // Transient states are skipped.
    Entry(
      "inactive | (searching) good values found | converged", [.inactive], "found", .converged,
      .found),
    // What the tables leave open.
    Entry(
      "locked | AWB lock off, nothing known | searching", [.locked], "unlock", .searching, .lockOff),
    Entry(
      "locked | the picture changes | locked", [.locked], "searching, found, wait", .locked, []),
    Entry(
      "lock when converged | values found in the same frame | locked", unlocked,
      "lock when converged + found", .locked, [.found, .lockOn]),
    Entry("a new stream configuration does not reset a lock", [.locked], "new stream", .locked, []),
    Entry(
      "a new stream configuration forgets what was found", [.searching, .converged], "new stream",
      .inactive, .streamConfigurationChanged),
    Entry(
      "lock off and on in one frame holds on", [.locked], "unlock + lock + searching", .locked, []),
  ]

  @Test("row", arguments: table)
  func row(_ entry: Entry) throws {
    for from in entry.from {
      let way = try #require(Self.ways[from])
      try Row(
        entry.testDescription, WhiteBalanceLock(), after: way, entry.frame, entry.to, entry.causes
      ).check(from: from)
    }
  }
}
