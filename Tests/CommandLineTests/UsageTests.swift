import Testing

/// Wrong usage ends with status 2 and a sentence that says what is wrong.
@Suite struct UsageTests {
  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    let sentence: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., says sentence: String) {
      self.arguments = arguments
      self.sentence = sentence
    }

    /// An option of meter.
    init(meter option: String, says sentence: String) {
      arguments = ["meter", option, "frame.png"]
      let name = option.split(separator: "=")[0]
      self.sentence = "graycard meter: \(name): \(sentence)"
    }
  }

  static let cases: [Case] = [
    Case(says: "graycard: no command is given"),
    Case("frob", says: "graycard: there is no command “frob”"),
    Case("meter", says: "graycard meter: no source is given"),
    Case("meter", "--json", says: "graycard meter: no source is given"),
    Case("meter", "--frob", "x", says: "graycard meter: unrecognized option '--frob'"),
    Case("meter", "-y", "x", says: "graycard meter: invalid option -- 'y'"),
    Case("meter", "--grid", says: "graycard meter: option '--grid' requires an argument"),
    Case(
      meter: "--pattern=foo",
      says: "“foo” is none of average, centre, spot[:X,Y[,DIAMETER]], matrix, highlight"),
    Case(
      meter: "--pattern=spot:0.5",
      says: "“0.5” is not a list of 2 to 3 numbers with commas between"),
    Case(
      meter: "--pattern=spot:2,0.5",
      says: "a spot's centre lies in 0…1 and its diameter in 0…2"),
    Case(meter: "--weights=2x2", says: "“2x2” is not of the form CxR:W,W,..."),
    Case(
      meter: "--weights=2x2:1,2,3",
      says: "2x2 weights are needed, none negative, not all 0, at most 64x64"),
    Case(
      meter: "--weights=9999999999x9999999999:1",
      says: "9999999999x9999999999 weights are needed, none negative, not all 0, at most 64x64"),
    Case(meter: "--roi=0,0,1", says: "“0,0,1” is not a list of 4 to 5 numbers with commas between"),
    Case(
      meter: "--roi=0,0,nan,1",
      says: "“0,0,nan,1” is not a list of 4 to 5 numbers with commas between"),
    Case(meter: "--roi=0,0,0,1", says: "width and height must be above 0"),
    Case(meter: "--roi=0,0,1,1,1001", says: "the weight must be a whole number, 0 to 1000"),
    Case(meter: "--roi=0,0,1,1,0.5", says: "the weight must be a whole number, 0 to 1000"),
    Case(meter: "--grid=65x48", says: "“65x48” is outside 1x1 to 64x48"),
    Case(meter: "--grid=8", says: "“8” is not of the form NxN, whole numbers"),
    Case(
      meter: "--grid=99999999999999999999x1",
      says: "“99999999999999999999x1” is not of the form NxN, whole numbers"),
    Case(meter: "--decimation=3", says: "“3” is none of 1, 2x2, 4x2, 4x4"),
    Case(meter: "--mask=oval:1", says: "“oval:1” is none of circle:…, letterbox:…, pillarbox:…"),
    Case(meter: "--mask=circle:0", says: "“circle:0” leaves no picture"),
    Case(meter: "--mask=letterbox:0.6,0.6", says: "“letterbox:0.6,0.6” leaves no picture"),
    Case(meter: "--mask=pillarbox", says: "“” is not a list of 2 numbers with commas between"),
    Case(meter: "--range=wide", says: "“wide” is not of the form N:N, whole numbers"),
    Case(meter: "--matrix=bt2020", says: "“bt2020” is neither bt601 nor bt709"),
    Case(
      meter: "--response=0",
      says: "“0” is none of linear, bt709, srgb, or an exponent of 0.1 to 10"),
    Case(
      meter: "--response=log",
      says: "“log” is none of linear, bt709, srgb, or an exponent of 0.1 to 10"),
    Case(meter: "--cfa=rgb", says: "“rgb” is none of rggb, grbg, gbrg, bggr"),
    Case(meter: "--frame-rate=0", says: "“0” is not a number above 0"),
    Case(meter: "--frame-rate=inf", says: "“inf” is not a number above 0"),
    Case(meter: "--for=0", says: "“0” is not a whole number above 0"),
    Case(meter: "--stride=-1", says: "“-1” is not a whole number above 0"),
    Case(
      "meter", "--size=64x48", "x.png",
      says: "graycard meter: --size is for raw dumps; give --format too"),
    Case(
      "meter", "--stride=64", "x.png",
      says: "graycard meter: --stride is for raw dumps; give --format too"),
    Case(meter: "--size=640", says: "“640” is not of the form NxN, whole numbers"),
    Case(
      meter: "--format=H264", says: "“H264” is not a format that is metered; known are GREY Y10"),
  ]

  @Test(arguments: cases)
  func saysWhatIsWrong(_ row: Case) throws {
    let run = try Program.run(row.arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 2)
    #expect(run.errorLines.first?.hasPrefix(row.sentence) == true, "\(run.errors)")
    #expect(run.errorLines.last?.hasPrefix("Try `graycard") == true)
  }
}
