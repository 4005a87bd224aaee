internal import Foundation
internal import GrayCard

/// Decisions of automatic exposure in words; inside the library they are data.
enum ExposureWords {
  static func reason(_ reason: ExposureReason) -> String {
    switch reason {
    case .warmingUp(let left): "warming up, \(left) frames left"
    case .waitingForSettings: "waiting for settings to arrive"
    case .learningResponse: "learning the response curve"
    case .staleFrame: "stale frame"
    case .onTarget: "on target"
    case .solved: "solved"
    case .constrained(let index): "constraint \(index + 1)"
    case .searchingDown: "clipped, searching down"
    case .searchingUp: "black, searching up"
    case .locked: "locked"
    case .noControls: "no controls"
    case .deviceControlled: "the camera's own exposure cannot be stopped"
    case .obstructed: "the frame does not show the scene"
    case .manual: "set by the application"
    case .heldForFocus: "held while the lens moves"
    case .checkingResponse: "a write went wrong, looking into it"
    }
  }

  static func progress(_ progress: ExposureProgress) -> String {
    switch progress {
    case .searching: "searching"
    case .converged: "converged"
    case .limitedDark(let stops): String(format: "too dark by %.1f stops", stops)
    case .limitedBright(let stops): String(format: "too bright by %.1f stops", stops)
    }
  }

  static func state(_ state: ExposureLock.State) -> String {
    switch state {
    case .inactive: "inactive"
    case .searching: "searching"
    case .converged: "converged"
    case .locked: "locked"
    case .flashRequired: "flash required"
    case .precapture: "precapture"
    }
  }

  static func causes(_ causes: ExposureLock.Causes) -> [String] {
    let names: [(ExposureLock.Causes, String)] = [
      (.modeChanged, "mode changed"), (.reset, "reset"),
      (.streamConfigurationChanged, "stream configuration changed"), (.lockOn, "lock on"),
      (.lockOff, "lock off"), (.precaptureStarted, "precapture started"),
      (.precaptureCancelled, "precapture cancelled"),
      (.compensationChanged, "compensation changed"), (.scanStarted, "scan started"),
      (.targetReached, "target reached"), (.tooDark, "too dark"), (.tooBright, "too bright"),
      (.compensationReached, "compensation reached"),
    ]
    return names.filter { causes.contains($0.0) }.map(\.1)
  }

  static func control(_ control: DelayedControl) -> String {
    switch control {
    case .exposureTime: "exposureTime"
    case .analogueGain: "analogueGain"
    }
  }

  /// What was found of a camera, as a sentence.
  static func finding(_ finding: ResponseFinding) -> String {
    let name = finding.control.map(name) ?? "the camera"
    let evidence = String(
      format: " (%+.1f stops expected, %+.1f seen)", finding.predictedStops, finding.seenStops)
    return switch finding.kind {
    case .dead: "\(name) changes nothing and is no longer used" + evidence
    case .inverted: "more of \(name) makes the picture darker; it is no longer used" + evidence
    case .hiddenSteps: "\(name) takes fewer values than the camera says; near enough will do"
    case .wrapsAround(let cap):
      String(format: "\(name) begins anew beyond %.4g; that is the most from now on", cap)
    case .ignoresWrites: "the camera drops some writes; they are repeated"
    case .ignoresOffStep(let step):
      String(format: "\(name) takes only multiples of %.4g", step)
    case .staleReadBack: "what the camera reads back of \(name) is not what is in force"
    case .settingsLost(.streamStart):
      "the camera lost its settings when the stream began; they were written again"
    case .settingsLost(.manualSwitch):
      "the camera lost its settings when its own exposure was switched off; they were written again"
    case .deviceControlled:
      "the camera's own exposure works against ours; it is only watched from now on"
    }
  }

  private static func name(_ control: DelayedControl) -> String {
    switch control {
    case .exposureTime: "the exposure time"
    case .analogueGain: "the gain"
    }
  }
}
