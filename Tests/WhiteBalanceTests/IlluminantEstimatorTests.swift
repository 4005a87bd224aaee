import Controls
import Frames
import Photometry
import Statistics
import Testing
import WhiteBalance

@Suite struct IlluminantEstimatorTests {
  static let seed: UInt64 = 20_261_201

  /// Greys of many levels: every method finds them.
  @Test(arguments: EstimatorScenes.methods)
  func greysAreGrey(_ method: IlluminantEstimator.Method) throws {
    let statistics = try EstimatorScenes.rgb { x, y in
      let level = 20 + (x * 7 + y * 11) % 200
      return (level, level, level)
    }
    let found = try #require(EstimatorScenes.estimate(method, statistics))
    print("greys, \(method): \(found)")
    // The combined methods lean towards common lights by a share of a bin.
    #expect(abs(found.red - 1) < 0.02 && abs(found.blue - 1) < 0.02)
    #expect(found.confidence > 0.5)
  }

  @Test func plainGrayWorldIsTheMeanOfTheChannels() throws {
    var generator = Generator(seed: Self.seed)
    let statistics = try EstimatorScenes.rgb { _, _ in
      (
        .random(in: 5...200, using: &generator), .random(in: 5...200, using: &generator),
        .random(in: 5...200, using: &generator)
      )
    }
    let found = try #require(EstimatorScenes.estimate(.grayWorld, statistics))
    let means = try #require(ChannelMeans(statistics, response: .linear)?.grayWorldGains)
    #expect(abs(found.gains.red / means.red - 1) < 1e-12)
    #expect(abs(found.gains.blue / means.blue - 1) < 1e-12)
  }

  @Test func minkowskiMeanOfTwoColours() throws {
    let statistics = try EstimatorScenes.rgb { x, _ in x < 10 ? (100, 100, 100) : (200, 100, 50) }
    let found = try #require(EstimatorScenes.estimate(.shadesOfGray(p: 2), statistics))
    // Both halves weigh alike but for the darkness, less than 1 % at these levels.
    let red = 2.5.squareRoot()
    let blue = 0.625.squareRoot()
    #expect(abs(found.red / red - 1) < 0.01 && abs(found.blue / blue - 1) < 0.01)
  }

  @Test func whitePatchTakesTheBrightestZones() throws {
    let statistics = try EstimatorScenes.rgb { x, y in
      y == 0 && x < 10 ? (180, 200, 150) : (60 + x, 50, 90)
    }
    // Ten zones of 300 are 3.3 %.
    let found = try #require(EstimatorScenes.estimate(.whitePatch(percentile: 98), statistics))
    #expect(abs(found.red / 0.9 - 1) < 1e-3 && abs(found.blue / 0.75 - 1) < 1e-3)
  }

  @Test func grayEdgeTakesDifferences() throws {
    // A veil of one colour has no edges.
    let statistics = try EstimatorScenes.rgb { x, _ in
      x % 2 == 0 ? (60, 20, 20) : (60 + 90, 20 + 100, 20 + 80)
    }
    let found = try #require(EstimatorScenes.estimate(.grayEdge, statistics))
    #expect(abs(found.red - 0.9) < 1e-9 && abs(found.blue - 0.8) < 1e-9)
  }

  /// The light is the sensor's, whatever gains the frame was taken with.
  @Test(arguments: EstimatorScenes.methods)
  func gainsInForceAreDividedOut(_ method: IlluminantEstimator.Method) throws {
    let gains = try #require(WhiteBalanceGains(red: 2, blue: 0.5))
    func colour(_ x: Int, _ y: Int) -> EstimatorScenes.Colour {
      let level = 10 + (x * 5 + y * 3) % 40
      return (level, level + x, 2 * (level + y))
    }
    let plain = try EstimatorScenes.rgb(colour)
    let gained = try EstimatorScenes.rgb { x, y in
      let from = colour(x, y)
      return (from.red * 2, from.green, from.blue / 2)
    }
    let first = try #require(EstimatorScenes.estimate(method, plain))
    let second = try #require(EstimatorScenes.estimate(method, gained, inForce: gains))
    #expect(abs(first.red / second.red - 1) < 1e-9 && abs(first.blue / second.blue - 1) < 1e-9)
  }

  /// Brightness says nothing, as long as nothing clips or drowns.
  @Test(arguments: EstimatorScenes.methods)
  func exposureChangesLittle(_ method: IlluminantEstimator.Method) throws {
    func scene(_ factor: Int) throws -> FrameStatistics {
      var generator = Generator(seed: Self.seed)
      return try EstimatorScenes.bayer(.rggb, .bits12, black: 64, white: 4095) { _, _ in
        (
          factor * .random(in: 20...200, using: &generator),
          factor * .random(in: 20...250, using: &generator),
          factor * .random(in: 20...160, using: &generator)
        )
      }
    }
    let dim = try #require(EstimatorScenes.estimate(method, scene(4)))
    let bright = try #require(EstimatorScenes.estimate(method, scene(16)))
    #expect(abs(dim.red / bright.red - 1) < 0.01 && abs(dim.blue / bright.blue - 1) < 0.01)
  }

  /// The same scene at 8, 10, 12 and 16 bits with the black level of each.
  @Test(arguments: EstimatorScenes.methods)
  func depthAndBlackLevelDoNotMatter(_ method: IlluminantEstimator.Method) throws {
    var found: [IlluminantEstimate] = []
    for (coding, scale) in [
      (SampleCoding.bits8, 1), (.bits10, 4), (.bits12, 16), (.bits16, 256),
    ] {
      let statistics = try EstimatorScenes.bayer(
        .rggb, coding, black: 16 * scale, white: 248 * scale
      ) {
        x, y in
        (
          scale * (9 + (x * 11 + y * 5) % 120), scale * (20 + (x * 7 + y * 13) % 190),
          scale * (9 + (x * 3 + y * 17) % 150)
        )
      }
      found.append(try #require(EstimatorScenes.estimate(method, statistics)))
    }
    for other in found.dropFirst() {
      #expect(abs(other.gains.red / found[0].gains.red - 1) < 1e-9)
      #expect(abs(other.gains.blue / found[0].gains.blue - 1) < 1e-9)
      #expect(abs(other.confidence - found[0].confidence) < 1e-9)
    }
  }

  // MARK: Dominant colours

  /// Field case B46: a fifth of the picture is grey.
  @Test func greenDoesNotMoveTheGains() throws {
    let statistics = try EstimatorScenes.rgb { x, _ in x < 16 ? (60, 160, 60) : (128, 128, 128) }
    for response in [ResponseCurve.linear, .sRGB] {
      let found = try #require(
        EstimatorScenes.estimate(.combined, statistics, response: response))
      print("B46, \(response): \(found.gains), confidence \(found.confidence)")
      #expect((0.9...1.1).contains(found.gains.red) && (0.9...1.1).contains(found.gains.blue))
    }
    let plain = try #require(EstimatorScenes.estimate(.grayWorld, statistics))
    #expect(plain.gains.red > 1.5)
  }

  /// Nothing but one colour that no light has.
  @Test(arguments: EstimatorScenes.methods)
  func oneColourIsNotTrusted(_ method: IlluminantEstimator.Method) throws {
    let statistics = try EstimatorScenes.rgb { _, _ in (60, 160, 60) }
    for response in [ResponseCurve.linear, .sRGB] {
      // Gray edge sees nothing at all.
      let found = EstimatorScenes.estimate(method, statistics, response: response)
      #expect((found?.confidence ?? 0) < 0.2)
    }
  }

  /// Grass, sky, blue screen and wood over four fifths, greys of several levels over the rest.
  @Test(arguments: [
    (90, 120, 45), (110, 160, 230), (20, 60, 200), (150, 105, 65),
  ])
  func dominantColours(_ red: Int, _ green: Int, _ blue: Int) throws {
    let statistics = try EstimatorScenes.rgb { x, y in
      let level = 90 + y * 9
      return x < 16 ? (red - y, green - y, blue - y) : (level, level, level)
    }
    let found = try #require(EstimatorScenes.estimate(.combined, statistics, response: .sRGB))
    print("(\(red), \(green), \(blue)): \(found.gains), confidence \(found.confidence)")
    let isNear =
      (0.9...1.1).contains(found.gains.red) && (0.9...1.1).contains(found.gains.blue)
    #expect(isNear || found.confidence < 0.2)
  }

  // MARK: Nothing to tell

  @Test func withoutColourOrLightThereIsNoEstimate() throws {
    let grey = try FrameLayout(format: .grey(.bits8), width: 160, height: 120)
    let greys = try EstimatorScenes.statistics(
      grey, [UInt8](repeating: 90, count: 160 * 120))
    let black = try EstimatorScenes.rgb { _, _ in (0, 0, 0) }
    let white = try EstimatorScenes.rgb { _, _ in (255, 255, 255) }
    for method in EstimatorScenes.methods {
      for statistics in [greys, black, white] {
        #expect(EstimatorScenes.estimate(method, statistics) == nil)
      }
    }
  }

  /// Field case B41.
  @Test func aWrongFilterOrderIsNotFollowed() throws {
    let colour = { (x: Int, y: Int) -> EstimatorScenes.Colour in
      (2 * (100 + x), 120 + y, 60 + x + y)
    }
    let wrong = try EstimatorScenes.bayer(
      .rggb, .bits12, black: 0, white: 4095, declared: .grbg, colour)
    let right = try EstimatorScenes.bayer(.rggb, .bits12, black: 0, white: 4095, colour)
    for method in EstimatorScenes.methods {
      #expect(EstimatorScenes.estimate(method, wrong) == nil)
      #expect(EstimatorScenes.estimate(method, right) != nil)
    }
  }

  /// An ISP's statistics may hold anything.
  @Test(arguments: EstimatorScenes.methods)
  func nothingTrapsOnImpossibleNumbers(_ method: IlluminantEstimator.Method) throws {
    var generator = Generator(seed: Self.seed)
    let signal = SignalDescription(
      channels: .rgb, bitDepth: 8,
      levels: try FrameLayout(format: .rgb(.rgb, .bits8), width: 8, height: 8).levels)
    let geometry = try ZoneGeometry(
      frameWidth: 64, frameHeight: 64, columnEdges: [0, 16, 32, 48, 64], rowEdges: [0, 32, 64])
    var estimator = IlluminantEstimator(method: method, locus: nil)
    for _ in 0..<200 {
      let zones = (0..<8).map { _ in
        let shift = UInt64.random(in: 0...63, using: &generator)
        return ZoneStatistics(
          cells: .random(in: 0...8, using: &generator) * (UInt32.max / 8),
          channels: ChannelSums(
            generator.next() >> shift, generator.next() >> shift, generator.next() >> shift))
      }
      let statistics = try FrameStatistics(
        geometry: geometry, signal: signal, zones: zones,
        histogram: [UInt32](repeating: 0, count: 256))
      if let found = estimator.estimate(statistics, response: .sRGB, inForce: .unity) {
        #expect((0...1).contains(found.confidence))
      }
    }
  }

  /// The same bits on every processor.
  @Test func theResultIsTheSameToTheBit() throws {
    let statistics = try EstimatorScenes.rgb { x, y in
      (20 + (x * 37 + y * 11) % 180, 30 + (x * 17 + y * 29) % 190, 10 + (x * 5 + y * 41) % 150)
    }
    let found = try #require(EstimatorScenes.estimate(.combined, statistics, response: .sRGB))
    let bits = [found.red, found.blue, found.confidence].map { String($0.bitPattern, radix: 16) }
    print("bits: \(bits)")
    #expect(bits == ["3ff40cde2e09d13f", "3fe6c94a9ad4f8fb", "3f44cf6584189109"])
  }
}
