internal import Foundation
internal import GrayCard

/// Decisions of automatic exposure in words; inside the library they are data.
enum ExposureWords {
  static func reason(_ reason: ExposureReason) -> String {
    switch reason {
    case .warmingUp(let left): "warming up, \(left) frames left"
    case .waitingForSettings: "waiting for settings to arrive"
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
}
