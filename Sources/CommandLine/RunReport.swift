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
    /// What is known of the lamps; `nil` where nobody asks or nothing is.
    let lamps: String?
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

  /// What the camera's own exposure was seen to do, where it runs.
  struct Steered: Encodable {
    let ev: Double?
    let state: String
    let bias: Double
  }

  let schema = 2
  let sequence: Int
  let timestamp: Double
  /// What the library's exposure did; `nil` where somebody else runs it, and before the first picture.
  let exposure: Exposure?
  let steered: Steered?
  let gesture: String?
  let subjectChanged: Bool?
  let clippedHigh: Double?
  let clippedLow: Double?
  /// What a simulated camera really had; of a device nobody knows.
  let truth: Truth?

  init(_ step: SimulatedLoop.Step) {
    let truth = step.frame.truth
    self.init(
      step.report,
      truth: Truth(
        time: truth.exposureTime, gain: truth.gain, light: truth.light,
        meanLinear: truth.meanLinear))
  }

  init(_ report: FrameReport, truth: Truth? = nil) {
    sequence = report.frame.sequence
    timestamp = report.frame.timestamp
    self.truth = truth
    exposure = report.exposure.map { Exposure($0) }
    steered = report.steered.map {
      Steered(ev: $0.measuredStops, state: ExposureWords.state($0.state), bias: $0.bias)
    }
    gesture = ExposureWords.gesture(report.gesture)
    subjectChanged = report.hasSubjectChanged ? true : nil
    clippedHigh = report.exposure?.metered?.clippedHighShare
    clippedLow = report.exposure?.metered?.clippedLowShare
  }

  /// A line for a pipe, with a bar for the error: a stop is four letters.
  var line: String {
    let head = String(format: "%5d %7.3f s  ", sequence, timestamp)
    var notes: [String] = []
    if let gesture { notes.append("gesture: \(gesture)") }
    if subjectChanged != nil { notes.append("the subject changed: what was tapped is let go") }
    notes += (exposure?.findings ?? []).map { "found: \($0)" }
    let body: String
    if let exposure {
      body = exposure.line
    } else if let steered {
      body = String(
        format: "%@  bias %+.2f EV  the camera's own exposure, %@",
        steered.ev.map { String(format: "%+6.2f EV", $0) } ?? "not metered", steered.bias,
        steered.state)
    } else {
      body = "no picture yet"
    }
    return head + body + "\n" + notes.map { "      \($0)\n" }.joined()
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

extension RunReport.Exposure {
  init(_ report: ExposureReport) {
    self.init(
      ev: report.metered?.stops, error: report.decision.error,
      time: report.settings.settings.exposureTime, gain: report.settings.settings.analogueGain,
      reason: ExposureWords.reason(report.decision.reason),
      progress: ExposureWords.progress(report.decision.progress),
      state: ExposureWords.state(report.state),
      transition: report.transition.map {
        RunReport.Transition(
          from: ExposureWords.state($0.from), to: ExposureWords.state($0.to),
          causes: ExposureWords.causes($0.causes))
      }, bias: report.bias, biasTarget: report.biasTarget,
      writes: report.writes.map {
        RunReport.Write(control: ExposureWords.control($0.control), value: $0.value)
      }, delays: [report.delays.exposureTime, report.delays.analogueGain],
      areDelaysKnown: report.areDelaysKnown, digitalGain: report.decision.digitalGain,
      mayBand: report.decision.mayBand,
      lamps: report.flicker.flatMap(ExposureWords.lamps),
      findings: report.findings.isEmpty ? nil : report.findings.map(ExposureWords.finding))
  }

  /// The exposure's part of a line.
  var line: String {
    String(
      format: "%+6.2f EV %@ %8.4f ms ×%6.2f  %@, %@", error, RunReport.bar(error), time * 1000,
      gain, state, reason)
  }
}
