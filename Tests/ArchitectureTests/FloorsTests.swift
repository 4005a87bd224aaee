import Testing

@Suite("Dependencies point down")
struct FloorsTests {
  static func targets() throws -> [Rules.Target] {
    try Rules.targets(inManifest: Repository.text("Package.swift"))
  }

  @Test("each import is allowed and lies on a lower floor")
  func imports() throws {
    for target in try Self.targets() {
      for file in try Repository.files(in: target.folder, ["swift"]) {
        let faults = Rules.importFaults(file.text, in: target.name)
        #expect(faults.isEmpty, "\(file.path): \(faults.joined(separator: "; "))")
      }
    }
  }

  @Test("each target of the manifest has a folder and a floor")
  func targetsAreKnown() throws {
    let targets = try Self.targets()
    #expect(targets.count >= 8)
    for target in targets {
      #expect(Repository.exists(target.folder), "\(target.name) has no folder \(target.folder)")
      #expect(Module.named(target.name) != nil, "\(target.name) has no line in the floors' table")
    }
  }

  @Test("each folder of Sources is a target")
  func foldersAreTargets() throws {
    let known = Set(try Self.targets().map(\.folder))
    for folder in try Repository.folders(in: "Sources") {
      #expect(known.contains("Sources/\(folder)"), "Sources/\(folder) is in no target")
    }
  }

  @Test("each module that declares anything has tests of its name")
  func modulesHaveTests() throws {
    for target in try Self.targets() {
      let files = try Repository.files(in: target.folder, ["swift"])
      guard files.contains(where: { SourceText($0.text).declares }) else { continue }
      let folder = target.folder.replacing("Sources/", with: "Tests/") + "Tests"
      #expect(Repository.exists(folder), "\(target.name) has no \(folder)")
    }
  }
}
