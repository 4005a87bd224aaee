import Testing

@testable import LockStates

/// Machines against oracles that look the contract's tables up, over random frames.
@Suite("Model check")
struct ModelCheckTests {
  @Test("exposure")
  func exposure() throws {
    var oracle = try ExposureOracle()
    for seed in ModelCheck.seeds {
      var generator = Generator(seed: seed)
      var machine = ExposureLock()
      (oracle.place, oracle.lock) = (.inactive, .off)
      for step in 0..<ModelCheck.stepsOfRound {
        let requests = ExposureLock.Requests.random(&generator)
        let report = generator.pick(ExposureLock.Report.allCases)
        let before = machine
        let transition = machine.step(requests: requests, algorithm: report)
        oracle.frame(requests, report)

        let isAsTabled =
          machine.state == oracle.state && machine.isLimited == (oracle.place == .limited)
        let isSound =
          Self.agrees(transition, before.state, machine.state, oracle.causes)
          && Self.isSound(machine)
        guard isAsTabled && isSound else {
          Issue.record(
            "seed \(seed), step \(step): \(before), \(requests), \(report) gave \(machine), \(transition as Any); the table \(oracle.place), \(oracle.causes)"
          )
          return
        }
      }
    }
    if ModelCheck.rounds >= 20 { #expect(oracle.table.unused.isEmpty) }
  }

  @Test("focus")
  func focus() throws {
    var oracle = try FocusOracle()
    for seed in ModelCheck.seeds {
      var generator = Generator(seed: seed)
      var machine = FocusLock()
      (oracle.place, oracle.mode) = (.inactive, .continuousVideo)
      for step in 0..<ModelCheck.stepsOfRound {
        let requests = FocusLock.Requests.random(&generator)
        let report = generator.pick(FocusLock.Report.allCases)
        let before = machine
        let transition = machine.step(requests: requests, algorithm: report)
        oracle.frame(requests, report)

        let isSound =
          Self.agrees(transition, before.state, machine.state, oracle.causes)
          && Self.isSound(machine, after: before, requests)
        guard machine.state == oracle.state && machine.mode == oracle.mode && isSound else {
          Issue.record(
            "seed \(seed), step \(step): \(before), \(requests), \(report) gave \(machine), \(transition as Any); the table \(oracle.place), \(oracle.causes)"
          )
          return
        }
      }
    }
    if ModelCheck.rounds >= 20 {
      #expect(oracle.single.unused.isEmpty)
      #expect(oracle.continuous.unused.isEmpty)
    }
  }

  @Test("white balance")
  func whiteBalance() throws {
    var oracle = try WhiteBalanceOracle()
    for seed in ModelCheck.seeds {
      var generator = Generator(seed: seed)
      var machine = WhiteBalanceLock()
      (oracle.place, oracle.lock) = (.inactive, .off)
      for step in 0..<ModelCheck.stepsOfRound {
        let requests = WhiteBalanceLock.Requests.random(&generator)
        let report = generator.pick(WhiteBalanceLock.Report.allCases)
        let before = machine
        let transition = machine.step(requests: requests, algorithm: report)
        oracle.frame(requests, report)

        let isSound =
          Self.agrees(transition, before.state, machine.state, oracle.causes)
          && Self.isSound(machine)
        guard machine.state == oracle.state && isSound else {
          Issue.record(
            "seed \(seed), step \(step): \(before), \(requests), \(report) gave \(machine), \(transition as Any); the table \(oracle.place), \(oracle.causes)"
          )
          return
        }
      }
    }
    if ModelCheck.rounds >= 20 { #expect(oracle.table.unused.isEmpty) }
  }

  /// A transition is told if and only if the state changed, with the causes that had a row.
  static func agrees<State: Hashable, Causes: OptionSet & Hashable>(
    _ transition: StateTransition<State, Causes>?, _ before: State, _ after: State,
    _ causes: Causes
  ) -> Bool {
    guard let transition else { return before == after }
    return before != after && transition.from == before && transition.to == after
      && transition.causes == causes && !causes.isEmpty
  }

  static func isSound(_ machine: ExposureLock) -> Bool {
    if machine.mode == .off && machine.state != .inactive { return false }
    if machine.state == .locked && machine.lock == .off { return false }
    let isHeld = machine.mode == .off || machine.state == .locked
    if isHeld != (machine.movement == .held) { return false }
    if machine.state == .precapture && machine.movement != .fast { return false }
    // A lock at once leaves no state in which the metering moves the exposure, but precapture.
    if machine.lock == .immediately && machine.movement == .normal { return false }
    return machine.isLimited ? machine.state == .converged : true
  }

  static func isSound(
    _ machine: FocusLock, after before: FocusLock, _ requests: FocusLock.Requests
  ) -> Bool {
    let isLocked = machine.state == .focusedLocked || machine.state == .notFocusedLocked
    if machine.mode == .off && machine.state != .inactive { return false }
    if (isLocked || machine.mode == .off) && machine.lensMayMove { return false }
    let wasLocked = before.state == .focusedLocked || before.state == .notFocusedLocked
    if wasLocked && machine.state != before.state {
      let isSingle = before.mode == .single || before.mode == .macro
      return requests.trigger == .cancel || machine.mode != before.mode
        || (isSingle && requests.trigger == .start)
    }
    return true
  }

  static func isSound(_ machine: WhiteBalanceLock) -> Bool {
    if machine.mode != .automatic && machine.state != .inactive { return false }
    if machine.state == .locked && machine.lock == .off { return false }
    let isHeld = machine.mode != .automatic || machine.state == .locked
    return machine.gainsMayMove != isHeld
  }
}

extension ExposureLock.Requests {
  /// Most frames bring nothing, some bring several requests at once.
  static func random(_ generator: inout Generator) -> Self {
    Self(
      mode: generator.oneIn(16) ? generator.pick([.off, .automatic, .automatic]) : nil,
      reset: generator.oneIn(32), streamConfigurationChanged: generator.oneIn(32),
      lock: generator.oneIn(8) ? generator.pick(LockRequest.allCases) : nil,
      precapture: generator.oneIn(8)
        ? generator.pick(ExposureLock.PrecaptureTrigger.allCases) : nil,
      compensationChanged: generator.oneIn(8))
  }
}

extension FocusLock.Requests {
  static func random(_ generator: inout Generator) -> Self {
    Self(
      mode: generator.oneIn(16) ? generator.pick(FocusLock.Mode.allCases) : nil,
      streamConfigurationChanged: generator.oneIn(32),
      trigger: generator.oneIn(6) ? generator.pick(FocusLock.Trigger.allCases) : nil)
  }
}

extension WhiteBalanceLock.Requests {
  static func random(_ generator: inout Generator) -> Self {
    Self(
      mode: generator.oneIn(16)
        ? generator.pick([.off, .preset, .automatic, .automatic]) : nil,
      streamConfigurationChanged: generator.oneIn(32),
      lock: generator.oneIn(8) ? generator.pick(LockRequest.allCases) : nil)
  }
}
