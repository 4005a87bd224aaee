import Testing
import VirtualUVC

@Suite struct UVCDescriptorsTests {
  static let descriptors = UVCDescriptors(
    sizes: [UVCDescriptors.Size(320, 240), UVCDescriptors.Size(160, 120)])

  /// Splits a configuration into its descriptors; every length must lead to the next.
  static func split(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let length = Int(bytes[place])
      try #require(length >= 2 && place + length <= bytes.count)
      parts.append(Array(bytes[place..<place + length]))
      place += length
    }
    return parts
  }

  @Test func theDeviceIsAVideoDevice() {
    let device = Self.descriptors.device
    #expect(device.count == 18 && device[0] == 18 && device[1] == 1)
    #expect(device[4...6] == [0xEF, 2, 1])
    #expect(device.last == 1)
  }

  @Test func lengthsAndTotalsAgree() throws {
    let bytes = Self.descriptors.configuration
    #expect(bytes.little(2, bytes: 2) == bytes.count)
    let parts = try Self.split(bytes)
    #expect(parts.filter { $0[1] == 4 }.count == 2)
    // The class-specific headers count themselves and what belongs to them (UVC 1.1, §3.7.2, §3.9.2.1).
    let control = try #require(parts.first { $0[1] == 0x24 && $0[2] == 1 && $0.count == 13 })
    let units = parts.filter { $0[1] == 0x24 && [2, 5, 3].contains($0[2]) && $0.count != 6 }
      .filter { [18, 13, 9].contains($0.count) && !($0.count == 13 && $0[2] == 1) }
    #expect(control.little(5, bytes: 2) == 13 + units.reduce(0) { $0 + $1.count })
    let input = try #require(parts.first { $0[1] == 0x24 && $0[2] == 1 && $0.count == 14 })
    let rest = parts.filter { $0[1] == 0x24 && ($0.count == 27 || $0.count == 34 || $0.count == 6) }
    #expect(input.little(4, bytes: 2) == 14 + rest.reduce(0) { $0 + $1.count })
  }

  @Test func theControlsAreWhereTheClassPutsThem() throws {
    let parts = try Self.split(Self.descriptors.configuration)
    let camera = try #require(parts.first { $0[1] == 0x24 && $0.count == 18 })
    // Exposure mode, priority and time, focus, its automatic, privacy (UVC 1.1, table 3-6).
    #expect(camera.little(15, bytes: 3) == 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 17 | 1 << 18)
    let processing = try #require(parts.first { $0[1] == 0x24 && $0[2] == 5 && $0.count == 13 })
    #expect(processing.little(8, bytes: 3) == 0b1_0110_0100_1011)
  }

  @Test(arguments: UVCDescriptors.Format.allCases)
  func framesAreDescribed(_ format: UVCDescriptors.Format) throws {
    let described = UVCDescriptors(format: format, sizes: [UVCDescriptors.Size(320, 240)])
    let parts = try Self.split(described.configuration)
    let frame = try #require(parts.first { $0[1] == 0x24 && $0[2] == 5 && $0.count == 34 })
    #expect(frame.little(5, bytes: 2) == 320 && frame.little(7, bytes: 2) == 240)
    #expect(frame.little(17, bytes: 4) == (format == .yuyv ? 153_600 : 115_200))
    #expect(frame.little(21, bytes: 4) == 333_333)
    #expect(frame[25] == 2)
  }

  @Test func stringsAreTextInSixteenBits() throws {
    #expect(Self.descriptors.string(0) == [4, 3, 9, 4])
    let text = try #require(Self.descriptors.string(2))
    #expect(Int(text[0]) == text.count && text[1] == 3)
    #expect(text.little(2, bytes: 2) == 0x47)
    #expect(Self.descriptors.string(9) == nil)
  }
}
