import Frames
import Photometry
import Testing

@testable import WhiteBalance

/// Gains on pixels against the same in doubles.
@Suite struct PixelGainsTests {
  private static let gains = WhiteBalanceGains(red: 1.6, blue: 0.8).map { ChannelGains($0) }

  private static func expected(_ encoded: Double, _ gain: Double) -> Double {
    let light = ResponseCurve.sRGB.linear(fromEncoded: encoded) * gain
    return ResponseCurve.sRGB.encoded(fromLinear: min(max(light, 0), 1))
  }

  private static func apply(_ gains: ChannelGains, _ bytes: inout [UInt8], _ layout: FrameLayout)
    throws
  {
    var span = bytes.mutableSpan
    try PixelGains(gains, response: .sRGB).apply(to: &span, layout: layout)
  }

  @Test(arguments: PixelFormat.RGBOrder.allCases)
  func rgbIsWithinHalfACode(_ order: PixelFormat.RGBOrder) throws {
    let gains = try #require(Self.gains)
    let layout = try FrameLayout(format: .rgb(order, .bits8), width: 16, height: 16)
    var random = Generator(seed: 5)
    let before = (0..<layout.byteCounts[0]).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var after = before
    try Self.apply(gains, &after, layout)
    let places = order.componentOffsets
    for pixel in 0..<256 {
      for (offset, gain) in [
        (places.red, gains.red), (places.green, gains.green), (places.blue, gains.blue),
      ] {
        let index = pixel * order.componentCount + offset
        let wanted = Self.expected(Double(before[index]) / 255, gain) * 255
        #expect(abs(Double(after[index]) - wanted) <= 0.5 + 1e-9)
      }
    }
  }

  @Test(
    arguments: [PixelFormat.PackedYUVOrder.yuyv, .uyvy, .yvyu, .vyuy], [SignalRange.limited, .full])
  func yuvIsWithinTwoCodes(_ order: PixelFormat.PackedYUVOrder, _ range: SignalRange) throws {
    let gains = try #require(Self.gains)
    let layout = try FrameLayout(
      format: .packedYUV(order), width: 64, height: 4, range: range, matrix: .bt709)
    var random = Generator(seed: 6)
    let isLumaFirst = order == .yuyv || order == .yvyu
    // Possible colours, both pixels of a pair alike.
    var before: [UInt8] = []
    for _ in 0..<32 * 4 {
      let y = UInt8(90 + random.next() % 60)
      let (first, second) = (UInt8(112 + random.next() % 32), UInt8(112 + random.next() % 32))
      before += isLumaFirst ? [y, first, y, second] : [first, y, second, y]
    }
    var after = before
    try Self.apply(gains, &after, layout)
    let (kr, kb) = (0.2126, 0.0722)
    let (black, span, chroma) = range == .limited ? (16.0, 219.0, 224.0) : (0, 255, 255)
    let luma = isLumaFirst ? 0 : 1
    let isCbFirst = order == .yuyv || order == .uyvy
    for pair in 0..<32 * 4 {
      func code(_ bytes: [UInt8], _ place: Int) -> Double { Double(bytes[4 * pair + place]) }
      let (cbPlace, crPlace) = isCbFirst ? (1 - luma, 3 - luma) : (3 - luma, 1 - luma)
      let y = (code(before, luma) - black) / span
      let (cb, cr) = (
        (code(before, cbPlace) - 128) / chroma, (code(before, crPlace) - 128) / chroma
      )
      let (r, b) = (y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb)
      let g = (y - kr * r - kb * b) / (1 - kr - kb)
      let (red, green, blue) = (
        Self.expected(r, gains.red), Self.expected(g, gains.green), Self.expected(b, gains.blue)
      )
      let newY = kr * red + (1 - kr - kb) * green + kb * blue
      #expect(abs(code(after, luma) - (black + span * newY)) <= 2)
      #expect(abs(code(after, luma + 2) - (black + span * newY)) <= 2)
      #expect(abs(code(after, cbPlace) - 128 - chroma * (blue - newY) / (2 * (1 - kb))) <= 2)
      #expect(abs(code(after, crPlace) - 128 - chroma * (red - newY) / (2 * (1 - kr))) <= 2)
    }
  }

  @Test func greyComesOutGrey() throws {
    // Grey of a light that needs these gains, as YUYV.
    let gains = try #require(WhiteBalanceGains(red: 1.5, blue: 1.5).map { ChannelGains($0) })
    let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 2, height: 1)
    let encoded = [0.2, 0.3, 0.2].map { ResponseCurve.sRGB.encoded(fromLinear: $0) }
    let y = 0.299 * encoded[0] + 0.587 * encoded[1] + 0.114 * encoded[2]
    let code = UInt8((16 + 219 * y).rounded())
    let cb = UInt8((128 + 224 * (encoded[2] - y) / 1.772).rounded())
    let cr = UInt8((128 + 224 * (encoded[0] - y) / 1.402).rounded())
    var bytes = [code, cb, code, cr]
    try Self.apply(gains, &bytes, layout)
    #expect(abs(Int(bytes[1]) - 128) <= 1)
    #expect(abs(Int(bytes[3]) - 128) <= 1)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let gains = try #require(Self.gains)
    let grey = try FrameLayout(format: .grey(.bits8), width: 4, height: 2)
    var bytes = [UInt8](repeating: 100, count: 8)
    #expect(throws: PixelGains.Failure.unsupportedFormat(.grey(.bits8))) {
      try Self.apply(gains, &bytes, grey)
    }
    let rgb = try FrameLayout(format: .rgb(.rgb, .bits8), width: 4, height: 2)
    #expect(throws: PixelGains.Failure.tooFewBytes(given: 8, needed: 24)) {
      try Self.apply(gains, &bytes, rgb)
    }
    #expect(bytes == [UInt8](repeating: 100, count: 8))
    // Gains of 1 change nothing, not even by rounding.
    var odd: [UInt8] = [3, 250, 7, 1]
    try Self.apply(
      ChannelGains(.unity), &odd, FrameLayout(format: .packedYUV(.yuyv), width: 2, height: 1))
    #expect(odd == [3, 250, 7, 1])
  }
}
