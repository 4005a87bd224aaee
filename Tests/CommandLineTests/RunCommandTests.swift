import ClosedLoop
import Foundation
import GrayCard
import SimulatedCamera
import Testing

@testable import graycard

@Suite struct RunCommandTests {
  @Test func listsItsScenes() throws {
    let run = try Program.run("run", "--list")
    #expect(run.status == 0)
    let names = run.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names == NamedScene.all.map(\.name))
    #expect(names.count >= 12)
    #expect(names.first == "portrait")
    for name in ["portrait", "tunnel", "night-street", "backlit", "office-50hz"] {
      #expect(names.contains(name))
    }
  }

  @Test(arguments: [["run", "sim:portrait"], ["simulate", "portrait"], ["simulate"]])
  func printsALineAFrameAndAnObjectAFrame(_ arguments: [String]) throws {
    let lines = try Program.run(arguments + ["--for", "6"])
    #expect(lines.output.split(separator: "\n").count == 6)
    let run = try Program.run(arguments + ["--for", "6", "--json"])
    #expect(run.output.split(separator: "\n").count == 6)
    for (index, line) in run.output.split(separator: "\n").enumerated() {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["sequence"] as? Int == index)
      #expect(
        Set(object.keys) == [
          "schema", "sequence", "timestamp", "exposure", "clippedHigh", "clippedLow", "truth",
        ])
      let exposure = try #require(object["exposure"] as? [String: Any])
      #expect(
        Set(exposure.keys).subtracting(["transition", "lamps"]) == [
          "ev", "error", "time", "gain", "reason", "progress", "state", "bias", "biasTarget",
          "writes",
          "delays", "areDelaysKnown", "digitalGain", "mayBand",
        ])
    }
  }

  @Test func theTraceIsTheJSON() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/trace.jsonl"
    let run = try Program.run("run", "--for", "5", "--json", "--trace", path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == run.output)
    #expect(try Program.run("run", "--for", "1", "--trace", "/nowhere/trace").status == 3)
    #expect(try Program.run("run", "--for", "1", "--trace", "/dev/full").status == 3)
  }

  @Test(arguments: [
    ["run", "sim:nothing"], ["run", "a", "b"], ["run", "--speed", "slow"],
    ["run", "--speed", "smooth:0"], ["run", "--program", "gain:0.5"], ["run", "--flicker", "55"],
    ["run", "--script", "1"], ["run", "--script", "1:x"], ["run", "--script", "-1:2"],
    ["run", "--bias", "much"], ["run", "--for", "0"],
  ])
  func wrongUsageIsRefused(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }
}
