import Frames
import Photometry
import Recordings
import Statistics
import Testing
import WhiteBalance

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same frames on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

@Suite struct ChannelMeansTests {
  static let seed: UInt64 = 20_261_214

  private static func statistics(
    _ layout: FrameLayout, _ bytes: [UInt8], zones: ZoneGridSize = .standard
  ) throws -> FrameStatistics {
    var extractor = try StatisticsExtractor(
      layout, configuration: StatisticsConfiguration(grid: zones))
    return try extractor.extract(FrameView(layout, bytes.span))
  }

  /// Means over pixels, straight from the bytes of RGB24; clipped pixels are left out.
  private static func pixelMeans(
    _ bytes: [UInt8], _ layout: FrameLayout, _ response: ResponseCurve
  ) -> [Double] {
    let light = (0...255).map {
      response.linear(fromEncoded: layout.levels.normalised(Double($0)))
    }
    var sums = [0.0, 0.0, 0.0]
    var count = 0.0
    for first in stride(from: 0, to: bytes.count, by: 3) {
      let pixel = (0..<3).map { Int(bytes[first + $0]) }
      let luma = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2] + 128) >> 8
      if pixel.max()! >= layout.levels.clippedHigh || luma <= layout.levels.clippedLow { continue }
      for channel in 0..<3 { sums[channel] += light[pixel[channel]] }
      count += 1
    }
    return sums.map { $0 / count }
  }

  private static func expect(
    _ means: ChannelMeans?, _ expected: [Double], within tolerance: Double,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let means = try #require(means, sourceLocation: place)
    for (found, wanted) in zip([means.red, means.green, means.blue], expected) {
      #expect(abs(found - wanted) <= tolerance, sourceLocation: place)
    }
  }

  /// Linear frames have no error but rounding, whatever their detail.
  @Test func linearRGBIsTheMeanOverPixels() throws {
    var generator = Generator(seed: Self.seed)
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 160, height: 120)
    let bytes = (0..<160 * 120 * 3).map { index in
      UInt8.random(in: 0...(index % 3 == 0 ? 255 : 180), using: &generator)
    }
    let found = ChannelMeans(try Self.statistics(layout, bytes), response: .linear)
    try Self.expect(found, Self.pixelMeans(bytes, layout, .linear), within: 1e-12)
  }

  /// A colour that is even inside each zone is exact through any curve.
  @Test(arguments: [ResponseCurve.sRGB, .bt709])
  func evenZonesAreExactThroughACurve(_ curve: ResponseCurve) throws {
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 160, height: 120)
    var bytes: [UInt8] = []
    for y in 0..<120 {
      for x in 0..<160 {
        let zone = UInt8(x / 8 + y / 60 * 20)
        bytes += [40 + zone * 5, 30 + zone, 200 - zone * 4]
      }
    }
    let grid = ZoneGridSize(columns: 20, rows: 2)!
    let found = ChannelMeans(
      try Self.statistics(layout, bytes, zones: grid), response: curve)
    try Self.expect(found, Self.pixelMeans(bytes, layout, curve), within: 1e-12)
  }

  /// Up to 10 % below the mean over pixels on photographs, and within 4 % in the ratios.
  @Test(arguments: ["chelsea.png", "rocket.jpg", "test_inside.jpeg", "crusader.jpeg"])
  func photographsAreCloseToTheMeanOverPixels(_ name: String) throws {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    var source = try FrameSource(paths: [folder + "/Regression/frames/" + name])
    let frame = try #require(try source.next())
    guard case .rgb(.rgb, .bits8) = frame.layout.format else {
      Issue.record("\(name) is \(frame.layout.format)")
      return
    }
    let found = try #require(
      ChannelMeans(try Self.statistics(frame.layout, frame.bytes), response: .sRGB))
    let pixels = Self.pixelMeans(frame.bytes, frame.layout, .sRGB)
    let errors = zip([found.red, found.green, found.blue], pixels).map { $0 / $1 - 1 }
    let ratios = [
      (found.green / found.red) / (pixels[1] / pixels[0]) - 1,
      (found.green / found.blue) / (pixels[1] / pixels[2]) - 1,
    ]
    print("channel means: \(name): errors \(errors), of the gains \(ratios)")
    #expect(errors.allSatisfy { (-0.1...0.001).contains($0) })
    #expect(ratios.allSatisfy { abs($0) <= 0.04 })
  }

  /// YUV: the encoded mean colour is exact, since the matrix is linear.
  @Test(arguments: [ColourMatrix.bt601, .bt709], [SignalRange.limited, .full])
  func yuvIsTheMeanOverPairs(_ matrix: ColourMatrix, _ range: SignalRange) throws {
    var generator = Generator(seed: Self.seed)
    let layout = try FrameLayout(
      format: .packedYUV(.uyvy), width: 160, height: 120, range: range, matrix: matrix)
    // Mild colours, so that none is clipped or impossible.
    let bytes = (0..<layout.byteCounts[0]).map { index in
      index % 2 == 1
        ? UInt8.random(in: 90...150, using: &generator)
        : UInt8.random(in: 118...138, using: &generator)
    }
    let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let (black, span, chroma) = range == .limited ? (16.0, 219.0, 224.0) : (0, 255, 255)
    var sums = [0.0, 0.0, 0.0]
    for first in stride(from: 0, to: bytes.count, by: 4) {
      let luma = ((Double(bytes[first + 1]) + Double(bytes[first + 3])) / 2 - black) / span
      let (cb, cr) = (
        (Double(bytes[first]) - 128) / chroma, (Double(bytes[first + 2]) - 128) / chroma
      )
      let (red, blue) = (luma + 2 * (1 - kr) * cr, luma + 2 * (1 - kb) * cb)
      let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
      for (channel, value) in [red, green, blue].enumerated() { sums[channel] += value }
    }
    let found = ChannelMeans(try Self.statistics(layout, bytes), response: .linear)
    try Self.expect(found, sums.map { $0 / Double(bytes.count / 4) }, within: 1e-12)
  }

  @Test(arguments: CFAOrder.allCases)
  func bayerIsTheMeanOverSites(_ order: CFAOrder) throws {
    var generator = Generator(seed: Self.seed)
    let layout = try FrameLayout(
      format: .bayer(order, .bits10), width: 160, height: 120,
      range: .levels(black: 64, white: 1023))
    let sites = [order.sites.0, order.sites.1, order.sites.2, order.sites.3]
    var bytes: [UInt8] = []
    var sums = [0.0, 0.0, 0.0]
    for index in 0..<160 * 120 {
      let code = Int.random(in: 70...900, using: &generator)
      bytes += [UInt8(code & 255), UInt8(code >> 8)]
      let light = Double(code - 64) / 959
      switch sites[index % 2 + index / 160 % 2 * 2] {
      case .red: sums[0] += light
      case .greenOnRedRow, .greenOnBlueRow: sums[1] += light / 2
      case .blue: sums[2] += light
      }
    }
    let found = ChannelMeans(try Self.statistics(layout, bytes), response: .linear)
    try Self.expect(found, sums.map { $0 / (80 * 60) }, within: 1e-12)
  }

  @Test func nothingToTellIsNil() throws {
    let grey = try FrameLayout(format: .grey(.bits8), width: 64, height: 48)
    #expect(
      ChannelMeans(
        try Self.statistics(grey, [UInt8](repeating: 90, count: 64 * 48)), response: .sRGB) == nil)
    let rgb = try FrameLayout(format: .rgb(.rgb, .bits8), width: 64, height: 48)
    for code in [UInt8(0), 255] {
      let bytes = [UInt8](repeating: code, count: 64 * 48 * 3)
      #expect(ChannelMeans(try Self.statistics(rgb, bytes), response: .sRGB) == nil)
    }
  }

  // MARK: Gains

  @Test func gainsMakeTheMeansGrey() throws {
    let means = ChannelMeans(red: 0.2, green: 0.3, blue: 0.1)
    let gains = try #require(means.grayWorldGains)
    #expect(abs(gains.red * means.red - means.green) < 1e-15)
    #expect(abs(gains.blue * means.blue - means.green) < 1e-15)
    let grey = try #require(ChannelMeans(red: 0.5, green: 0.5, blue: 0.5).grayWorldGains)
    #expect(grey == (1, 1))
  }

  @Test(arguments: [
    [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0], [0.5, 0.5, 1e-7], [.nan, 1, 1],
  ])
  func withoutLightThereAreNoGains(_ channels: [Double]) {
    let means = ChannelMeans(red: channels[0], green: channels[1], blue: channels[2])
    #expect(means.grayWorldGains == nil)
  }

  // MARK: Colour temperature

  /// Linear sRGB of a chromaticity, by the inverse matrix of IEC 61966-2-1.
  private static func means(x: Double, y: Double) -> ChannelMeans {
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return ChannelMeans(
      red: 3.2406 * bigX - 1.5372 - 0.4986 * bigZ, green: -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      blue: 0.0557 * bigX - 0.2040 + 1.0570 * bigZ)
  }

  @Test func whiteIsDaylight() throws {
    let kelvin = try #require(
      ChannelMeans(red: 0.5, green: 0.5, blue: 0.5).colourTemperature)
    print("colour temperature of D65 white: \(kelvin) K")
    #expect(abs(kelvin - 6504) < 5)
    // Brightness is nothing to colour.
    let dim = try #require(ChannelMeans(red: 1e-4, green: 1e-4, blue: 1e-4).colourTemperature)
    #expect(abs(dim - kelvin) < 1e-6)
  }

  /// Chromaticities of CIE 15: illuminants A, D50, D55, D65, D75.
  @Test(arguments: [
    (0.44757, 0.40745, 2856.0), (0.34567, 0.35850, 5003), (0.33242, 0.34743, 5503),
    (0.31271, 0.32902, 6504), (0.29902, 0.31485, 7504),
  ])
  func illuminantsHaveTheirTemperature(_ x: Double, _ y: Double, _ expected: Double) throws {
    let kelvin = try #require(Self.means(x: x, y: y).colourTemperature)
    print("colour temperature of \(expected) K: \(kelvin) K")
    // 2 K of the formula; the standard's four-digit matrices, there and back, add as much.
    #expect(abs(kelvin - expected) < (expected > 7000 ? 20 : 8))
  }

  @Test(arguments: [
    [0, 0, 1], [0, 0, 0], [1e-9, 1e-9, 1e-9], [.nan, 0.5, 0.5], [.infinity, 1, 1],
    [0.3, 0.4, 1], [0.2, 0.3, 1],
  ])
  func thereIsNoneOutsideTheFormula(_ channels: [Double]) {
    let means = ChannelMeans(red: channels[0], green: channels[1], blue: channels[2])
    #expect(means.colourTemperature == nil)
  }

  @Test func warmerLightIsLower() throws {
    var last = Double.infinity
    for step in 0..<10 {
      let warmth = Double(step) / 20
      let kelvin = try #require(
        ChannelMeans(red: 0.5 + warmth / 2, green: 0.5, blue: 0.5 - warmth / 2).colourTemperature)
      #expect(kelvin < last)
      last = kelvin
    }
  }
}
