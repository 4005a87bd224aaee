internal import Controls
internal import Exposure
internal import Foundation
internal import Metering
internal import Photometry
internal import SimulatedCamera

/// What happened on one frame of a closed loop; its JSON is documented in Documentation/JSON.md.
struct RunReport: Encodable {
  struct Exposure: Encodable {
    let ev: Double
    let error: Double
    let time: Double
    let gain: Double
    let reason: String
    let progress: String
    let writes: Int
    let delays: [Int]
    let mayBand: Bool
  }

  struct Truth: Encodable {
    let time: Double
    let gain: Double
    let light: Double
    let meanLinear: Double
  }

  let schema = 1
  let sequence: Int
  let timestamp: Double
  let exposure: Exposure
  let clippedHigh: Double
  let clippedLow: Double
  let truth: Truth

  init(
    _ frame: SimulatedFrame, _ metered: MeteredLuminance, _ decision: ExposureDecision,
    settings: CameraSettings, writes: Int, delays: ControlDelays
  ) {
    sequence = frame.sequence
    timestamp = frame.timestamp
    exposure = Exposure(
      ev: metered.exposureValue.stops, error: decision.error, time: settings.exposureTime,
      gain: settings.analogueGain, reason: Self.words(decision.reason),
      progress: Self.words(decision.progress), writes: writes,
      delays: [delays.exposureTime, delays.analogueGain], mayBand: decision.mayBand)
    clippedHigh = metered.clippedHighShare
    clippedLow = metered.clippedLowShare
    truth = Truth(
      time: frame.truth.exposureTime, gain: frame.truth.gain, light: frame.truth.light,
      meanLinear: frame.truth.meanLinear)
  }

  /// A line for a terminal or a pipe, with a bar for the error: a stop is four letters.
  var line: String {
    let bar = Self.bar(exposure.error)
    return String(
      format: "%5d %7.3f s  %+6.2f EV %@ %8.4f ms ×%6.2f  %@, %@\n", sequence, timestamp,
      exposure.error, bar, exposure.time * 1000, exposure.gain, exposure.progress,
      exposure.reason)
  }

  private static func bar(_ error: Double) -> String {
    let half = 12
    let place = min(max(Int((error * 4).rounded()), -half), half)
    var letters = [Character](repeating: " ", count: 2 * half + 1)
    for index in min(place, 0)...max(place, 0) { letters[half + index] = "▪" }
    letters[half] = "┃"
    return String(letters)
  }

  private static func words(_ reason: ExposureReason) -> String {
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
    }
  }

  private static func words(_ progress: ExposureProgress) -> String {
    switch progress {
    case .searching: "searching"
    case .converged: "converged"
    case .limitedDark(let stops): String(format: "too dark by %.1f stops", stops)
    case .limitedBright(let stops): String(format: "too bright by %.1f stops", stops)
    }
  }
}
