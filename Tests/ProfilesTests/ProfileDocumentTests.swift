import Documents
import Controls
import Foundation
import Photometry
import Testing

@testable import Profiles

/// The repository's root, found from this file.
let repository =
  "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

func parse(
  _ text: String, place: DeviceProfile.Origin = .session
) throws(DocumentError) -> DeviceProfile {
  try ProfileDocument.read(Array(text.utf8), name: "p.json", place: place)
}

@Suite struct ProfileDocumentTests {
  static func full() throws -> String {
    let url = URL(fileURLWithPath: repository + "/Tests/ProfilesTests/full.json")
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  @Test func everyValueIsRead() throws {
    let profile = try parse(Self.full())
    #expect(
      profile.match == .init(driver: "uvcvideo", card: "HD Webcam", usbIdentifier: "046d:0825"))
    #expect(
      profile.delays
        == .init(ControlDelays(exposureTime: 3, analogueGain: 2), origin: .user, date: "2026-12-01")
    )
    #expect(
      profile.response?.value == .table(try ResponseTable([0, 0.1, 0.35, 1])))
    let table = try #require(
      GainTable([.init(code: 16, gain: 1), .init(code: 32, gain: 2.1), .init(code: 64, gain: 4.4)]))
    #expect(profile.gainLaw?.value == .table(table))
    #expect(profile.blackLevel == .init(16, origin: .shipped))
    #expect(profile.noise?.value == SensorNoise(shot: 0.0004, read: 1.2e-6))
    #expect(
      profile.whiteBalanceResponse?.value
        == .init(red: .linear(unity: 128), blue: .exponential(unity: 0, stops: 0.01)))
    #expect(profile.sensorMatrix?.origin == .prior)
    #expect(
      profile.sensorMatrix?.value.elements == [0.9, -0.3, -0.1, -0.4, 1.2, 0.2, -0.1, 0.2, 0.6])
    #expect(profile.whiteBalanceLocus?.value.entries.map(\.kelvin) == [2856, 6504])
    #expect(profile.whiteBalanceLocus?.date == "2024-02-29")
    #expect(profile.focusRange?.value.nearest == 250)
    #expect(profile.focusRange?.value.dioptres?.nearest == 14.3)
    #expect(profile.focusModelWidth?.value == 12.5)
    #expect(profile.backlash?.value == 0)
    #expect(profile.settleTime?.value == 0.12)
    #expect(profile.quirks?.value == [.staleReadBack, .losesSettingsAtStart])
    // A field that this test forgets would be missing here.
    #expect(ProfileField.all.allSatisfy { $0.origin(in: profile) != nil })
  }

  @Test func whatIsWrittenIsWhatWasRead() throws {
    let text = try Self.full()
    #expect(try ProfileDocument.text(of: parse(text)) == text)
  }

  @Test func mergingTakesEveryField() throws {
    let profile = try parse(Self.full())
    #expect(DeviceProfile().merging(profile) == profile)
  }

  /// A file cannot make itself nearer than the folder that it lies in.
  @Test func theFolderLimitsTheOrigin() throws {
    let text = """
      {"schema": 1, "match": {}, "backlash": {"value": 1, "origin": "session"},
      "settleTime": {"value": 1}, "blackLevel": {"value": 1, "origin": "prior"}}
      """
    let profile = try parse(text, place: .shipped)
    #expect(profile.backlash?.origin == .shipped)
    #expect(profile.settleTime?.origin == .shipped)
    #expect(profile.blackLevel?.origin == .prior)
  }

  @Test func everyQuirkHasItsWord() throws {
    var profile = DeviceProfile()
    profile.quirks = .init(Set(DeviceProfile.Quirk.allCases), origin: .session)
    #expect(try parse(ProfileDocument.text(of: profile)) == profile)
  }

  @Test func everyCurveComesBack() throws {
    for curve in [ResponseCurve.linear, .bt709, .sRGB, try .gamma(2.2), try .gamma(10)] {
      var profile = DeviceProfile()
      profile.response = .init(curve, origin: .prior, date: "1999-12-31")
      #expect(try parse(ProfileDocument.text(of: profile)) == profile)
    }
  }

  @Test func namesWithQuotesAndOtherScriptsComeBack() throws {
    let match = DeviceProfile.Match(driver: "a\"\\/b", card: "Kamera ☺ ü 写真")
    #expect(try parse(ProfileDocument.text(of: DeviceProfile(match: match))).match == match)
  }

  /// Doubles of all magnitudes come back to the bit.
  @Test func doublesComeBackToTheBit() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: .min ... .max, using: &generator)
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
    let special = [0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1, 1.0.nextDown]
    for round in 0..<400 {
      var value = round < special.count ? special[round] : Double(bitPattern: next() & ~(1 << 63))
      if !(value <= 1) { value = 1 / value }
      guard value.isFinite else { continue }
      var profile = DeviceProfile()
      profile.settleTime = .init(value, origin: .session)
      let back = try parse(ProfileDocument.text(of: profile)).settleTime?.value
      #expect(back?.bitPattern == value.bitPattern, "\(value) of seed \(seed)")
    }
  }

  @Test func whatNoFileMayHoldIsNotWritten() throws {
    func fault(_ change: (inout DeviceProfile) -> Void) throws -> DocumentError.Fault? {
      var profile = DeviceProfile()
      change(&profile)
      let error = #expect(throws: DocumentError.self) { try ProfileDocument.text(of: profile) }
      return error?.fault
    }
    #expect(try fault { $0.settleTime = .init(.nan, origin: .user) } == .notFinite)
    #expect(
      try fault { $0.gainLaw = .init(.linear(unity: .infinity), origin: .user) } == .notFinite)
    #expect(
      try fault { $0.gainLaw = .init(.linear(unity: 0), origin: .user) }
        == .outOfRange("0.0", range: "above 0, at most 2147483648"))
    #expect(
      try fault { $0.backlash = .init(1, origin: .user, date: "yesterday") } == .date("yesterday"))
    #expect(try fault { $0.match.card = "" } == .name(""))
  }

  /// The profiles that come along are sound, and say what their files' names promise.
  @Test func shippedProfilesAreSound() throws {
    let folder = repository + "/share/graycard/profiles"
    let library = ProfileLibrary(ProfileFolders(shipped: [folder]))
    #expect(library.problems.isEmpty)
    #expect(
      library.profile(for: .init(driver: "vivid", card: "vivid")).quirks?.value == [.deadGain])
    #expect(library.profile(for: .init(driver: "uvcvideo")).quirks == nil)
  }
}
