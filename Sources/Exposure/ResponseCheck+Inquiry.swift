internal import Controls
internal import Photometry

/// What follows from a trial: an inquiry's next step, or its verdict.
extension ResponseCheck {
  mutating func advance(
    _ trial: ResponseTrial, _ answer: ResponseTrial.Answer, _ frame: Frame
  ) -> [ResponseFinding] {
    guard var inquiry, answer != .unclear, trial.isClean, let seen = trial.seen else {
      return endInVain()
    }
    inquiry.trials += 1
    inquiry.expected = nil
    self.inquiry = inquiry
    switch inquiry.step {
    case .repeating: return repeated(inquiry, trial, seen, frame)
    case .returning: return returned(inquiry, trial, answer, seen, frame)
    case .reaching, .reachingBack:
      if answer == .nothing {
        if seen.magnitude > 0.1, isPunctual(trial) {
          inquiry.faint = written.value(inquiry.control)
        }
        if inquiry.step == .reaching { return reachBack(inquiry, frame) }
        guard inquiry.faint != nil else { return dead(inquiry, frame) }
      }
      inquiry.far =
        answer == .nothing ? inquiry.faint : written.value(inquiry.control)
      return move(inquiry, .comingBack(true), to: inquiry.from, frame)
    case .reachingAgain:
      guard answer != .nothing else { return endInVain() }
      return move(inquiry, .comingBack(false), to: inquiry.to, frame)
    case .comingBack(let isFirst):
      if answer == .nothing {
        return move(
          inquiry, .repeatingComeback(isFirst), to: inquiry.end(isFirst), frame,
          expecting: trial.predicted)
      }
      return isFirst ? halve(inquiry, frame) : verdict(.hiddenSteps, inquiry)
    case .repeatingComeback(let isFirst):
      guard answer == .nothing else { return rescued(inquiry, trial) }
      return offStep(inquiry, inquiry.end(isFirst), frame)
    case .halving: return halved(inquiry, answer, seen, frame)
    case .descending:
      // A good value is darker at the control's least, by about what was predicted.
      guard answer == .agrees else { return verdict(.inverted, inquiry) }
      return wraps(inquiry, good: inquiry.low.value)
    case .asking(let other):
      guard answer == .nothing else { return verdict(.dead, inquiry) }
      return move(
        inquiry, .askingBack(other), control: other, to: trial.from.value(other), frame)
    case .askingBack:
      return answer == .nothing
        ? verdict(.deviceControlled, inquiry) : verdict(.dead, inquiry)
    }
  }

  /// A picture that disagreed for the first time.
  mutating func inquire(
    _ trial: ResponseTrial, _ answer: ResponseTrial.Answer, seen: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    guard frame.sequence >= idleUntil, let baseline = trial.baseline else { return [] }
    let suspect = trial.control ?? trial.falseControl(seen) ?? likelier(trial)
    let inquiry = ResponseInquiry(
      control: suspect, from: trial.from.value(suspect), to: trial.to.value(suspect),
      answer: answer, level: baseline, seen: seen, predicted: trial.predicted,
      step: .repeating, isJoint: trial.control == nil)
    self.inquiry = inquiry
    defer { isRepeated = false }
    guard answer == .nothing && !isRepeated || inquiry.isJoint else {
      return move(inquiry, .returning, to: inquiry.from, frame)
    }
    self.inquiry?.expected = trial.predicted - seen
    pending = DelayedControl.allCases
      .filter { trial.change($0).magnitude > 0.02 }
      .map { ControlWrite($0, trial.to.value($0)) }
    return []
  }

  /// Of two that were changed, the one that has proved itself less; of equals the gain.
  private func likelier(_ trial: ResponseTrial) -> DelayedControl {
    let (time, gain) = (records[.exposureTime], records[.analogueGain])
    return time.responses < gain.responses ? .exposureTime : .analogueGain
  }

  private mutating func repeated(
    _ inquiry: ResponseInquiry, _ trial: ResponseTrial, _ seen: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    let expected = trial.predicted
    if (seen - expected).magnitude <= 0.25 * expected.magnitude + 0.05, isPunctual(trial) {
      return rescued(inquiry, trial)
    }
    if inquiry.isJoint {
      // Alone this time; what becomes of it is judged as any change of one control is.
      self.inquiry = nil
      isRepeated = true
      pending = [ControlWrite(inquiry.control, inquiry.from)]
      return []
    }
    return move(inquiry, .returning, to: inquiry.from, frame)
  }

  private mutating func rescued(
    _ inquiry: ResponseInquiry, _ trial: ResponseTrial
  ) -> [ResponseFinding] {
    let before = rescuedAt
    rescuedAt = writeCount
    self.inquiry = nil
    fruitless = 0
    // The second of some forty; cameras that drop one in more are not worth a word.
    guard let before, writeCount - before <= 40 else { return [] }
    return found(
      .ignoresWrites, inquiry.isJoint ? nil : inquiry.control, predicted: inquiry.predicted,
      seen: inquiry.seen, trials: 2)
  }

  private mutating func returned(
    _ inquiry: ResponseInquiry, _ trial: ResponseTrial, _ answer: ResponseTrial.Answer,
    _ seen: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    if inquiry.answer == .nothing {
      guard answer == .nothing else { return endInVain() }
      return reach(inquiry, frame)
    }
    let isBack = (seen + inquiry.seen).magnitude <= 0.04 * inquiry.seen.magnitude + 0.06
    guard isBack, answer != .agrees, isPunctual(trial) else { return endInVain() }
    if inquiry.answer == .opposite, records[inquiry.control].responses >= 2 {
      return wraps(inquiry, good: inquiry.low.value)
    }
    if inquiry.answer == .opposite, let range = frame.camera.range(inquiry.control),
      ExposureValue.stops(ofRatio: inquiry.low.value / max(range.minimum, 1e-12)) >= 0.5
    {
      return move(inquiry, .descending, to: range.minimum, frame)
    }
    return halve(inquiry, frame)
  }

  private mutating func halve(
    _ inquiry: ResponseInquiry, _ frame: Frame
  ) -> [ResponseFinding] {
    let middle = (inquiry.from * inquiry.to).squareRoot()
    let half = frame.camera.reach(inquiry.control)?.nearest(middle) ?? middle
    let way = ExposureValue.stops(ofRatio: half / inquiry.from).magnitude
    guard way >= ResponseTrial.leastStops else {
      switch inquiry.answer {
      case .nothing: return asFlat(inquiry, frame)
      case .excessive: return move(inquiry, .halving, to: inquiry.to, frame)
      case .opposite, .agrees, .unclear: return verdict(.inverted, inquiry)
      }
    }
    return move(inquiry, .halving, to: half, frame)
  }

  /// Two values act alike, or one of them was dropped.
  private mutating func asFlat(
    _ inquiry: ResponseInquiry, _ frame: Frame
  ) -> [ResponseFinding] {
    guard let far = inquiry.far, (frame.camera.reach(inquiry.control)?.step ?? 0) > 0 else {
      return verdict(.hiddenSteps, inquiry)
    }
    return move(inquiry, .reachingAgain, to: far, frame)
  }

  private mutating func halved(
    _ inquiry: ResponseInquiry, _ answer: ResponseTrial.Answer, _ seen: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    let value = written.value(inquiry.control)
    let level = inquiry.level + seen
    if inquiry.answer == .excessive {
      let isJump = answer == .nothing || seen.magnitude >= 0.8 * inquiry.seen.magnitude
      return isJump ? verdict(.hiddenSteps, inquiry) : endInVain()
    }
    let (low, high) = (inquiry.low, inquiry.high)
    if inquiry.answer == .nothing {
      // Between two values that act alike nothing acts otherwise, unless values wrap.
      let isFlat = seen.magnitude <= max(0.1, 0.15 * inquiry.predicted.magnitude)
      guard isFlat else { return wraps(inquiry, good: low.value) }
      return asFlat(inquiry, frame)
    }
    let rise = ExposureValue.stops(ofRatio: value / low.value)
    if level > low.level + 0.3 * rise { return wraps(inquiry, good: value) }
    if level < high.level - 0.3 { return wraps(inquiry, good: low.value) }
    return verdict(.inverted, inquiry)
  }

  /// Goes as far as the range and the picture allow, to a round number.
  private mutating func reach(
    _ inquiry: ResponseInquiry, _ frame: Frame
  ) -> [ResponseFinding] {
    guard let range = frame.camera.reach(inquiry.control) else { return endInVain() }
    let far = FarValue.first(from: inquiry.from, range, level: frame.measuredStops)
    // A control that can hardly be moved is judged by what it can do.
    guard FarValue.stops(far, inquiry.from) >= 0.5 else { return dead(inquiry, frame) }
    return move(inquiry, .reaching, to: far, frame)
  }

  private mutating func reachBack(
    _ inquiry: ResponseInquiry, _ frame: Frame
  ) -> [ResponseFinding] {
    guard let range = frame.camera.reach(inquiry.control) else { return endInVain() }
    let isHere = written.value(inquiry.control) < inquiry.from
    let far =
      isHere
      ? FarValue.above(inquiry.from, range, level: frame.measuredStops)
      : FarValue.below(inquiry.from, range)
    guard FarValue.stops(far, inquiry.from) >= 0.5 else { return dead(inquiry, frame) }
    return move(inquiry, .reachingBack, to: far, frame)
  }

  private mutating func dead(
    _ inquiry: ResponseInquiry, _ frame: Frame
  ) -> [ResponseFinding] {
    let other: DelayedControl =
      inquiry.control == .exposureTime ? .analogueGain : .exposureTime
    guard ways.parked[other] == nil, let range = frame.camera.reach(other), range.isAdjustable
    else { return verdict(.dead, inquiry) }
    let value = written.value(other)
    let far = FarValue.first(from: value, range, level: frame.measuredStops)
    guard FarValue.stops(far, value) >= 0.5 else { return verdict(.dead, inquiry) }
    return move(inquiry, .asking(other), control: other, to: far, frame)
  }

  private mutating func offStep(
    _ inquiry: ResponseInquiry, _ dropped: Double, _ frame: Frame
  ) -> [ResponseFinding] {
    let control = inquiry.control
    guard let range = frame.camera.range(control), let far = inquiry.far else {
      return endInVain()
    }
    records[control].act(range.steps(of: far))
    records[control].drop(range.steps(of: dropped))
    guard let multiple = records[control].offStep else { return verdict(.hiddenSteps, inquiry) }
    ways.multiples[control] = multiple
    let findings = verdict(.ignoresOffStep(step: Double(multiple) * range.step), inquiry)
    part(with: ControlWrite(control, far))
    return findings
  }

  /// Whether a picture changed at the frame at which the control's changes are known to come.
  private func isPunctual(_ trial: ResponseTrial) -> Bool {
    guard let arrival = trial.arrival else { return false }
    let controls = trial.control.map { [$0] } ?? DelayedControl.allCases
    let known = controls.compactMap { records[$0].arrival }
    return known.isEmpty || known.contains(arrival)
  }

  private mutating func move(
    _ inquiry: ResponseInquiry, _ step: ResponseInquiry.Step, control: DelayedControl? = nil,
    to value: Double, _ frame: Frame, expecting expected: Double? = nil
  ) -> [ResponseFinding] {
    var next = inquiry
    next.step = step
    next.expected = expected
    self.inquiry = next
    pending = [ControlWrite(control ?? inquiry.control, value)]
    return []
  }

  /// The scene had changed, or the picture was not steady enough.
  mutating func endInVain() -> [ResponseFinding] {
    inquiry = nil
    swing.settle()
    fruitless = min(fruitless + 1, 10)
    if let last { idleUntil = last.sequence &+ 10 * fruitless }
    return []
  }
}
