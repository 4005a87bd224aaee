import Testing

/// A rule that never fails proves nothing, so each is shown a violation.
@Suite("The rules find violations")
struct RulesTests {
  @Test(
    "imports that are refused",
    arguments: [
      ("Photometry", "import Foundation"), ("Frames", "internal import Photometry"),
      ("Statistics", "@preconcurrency public import Metering"),
      ("Metering", "internal import CStatistics"), ("Metering", "import struct Glibc.timespec"),
      ("Focus", "internal import Exposure"), ("Recordings", "import graycard"),
      ("GrayCard", "@_exported public import Recordings"), ("Unknown", "import Frames"),
    ])
  func refusesImport(_ module: String, _ line: String) {
    #expect(Rules.importFaults("// A file.\n\(line)\n", in: module).count == 1)
  }

  @Test(
    "imports that are allowed",
    arguments: [
      ("Statistics", "internal import CStatistics\npublic import Frames"),
      ("Metering", "public import Statistics"), ("Recordings", "import Foundation"),
      ("graycard", "import Recordings"), ("Frames", "// import Foundation"),
      ("Frames", "/* import Foundation\nimport Glibc */ let a = \"import Glibc\""),
    ])
  func allowsImport(_ module: String, _ text: String) {
    #expect(Rules.importFaults(text, in: module).isEmpty)
  }

  @Test(
    "lines that stop the program",
    arguments: [
      "let a = b!", "let a = try! b()", "fatalError(\"no\")", "a![0] = 1", "f()!.g()", "c as! D",
    ])
  func findsTrap(_ line: String) {
    #expect(SourceText(line).traps.count == 1)
  }

  @Test(
    "lines that only look alike",
    arguments: [
      "if a != b", "if !a", "// b!", "\"b!\"", "precondition(a, \"why!\")", "/* try! */",
    ])
  func passesOver(_ line: String) {
    #expect(SourceText(line).traps.isEmpty)
  }

  @Test("targets of a manifest")
  func targets() {
    let manifest = """
      .target(name: "A"), .systemLibrary(name: "B", pkgConfig: "b"),
      .executableTarget(
        name: "c", dependencies: [.target(name: "A", condition: .when(traits: ["X"]))],
        path: "Sources/See"),
      .testTarget(name: "ATests", path: "Tests/Elsewhere"),
      .target(name: "Tool", path: "Tests/Tool"),
      """
    let found = Rules.targets(inManifest: manifest)
    let expected = [("A", "Sources/A"), ("B", "Sources/B"), ("c", "Sources/See")]
    #expect(found == expected.map { Rules.Target(name: $0.0, folder: $0.1) })
  }

  @Test("paths of one machine")
  func machinePaths() {
    let somewhere = "/ho" + "me/someone/frames"
    #expect(Rules.machinePaths(in: "path = \"\(somewhere)\"").count == 1)
    #expect(Rules.machinePaths(in: somewhere).count == 1)
    #expect(Rules.machinePaths(in: "https://example.org\(somewhere)").isEmpty)
    #expect(Rules.machinePaths(in: "/dev/video0 and /usr/share").isEmpty)
  }
}
