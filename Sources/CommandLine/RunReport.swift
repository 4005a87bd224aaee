internal import ClosedLoop
internal import Foundation
internal import GrayCard
internal import SimulatedCamera

/// What happened on one frame of a closed loop; its JSON is documented in Documentation/JSON.md.
struct RunReport: Encodable {
  struct Exposure: Encodable {
    let ev: Double?
    let error: Double
    let time: Double
    let gain: Double
    let reason: String
    let progress: String
    let state: String
    let transition: Transition?
    let bias: Double
    let biasTarget: Double
    let writes: [Write]
    let delays: [Int]
    let areDelaysKnown: Bool
    let digitalGain: Double
    let mayBand: Bool
    let findings: [String]?
  }

  struct Transition: Encodable {
    let from: String
    let to: String
    let causes: [String]
  }

  struct Write: Encodable {
    let control: String
    let value: Double
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
  let clippedHigh: Double?
  let clippedLow: Double?
  /// What a simulated camera really had; of a device nobody knows.
  let truth: Truth?

  init(_ step: SimulatedExposure.Step) {
    let truth = step.frame.truth
    self.init(
      step.report, sequence: step.frame.sequence, timestamp: step.frame.timestamp,
      truth: Truth(
        time: truth.exposureTime, gain: truth.gain, light: truth.light,
        meanLinear: truth.meanLinear))
  }

  init(_ report: ExposureReport, sequence: Int, timestamp: Double, truth: Truth? = nil) {
    self.sequence = sequence
    self.timestamp = timestamp
    self.truth = truth
    exposure = Exposure(
      ev: report.metered?.stops, error: report.decision.error,
      time: report.settings.settings.exposureTime, gain: report.settings.settings.analogueGain,
      reason: ExposureWords.reason(report.decision.reason),
      progress: ExposureWords.progress(report.decision.progress),
      state: ExposureWords.state(report.state),
      transition: report.transition.map {
        Transition(
          from: ExposureWords.state($0.from), to: ExposureWords.state($0.to),
          causes: ExposureWords.causes($0.causes))
      }, bias: report.bias, biasTarget: report.biasTarget,
      writes: report.writes.map {
        Write(control: ExposureWords.control($0.control), value: $0.value)
      }, delays: [report.delays.exposureTime, report.delays.analogueGain],
      areDelaysKnown: report.areDelaysKnown, digitalGain: report.decision.digitalGain,
      mayBand: report.decision.mayBand,
      findings: report.findings.isEmpty ? nil : report.findings.map(ExposureWords.finding))
    clippedHigh = report.metered?.clippedHighShare
    clippedLow = report.metered?.clippedLowShare
  }

  /// A line for a pipe, with a bar for the error: a stop is four letters.
  var line: String {
    String(
      format: "%5d %7.3f s  %+6.2f EV %@ %8.4f ms ×%6.2f  %@, %@\n", sequence, timestamp,
      exposure.error, Self.bar(exposure.error), exposure.time * 1000, exposure.gain,
      exposure.state, exposure.reason)
      + (exposure.findings ?? []).map { "      found: \($0)\n" }.joined()
  }

  /// An error as a mark on a scale of ±3 stops.
  static func bar(_ error: Double) -> String {
    let half = 12
    // A mark at the end stands for what is beyond it.
    let place = Int(min(max((error * 4).rounded(), -Double(half)), Double(half)))
    var letters = [Character](repeating: " ", count: 2 * half + 1)
    for index in min(place, 0)...max(place, 0) { letters[half + index] = "▪" }
    letters[half] = "┃"
    return String(letters)
  }
}
