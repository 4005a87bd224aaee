internal import Controls

// What the evidence comes to.
extension FlickerDetector {
  /// Weighs the rows, and where they say nothing the means.
  mutating func judgeRows(_ settings: CameraSettings) -> FlickerFinding {
    let readOut: Double? = if case .rolling(let time) = shutter { time } else { nil }
    let fifty = weighing.rows(history, .hertz50, readOut: readOut)
    let sixty = weighing.rows(history, .hertz60, readOut: readOut)
    let isFifty =
      fifty.isCandidate == sixty.isCandidate ? fifty.bits >= sixty.bits : fifty.isCandidate
    let (likely, other) = isFifty ? (fifty, sixty) : (sixty, fifty)
    let mains: MainsFrequency = isFifty ? .hertz50 : .hertz60
    let isClear = likely.bits - other.bits >= FlickerEvidence.neededLead || other.isExcluded
    ruleOut(fifty, sixty)
    let isFull = history.count == FlickerHistory.capacity
    if likely.isConfirmed, isClear {
      conclude(mains.verdict, likely.fit.share, .phaseAndExposure)
    } else if likely.isConvincing, isClear, isFull, !canProbe || probe.isIgnored {
      if verdict != mains.verdict { conclude(mains.verdict, likely.fit.share, .phaseOnly) }
    } else if reason == .phaseOnly, likely.isMotion {
      conclude(.undetermined, 0, .movingPattern)
    } else if isFull, isGone(fifty, sixty), areMeansCalm() {
      conclude(.undetermined, 0, .collecting)
    } else if areRowsCalm(), areMeansCalm() {
      conclude(.none, min(ruledOut.fifty, ruledOut.sixty), .noRipple)
    } else if shutter == .unknown, !likely.isCandidate, !likely.isMotion, verdict == .undetermined {
      _ = concludeByMeans()
    }
    if verdict == .undetermined {
      reason = doubt(fifty, sixty, likely: mains, isCandidate: likely.isCandidate, isClear)
    }
    let wish = wish(fifty, sixty, likely: mains, isCandidate: likely.isCandidate)
    wished = probe.step(
      wish: wish?.mains, isConfirming: wish?.isConfirming ?? false,
      exposure: settings.exposureTime,
      longest: settings.totalExposure / max(leastGain, 1e-6) * 1.001, interval: history.interval)
    return finding(likely)
  }

  /// Weighs the means alone.
  mutating func judgeMeans() -> FlickerFinding {
    // As one expression the call's own copy of the detector would make all arrays be copied.
    let evidence = concludeByMeans()
    return finding(evidence)
  }

  /// Remembers what the frames rule out: of a frequency that stands still they do so only as long as
  /// they hold a change of the exposure time.
  private mutating func ruleOut(_ fifty: FlickerEvidence, _ sixty: FlickerEvidence) {
    guard history.count >= Self.few else { return }
    if fifty.isExcluded { ruledOut.fifty = fifty.visible }
    if sixty.isExcluded { ruledOut.sixty = sixty.visible }
    if fifty.isCandidate { ruledOut.fifty = 0 }
    if sixty.isCandidate { ruledOut.sixty = 0 }
  }

  /// Whether the lamps that were found no longer light what is seen.
  private func isGone(_ fifty: FlickerEvidence, _ sixty: FlickerEvidence) -> Bool {
    switch verdict {
    case .undetermined, .none: false
    case .mains50: fifty.isGone
    case .mains60: sixty.isGone
    }
  }

  /// Whether rows rule both frequencies out.
  private func areRowsCalm() -> Bool {
    guard history.waveCount > 0, history.count >= Self.enough else { return false }
    guard verdict == .undetermined || verdict == .none else { return false }
    return ruledOut.fifty > 0 && ruledOut.sixty > 0
  }

  /// Whether means would show a ripple of a global shutter, and do not; those of a rolling shutter
  /// do not matter.
  private mutating func areMeansCalm() -> Bool {
    guard shutter == .unknown else { return true }
    guard history.steadyCount >= Self.enough else { return false }
    if isRipple(weighing.means(history, .hertz50)) { return false }
    if isRipple(weighing.means(history, .hertz60)) { return false }
    return true
  }

  private func isRipple(_ evidence: FlickerEvidence) -> Bool {
    evidence.bits >= FlickerEvidence.neededBits && evidence.fit.share >= 0.7
      && evidence.ripple >= 2 * FlickerEvidence.leastRipple && evidence.isPure
      && !evidence.isHidden && !evidence.isStanding
  }

  /// The means have no direction: frequencies whose aliases are mirror images look alike.
  private mutating func concludeByMeans() -> FlickerEvidence {
    let fifty = weighing.means(history, .hertz50)
    let sixty = weighing.means(history, .hertz60)
    let isFifty = fifty.bits >= sixty.bits
    let (likely, other) = isFifty ? (fifty, sixty) : (sixty, fifty)
    let mains: MainsFrequency = isFifty ? .hertz50 : .hertz60
    let isRipple = isRipple(likely)
    areMeansAmbiguous = false
    let isClear = likely.bits - other.bits >= FlickerEvidence.neededLead
    let isLate = history.steadyCount >= (shutter == .global ? Self.few : Self.enough)
    if isRipple, isClear, isLate {
      if verdict != mains.verdict { conclude(mains.verdict, likely.fit.share, .frameMeans) }
    } else if shutter == .global, fifty.isExcluded, sixty.isExcluded,
      history.steadyCount >= (verdict == .undetermined ? Self.enough : FlickerHistory.capacity),
      verdict == .undetermined || fifty.isGone && sixty.isGone
    {
      conclude(.none, min(fifty.visible, sixty.visible), .noRipple)
    } else if verdict == .undetermined {
      areMeansAmbiguous = isRipple && !isClear
      if shutter == .global { reason = doubtOfMeans(fifty, sixty) }
    }
    return likely
  }

  private func doubtOfMeans(_ fifty: FlickerEvidence, _ sixty: FlickerEvidence) -> FlickerReason {
    if areMeansAmbiguous { return .ambiguous }
    if fifty.isHidden { return .extinguished(.hertz50) }
    if sixty.isHidden { return .extinguished(.hertz60) }
    if fifty.isStanding { return .standsStill(.hertz50) }
    if sixty.isStanding { return .standsStill(.hertz60) }
    return .collecting
  }

  /// Why rows do not decide.
  private func doubt(
    _ fifty: FlickerEvidence, _ sixty: FlickerEvidence, likely: MainsFrequency, isCandidate: Bool,
    _ isClear: Bool
  ) -> FlickerReason {
    if isCandidate { return isClear ? .confirming(likely) : .ambiguous }
    if fifty.isMotion || sixty.isMotion { return .movingPattern }
    if fifty.isHidden { return .extinguished(.hertz50) }
    if sixty.isHidden { return .extinguished(.hertz60) }
    if fifty.visible < FlickerEvidence.leastVisible { return .standsStill(.hertz50) }
    if sixty.visible < FlickerEvidence.leastVisible { return .standsStill(.hertz60) }
    return areMeansAmbiguous ? .ambiguous : .collecting
  }

  /// Which frequency an exposure time should be tried for.
  private func wish(
    _ fifty: FlickerEvidence, _ sixty: FlickerEvidence, likely: MainsFrequency, isCandidate: Bool
  ) -> (mains: MainsFrequency, isConfirming: Bool)? {
    guard canProbe, history.waveCount > 0 else { return nil }
    if isCandidate { return verdict == likely.verdict ? nil : (likely, true) }
    guard verdict == .undetermined, !fifty.isMotion, !sixty.isMotion else { return nil }
    func isOpen(_ evidence: FlickerEvidence, _ ruledOut: Double) -> Bool {
      !evidence.isHidden && evidence.visible < FlickerEvidence.leastVisible && ruledOut == 0
    }
    let isFiftyOpen = isOpen(fifty, ruledOut.fifty)
    let isSixtyOpen = isOpen(sixty, ruledOut.sixty)
    let isLate = history.count >= Self.enough
    if isFiftyOpen, sixty.isExcluded || isSixtyOpen || isLate { return (.hertz50, false) }
    if isSixtyOpen, fifty.isExcluded || isLate { return (.hertz60, false) }
    return nil
  }

  mutating func conclude(
    _ verdict: FlickerVerdict, _ confidence: Double, _ reason: FlickerReason
  ) {
    self.verdict = verdict
    self.confidence = min(max(confidence, 0), 1)
    self.reason = reason
  }

  func finding(_ evidence: FlickerEvidence?) -> FlickerFinding {
    FlickerFinding(
      verdict: verdict, confidence: verdict == .undetermined ? 0 : confidence, reason: reason,
      probe: wished, ripple: evidence.flatMap { $0.canShow ? $0.ripple : nil })
  }
}
