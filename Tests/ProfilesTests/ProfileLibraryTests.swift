import Controls
import Foundation
import Photometry
import Profiles
import Testing

@Suite struct ProfileLibraryTests {
  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("graycard-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func theNearerWinsValueByValue() throws {
    let (shipped, user) = (try folder(), try folder())
    var far = DeviceProfile(match: .init(driver: "uvcvideo"))
    far.delays = .init(ControlDelays(exposureTime: 2, analogueGain: 2), origin: .shipped)
    far.response = .init(.sRGB, origin: .shipped)
    try ProfileLibrary.write(far, to: shipped + "/uvc.json")
    var near = DeviceProfile(match: .init(driver: "uvcvideo", card: "X"))
    near.delays = .init(ControlDelays(exposureTime: 5, analogueGain: 5), origin: .user)
    try ProfileLibrary.write(near, to: user + "/x.json")
    try Data("{".utf8).write(to: URL(fileURLWithPath: user + "/broken.json"))
    try Data("no".utf8).write(to: URL(fileURLWithPath: user + "/notes.txt"))

    let library = ProfileLibrary([
      .init(path: shipped, origin: .shipped), .init(path: user, origin: .user),
      .init(path: "/nowhere", origin: .user),
    ])
    #expect(library.profiles.count == 2)
    #expect(library.faults.map(\.file) == [user + "/broken.json"])
    let best = library.best(for: .init(driver: "uvcvideo", card: "X"))
    #expect(best.delays?.value.exposureTime == 5 && best.delays?.origin == .user)
    #expect(best.response?.value == .sRGB && best.response?.origin == .shipped)
    let other = library.best(for: .init(driver: "uvcvideo", card: "Y"))
    #expect(other.delays?.value.exposureTime == 2)
    #expect(library.best(for: .init(driver: "vivid")).delays == nil)
  }

  @Test func writingReplacesWholeFilesOrNone() throws {
    let place = try folder()
    let file = place + "/a.json"
    var profile = DeviceProfile(match: .init(driver: "one"))
    try ProfileLibrary.write(profile, to: file)
    profile.match.driver = "two"
    try ProfileLibrary.write(profile, to: file)
    #expect(try ProfileLibrary.profile(file: file, origin: .user).match.driver == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["a.json"])
    #expect(throws: ProfileError.self) { try ProfileLibrary.write(profile, to: "/nowhere/a.json") }
    #expect(throws: ProfileError.self) {
      try ProfileLibrary.profile(file: place, origin: .user)
    }
  }

  @Test func foldersAreWhereTheyAreExpected() {
    let folders = ProfileLibrary.standardFolders(
      program: "/usr/bin/graycard", environment: ["HOME": "/h"])
    #expect(
      folders.map(\.path) == [
        "/usr/share/graycard/profiles", "/h/.config/graycard/profiles",
      ])
    #expect(folders.map(\.origin) == [.shipped, .user])
    let other = ProfileLibrary.userFolder(["HOME": "/h", "XDG_CONFIG_HOME": "/c"])
    #expect(other == "/c/graycard/profiles")
    #expect(ProfileLibrary.userFolder([:]) == nil)
  }
}
