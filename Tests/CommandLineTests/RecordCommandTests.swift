import Foundation
import Recordings
import Testing

@testable import graycard

@Suite struct RecordCommandTests {
  /// Lines without the names of their frames.
  private func metered(_ sources: [String], _ folder: ScratchFolder) throws -> [Substring] {
    let run = try Program.run(["meter"] + sources, folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    return run.lines.map { $0.drop { $0 != " " } }
  }

  @Test func recordsASceneWithItsReports() throws {
    let folder = try ScratchFolder()
    let run = try Program.run(
      "record", "sim:portrait", "-o", "out", "--for", "4", folder: folder.path)
    #expect(run.status == 0 && run.output == "out: 4 frames\n" && run.errors.isEmpty)
    let text = try String(contentsOfFile: folder.path + "/out/frames.jsonl", encoding: .utf8)
    for (number, line) in text.split(separator: "\n").enumerated() {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["sequence"] as? Int == number)
      #expect((object["report"] as? [String: Any])?["exposure"] != nil)
    }
    #expect(try metered(["out"], folder).count == 4)
  }

  @Test func compressesAndConvertsWithoutLoss() throws {
    let folder = try ScratchFolder()
    func record(_ arguments: String...) throws -> Run {
      try Program.run(["record"] + arguments, folder: folder.path)
    }
    #expect(try record("--plain", "sim:portrait", "-o", "a", "--for", "3").status == 0)
    let again = try record("--from", "a", "-o", "b", "--compress", "--json")
    #expect(again.status == 0 && again.output.contains(#""frames":3"#))
    let lines = try metered(["a"], folder)
    #expect(try metered(["b"], folder) == lines)
    #expect(try record("--from", "b", "-o", "c.yuv").status == 0)
    let dump = ["c.yuv", "--format", "YUYV", "--size", "320x240"]
    #expect(try metered(dump, folder) == lines)
    #expect(
      try record("--from", "c.yuv", "-o", "d", "--format", "YUYV", "--size", "320x240").status == 0)
    #expect(try metered(["d"], folder) == lines)
    #expect(try record("--from", "d", "-o", "e.y4m").status == 0)
    // The same luma; Y4M has the curve of video.
    func luma(_ lines: [Substring]) -> [Substring?] {
      lines.map { line in line.firstRange(of: "luma").map { line[$0.upperBound...].prefix(20) } }
    }
    #expect(try luma(metered(["e.y4m"], folder)) == luma(lines))
  }

  @Test func tellsWhatCannotBeRead() throws {
    let folder = try ScratchFolder()
    #expect(
      try Program.run("record", "sim:portrait", "-o", "a", "--for", "2", folder: folder.path).status
        == 0)
    let file = URL(fileURLWithPath: folder.path + "/a/frames.jsonl")
    try Data(contentsOf: file).dropLast(9).write(to: file)
    let meter = try Program.run("meter", "a", folder: folder.path)
    #expect(meter.status == 3 && meter.lines.count == 1)
    #expect(meter.errorLines.first?.contains("a, frame 1") == true, "\(meter.errors)")
    let copy = try Program.run("record", "--from", "a", "-o", "b", folder: folder.path)
    #expect(copy.status == 3 && copy.output == "b: 1 frames\n")
    #expect(try metered(["b"], folder).count == 1)
  }

  @Test func overwritesNothing() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", [1, 2, 3])
    for output in [".", "mine"] {
      let run = try Program.run(
        "record", "sim:portrait", "-o", output, "--for", "1", folder: folder.path)
      #expect(run.status == 3 && run.errors.contains("nothing is overwritten"), "\(run.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/mine")) == Data([1, 2, 3]))
  }

  @Test(arguments: [
    ["sim:portrait"], ["-o", "x"], ["-o", "x", "sim:nowhere"], ["-o", "x", "clip.y4m"],
    ["-o", "x.y4m", "sim:portrait"], ["-o", "x", "--from"], ["-o", "x", "--from", "-d", "0", "f"],
    ["-o", "x", "-d", "0", "sim:portrait"], ["-o", "x", "--size", "4x4", "sim:portrait"],
  ])
  func refusesWrongUsage(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    let run = try Program.run(["record"] + arguments, folder: folder.path)
    #expect(run.status == 2 && !run.errors.isEmpty, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
