import Testing

@testable import LockStates

@Suite("Auto exposure, row by row")
struct ExposureRowTests {
  typealias Case = Row<ExposureLock>
  typealias State = ExposureLock.State
  typealias Causes = ExposureLock.Causes

  /// Frames that lead to each state.
  static let ways: [State: String] = [
    .inactive: "wait", .searching: "searching", .converged: "searching, on target",
    .locked: "searching, on target, lock", .flashRequired: "searching, too dark",
    .precapture: "searching, precapture",
  ]

  struct Rows: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from: [State]
    let frame: String
    let to: State
    let causes: Causes

    init(_ text: String, from: [State], _ frame: String, _ to: State, _ causes: Causes) {
      testDescription = text
      self.from = from
      self.frame = frame
      self.to = to
      self.causes = causes
    }
  }

  static let unlocked: [State] = State.allCases.filter { $0 != .locked }

  static let table: [Rows] = [
    Rows("any | AE mode off | inactive", from: State.allCases, "off", .inactive, .modeChanged),
    Rows("any but locked | AE reset | inactive", from: unlocked, "reset", .inactive, .reset),
    Rows(
      "locked | AE reset, lock off | inactive", from: [.locked], "reset + unlock", .inactive,
      .reset),
    Rows(
      "inactive | AE starts a scan | searching", from: [.inactive], "searching", .searching,
      .scanStarted),
    Rows("inactive | AE lock on | locked", from: [.inactive], "lock", .locked, .lockOn),
    Rows(
      "searching | scan finished, target reached | converged", from: [.searching], "on target",
      .converged, .targetReached),
    Rows(
      "searching | scan finished, at the limits of exposure time and gain and still too dark | "
        + "flashRequired", from: [.searching], "too dark", .flashRequired, .tooDark),
    Rows(
      "searching | scan finished, at the limits and still too bright | converged",
      from: [.searching], "too bright", .converged, .tooBright),
    Rows("searching | AE lock switched on | locked", from: [.searching], "lock", .locked, .lockOn),
    Rows(
      "locked | compensation changed | searching", from: [.locked], "compensate", .searching,
      .compensationChanged),
    Rows(
      "converged | AE starts a scan (scene changed) | searching", from: [.converged], "searching",
      .searching, .scanStarted),
    Rows("converged | AE lock on | locked", from: [.converged], "lock", .locked, .lockOn),
    Rows(
      "flashRequired | AE starts a scan | searching", from: [.flashRequired], "searching",
      .searching, .scanStarted),
    Rows("flashRequired | AE lock on | locked", from: [.flashRequired], "lock", .locked, .lockOn),
    Rows(
      "locked | AE lock off, target still met | converged", from: [.locked], "unlock + on target",
      .converged, [.lockOff, .targetReached]),
    Rows(
      "locked | AE lock off, target not met any more | searching", from: [.locked],
      "unlock + searching", .searching, .lockOff),
    Rows(
      "locked | AE lock off, target cannot be met | flashRequired", from: [.locked],
      "unlock + too dark", .flashRequired, [.lockOff, .tooDark]),
    Rows(
      "any but locked, and but inactive by mode off | precapture trigger start | precapture",
      from: unlocked, "precapture", .precapture, .precaptureStarted),
    Rows(
      "precapture | sequence done, AE lock off | converged", from: [.precapture], "on target",
      .converged, .targetReached),
    Rows(
      "precapture | sequence done, AE lock off | converged, limited", from: [.precapture],
      "too bright", .converged, .tooBright),
    Rows(
      "precapture | sequence done, AE lock off | flashRequired", from: [.precapture], "too dark",
      .flashRequired, .tooDark),
    Rows(
      "precapture | sequence done, AE lock on | locked", from: [.precapture], "lock + on target",
      .locked, [.targetReached, .lockOn]),
    Rows(
      "any but locked | precapture cancel | inactive", from: unlocked, "cancel", .inactive,
      .precaptureCancelled),
    Rows("locked | precapture start | locked", from: [.locked], "precapture", .locked, []),
    Rows("locked | precapture cancel | locked", from: [.locked], "cancel", .locked, []),
    // Transient states are skipped.
    Rows(
      "inactive | (searching) target reached | converged", from: [.inactive], "on target",
      .converged, .targetReached),
    Rows(
      "inactive | (searching) too dark | flashRequired", from: [.inactive], "too dark",
      .flashRequired, .tooDark),
    Rows(
      "converged | (searching) too dark | flashRequired", from: [.converged], "too dark",
      .flashRequired, .tooDark),
    Rows(
      "flashRequired | (searching) target reached | converged", from: [.flashRequired],
      "on target", .converged, .targetReached),
    // What the tables leave open.
    Rows(
      "a new stream configuration forgets what was found",
      from: [.searching, .converged, .flashRequired], "new stream", .inactive,
      .streamConfigurationChanged),
    Rows(
      "a new stream configuration does not reset a lock", from: [.locked], "new stream", .locked, []
    ),
    Rows(
      "a new stream configuration does not end a precapture sequence", from: [.precapture],
      "new stream", .precapture, []),
    Rows("locked | AE reset, AE lock still on | locked", from: [.locked], "reset", .locked, []),
    Rows(
      "locked | the picture changes | locked", from: [.locked],
      "searching, on target, too dark, too bright, wait, reached", .locked, []),
    Rows(
      "precapture | AE lock on | the sequence is finished first", from: [.precapture],
      "lock + searching, searching, wait", .precapture, []),
    Rows(
      "precapture | precapture cancel, AE lock on | locked", from: [.precapture],
      "lock + cancel", .locked, [.precaptureCancelled, .lockOn]),
    Rows(
      "locked | AE lock off and precapture start in one frame | precapture", from: [.locked],
      "unlock + precapture", .precapture, [.lockOff, .precaptureStarted]),
    Rows(
      "converged | AE lock on and precapture start in one frame | locked", from: [.converged],
      "lock + precapture", .locked, .lockOn),
    Rows(
      "converged | AE lock on and compensation in one frame | searching", from: [.converged],
      "lock + compensate", .searching, [.lockOn, .compensationChanged]),
  ]

  @Test("row", arguments: table)
  func row(_ rows: Rows) throws {
    for from in rows.from {
      let way = try #require(Self.ways[from])
      try Case(
        rows.testDescription, ExposureLock(), after: way, rows.frame, rows.to, rows.causes
      ).check(from: from)
    }
  }

  @Test("lock on and off in one frame never was", arguments: State.allCases)
  func lockedAndUnlocked(from: State) throws {
    guard from != .locked else { return }
    let way = try #require(Self.ways[from])
    try Case("", ExposureLock(), after: way, "lock + unlock", from, []).check(from: from)
  }

  @Test("any | AE just switched on | inactive", arguments: State.allCases)
  func switchedOn(from: State) throws {
    let way = try #require(Self.ways[from])
    var machine = ExposureLock()
    _ = try Timeline(way + ", off").run(&machine)
    #expect(machine.mode == .off && machine.state == .inactive)
    _ = try Timeline("on + unlock").run(&machine)
    #expect(machine.mode == .automatic && machine.state == .inactive)
  }

  @Test("searching | compensation reached, AE lock still on | locked")
  func compensationReached() throws {
    try Case(
      "", ExposureLock(), after: "on target, lock, compensate", "reached", .locked,
      .compensationReached
    ).check(from: .searching)
  }

  @Test(
    "inactive by mode off | precapture start or cancel | inactive",
    arguments: ["precapture", "cancel"])
  func precaptureWhileOff(frame: String) throws {
    try Case("", ExposureLock(mode: .off), after: "wait", frame, .inactive, []).check(
      from: .inactive)
  }
}
