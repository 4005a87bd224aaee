import Foundation
import Profiles
import Testing

@Suite struct TuningCommandTests {
  @Test func everyKnobIsExplained() throws {
    let run = try Program.run(["tuning"])
    #expect(run.status == 0 && run.errors.isEmpty)
    for field in TuningField.all {
      #expect(run.output.contains("  \(field.key) = "), "\(field.key)")
      #expect(run.output.contains(field.summary), "\(field.key)")
    }
  }

  /// The page is written from the same table.
  @Test func everyKnobIsDocumented() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent(
        "../../../Documentation/Tuning.md"
      ).standardizedFileURL, encoding: .utf8)
    for field in TuningField.all {
      #expect(page.contains("| `\(field.key)` |"), "\(field.key)")
      #expect(page.contains("| \(field.summary). |"), "\(field.key)")
    }
  }

  @Test func theDefaultsAreAFile() throws {
    let folder = try ScratchFolder()
    let run = try Program.run(["tuning", "--json"])
    try folder.write("t.json", Array(run.output.utf8))
    let checked = try Program.run(["tuning", "t.json"], folder: folder.path)
    #expect(checked.status == 0 && checked.output == "t.json: all knobs have their defaults\n")
  }

  @Test func whatDiffersIsPrinted() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "t.json", Array(#"{"schema": 1, "exposure": {"target": 0.1, "warmUpFrames": 3}}"#.utf8))
    let run = try Program.run(["tuning", "t.json"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.output == "t.json:\n  exposure.target = 0.1 (default 0.18)\n")
  }

  @Test func aBrokenFileIsAnErrorWithItsPlace() throws {
    let folder = try ScratchFolder()
    try folder.write("t.json", Array(#"{"schema": 1, "exposure": {"traget": 0.1}}"#.utf8))
    let run = try Program.run(["tuning", "t.json", "none.json"], folder: folder.path)
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(run.errorLines.count == 2)
    #expect(run.errorLines[0].hasSuffix("the key “traget” is not known; did you mean “target”?"))
    #expect(run.errorLines[1].hasSuffix("none.json: no such file; name one that exists"))
  }
}
