import Testing

@testable import LockStates

@Suite("What controllers may do")
struct PermissionTests {
  /// Frames, and what may move the exposure after them.
  static let exposureRows: [(String, ExposureLock.Movement)] = [
    ("wait", .normal), ("searching", .normal), ("on target", .normal), ("too dark", .normal),
    ("off", .held), ("lock", .held), ("on target, lock, searching", .held),
    ("precapture", .fast), ("precapture, lock", .fast), ("lock, compensate", .compensation),
    ("lock, compensate, reached", .held), ("lock, compensate, unlock", .normal),
    ("lock when converged", .fast), ("lock when converged, searching", .fast),
    ("lock when converged, on target", .held), ("lock, unlock + searching", .normal),
    ("lock when converged, off", .held), ("lock when converged, unlock", .normal),
    ("lock, reset", .held), ("lock, new stream", .held),
  ]

  @Test("exposure", arguments: exposureRows)
  func exposure(frames: String, movement: ExposureLock.Movement) throws {
    var machine = ExposureLock()
    _ = try Timeline(frames).run(&machine)
    #expect(machine.movement == movement)
  }

  @Test("limited is only what is converged at a limit")
  func limited() throws {
    for (frames, isLimited) in [
      ("too bright", true), ("too bright, on target", false), ("too dark", false),
      ("too bright, wait", true), ("too bright, searching", false), ("too bright, lock", false),
      ("lock, unlock + too bright", true), ("precapture, too bright", true),
    ] {
      var machine = ExposureLock()
      _ = try Timeline(frames).run(&machine)
      #expect(machine.isLimited == isLimited, "\(frames)")
    }
  }

  /// Mode, frames, whether the lens may move, and whether a trigger waits.
  static let focusRows: [(FocusLock.Mode, String, Bool, Bool)] = [
    (.single, "wait", false, false), (.single, "trigger", true, true),
    (.single, "trigger, sharp", false, false), (.macro, "trigger, gave up", false, false),
    (.single, "trigger, cancel", false, false), (.off, "trigger", false, false),
    (.continuousVideo, "wait", true, false), (.continuousVideo, "scanning", true, false),
    (.continuousVideo, "sharp", true, false), (.continuousVideo, "gave up", true, false),
    (.continuousVideo, "trigger", false, false),
    (.continuousPicture, "scanning, trigger", true, true),
    (.continuousPicture, "scanning, trigger, gave up", false, false),
    (.continuousPicture, "trigger, cancel", true, false),
  ]

  @Test("focus", arguments: focusRows)
  func focus(_ row: (FocusLock.Mode, String, Bool, Bool)) throws {
    var machine = FocusLock(mode: row.0)
    _ = try Timeline(row.1).run(&machine)
    #expect(machine.lensMayMove == row.2)
    #expect(machine.awaitsLock == row.3)
  }

  /// Frames, whether the gains may move, and whether a lock waits.
  static let whiteBalanceRows: [(String, Bool, Bool)] = [
    ("wait", true, false), ("found", true, false), ("lock", false, false), ("off", false, false),
    ("preset, lock", false, false), ("lock when converged", true, true),
    ("lock when converged, found", false, false), ("lock, unlock", true, false),
  ]

  @Test("white balance", arguments: whiteBalanceRows)
  func whiteBalance(frames: String, mayMove: Bool, awaits: Bool) throws {
    var machine = WhiteBalanceLock()
    _ = try Timeline(frames).run(&machine)
    #expect(machine.gainsMayMove == mayMove)
    #expect(machine.awaitsLock == awaits)
  }
}
