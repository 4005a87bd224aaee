import Testing

@testable import LockStates

@Suite("Autofocus, row by row")
struct FocusRowTests {
  typealias State = FocusLock.State

  static func rows(
    _ mode: FocusLock.Mode, _ text: String, after before: String, _ frame: String, _ to: State,
    _ causes: FocusLock.Causes
  ) -> Row<FocusLock> {
    Row("\(mode): \(text)", FocusLock(mode: mode), after: before, frame, to, causes)
  }

  /// Frames that lead to each state of a single shot.
  static let singleWays: [State: String] = [
    .inactive: "wait", .activeScan: "trigger", .focusedLocked: "trigger, scanning, sharp",
    .notFocusedLocked: "trigger, scanning, gave up",
  ]
  /// Frames that lead to each state of continuous focus.
  static let continuousWays: [State: String] = [
    .inactive: "wait", .passiveScan: "scanning", .passiveFocused: "scanning, sharp",
    .passiveUnfocused: "scanning, gave up", .focusedLocked: "scanning, sharp, trigger",
    .notFocusedLocked: "scanning, gave up, trigger",
  ]

  struct Entry: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from: [State]
    let frame: String
    let to: State
    let causes: FocusLock.Causes

    init(
      _ text: String, _ from: [State], _ frame: String, _ to: State, _ causes: FocusLock.Causes
    ) {
      testDescription = text
      self.from = from
      self.frame = frame
      self.to = to
      self.causes = causes
    }
  }

  static let locked: [State] = [.focusedLocked, .notFocusedLocked]

  static let singleTable: [Entry] = [
    Entry(
      "inactive | trigger start | activeScan", [.inactive], "trigger", .activeScan, .triggerStarted),
    Entry("activeScan | sharp | focusedLocked", [.activeScan], "sharp", .focusedLocked, .sharp),
    Entry(
      "activeScan | gave up | notFocusedLocked", [.activeScan], "gave up", .notFocusedLocked,
      .gaveUp),
    Entry(
      "activeScan | trigger cancel | inactive", [.activeScan], "cancel", .inactive,
      .triggerCancelled),
    Entry(
      "focusedLocked / notFocusedLocked | trigger cancel | inactive", locked, "cancel", .inactive,
      .triggerCancelled),
    Entry(
      "focusedLocked / notFocusedLocked | trigger start | activeScan", locked, "trigger",
      .activeScan, .triggerStarted),
    Entry("any | mode change | inactive", Array(singleWays.keys), "video", .inactive, .modeChanged),
    Entry("any | mode change | inactive", Array(singleWays.keys), "off", .inactive, .modeChanged),
    // Transient states are skipped.
    Entry(
      "a trigger while the lens is known to be sharp goes straight to focusedLocked", [.inactive],
      "trigger + sharp", .focusedLocked, [.triggerStarted, .sharp]),
    // What the tables leave open.
    Entry(
      "a scan that begins in a frame has not failed in it", [.inactive, .notFocusedLocked],
      "trigger + gave up", .activeScan, .triggerStarted),
    Entry("activeScan | trigger start | no change", [.activeScan], "trigger", .activeScan, []),
    Entry("inactive | trigger cancel | no change", [.inactive], "cancel", .inactive, []),
    Entry(
      "inactive | the picture changes | no change", [.inactive],
      "scanning, scanning and sharp, sharp, gave up", .inactive, []),
    Entry(
      "focusedLocked | the picture changes | no change", [.focusedLocked],
      "scanning, scanning and sharp, sharp, gave up, wait", .focusedLocked, []),
    Entry(
      "notFocusedLocked | the picture changes | no change", [.notFocusedLocked],
      "scanning, scanning and sharp, sharp, gave up, wait", .notFocusedLocked, []),
    Entry(
      "trigger start and cancel in one frame | a cancel", [.activeScan, .focusedLocked],
      "trigger + cancel", .inactive, .triggerCancelled),
    Entry(
      "trigger start and cancel in one frame | nothing to cancel", [.inactive], "trigger + cancel",
      .inactive, []),
    Entry(
      "a new stream configuration does not reset a lock", [.focusedLocked], "new stream",
      .focusedLocked, []),
    Entry(
      "a new stream configuration does not reset a lock", [.notFocusedLocked], "new stream",
      .notFocusedLocked, []),
    Entry(
      "a new stream configuration keeps a triggered scan", [.activeScan], "new stream",
      .activeScan, []),
  ]

  @Test("single shot", arguments: singleTable, [FocusLock.Mode.single, .macro])
  func singleShot(_ entry: Entry, mode: FocusLock.Mode) throws {
    for from in entry.from {
      let way = try #require(Self.singleWays[from])
      try Self.rows(mode, entry.testDescription, after: way, entry.frame, entry.to, entry.causes)
        .check(from: from)
    }
  }

  static let continuousTable: [Entry] = [
    Entry(
      "inactive | camera starts a scan | passiveScan", [.inactive], "scanning", .passiveScan,
      .scanStarted),
    Entry(
      "inactive | trigger start | notFocusedLocked", [.inactive], "trigger", .notFocusedLocked,
      .triggerStarted),
    Entry(
      "passiveScan | scan ends sharp | passiveFocused", [.passiveScan], "sharp", .passiveFocused,
      .sharp),
    Entry(
      "passiveScan | scan ends not sharp | passiveUnfocused", [.passiveScan], "gave up",
      .passiveUnfocused, .gaveUp),
    Entry(
      "passiveScan | trigger cancel | inactive", [.passiveScan], "cancel", .inactive,
      .triggerCancelled),
    Entry(
      "passiveFocused | camera starts a new scan | passiveScan", [.passiveFocused], "scanning",
      .passiveScan, .scanStarted),
    Entry(
      "passiveUnfocused | camera starts a new scan | passiveScan", [.passiveUnfocused],
      "scanning", .passiveScan, .scanStarted),
    Entry(
      "passiveFocused | trigger start | focusedLocked", [.passiveFocused], "trigger",
      .focusedLocked, .triggerStarted),
    Entry(
      "passiveUnfocused | trigger start | notFocusedLocked", [.passiveUnfocused], "trigger",
      .notFocusedLocked, .triggerStarted),
    Entry(
      "focusedLocked | trigger start | no change", [.focusedLocked], "trigger, trigger + gave up",
      .focusedLocked, []),
    Entry(
      "notFocusedLocked | trigger start | no change", [.notFocusedLocked],
      "trigger, trigger + sharp", .notFocusedLocked, []),
    Entry(
      "focusedLocked / notFocusedLocked | trigger cancel | inactive", locked, "cancel", .inactive,
      .triggerCancelled),
    Entry(
      "any | mode change | inactive", Array(continuousWays.keys), "macro", .inactive, .modeChanged),
    Entry("any | mode off | inactive", Array(continuousWays.keys), "off", .inactive, .modeChanged),
    // Transient states are skipped.
    Entry(
      "inactive | (passiveScan) ends sharp | passiveFocused", [.inactive], "sharp",
      .passiveFocused, .sharp),
    Entry(
      "passiveUnfocused | (passiveScan) ends sharp | passiveFocused", [.passiveUnfocused], "sharp",
      .passiveFocused, .sharp),
    // What the tables leave open.
    Entry(
      "a cancel is seen, whatever the cancelled scan says", locked + [.passiveScan],
      "cancel + scanning", .inactive, .triggerCancelled),
    Entry(
      "passiveFocused | trigger cancel | no change", [.passiveFocused], "cancel, cancel + sharp",
      .passiveFocused, []),
    Entry(
      "passiveUnfocused | trigger cancel | no change", [.passiveUnfocused], "cancel",
      .passiveUnfocused, []),
    Entry(
      "the lens is locked whatever the picture does", [.focusedLocked],
      "scanning, scanning and sharp, sharp, gave up, wait", .focusedLocked, []),
    Entry(
      "the lens is locked whatever the picture does", [.notFocusedLocked],
      "scanning, scanning and sharp, sharp, gave up, wait", .notFocusedLocked, []),
    Entry(
      "a new stream configuration does not reset a lock", [.focusedLocked], "new stream",
      .focusedLocked, []),
    Entry(
      "a new stream configuration forgets what was found",
      [.passiveScan, .passiveFocused, .passiveUnfocused], "new stream", .inactive,
      .streamConfigurationChanged),
    Entry(
      "a tap is a mode change and a trigger in one frame", Array(continuousWays.keys),
      "single + trigger", .activeScan, [.modeChanged, .triggerStarted]),
  ]

  @Test(
    "continuous", arguments: continuousTable, [FocusLock.Mode.continuousVideo, .continuousPicture])
  func continuous(_ entry: Entry, mode: FocusLock.Mode) throws {
    for from in entry.from {
      let way = try #require(Self.continuousWays[from])
      try Self.rows(mode, entry.testDescription, after: way, entry.frame, entry.to, entry.causes)
        .check(from: from)
    }
  }

  /// The rows in which video and picture differ.
  static let differingRows: [Row<FocusLock>] = [
    rows(
      .continuousVideo, "passiveScan | trigger start, at once: image is sharp | focusedLocked",
      after: "scanning", "trigger + scanning and sharp", .focusedLocked, .triggerStarted),
    rows(
      .continuousVideo, "passiveScan | trigger start, at once: image is not | notFocusedLocked",
      after: "scanning", "trigger + scanning", .notFocusedLocked, .triggerStarted),
    rows(
      .continuousPicture, "passiveScan | trigger start | the scan is finished first",
      after: "scanning", "trigger + scanning, scanning and sharp, wait", .passiveScan, []),
    rows(
      .continuousPicture, "passiveScan | trigger start | … then focusedLocked",
      after: "scanning, trigger", "sharp", .focusedLocked, .sharp),
    rows(
      .continuousPicture, "passiveScan | trigger start | … or notFocusedLocked",
      after: "scanning, trigger", "gave up", .notFocusedLocked, .gaveUp),
    rows(
      .continuousPicture, "passiveScan | trigger start, scan ends | focusedLocked",
      after: "scanning", "trigger + sharp", .focusedLocked, [.triggerStarted, .sharp]),
    rows(
      .continuousPicture, "passiveScan, triggered | trigger cancel | inactive",
      after: "scanning, trigger", "cancel + sharp", .inactive, .triggerCancelled),
    rows(
      .continuousPicture, "passiveScan, triggered | a new stream configuration | goes on",
      after: "scanning, trigger", "new stream", .passiveScan, []),
  ]

  @Test("video and picture", arguments: differingRows)
  func differing(_ row: Row<FocusLock>) throws {
    try row.check(from: .passiveScan)
  }

  @Test("mode off: always inactive, and the lens is the application's")
  func off() throws {
    try Self.rows(
      .off, "", after: "wait", "trigger, sharp, scanning, cancel, gave up, new stream", .inactive,
      []
    ).check(from: .inactive)
    #expect(!FocusLock(mode: .off).lensMayMove)
  }
}
