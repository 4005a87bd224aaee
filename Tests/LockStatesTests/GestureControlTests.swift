import Frames
import LockStates
import Testing

/// The three machines under a gesture control, as a controller joins them.
private struct Machines {
  var gestures = GestureControl()
  var exposure = ExposureLock()
  var focus = FocusLock()
  var whiteBalance = WhiteBalanceLock()
  var place = GestureRequests.Place.automatic

  mutating func step(
    _ requests: GestureRequests = GestureRequests(),
    _ exposed: ExposureLock.Report = .undecided, _ focused: FocusLock.Report = .undecided,
    _ balanced: WhiteBalanceLock.Report = .undecided
  ) {
    if requests.place != .unchanged { place = requests.place }
    exposure.step(requests: requests.exposure, algorithm: exposed)
    focus.step(requests: requests.focus, algorithm: focused)
    whiteBalance.step(requests: requests.whiteBalance, algorithm: balanced)
  }

  var states: [String] { ["\(exposure.state)", "\(focus.state)", "\(whiteBalance.state)"] }
}

@Suite struct GestureControlTests {
  let point = NormalisedPoint(x: 0.25, y: 0.75)!
  let other = NormalisedPoint(x: 0.5, y: 0.5)!

  private func settled() -> Machines {
    var machines = Machines()
    machines.step(.init(), .onTarget, .sharp, .found)
    return machines
  }

  @Test func aTapFocusesAndExposesOnceUntilTheSubjectChanges() {
    var machines = settled()
    machines.step(machines.gestures.tap(at: point), .searching, .scanning, .found)
    #expect(machines.states == ["searching", "activeScan", "converged"])
    #expect(machines.place == .point(point))
    machines.step(.init(), .onTarget, .sharp, .found)
    #expect(machines.states == ["locked", "focusedLocked", "converged"])
    #expect(machines.gestures.state == .point(point))
    machines.step(machines.gestures.subjectAreaChanged(), .onTarget, .scanning, .found)
    #expect(machines.states == ["converged", "passiveScan", "converged"])
    #expect(machines.gestures.state == .continuous && machines.place == .automatic)
    machines.step(.init(), .onTarget, .sharp, .found)
    #expect(machines.focus.state == .passiveFocused)
  }

  @Test func aSecondTapBeforeThatLooksAtTheNewPoint() {
    var machines = settled()
    machines.step(machines.gestures.tap(at: point), .onTarget, .sharp)
    machines.step(machines.gestures.tap(at: other), .searching, .scanning)
    #expect(machines.states == ["searching", "activeScan", "converged"])
    #expect(machines.place == .point(other))
    machines.step(.init(), .onTarget, .gaveUp)
    #expect(machines.states == ["locked", "notFocusedLocked", "converged"])
  }

  @Test func aLongPressHoldsWhateverTheSubjectDoes() {
    var machines = settled()
    machines.step(
      machines.gestures.longPress(at: point, includingWhiteBalance: true), .searching, .scanning,
      .searching)
    #expect(machines.states == ["searching", "activeScan", "searching"])
    machines.step(.init(), .onTarget, .sharp, .found)
    #expect(machines.states == ["locked", "focusedLocked", "locked"])
    #expect(machines.gestures.subjectAreaChanged() == GestureRequests())
    machines.step(.init(), .searching, .scanning, .searching)
    #expect(machines.states == ["locked", "focusedLocked", "locked"])
    machines.step(machines.gestures.tap(at: other), .searching, .undecided, .found)
    #expect(machines.gestures.state == .continuous && machines.place == .automatic)
    #expect(machines.states == ["searching", "inactive", "converged"])
  }

  @Test func aLongPressLeavesWhiteBalanceAloneUnlessAsked() {
    var machines = settled()
    machines.step(machines.gestures.longPress(at: point), .onTarget, .sharp, .searching)
    #expect(machines.states == ["locked", "focusedLocked", "searching"])
    #expect(machines.gestures.release().whiteBalance.lock == nil)
  }

  /// From each state of focus: nothing moves from the very frame on.
  @Test func lockingAllHoldsAtOnce() {
    let ways: [(String, (inout Machines) -> Void)] = [
      ("inactive", { _ in }),
      ("passiveScan", { $0.step(.init(), .searching, .scanning, .searching) }),
      ("passiveFocused", { $0.step(.init(), .onTarget, .sharp, .found) }),
      ("passiveUnfocused", { $0.step(.init(), .onTarget, .gaveUp, .found) }),
      ("activeScan", { $0.step($0.gestures.tap(at: point), .searching, .scanning, .searching) }),
      ("focusedLocked", { $0.step($0.gestures.tap(at: point), .onTarget, .sharp, .found) }),
      ("notFocusedLocked", { $0.step($0.gestures.tap(at: point), .onTarget, .gaveUp, .found) }),
    ]
    for (name, reach) in ways {
      var machines = Machines()
      reach(&machines)
      #expect(
        "\(machines.focus.state)" == name || name == "focusedLocked" || name == "notFocusedLocked")
      if name.hasSuffix("ocusedLocked") {
        machines.step(.init(), .onTarget, name == "focusedLocked" ? .sharp : .gaveUp, .found)
        #expect("\(machines.focus.state)" == name)
      }
      machines.step(machines.gestures.lockAll(machines.focus), .searching, .scanning, .searching)
      #expect(machines.exposure.state == .locked && machines.whiteBalance.state == .locked)
      #expect(!machines.focus.lensMayMove, "from \(name)")
      let isSharp = name == "passiveFocused" || name == "focusedLocked"
      #expect(machines.focus.state == (isSharp ? .focusedLocked : .notFocusedLocked))
      machines.step(.init(), .searching, .scanning, .searching)
      #expect(!machines.focus.lensMayMove && machines.exposure.movement == .held)
      machines.step(machines.gestures.release(), .onTarget, .sharp, .found)
      #expect(machines.exposure.state == .converged && machines.whiteBalance.state == .converged)
      #expect(machines.focus.mode == .continuousVideo && machines.focus.lensMayMove)
    }
  }

  @Test func aManualLensStaysTheApplications() {
    var machines = Machines()
    machines.focus = FocusLock(mode: .off)
    machines.step(machines.gestures.lockAll(machines.focus))
    machines.step(machines.gestures.release())
    #expect(machines.focus.mode == .off)
  }

  @Test func gesturesOfOneFrameAddUp() {
    var gestures = GestureControl(continuousFocus: .continuousPicture)
    var requests = gestures.tap(at: point)
    requests.add(gestures.release())
    #expect(requests.exposure.lock == .off && requests.focus.mode == .continuousPicture)
    #expect(requests.focus.trigger == .cancel && requests.place == .automatic)
    #expect(gestures.release() == GestureRequests())
    #expect(GestureControl(continuousFocus: .macro).continuousFocus == .continuousVideo)
  }
}
