import Frames
import Metering
import Photometry
import Statistics
import Testing

/// How close the light of frames and zones comes to the mean over pixels.
@Suite struct LightOfCodesTests {
  static let curves: [(name: String, curve: ResponseCurve)] = [
    ("sRGB", .sRGB), ("BT.709", .bt709), ("gamma 2.2", gamma22), ("linear", .linear),
  ]

  enum Scene: String, CaseIterable {
    case noise, extremes, gradient, edges, texture

    func frame(range: SignalRange = .full) throws -> GreyFrame {
      var generator = Generator(seed: 20_261_206)
      return try GreyFrame(320, 240, range: range) { x, y in
        switch self {
        case .noise: Int.random(in: 16...235, using: &generator)
        case .extremes: [16, 235][Int.random(in: 0...1, using: &generator)]
        case .gradient: 16 + (x + y) * 219 / 558
        // Bars that no zone border falls on, of all heights.
        case .edges: x / 13 % 2 == 0 ? 20 : 20 + y * 210 / 239
        case .texture: 100 + x % 7 * 9 + y % 5 * 14
        }
      }
    }
  }

  @Test(arguments: Scene.allCases, curves)
  func averageIsExactThroughTheHistogram(
    _ scene: Scene, _ curve: (name: String, curve: ResponseCurve)
  ) throws {
    for range in [SignalRange.full, .limited] {
      let frame = try scene.frame(range: range)
      let found = try metered(
        frame.statistics(StatisticsConfiguration(decimation: .every)), .average,
        response: curve.curve)
      #expect(abs(found.linear - frame.meanLight(curve.curve)) <= 1e-12)
      #expect(found.exposureValue == ExposureValue(linear: found.linear))
    }
  }

  /// Deep and mosaic frames are linear; their average doesn't suffer from the bins' width, which
  /// in a dark frame is more than the light.
  @Test(arguments: [
    (PixelFormat.grey(.bits10), 5), (.grey(.bits12), 3), (.grey(.bits16), 20),
    (.bayer(.rggb, .bits8), 1), (.bayer(.rggb, .bits12), 2), (.bayer(.rggb, .bits16), 40),
    (.grey(.bits16), 60_000),
  ])
  func averageOfLinearFramesIsExact(_ format: PixelFormat, _ code: Int) throws {
    let layout = try FrameLayout(format: format, width: 64, height: 48)
    let bytes = (0..<layout.byteCounts[0]).map { index in
      format.bitDepth == 8 ? UInt8(code) : UInt8(index % 2 == 0 ? code & 255 : code >> 8)
    }
    var extractor = try StatisticsExtractor(layout)
    let statistics = try extractor.extract(FrameView(layout, bytes.span))
    let found = try metered(statistics, .average, response: .linear)
    let light = Double(code) / Double((1 << format.bitDepth) - 1)
    #expect(abs(found.linear - light) <= 1e-12)
  }

  /// The worst error of a zone's light, with histograms of every sample and of each decimation given.
  private static func worstErrors(
    _ frame: GreyFrame, _ curve: ResponseCurve, _ decimations: [HistogramDecimation]
  ) throws -> [Double] {
    var pixelMeans: [Double] = []
    return try decimations.map { decimation in
      let statistics = try frame.statistics(StatisticsConfiguration(decimation: decimation))
      let found = try metered(statistics, .average, response: curve)
      if pixelMeans.isEmpty { pixelMeans = frame.meanLights(curve, statistics.geometry) }
      return zip(found.zoneLuminances, pixelMeans).map { abs($0 - $1) }.max()!
    }
  }

  @Test(arguments: Scene.allCases, curves)
  func zonesAreCloseToThePixelMeans(
    _ scene: Scene, _ curve: (name: String, curve: ResponseCurve)
  ) throws {
    let worst = try Self.worstErrors(scene.frame(), curve.curve, [.every])[0]
    print("zone light: \(scene) \(curve.name): worst error \(worst)")
    #expect(worst <= 0.005)
  }

  static let photographs = [
    "chelsea.png", "coins.png", "text.png", "rocket.jpg", "test_inside.jpeg", "crusader.jpeg",
    "beetle/DSC_0373.jpg",
  ]

  @Test(arguments: photographs)
  func zonesOfPhotographsAreCloseToThePixelMeans(_ name: String) throws {
    let frame = try GreyFrame(luma: recorded(name))
    // Megapixels take a while by the loop; the other curves were no worse there.
    let curves = frame.codes.count > 1_000_000 ? Self.curves.prefix(1) : Self.curves.prefix(3)
    for curve in curves {
      let worst = try Self.worstErrors(frame, curve.curve, [.every, .by4x4])
      print("zone light: \(name) \(curve.name): worst \(worst[0]), decimated 4×4 \(worst[1])")
      #expect(worst[0] <= 0.005)
      #expect(worst[1] <= 0.12)
    }
  }

  /// A curve below 1 is infinitely steep at black, one above is flat there.
  @Test(arguments: [0.1, 0.45, 0.5, 1, 2.2, 10])
  func everyExponentGivesFiniteZones(_ exponent: Double) throws {
    let curve = try ResponseCurve.gamma(exponent)
    for scene in 0..<3 {
      let frame = try GreyFrame(160, 120) { x, y in
        [0, x < 80 ? 0 : 255, x % 3 == 0 ? 0 : 1][scene]
      }
      for (name, pattern) in allPatterns {
        let found = try metered(frame.statistics(), pattern, response: curve)
        #expect(found.linear.isFinite && found.exposureValue.stops.isFinite, "\(name)")
        #expect(found.zoneLuminances.allSatisfy { (0...1).contains($0) }, "\(name)")
        #expect(found.contrast.isFinite, "\(name)")
      }
    }
  }
}
