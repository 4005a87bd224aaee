import Controls
import Photometry
import Profiles
import Testing

@Suite struct ProfileFileTests {
  static func read(_ text: String) throws -> DeviceProfile {
    try DeviceProfile(json: Array(text.utf8), origin: .user)
  }

  @Test func anEmptyProfileIsOne() throws {
    let profile = try Self.read(#"{"schema": 1}"#)
    #expect(profile == DeviceProfile())
  }

  @Test func allThatIsKnownComesBack() throws {
    var profile = DeviceProfile(
      match: .init(driver: "uvcvideo", card: "A “camera”\n", usbIdentifier: "046d:0825"))
    profile.delays = .init(
      ControlDelays(exposureTime: 3, analogueGain: 1), origin: .user, date: "2026-12-01")
    profile.blackLevel = .init(64, origin: .user)
    profile.quirks = .init([.deadGain, .staleReadBack], origin: .user, date: "2026-11-30")
    let curves: [ResponseCurve] = [
      .linear, .bt709, .sRGB, try .gamma(2.2), .table(try ResponseTable([0, 0.1, 1 / 3.0, 1])),
    ]
    let table = try #require(
      GainTable([.init(code: 0, gain: 1), .init(code: 3, gain: 1.1), .init(code: 9, gain: 4)]))
    let laws: [GainLaw] = [
      .linear(unity: 16), .offset(span: 0.1), .exponential(unity: 0, stops: 1 / 60.0),
      .table(table),
    ]
    for curve in curves {
      for law in laws {
        profile.response = .init(curve, origin: .user)
        profile.gainLaw = .init(law, origin: .user)
        #expect(try Self.read(profile.json) == profile)
      }
    }
  }

  @Test(arguments: [
    ("", "line 1"), ("{", "line 1"), (#"{"schema": 1,}"#, "line 1"), ("[]", "an array"),
    ("{}", "schema is missing"), (#"{"schema": 2}"#, "schema 2 is not known"),
    (#"{"schema": 1, "schema": 1}"#, "duplicate"),
    (#"{"schema": 1, "delay": {}}"#, "did you mean delays?"),
    (#"{"schema": 1, "delays": {"value": {"exposureTime": 2}}}"#, "analogueGain is missing"),
    (#"{"schema": 1, "delays": {"value": {"exposureTime": 99, "analogueGain": 1}}}"#, "outside"),
    (#"{"schema": 1, "delays": 2}"#, "delays is a number, not an object"),
    (#"{"schema": 1, "response": {"value": "gamma"}}"#, "a curve is linear"),
    (#"{"schema": 1, "response": {"value": [0, 1, 0.5]}}"#, "response.value"),
    (#"{"schema": 1, "gainLaw": {"value": {"table": [[0, 1]]}}}"#, "both rise"),
    (#"{"schema": 1, "gainLaw": {"value": {"table": [[0, 1, 2], 3]}}}"#, "a pair"),
    (#"{"schema": 1, "quirks": {"value": ["deadgain"]}}"#, "did you mean deadGain?"),
    (#"{"schema": 1, "blackLevel": {"value": 1e400}}"#, "line 1"),
    (#"{"schema": 1, "blackLevel": {"value": 99999999999999999999}}"#, "line 1"),
  ])
  func faultsAreNamed(_ text: String, _ words: String) {
    do {
      _ = try Self.read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func deepAndLongDocumentsAreRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: ProfileError.self) { try Self.read(deep) }
    let long =
      #"{"schema": 1, "match": {"card": ""# + String(repeating: "x", count: 2 << 20) + #""}}"#
    #expect(throws: ProfileError.self) { try Self.read(long) }
  }

  /// Whatever a file holds, reading it ends with a profile or an error.
  @Test func damagedDocumentsNeverTrap() throws {
    var profile = DeviceProfile(match: .init(driver: "uvcvideo"))
    profile.delays = .init(ControlDelays(exposureTime: 3, analogueGain: 1), origin: .user)
    profile.response = .init(.table(try ResponseTable([0, 0.25, 1])), origin: .user)
    profile.gainLaw = .init(.exponential(unity: 0, stops: 0.01), origin: .user)
    let bytes = Array(profile.json.utf8)
    for index in bytes.indices {
      for value: UInt8 in [0, 0x22, 0x2C, 0x7B, 0x39, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        _ = try? DeviceProfile(json: damaged, origin: .user)
      }
      _ = try? DeviceProfile(json: Array(bytes[..<index]), origin: .user)
    }
  }
}
