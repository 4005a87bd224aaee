import Foundation
import Testing

@Suite struct FocusCommandTests {
  /// A stack of 9 PGM pictures: patches that blur towards both ends, sharpest at 5.
  private static func stack() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for position in 0..<9 {
      let blur = abs(position - 5)
      var pixels: [UInt8] = []
      for y in 0..<128 {
        for x in 0..<160 {
          // Patches of any grey, averaged over the blur, so that detail falls in all bands.
          var sum = 0.0
          for offset in -blur...blur {
            let patch = ((x + offset + 64) / 9) * 37 + (y / 7) * 101
            sum += Double(60 + patch * patch % 131)
          }
          // A plain corner, as most pictures have somewhere: what is there is noise.
          pixels.append(x < 48 && y < 40 ? 100 : UInt8(sum / Double(2 * blur + 1)))
        }
      }
      try folder.write(
        String(format: "%02d.pgm", position), Array("P5\n160 128\n255\n".utf8) + pixels)
    }
    return folder
  }

  @Test func aSweepFindsThePeak() throws {
    let folder = try Self.stack()
    let run = try Program.run(["focus", "sweep", "."], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 10)
    #expect(run.lines.last == "focused: position 5, the peak at 5.00, 9 positions looked at")
  }

  @Test(arguments: [0, 4, 8]) func aSearchEndsThere(_ start: Int) throws {
    let folder = try Self.stack()
    let run = try Program.run(
      ["focus", "once", "--start", "\(start)", "--json", "."], folder: folder.path)
    #expect(run.status == 0)
    let result = try #require(
      JSONSerialization.jsonObject(with: Data(run.lines.last?.utf8 ?? "".utf8)) as? [String: Any])
    #expect(result["outcome"] as? String == "focused")
    let best = try #require(result["best"] as? Int)
    #expect(abs(best - 5) <= 1)
    let first = try #require(
      JSONSerialization.jsonObject(with: Data(run.lines[0].utf8)) as? [String: Any])
    #expect(first["position"] as? Int == start)
  }

  @Test func theCurveIsDrawn() throws {
    let folder = try Self.stack()
    let run = try Program.run(
      ["focus", "once", "--plot", "c.svg", "--roi", "0.2,0.2,0.6,0.6", "."], folder: folder.path)
    #expect(run.status == 0)
    let text = try String(contentsOfFile: folder.path + "/c.svg", encoding: .utf8)
    #expect(text.contains("<svg") && text.contains("</svg>"))
  }

  @Test func nothingInFocusIsADifference() throws {
    let folder = try ScratchFolder()
    for position in 0..<4 {
      let pixels = [UInt8](repeating: 100, count: 160 * 128)
      try folder.write("\(position).pgm", Array("P5\n160 128\n255\n".utf8) + pixels)
    }
    let sweep = try Program.run(["focus", "sweep", "."], folder: folder.path)
    #expect(sweep.status == 1 && sweep.lines.last?.hasPrefix("noContrast") == true)
    let once = try Program.run(["focus", "once", "."], folder: folder.path)
    #expect(once.status == 1 && once.lines.last?.hasPrefix("noContrast") == true)
  }

  @Test(arguments: [
    ["focus"], ["focus", "look", "."], ["focus", "sweep"],
    ["focus", "once", "--strategy", "magic", "."], ["focus", "once", "--start", "-1", "."],
    ["focus", "once", "--roi", "1,2", "."],
  ])
  func wrongUsageIsRefused(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func missingFilesAreToldWithTheirName() throws {
    let run = try Program.run(["focus", "sweep", "/nowhere"])
    #expect(run.status == 3 && run.errors.contains("/nowhere"))
  }
}
