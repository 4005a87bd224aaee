import Testing

@testable import LockStates

@Suite("Timelines")
struct TimelineTests {
  struct Play: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frames: String
    let states: String

    init(_ text: String, _ frames: String, _ states: String) {
      testDescription = text
      self.frames = frames
      self.states = states
    }
  }

  static let exposurePlays: [Play] = [
    Play(
      "camera2's lock: at once, and held",
      "searching 3, lock + searching, searching 5, unlock + searching, on target",
      "searching 3, locked 6, searching 1, converged 1"),
    Play(
      "a long press waits for the end of the search",
      "on target 2, lock when converged + searching, searching 3, wait, on target, searching 4",
      "converged 2, searching 5, locked 5"),
    Play(
      "a long press does not hold what an unknown frame has",
      "on target 2, lock when converged, wait, on target", "converged 4, locked 1"),
    Play(
      "a long press in the dark locks at the limit",
      "lock when converged + searching, searching 2, too dark, searching", "searching 3, locked 2"),
    Play(
      "a long press is given up",
      "lock when converged + searching, searching, unlock + searching, on target 2",
      "searching 3, converged 2"),
    Play(
      "a lock that may wait becomes one that may not",
      "lock when converged + searching, searching, lock + searching", "searching 2, locked 1"),
    Play(
      "a lock while the mode is off takes hold when it returns",
      "off, lock, wait 3, on, searching 3", "inactive 5, locked 4"),
    Play(
      "a lock outlives the mode's absence", "on target, lock, off 2, on, unlock + on target",
      "converged 1, locked 1, inactive 2, locked 1, converged 1"),
    Play(
      "one that waits for convergence waits again",
      "lock when converged, on target, off, on, searching, on target",
      "inactive 1, locked 1, inactive 2, searching 1, locked 1"),
    Play(
      "compensation under a lock", "on target, lock, compensate, searching 3, reached, searching 2",
      "converged 1, locked 1, searching 4, locked 3"),
    Play(
      "compensation again on the way",
      "lock, compensate, searching, compensate + reached, searching, reached",
      "locked 1, searching 4, locked 1"),
    Play(
      "compensation is not reached by the scene's target",
      "lock, compensate, on target 2, too dark, reached",
      "locked 1, searching 4, locked 1"),
    Play(
      "unlocked on the way to a compensation", "lock, compensate, unlock + reached, on target",
      "locked 1, searching 2, converged 1"),
    Play(
      "a precapture trigger on the way to a compensation does not break the lock",
      "lock, compensate, precapture + searching, cancel, reached", "locked 1, searching 3, locked 1"
    ),
    Play(
      "precapture lasts a frame at least",
      "on target, precapture + on target, on target, too bright",
      "converged 1, precapture 1, converged 2"),
    Play(
      "precapture started and cancelled in one frame",
      "on target, precapture + cancel + on target, on target",
      "converged 1, inactive 1, converged 1"),
    Play(
      "precapture started again goes on",
      "precapture, searching, precapture + on target, on target",
      "precapture 3, converged 1"),
    Play(
      "a lock asked for during precapture", "precapture, lock + searching, searching, too dark",
      "precapture 3, locked 1"),
    Play(
      "a new stream while shifting keeps the lock", "lock, compensate, new stream, reached",
      "locked 1, searching 2, locked 1"),
    Play("the mode in force changes nothing", "on target, on, on + wait", "converged 3"),
    Play(
      "mode off and on in one frame never was", "on target, off + on, off, on + on target",
      "converged 2, inactive 1, converged 1"),
  ]

  @Test("exposure", arguments: exposurePlays)
  func exposure(_ play: Play) throws {
    var machine = ExposureLock()
    #expect(try Timeline(play.frames).run(&machine) == play.states)
  }

  static let focusPlays: [Play] = [
    Play(
      "tap, then back to continuous when the subject changes",
      "scanning, sharp, single + trigger + scanning, scanning 3, sharp, wait 4, video + scanning, sharp",
      "passiveScan 1, passiveFocused 1, activeScan 4, focusedLocked 5, passiveScan 1, passiveFocused 1"
    ),
    Play(
      "a second tap scans anew", "single + trigger, sharp, single + trigger + scanning, gave up",
      "activeScan 1, focusedLocked 1, activeScan 1, notFocusedLocked 1"),
    Play(
      "half press in video, release",
      "scanning 2, trigger + scanning and sharp, gave up 3, cancel, scanning",
      "passiveScan 2, focusedLocked 4, inactive 1, passiveScan 1"),
    Play(
      "half press in picture mode waits",
      "picture + scanning, trigger + scanning, trigger, scanning 2, sharp, scanning",
      "passiveScan 5, focusedLocked 2"),
    Play(
      "a change between modes of one kind resets", "sharp, picture, sharp, trigger, video",
      "passiveFocused 1, inactive 1, passiveFocused 1, focusedLocked 1, inactive 1"),
    Play(
      "a trigger before its mode change in the same frame counts after it",
      "sharp, trigger + single, sharp", "passiveFocused 1, activeScan 1, focusedLocked 1"),
  ]

  @Test("focus", arguments: focusPlays)
  func focus(_ play: Play) throws {
    var machine = FocusLock()
    #expect(try Timeline(play.frames).run(&machine) == play.states)
  }

  static let whiteBalancePlays: [Play] = [
    Play(
      "lock, and release when the light has changed",
      "searching 2, found, lock, searching 15, unlock + searching, found",
      "searching 2, converged 1, locked 16, searching 1, converged 1"),
    Play(
      "lock while a preset is on", "preset, lock, wait, on + found", "inactive 3, locked 1"),
    Play(
      "lock when good values are found",
      "lock when converged + searching, searching 2, found, searching",
      "searching 3, locked 2"),
    Play("from preset to manual nothing is seen", "preset, off, preset + found", "inactive 3"),
  ]

  @Test("white balance", arguments: whiteBalancePlays)
  func whiteBalance(_ play: Play) throws {
    var machine = WhiteBalanceLock()
    #expect(try Timeline(play.frames).run(&machine) == play.states)
  }

  @Test("a word that no machine knows is refused")
  func unknown() {
    #expect(throws: UnknownWord.self) { try Timeline<FocusLock>("sharpish") }
  }
}
