internal import Controls
internal import Photometry

/// What trials say outside of inquiries, and what verdicts change.
extension ResponseCheck {
  mutating func conclude(
    _ trial: ResponseTrial, _ answer: ResponseTrial.Answer, _ frame: Frame
  ) -> [ResponseFinding] {
    if isParting {
      isParting = false
      return []
    }
    if let transition, let jump = transition.jump {
      self.transition = nil
      return concludeTransition(transition, jump, trial, frame)
    }
    if inquiry != nil { return advance(trial, answer, frame) }
    let (before, after) = (trial.lastLevel - frame.aimStops, frame.measuredStops - frame.aimStops)
    swing.step(before: before, after: after)
    widen(before: before, after: after)
    if trial.isDoubtful, frame.sequence >= doubtAgain {
      // Longer each time that nothing agreed in between: firmware may need a while to come to rest.
      doubts = min(doubts + 1, 3)
      (doubtLeft, doubtAgain) = (2 << doubts, frame.sequence &+ 20)
    }
    var wereCertain = true
    for control in DelayedControl.allCases where trial.change(control).magnitude > 0.02 {
      wereCertain = wereCertain && records[control].isCertain
      records[control].isCertain = true
    }
    guard let seen = trial.seen, let baseline = trial.baseline, answer != .unclear else {
      return []
    }
    if answer == .agrees {
      isRepeated = false
      doubts = 0
      agreed(trial, seen: seen, wereCertain: wereCertain, frame)
      watch.begin(from: baseline, to: baseline + seen)
      return []
    }
    // A start value that was only read explains any picture (field case B19), but at an end of the
    // range no second write would come to tell.
    guard wereCertain || isAtEnd(trial, frame) else { return [] }
    return disagreed(trial, answer, seen: seen, frame)
  }

  private mutating func concludeTransition(
    _ transition: Transition, _ jump: Double, _ trial: ResponseTrial, _ frame: Frame
  ) -> [ResponseFinding] {
    guard let baseline = trial.baseline, let seen = trial.seen else { return [] }
    let isBack =
      (baseline + seen - transition.level).magnitude <= 0.1 * jump.magnitude + 0.1
    let known = DelayedControl.allCases.compactMap { records[$0].arrival }
    guard isBack, let change = trial.firstChange, known.isEmpty || known.contains(change) else {
      return []
    }
    return found(
      .settingsLost(transition.moment), nil, predicted: 0, seen: jump, trials: 2)
  }

  private mutating func agreed(
    _ trial: ResponseTrial, seen: Double, wereCertain: Bool, _ frame: Frame
  ) {
    let ratio = trial.predicted.magnitude >= ResponseTrial.leastStops ? seen / trial.predicted : 1
    if wereCertain || (0.75...1.33).contains(ratio) { isExposureKnown = true }
    guard let control = trial.control else { return }
    let value = trial.to.value(control)
    records[control].agreed(ratio, value: value)
    records[control].act(frame.camera.range(control)?.steps(of: value))
    if let arrival = trial.arrival { records[control].arrival = arrival }
    if fruitless > 0 { fruitless -= 1 }
  }

  private func isAtEnd(_ trial: ResponseTrial, _ frame: Frame) -> Bool {
    guard let control = trial.control, let range = usable(frame.camera).range(control) else {
      return false
    }
    let value = trial.to.value(control)
    return value <= range.minimum || value >= range.greatest
  }

  private mutating func disagreed(
    _ trial: ResponseTrial, _ answer: ResponseTrial.Answer, seen: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    let suspect = trial.control ?? trial.falseControl(seen)
    guard let control = suspect else { return inquire(trial, answer, seen: seen, frame) }
    if ways.hasHiddenSteps[control] { return [] }
    if ways.multiples[control] != nil, answer == .nothing {
      learnStep(control, trial, frame)
      return []
    }
    if ways.caps[control] != nil, trial.control != nil {
      let (from, to) = (trial.from.value(control), trial.to.value(control))
      let low = min(from, to)
      cap(control, good: low, bad: max(from, to))
      part(with: ControlWrite(control, low))
      return []
    }
    return inquire(trial, answer, seen: seen, frame)
  }

  /// A multiple of the step that was believed to work was dropped.
  private mutating func learnStep(
    _ control: DelayedControl, _ trial: ResponseTrial, _ frame: Frame
  ) {
    guard let range = frame.camera.range(control) else { return }
    let (from, to) = (
      range.steps(of: trial.from.value(control)), range.steps(of: trial.to.value(control))
    )
    // Where what was written last is known to act, it is in force already: the one before was dropped.
    let actsLast = to.map { records[control].acted.contains($0) } ?? false
    let dropped = actsLast ? from : to
    if let dropped, !records[control].acted.contains(dropped) { records[control].drop(dropped) }
    if let multiple = records[control].offStep { ways.multiples[control] = multiple }
  }

  /// Where only some values act and a step has leapt over the aim, the nearer side is near enough.
  private mutating func widen(before: Double, after: Double) {
    guard ways.hasHiddenSteps[.exposureTime] || ways.hasHiddenSteps[.analogueGain],
      before * after < 0
    else { return }
    let nearest = min(before.magnitude, after.magnitude)
    if nearest > 0.03 { ways.deadBand = max(ways.deadBand, min(nearest + 0.04, 2)) }
  }

  mutating func wraps(_ inquiry: ResponseInquiry, good: Double) -> [ResponseFinding] {
    let control = inquiry.control
    cap(control, good: good, bad: inquiry.high.value)
    let findings = verdict(.wrapsAround(cap: ways.caps[control] ?? good), inquiry)
    part(with: ControlWrite(control, min(good, written.value(control))))
    return findings
  }

  /// Between what acted and what wrapped the turn is looked for half the way, until it is near.
  private mutating func cap(_ control: DelayedControl, good: Double, bad: Double) {
    let good = max(good, min(records[control].greatestGood ?? good, bad))
    guard good < bad else {
      ways.caps[control] = min(good, ways.caps[control] ?? good)
      return
    }
    let cap = bad / good < 1.2 ? good : (good * bad).squareRoot()
    ways.caps[control] = min(cap, ways.caps[control] ?? cap)
  }

  /// Writes a value that is known to be good, of which no answer is awaited.
  mutating func part(with write: ControlWrite) {
    guard write.value != written.value(write.control) else { return }
    isParting = true
    pending = [write]
  }

  mutating func verdict(
    _ kind: ResponseFinding.Kind, _ inquiry: ResponseInquiry
  ) -> [ResponseFinding] {
    let control = inquiry.control
    self.inquiry = nil
    fruitless = 0
    swing.settle()
    switch kind {
    case .dead: ways.parked[control] = written.value(control)
    case .inverted:
      // Left where the picture was nearest to what is wanted; time does the rest from there.
      let aim = last?.aimStops ?? 0
      let seen = [
        (inquiry.from, inquiry.level), (inquiry.to, inquiry.level + inquiry.seen),
        (written.value(control), last?.measuredStops ?? .infinity),
      ]
      let value = seen.min { ($0.1 - aim).magnitude < ($1.1 - aim).magnitude }?.0 ?? inquiry.from
      ways.parked[control] = value
      part(with: ControlWrite(control, value))
    case .hiddenSteps: ways.hasHiddenSteps[control] = true
    case .deviceControlled:
      ways.isDeviceControlled = true
    case .wrapsAround, .ignoresWrites, .ignoresOffStep, .staleReadBack, .settingsLost: break
    }
    return found(
      kind, kind == .deviceControlled ? nil : control, predicted: inquiry.predicted,
      seen: inquiry.seen, trials: inquiry.trials)
  }

  /// Reports what was found, unless that was done before.
  mutating func found(
    _ kind: ResponseFinding.Kind, _ control: DelayedControl?, predicted: Double, seen: Double,
    trials: Int
  ) -> [ResponseFinding] {
    if kind == .deviceControlled {
      abandon()
      ways.isDeviceControlled = true
    }
    let finding = ResponseFinding(
      kind: kind, control: control, predictedStops: predicted, seenStops: seen, trials: trials)
    // Whatever drops writes drops those of every control.
    let key = PerQuirk(quirk: finding.quirk, control: kind == .ignoresWrites ? nil : control)
    guard reported.insert(key).inserted else { return [] }
    quirks.insert(finding.quirk)
    return [finding]
  }

  struct PerQuirk: Hashable, Sendable {
    let quirk: DeviceProfile.Quirk
    let control: DelayedControl?
  }
}
