import Exposure
import Foundation
import Metering
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
        Set(exposure.keys) == [
          "ev", "error", "time", "gain", "reason", "progress", "writes", "delays", "mayBand",
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

  /// Every scene ends where it should, the delays are found, and what is believed of the settings
  /// is what the camera really had.
  @Test(arguments: NamedScene.all.map(\.name), [nil, 0.3])
  func everySceneIsFollowed(_ name: String, _ smooth: Double?) throws {
    let scene = try #require(NamedScene.named(name))
    var controller = ExposureController()
    if let smooth { controller.configuration.speed = .smooth(timeConstant: smooth) }
    var loop = try SimulationLoop(
      scene.camera(.webcam(width: 96, height: 64)), pattern: .matrix, controller: controller,
      bias: 0)
    var last = try loop.step()
    var believedWrongly = 0
    // The scripts are over after 6 seconds, the sunset's after 21.
    for frame in 1..<(name == "sunset" ? 700 : 330) {
      last = try loop.step()
      #expect(last.exposure.error.isFinite)
      // At the frame rate's limit the camera takes a little less than it says, and on a steady ramp
      // of half a stop a second a delay that is one frame off is 1.2 % of exposure.
      let off = abs(last.exposure.time / last.truth.time - 1)
      if frame > 60, off > 0.05 { believedWrongly += 1 }
    }
    #expect(last.exposure.progress != "searching", "\(last)")
    // The dead band, and half a step of a gain in sixteenths.
    if last.exposure.progress == "converged" { #expect(abs(last.exposure.error) < 0.125) }
    #expect(believedWrongly <= 45, "\(believedWrongly) frames, delays \(last.exposure.delays)")
    // The webcam's controls take 2 frames.
    #expect(abs(last.exposure.delays[0] - 2) <= 1)
  }

  /// What was learned while moving smoothly must serve a fast loop: a step settles, nothing swings.
  @Test func smoothAndThenFast() throws {
    let scene = try #require(NamedScene.named("tunnel"))
    var smooth = ExposureController()
    smooth.configuration.speed = .smooth(timeConstant: 0.3)
    let script = SceneScript(events: [
      .light(at: 2, stops: -5, over: 0.3), .light(at: 5, stops: 0), .light(at: 8, stops: -3),
    ])
    var loop = try SimulationLoop(
      scene.camera(.webcam(width: 96, height: 64), script: script), pattern: .average,
      controller: smooth, bias: 0)
    for _ in 0..<140 { _ = try loop.step() }
    loop.speed = .fast
    var off = 0
    for frame in 140..<300 {
      let step = try loop.step()
      if frame >= 240, abs(step.exposure.error) > 0.2 { off += 1 }
    }
    // Of the step at 8 s: search, delay and one frame more.
    #expect(off <= 10)
  }
}
