import Documents
import GrayCard
import Profiles
import Testing

@Suite struct TuningDocumentTests {
  private func read(_ text: String) throws -> Tuning {
    try TuningDocument.read(Array(text.utf8), name: "t.json")
  }

  @Test func anEmptyTuningIsTheDefault() throws {
    #expect(try read(#"{"schema": 1}"#) == Tuning())
    #expect(try read(TuningDocument.text(of: Tuning())) == Tuning())
  }

  @Test func everyKnobComesBack() throws {
    var tuning = Tuning()
    tuning.strategies.exposure = .hardware
    tuning.gestures = GestureTuning(exposureSize: 0.5, focusSize: 0.125, followsSubject: false)
    tuning.exposure.target = 0.1
    tuning.exposure.highlightShare = 0.01
    tuning.exposure.highlightLevel = 0.75
    tuning.exposure.warmUpFrames = 7
    tuning.exposure.longestTime = 1.0 / 3
    tuning.exposure.greatestGain = 3.7
    tuning.exposure.detectsFlicker = false
    tuning.exposure.learnsResponse = false
    tuning.exposure.biasRange = -1.5...2
    tuning.exposure.smoothsBias = false
    let patterns: [MeteringPattern] = [
      .average, .centreWeighted, .matrix, .highlightWeighted, .spot(.centre),
      .custom(.init(columns: 2, rows: 1, weights: [1, 0.25])!),
    ]
    let programs: [ExposureProgram] = [
      .balanced, .short, .long, .timePriority(0.004)!, .gainPriority(2.5)!,
      ExposureProgram([.init(exposureTime: 0.1, analogueGain: 1.5)])!,
    ]
    let responses: [ResponseCurve?] = [
      nil, .linear, .bt709, .sRGB, try .gamma(2.2), .table(try ResponseTable([0, 0.25, 1])),
    ]
    let others: [(ExposureSpeed, FlickerAvoidance)] = [
      (.fast, .off), (.smooth(timeConstant: 0.1), .mains50), (.smooth(timeConstant: 2), .mains60),
    ]
    for index in 0..<6 {
      tuning.exposure.pattern = patterns[index]
      tuning.exposure.program = programs[index]
      tuning.exposure.response = responses[index]
      (tuning.exposure.speed, tuning.exposure.flicker) = others[index % 3]
      #expect(try read(TuningDocument.text(of: tuning)) == tuning)
    }
  }

  /// No knob is forgotten: each field's text changes when its own value does, and only then.
  @Test func everyFieldIsOfItsOwn() {
    let names = TuningField.all.map { "\($0.group).\($0.key)" }
    #expect(Set(names).count == names.count)
    #expect(TuningField.all.allSatisfy { !$0.summary.isEmpty && !$0.range.isEmpty })
  }

  @Test(arguments: [
    ("{}", "schema"), (#"{"schema": 9}"#, "schema 9 is not known"),
    (#"{"schema": 1, "exposre": {}}"#, "did you mean “exposure”?"),
    (#"{"schema": 1, "exposure": {"traget": 0.2}}"#, "did you mean “target”?"),
    (#"{"schema": 1, "exposure": {"target": 2}}"#, "t.json:1:38: exposure.target: 2 is refused"),
    (#"{"schema": 1, "exposure": {"target": null}}"#, "null where a number belongs"),
    (#"{"schema": 1, "exposure": {"pattern": "matrx"}}"#, "did you mean “matrix”?"),
    (#"{"schema": 1, "exposure": {"speed": {"smooth": 0}}}"#, "0 is refused"),
    (#"{"schema": 1, "exposure": {"program": {"time": 1, "gain": 2}}}"#, "one of time"),
    (#"{"schema": 1, "exposure": {"program": {"stages": [[1, 2], [0.5, 3]]}}}"#, "do not rise"),
    (#"{"schema": 1, "exposure": {"biasRange": [2, 1]}}"#, "do not rise"),
    (#"{"schema": 1, "exposure": {"smoothsBias": 1}}"#, "true or false"),
    (#"{"schema": 1, "strategies": {"exposure": "hardwear"}}"#, "did you mean “hardware”?"),
    (
      #"{"schema": 1, "exposure": {"pattern": {"custom": {"columns": 1, "rows": 1, "weights": [0]}}}}"#,
      "only zeros"
    ),
  ])
  func faultsAreNamed(_ text: String, _ words: String) {
    let error = #expect(throws: DocumentError.self) { try read(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
