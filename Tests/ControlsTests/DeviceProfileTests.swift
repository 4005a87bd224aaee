import Photometry
import Testing

@testable import Controls

@Suite struct DeviceProfileTests {
  static let camera = DeviceProfile.Match(
    driver: "uvcvideo", card: "HD Webcam", usbIdentifier: "046d:0825")

  static func profile(
    _ match: DeviceProfile.Match, delay: Int, origin: DeviceProfile.Origin
  ) -> DeviceProfile {
    var profile = DeviceProfile(match: match)
    profile.delays = DeviceProfile.Known(
      ControlDelays(exposureTime: delay, analogueGain: delay), origin: origin)
    return profile
  }

  @Test func theBetterFitWins() {
    let driver = Self.profile(.init(driver: "uvcvideo"), delay: 3, origin: .shipped)
    let usb = Self.profile(
      .init(driver: "uvcvideo", usbIdentifier: "046d:0825"), delay: 4, origin: .shipped)
    let other = Self.profile(.init(card: "Other"), delay: 9, origin: .session)
    for order in [[driver, usb, other], [other, usb, driver]] {
      let best = DeviceProfile.best(of: order, for: Self.camera)
      #expect(best.delays?.value.exposureTime == 4)
      #expect(best.match == Self.camera)
    }
    #expect(DeviceProfile.best(of: [other], for: Self.camera).delays == nil)
  }

  @Test func theNearerOriginWinsValueByValue() {
    var shipped = Self.profile(.init(driver: "uvcvideo"), delay: 3, origin: .shipped)
    shipped.response = DeviceProfile.Known(.sRGB, origin: .shipped)
    let learned = Self.profile(.init(), delay: 5, origin: .session)
    let both = DeviceProfile.best(of: [learned, shipped], for: Self.camera)
    // The shipped profile fits better, but what the session learned is nearer.
    #expect(both.delays?.value.exposureTime == 5)
    #expect(both.response?.value == .sRGB)
  }

  @Test func everyFieldIsMerged() {
    var near = DeviceProfile()
    near.gainLaw = DeviceProfile.Known(.linear(unity: 16), origin: .user)
    near.blackLevel = DeviceProfile.Known(64, origin: .user, date: "2026-12-01")
    near.quirks = DeviceProfile.Known([.deadGain], origin: .user)
    let merged = DeviceProfile().merging(near)
    #expect(merged == near)
    #expect(near.merging(DeviceProfile()).gainLaw == near.gainLaw)
  }
}
