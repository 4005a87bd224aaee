import Documents
import Controls
import Foundation
import Testing

@testable import Profiles

/// A folder that goes when the test does.
final class ScratchFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("graycard-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }

  var folders: ProfileFolders { ProfileFolders(shipped: [path + "/shipped"], user: path + "/user") }
}

@Suite struct ProfileLibraryTests {
  static let camera = DeviceProfile.Match(
    driver: "uvcvideo", card: "HD Webcam", usbIdentifier: "046d:0825")

  static func text(_ match: String, _ values: String) -> String {
    "{\"schema\": 1, \"match\": {\(match)}, \(values)}"
  }

  static func filled() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(
      "shipped/uvc.json",
      text(
        "\"driver\": \"uvcvideo\"",
        "\"backlash\": {\"value\": 1}, \"settleTime\": {\"value\": 1}, \"blackLevel\": {\"value\": 1}"
      ))
    try folder.write(
      "shipped/webcam.json",
      text("\"usb\": \"046d:0825\", \"driver\": \"uvcvideo\"", "\"settleTime\": {\"value\": 2}"))
    try folder.write("user/all.json", text("", "\"backlash\": {\"value\": 3}"))
    try folder.write("user/broken.json", "{")
    try folder.write("user/.hidden.json", "{")
    try folder.write("user/notes.txt", "{")
    return folder
  }

  @Test func theNearestWinsAndABrokenFileIsReported() throws {
    let folder = try Self.filled()
    let library = ProfileLibrary(folder.folders)
    #expect(library.entries.count == 3)
    #expect(library.problems.map(\.file) == [folder.path + "/user/broken.json"])
    let profile = library.profile(for: Self.camera)
    #expect(profile.backlash == .init(3, origin: .user))
    #expect(profile.settleTime == .init(2, origin: .shipped))
    #expect(profile.blackLevel == .init(1, origin: .shipped))
    #expect(library.profile(for: .init(driver: "other")).settleTime == nil)
  }

  @Test func decisionsAgreeWithTheProfile() throws {
    let folder = try Self.filled()
    var library = ProfileLibrary(folder.folders)
    var learned = DeviceProfile(match: Self.camera)
    learned.blackLevel = .init(9, origin: .session)
    library.learn(learned)
    learned.settleTime = .init(4, origin: .prior)
    library.learn(learned)
    #expect(library.entries.count == 4)
    let profile = library.profile(for: Self.camera)
    let decisions = library.decisions(for: Self.camera)
    #expect(decisions.map(\.field.key) == ["blackLevel", "backlash", "settleTime"])
    for decision in decisions {
      #expect(decision.field.text(in: decision.winner.profile) == decision.field.text(in: profile))
      #expect(
        decision.field.origin(in: decision.winner.profile) == decision.field.origin(in: profile))
    }
    #expect(decisions.map(\.winner.place) == [.session, .user, .shipped])
    // What is only assumed loses even where it fits best.
    #expect(decisions[2].losers.map(\.place) == [.shipped, .session])
  }

  @Test func whatIsLearnedIsSavedAndFoundAgain() throws {
    let folder = try ScratchFolder()
    var learned = DeviceProfile(match: Self.camera)
    learned.settleTime = .init(0.1 + 0.2, origin: .session, date: "2026-12-01")
    let path = try ProfileLibrary(folder.folders).save(learned: learned)
    #expect(path == folder.path + "/user/uvcvideo-hd-webcam-046d-0825.json")
    #expect(try folder.names("user") == ["uvcvideo-hd-webcam-046d-0825.json"])
    let found = ProfileLibrary(folder.folders).profile(for: Self.camera)
    #expect(found.settleTime == .init(0.1 + 0.2, origin: .user, date: "2026-12-01"))

    // Another value later joins the file; what was there stays.
    var more = DeviceProfile(match: Self.camera)
    more.backlash = .init(2, origin: .session)
    #expect(try ProfileLibrary(folder.folders).save(learned: more) == path)
    let both = ProfileLibrary(folder.folders).profile(for: Self.camera)
    #expect(both.settleTime?.value == 0.1 + 0.2)
    #expect(both.backlash?.value == 2)
  }

  @Test func noOtherFileIsWrittenOver() throws {
    let folder = try ScratchFolder()
    try folder.write("user/uvcvideo-hd-webcam-046d-0825.json", "{ my notes")
    try folder.write(
      "user/uvcvideo-hd-webcam-046d-0825-2.json",
      Self.text("\"card\": \"x\"", "\"backlash\": {\"value\": 3}"))
    var learned = DeviceProfile(match: Self.camera)
    learned.backlash = .init(2, origin: .session)
    let path = try ProfileLibrary(folder.folders).save(learned: learned)
    #expect(path.hasSuffix("-0825-3.json"))
    #expect(try folder.names("user").count == 3)
    #expect(try ProfileLibrary(folder.folders).save(learned: learned) == path)
    #expect(try folder.names("user").count == 3)
  }

  @Test func savingSaysWhyItFails() throws {
    let folder = try ScratchFolder()
    var learned = DeviceProfile(match: Self.camera)
    learned.backlash = .init(2, origin: .session)
    func fault(_ user: String?) -> DocumentError.Fault? {
      let library = ProfileLibrary(ProfileFolders(user: user))
      return #expect(throws: DocumentError.self) { try library.save(learned: learned) }?.fault
    }
    #expect(fault(nil) == .noUserFolder)
    let file = try folder.write("file", "")
    #expect(fault(file + "/profiles") == .system(step: "made", errno: ENOTDIR))
    #expect(fault("/proc/graycard") == .system(step: "made", errno: ENOENT))
    learned.backlash = .init(.nan, origin: .session)
    #expect(fault(folder.path + "/user") == .notFinite)
    // Nothing half-written stays.
    #expect(try folder.names("user").isEmpty)
  }

  @Test func onlyRegularFilesAreRead() throws {
    let folder = try ScratchFolder()
    #expect(unsafe mkfifo(folder.path + "/pipe", 0o600) == 0)
    for (path, fault) in [
      (folder.path + "/pipe", DocumentError.Fault.notAFile), (folder.path, .notAFile),
      ("/dev/null", .notAFile), (folder.path + "/none", .notFound),
    ] {
      let error = #expect(throws: DocumentError.self) {
        try ProfileLibrary.read(path, place: .user)
      }
      #expect(error?.fault == fault)
      #expect(error?.place == nil)
    }
  }

  @Test func hugeFilesAreNotRead() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("huge.json", "")
    #expect(unsafe truncate(file, 1 << 40) == 0)
    let error = #expect(throws: DocumentError.self) { try ProfileLibrary.read(file, place: .user) }
    #expect(error?.fault == .tooLarge(bytes: 1 << 40, most: 1 << 20))
  }

  struct Places: Sendable {
    let environment: [String: String]
    var program: String?
    let shipped: [String]
    let user: String?
  }

  @Test(arguments: [
    Places(
      environment: [:],
      shipped: ["/usr/share/graycard/profiles", "/usr/local/share/graycard/profiles"], user: nil),
    Places(
      environment: ["HOME": "/h/"], program: "/usr/bin/graycard",
      shipped: ["/usr/local/share/graycard/profiles", "/usr/share/graycard/profiles"],
      user: "/h/.config/graycard/profiles"),
    Places(
      environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_DIRS": "/a:b:/d/"],
      program: "/p/bin/graycard",
      shipped: ["/d/graycard/profiles", "/a/graycard/profiles", "/p/share/graycard/profiles"],
      user: "/c/graycard/profiles"),
    Places(
      environment: ["HOME": "h", "XDG_CONFIG_HOME": "c", "XDG_DATA_DIRS": "b"],
      program: "/graycard",
      shipped: ["/share/graycard/profiles"], user: nil),
  ])
  func foldersFollowTheEnvironment(_ row: Places) {
    let folders = ProfileFolders(environment: row.environment, program: row.program)
    #expect(folders.shipped == row.shipped)
    #expect(folders.user == row.user)
  }
}
