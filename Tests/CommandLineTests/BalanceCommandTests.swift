import Foundation
import Frames
import Recordings
import Testing

@Suite struct BalanceCommandTests {
  private static let raw = ["balance", "--format=RGB3", "--size=64x48", "--response=linear"]

  /// A frame of 64×48: (200, 100, 50) with a card of (120, 120, 60) in the middle.
  private static func dump() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let bytes = (0..<64 * 48).flatMap { index -> [UInt8] in
      let isCard = 24..<40 ~= index % 64 && 16..<32 ~= index / 64
      return isCard ? [120, 120, 60] : [200, 100, 50]
    }
    try folder.write("card.raw", bytes)
    return folder
  }

  private static let card = "--reference=0.375,0.33333333333,0.25,0.33333333333"

  private static func object(_ run: Run) throws -> [String: Any] {
    let line = try #require(run.lines.first)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private static func methods(_ object: [String: Any]) throws -> [String: [String: Any]] {
    let list = try #require(object["methods"] as? [[String: Any]])
    var named: [String: [String: Any]] = [:]
    for method in list { named[try #require(method["method"] as? String)] = method }
    return named
  }

  @Test func jsonHasEachMethod() throws {
    let folder = try Self.dump()
    let run = try Program.run(Self.raw + ["--json", "card.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let object = try Self.object(run)
    #expect(
      Set(object.keys) == [
        "evidence", "frame", "height", "methods", "response", "schema", "sensor", "source", "width",
      ])
    #expect(object["schema"] as? Int == 1)
    #expect(object["evidence"] as? String == "usable")
    #expect(object["sensor"] as? String == "BT.709")
    for (name, method) in try Self.methods(object) {
      let keys = Set(method.keys).subtracting(["light"])
      #expect(keys == ["confidence", "gains", "method"], "\(name)")
      let gains = try #require(method["gains"] as? [String: Any])
      #expect(Set(gains.keys) == ["red", "blue"])
    }
  }

  /// The card is the truth, and is left out of what is judged.
  @Test func theReferenceIsTheTruth() throws {
    let folder = try Self.dump()
    let run = try Program.run(Self.raw + ["--json", Self.card, "card.raw"], folder: folder.path)
    let object = try Self.object(run)
    let reference = try #require(object["reference"] as? [String: Any])
    let gains = try #require(reference["gains"] as? [String: Double])
    #expect(abs(try #require(gains["red"]) - 1) < 1e-9)
    #expect(abs(try #require(gains["blue"]) - 2) < 1e-9)
    let world = try #require(try Self.methods(object)["gray world"])
    let found = try #require(world["gains"] as? [String: Double])
    #expect(abs(try #require(found["red"]) - 0.5) < 1e-6)
    #expect(abs(try #require(found["blue"]) - 2) < 1e-6)
    // The angle of (2, 1, 0.5) and (1, 1, 0.5): cos = 3.25 / √(5.25 · 2.25).
    #expect(abs(try #require(world["error"] as? Double) - 18.98375) < 1e-4)
  }

  @Test func textSaysTheSame() throws {
    let folder = try Self.dump()
    let run = try Program.run(Self.raw + [Self.card, "card.raw"], folder: folder.path)
    #expect(run.status == 0)
    #expect(run.lines[0] == "card.raw  64×48 linear, BT.709 colours")
    #expect(run.lines[1].hasPrefix("  reference         "))
    #expect(run.lines[1].contains("gains R/B 1.000/2.000"))
    let world = try #require(run.lines.first { $0.hasPrefix("  gray world") })
    #expect(world.contains("gains R/B 0.500/2.000  confidence "))
    #expect(world.hasSuffix("error 18.98°"))
    #expect(!run.output.contains("\u{1B}"))
  }

  /// Raw mosaics are a sensor's colours; the light is then that of the sensor.
  @Test func rawFramesGoByASensor() throws {
    let folder = try ScratchFolder()
    // 400, 800 and 600 above the black level of 64.
    let quad = [[464, 864], [864, 664]]
    try folder.write(
      "mosaic.raw",
      (0..<64 * 48).flatMap { index -> [UInt8] in
        let code = quad[index / 64 % 2][index % 2]
        return [UInt8(code & 255), UInt8(code >> 8)]
      })
    let run = try Program.run(
      "balance", "--format=RG10", "--size=64x48", "--range=64:1023", "--json", "mosaic.raw",
      folder: folder.path)
    let object = try Self.object(run)
    #expect(object["sensor"] as? String == "a generic sensor's")
    let world = try #require(try Self.methods(object)["gray world"])
    let gains = try #require(world["gains"] as? [String: Double])
    #expect(abs(try #require(gains["red"]) - 2) < 1e-6)
    #expect(abs(try #require(gains["blue"]) - 800.0 / 600) < 1e-6)
    let light = try #require(world["light"] as? [String: Double])
    // The generic camera's red is half of green at 5,290 K, where its blue is two thirds.
    #expect(4500..<6500 ~= (try #require(light["kelvin"])))
  }

  private static func pixel(_ path: String, _ x: Int, _ y: Int) throws -> [UInt8] {
    var source = try FrameSource(paths: [path])
    let frame = try #require(try source.next())
    let start = frame.layout.planes[0].offset + y * frame.layout.planes[0].stride + 3 * x
    return Array(frame.bytes[start..<start + 3])
  }

  @Test func gainsAreApplied() throws {
    let folder = try ScratchFolder()
    try folder.write("warm.raw", (0..<64 * 48).flatMap { _ -> [UInt8] in [120, 80, 40] })
    let run = try Program.run(
      Self.raw + ["--apply=out.png", "warm.raw"], folder: folder.path)
    #expect(run.status == 0)
    // Gains 0.67, 1, 2 with the least at 1: 1, 1.5, 3, of which all become 120/255 of light.
    let pixel = try Self.pixel(folder.path + "/out.png", 10, 10)
    let expected = 255 * (1.055 * pow(120.0 / 255, 1 / 2.4) - 0.055)
    for channel in pixel { #expect(abs(Double(channel) - expected) <= 12) }
  }

  @Test func thePlotIsADrawing() throws {
    let folder = try Self.dump()
    let odd = "a<b>&\"c'.raw"
    try FileManager.default.moveItem(
      atPath: folder.path + "/card.raw", toPath: folder.path + "/" + odd)
    let run = try Program.run(
      Self.raw + [Self.card, "--plot=out.svg", odd], folder: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let svg = try String(contentsOfFile: folder.path + "/out.svg", encoding: .utf8)
    #expect(svg.hasPrefix("<?xml"))
    #expect(svg.contains("<svg "))
    #expect(svg.contains("</svg>"))
    #expect(!svg.contains("<b>"))
    let parser = XMLCheck(svg)
    #expect(parser.isSound)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.svg.part"))
  }

  @Test func framesWithoutColourAreSaid() throws {
    let folder = try ScratchFolder()
    try folder.write("grey.raw", [UInt8](repeating: 90, count: 64 * 48))
    let run = try Program.run(
      "balance", "--format=GREY", "--size=64x48", "grey.raw", folder: folder.path)
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors == "graycard balance: grey.raw: there is no colour to judge by\n")
  }

  @Test func theSourceIsNotOverwritten() throws {
    let folder = try Self.dump()
    for option in ["--apply=card.raw", "--plot=card.raw"] {
      let run = try Program.run(Self.raw + [option, "card.raw"], folder: folder.path)
      #expect(run.status == 3)
      #expect(run.errors.contains("is the source itself"))
    }
    let lost = try Program.run(
      Self.raw + ["--plot=nowhere/out.svg", "card.raw"], folder: folder.path)
    #expect(lost.status == 3)
    #expect(lost.errors.contains("nowhere/out.svg: the picture was not written"))
  }

  @Test(arguments: [
    ("--reference=0,0,1", "“0,0,1” is not a list of 4 numbers with commas between"),
    ("--reference=0,0,0,1", "width and height must be above 0"),
    ("--reference=2,2,1,1", "the rectangle lies outside the frame"),
    ("--grid=65x48", "“65x48” is outside 1x1 to 64x48"),
  ])
  func wrongUsageIsSaid(_ option: String, _ sentence: String) throws {
    let run = try Program.run("balance", option, "frame.png")
    let name = option.split(separator: "=")[0]
    #expect(run.status == 2)
    #expect(run.errorLines.first == "graycard balance: \(name): \(sentence)")
    let none = try Program.run("balance")
    #expect(none.status == 2)
    #expect(none.errorLines.first == "graycard balance: no source is given")
  }
}

/// Whether a text opens and closes its elements in order; enough for what cairo writes.
private struct XMLCheck {
  let isSound: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var sound = true
    for part in text.split(separator: "<").dropFirst(0) {
      guard let end = part.firstIndex(of: ">") else {
        sound = false
        break
      }
      let tag = part[..<end]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        sound = sound && open.popLast() == tag.dropFirst()
      } else {
        open.append(tag.prefix { $0 != " " && $0 != "\n" })
      }
    }
    isSound = sound && open.isEmpty
  }
}
