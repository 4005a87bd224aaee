import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Formats")
struct FormatTests {
  /// A scene of one colour: 40 %, 20 % and 10 % of full scale at 10 ms.
  static let orange: Scene? = {
    let full = Float(10_000 / 1800 / 0.01)
    return try? Scene(
      width: 1, height: 1, red: [0.4 * full], green: [0.2 * full], blue: [0.1 * full])
  }()

  private func frame(
    _ format: PixelFormat, width: Int = 6, height: Int = 4,
    _ change: (inout CameraDescription) -> Void = { _ in }
  ) throws -> SimulatedFrame {
    var description = Rig.plain(width: width, height: height, format: format)
    change(&description)
    var camera = try SimulatedCamera(description, scenes: [try #require(Self.orange)])
    return camera.nextFrame()
  }

  @Test("a mosaic has each colour at its place", arguments: CFAOrder.allCases)
  func mosaic(order: CFAOrder) throws {
    let frame = try frame(.bayer(order, .bits10)) { $0.sensor.bitDepth = 10 }
    let sites = order.sites
    let quad = [(0, 0, sites.0), (1, 0, sites.1), (0, 1, sites.2), (1, 1, sites.3)]
    for (x, y, site) in quad {
      let expected =
        switch site {
        case .red: 409
        case .greenOnRedRow, .greenOnBlueRow: 205
        case .blue: 102
        }
      #expect(Rig.sample(frame, x, y) == expected)
      #expect(Rig.sample(frame, x + 4, y + 2) == expected)
    }
  }

  @Test("deep formats hold the converter's codes scaled, in either alignment")
  func depths() throws {
    // Grey is 0.299 · 0.4 + 0.587 · 0.2 + 0.114 · 0.1 = 0.2484 of full scale.
    #expect(Rig.sample(try frame(.grey(.bits12)), 0, 0) == 1017)
    #expect(Rig.sample(try frame(.grey(.bits8)), 0, 0) == 63)
    #expect(Rig.sample(try frame(.grey(.bits16)), 5, 3) == (1017 * 65_535 + 2047) / 4095)
  }

  /// Y, Cb and Cr of the colour in full precision, by BT.601.
  private func expected(_ span: Double, _ chroma: Double, _ black: Double) -> [Double] {
    let luma = 0.299 * 0.4 + 0.587 * 0.2 + 0.114 * 0.1
    return [
      black + span * luma, 128 + chroma * (0.1 - luma) / 1.772,
      128 + chroma * (0.4 - luma) / 1.402,
    ]
  }

  @Test("colour differences follow BT.601 in both ranges")
  func yuv() throws {
    for (range, wanted) in [
      (SignalRange.limited, expected(219, 224, 16)), (.full, expected(255, 255, 0)),
    ] {
      let frame = try frame(.packedYUV(.yuyv), width: 5, height: 3) { $0.range = range }
      #expect(frame.layout.range == range)
      for (place, index) in [(0, 0), (1, 1), (2, 0), (3, 2), (8, 0), (9, 1), (10, 0), (11, 2)] {
        #expect(abs(Double(frame.bytes[place]) - wanted[index]) <= 1, "byte \(place)")
      }
    }
  }

  @Test("packed orders put the same four bytes elsewhere")
  func orders() throws {
    let yuyv = try frame(.packedYUV(.yuyv)).bytes
    for (order, places) in [
      (PixelFormat.PackedYUVOrder.uyvy, [1, 0, 3, 2]), (.yvyu, [0, 3, 2, 1]),
      (.vyuy, [3, 0, 1, 2]),
    ] {
      let bytes = try frame(.packedYUV(order)).bytes
      #expect((0..<4).map { bytes[$0] } == places.map { yuyv[$0] })
    }
  }

  @Test("semi-planar pictures of odd sizes, with padding left alone")
  func semiPlanar() throws {
    let packed = try frame(.packedYUV(.yuyv), width: 5, height: 3).bytes
    for (subsampling, rows) in [(PixelFormat.ChromaSubsampling.yuv420, 2), (.yuv422, 3)] {
      let frame = try frame(.semiPlanarYUV(subsampling, .cbCr), width: 5, height: 3) {
        $0.stride = 8
      }
      #expect(frame.bytes.count == frame.layout.byteCounts[0])
      for y in 0..<3 {
        #expect((0..<5).allSatisfy { frame.bytes[y * 8 + $0] == packed[0] })
        #expect((5..<8).allSatisfy { frame.bytes[y * 8 + $0] == 0xFF })
      }
      for y in 0..<rows {
        let place = 24 + y * 8
        #expect((0..<3).allSatisfy { frame.bytes[place + 2 * $0] == packed[1] })
        #expect((0..<3).allSatisfy { frame.bytes[place + 2 * $0 + 1] == packed[3] })
      }
    }
  }

  @Test(
    "frames fit their layouts",
    arguments: [
      PixelFormat.grey(.bits8), .grey(.bits10), .bayer(.bggr, .bits14), .packedYUV(.vyuy),
      .semiPlanarYUV(.yuv420, .crCb),
    ])
  func fits(format: PixelFormat) throws {
    let frame = try frame(format, width: 7, height: 5) { $0.sensor.noise = Sensor.Noise() }
    _ = try FrameView(frame.layout, frame.bytes.span)
  }

  @Test("nothing that a scene or a control can say traps")
  func extremes() throws {
    for format in [PixelFormat.grey(.bits8), .bayer(.rggb, .bits16), .packedYUV(.yuyv)] {
      for radiance in [0, 1e10, .nan] {
        var description = Rig.plain(width: 3, height: 3, format: format)
        description.sensor.noise = Sensor.Noise(read: 1e6, late: 1e6)
        description.sensor.responsivity = 1e9
        description.processing = PictureProcessing(sharpening: .nan, denoising: .max)
        description.firmware.speed = .nan
        description.controls.append(.toggle(.autoWhiteBalance, defaultValue: 1))
        let script = SceneScript(
          events: [.light(at: 0, stops: 1e9), .light(at: .nan, stops: 1)],
          rectangles: [
            .init(start: -.infinity, end: 9, from: .full, effect: .stops(.infinity)),
            .init(start: 0, end: .infinity, from: .full, effect: .radiance(.nan)),
          ],
          flicker: Flicker(frequency: .infinity, depth: .nan, phase: .nan))
        var camera = try SimulatedCamera(
          description, scenes: [Scene(uniform: radiance)], script: script)
        try camera.write(.exposureTime, .max)
        try camera.write(.exposurePriority, 1)
        try camera.write(.gain, radiance == 0 ? 0 : 255)
        #expect(camera.nextFrame().sequence == 0)
        #expect(camera.nextFrame().sequence == 1)
      }
    }
  }
}
