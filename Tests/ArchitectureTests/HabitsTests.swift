import Testing

@Suite("Sources keep the house's habits")
struct HabitsTests {
  @Test("pure modules throw and never stop the program")
  func noTraps() throws {
    for target in try FloorsTests.targets() where Module.named(target.name)?.isPure == true {
      for file in try Repository.files(in: target.folder, ["swift"]) {
        let traps = SourceText(file.text).traps
        #expect(traps.isEmpty, "\(file.path): \(traps.joined(separator: "; "))")
      }
    }
  }

  /// C files may be longer: kernels that share macros cannot be split without a header for them.
  @Test("files stay short enough to read at once", arguments: [("swift", 400), ("c", 500)])
  func fileLengths(_ name: String, _ most: Int) throws {
    for folder in ["Sources", "Tests", "Benchmarks", "Fuzzers"] {
      for file in try Repository.files(in: folder, [name]) {
        #expect(file.lineCount <= most, "\(file.path) has \(file.lineCount) lines")
      }
    }
  }

  @Test("no file names a place of one machine")
  func noMachinePaths() throws {
    let text: Set = [
      "swift", "c", "h", "md", "sh", "py", "json", "ipynb", "yml", "Makefile", "run", "modulemap",
    ]
    for file in try Repository.files(in: "", text) {
      let places = Rules.machinePaths(in: file.text)
      #expect(places.isEmpty, "\(file.path): \(places.joined(separator: "; "))")
    }
  }

  @Test("only continuous integration knows where the larger frames lie")
  func noFrameFolder() throws {
    // Spelled in two parts, so that this file may be read as well.
    let folder = "../" + "shared"
    let text: Set = ["swift", "c", "h", "md", "sh", "py", "ipynb", "Makefile"]
    for file in try Repository.files(in: "", text) {
      #expect(!file.text.contains(folder), "\(file.path) names \(folder)")
    }
  }
}
