import Testing

@testable import graycard

@Suite struct ProfileCommandTests {
  @Test func aProfileIsPrinted() throws {
    let folder = try ScratchFolder()
    let text = #"{"schema": 1, "delays": {"value": {"exposureTime": 3, "analogueGain": 2}}}"#
    let file = try folder.write("a.json", Array(text.utf8))
    let run = try Program.run("profile", file)
    #expect(run.status == 0)
    #expect(run.output.contains("exposure time 3 frames, gain 2 frames (user)"))
    let json = try Program.run("profile", "--json", file)
    #expect(json.output.contains("\"exposureTime\": 3"))
  }

  @Test func whatIsNoneIsSaidAndTheOthersArePrinted() throws {
    let folder = try ScratchFolder()
    let good = try folder.write("good.json", Array(#"{"schema": 1}"#.utf8))
    let bad = try folder.write("bad.json", Array(#"{"schema": 1, "delay": 1}"#.utf8))
    let run = try Program.run("profile", bad, "/nowhere.json", good)
    #expect(run.status == 3)
    #expect(run.errors.contains("did you mean delays?"))
    #expect(run.errors.contains("/nowhere.json: cannot be read"))
    #expect(run.output.contains("says nothing"))
    #expect(try Program.run("profile").status == 0)
    #expect(try Program.run("run", "-d", "9", "--profile", bad).status == 3)
  }
}
