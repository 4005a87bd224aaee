internal import Frames
internal import Photometry
internal import Recordings
internal import WhiteBalance

/// A frame as 8-bit RGB for the eye, with what is clipped marked; not fast, for pictures only.
///
/// Bayer quads become one pixel each. Without gains, linear frames are encoded by sRGB's
/// curve.
struct PreviewImage {
  struct Pixel {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var isClippedHigh: Bool
    var isClippedLow: Bool
  }

  let width: Int
  let height: Int
  /// Pixels of the frame that a pixel of the preview stands for: 2 of Bayer formats, else 1.
  let scale: Int
  let pixels: [Pixel]

  /// Takes a frame's pixels.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - response: How its codes became of light.
  ///   - gains: What linear light is multiplied by; the result is then encoded by sRGB's curve, whatever
  ///     the frame's.
  /// - Throws: What the frame's memory was refused for.
  init(
    _ frame: RecordedFrame, response: ResponseCurve, gains: ChannelGains? = nil
  ) throws(FrameViewError) {
    let view = try FrameView(frame.layout, frame.bytes.span)
    let layout = frame.layout
    if case .bayer = layout.format { scale = 2 } else { scale = 1 }
    width = layout.width / scale
    height = layout.height / scale
    let reader = PixelReader(layout)
    let isLinear = response == .linear
    let greatest = (1 << layout.format.bitDepth) - 1
    func display(_ gain: Double?) -> [UInt8] {
      (0...greatest).map { code in
        let value = layout.levels.normalised(Double(code))
        if let gain {
          let light = response.linear(fromEncoded: value) * gain
          return UInt8(
            (ResponseCurve.sRGB.encoded(fromLinear: min(max(light, 0), 1)) * 255).rounded())
        }
        let encoded =
          isLinear ? ResponseCurve.sRGB.encoded(fromLinear: value) : min(max(value, 0), 1)
        return UInt8((encoded * 255).rounded())
      }
    }
    let red = display(gains?.red)
    let green = gains == nil ? red : display(gains?.green)
    let blue = gains == nil ? red : display(gains?.blue)
    var pixels: [Pixel] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let codes = reader.codes(view, x: x * scale, y: y * scale)
        let peak = max(codes.red, codes.green, codes.blue)
        pixels.append(
          Pixel(
            red: red[min(max(codes.red, 0), greatest)],
            green: green[min(max(codes.green, 0), greatest)],
            blue: blue[min(max(codes.blue, 0), greatest)],
            isClippedHigh: peak >= layout.levels.clippedHigh,
            isClippedLow: peak <= layout.levels.clippedLow))
      }
    }
    self.pixels = pixels
  }
}

/// Reads a pixel's red, green and blue in codes of the frame's depth.
struct PixelReader {
  private let layout: FrameLayout

  init(_ layout: FrameLayout) { self.layout = layout }

  func codes(
    _ view: borrowing FrameView, x: Int, y: Int
  ) -> (red: Int, green: Int, blue: Int) {
    switch layout.format {
    case .grey(let coding):
      let code = coding.sample(x, ofRow: view.row(y), alignment: layout.alignment)
      return (code, code, code)
    case .rgb(let order, let coding):
      let row = view.row(y)
      let first = x * order.componentCount
      let places = order.componentOffsets
      return (
        coding.sample(first + places.red, ofRow: row, alignment: layout.alignment),
        coding.sample(first + places.green, ofRow: row, alignment: layout.alignment),
        coding.sample(first + places.blue, ofRow: row, alignment: layout.alignment)
      )
    case .bayer(let order, let coding):
      return quad(view, x, y, order, coding)
    case .packedYUV(let order):
      let row = view.row(y)
      let luma = order == .yuyv || order == .yvyu ? 0 : 1
      let first = Int(row[x / 2 * 4 + 1 - luma])
      let second = Int(row[x / 2 * 4 + 3 - luma])
      let cbFirst = order == .yuyv || order == .uyvy
      return rgb(
        luma: Int(row[x * 2 + luma]), cb: cbFirst ? first : second, cr: cbFirst ? second : first)
    case .semiPlanarYUV(let subsampling, let order):
      let row = view.row(subsampling == .yuv420 ? y / 2 : y, ofPlane: 1)
      let (first, second) = (Int(row[x / 2 * 2]), Int(row[x / 2 * 2 + 1]))
      return rgb(
        luma: Int(view.row(y)[x]), cb: order == .cbCr ? first : second,
        cr: order == .cbCr ? second : first)
    case .planarYUV(let subsampling, let order):
      let chromaY = subsampling == .yuv420 ? y / 2 : y
      let first = Int(view.row(chromaY, ofPlane: 1)[x / 2])
      let second = Int(view.row(chromaY, ofPlane: 2)[x / 2])
      return rgb(
        luma: Int(view.row(y)[x]), cb: order == .cbCr ? first : second,
        cr: order == .cbCr ? second : first)
    case .jpeg:
      return (0, 0, 0)
    }
  }

  private func quad(
    _ view: borrowing FrameView, _ x: Int, _ y: Int, _ order: CFAOrder, _ coding: SampleCoding
  ) -> (red: Int, green: Int, blue: Int) {
    let (upper, lower) = (view.row(y), view.row(y + 1))
    let codes = [
      coding.sample(x, ofRow: upper, alignment: layout.alignment),
      coding.sample(x + 1, ofRow: upper, alignment: layout.alignment),
      coding.sample(x, ofRow: lower, alignment: layout.alignment),
      coding.sample(x + 1, ofRow: lower, alignment: layout.alignment),
    ]
    let sites = [order.sites.0, order.sites.1, order.sites.2, order.sites.3]
    func code(_ site: CFAOrder.Site) -> Int { sites.firstIndex(of: site).map { codes[$0] } ?? 0 }
    return (code(.red), max(code(.greenOnRedRow), code(.greenOnBlueRow)), code(.blue))
  }

  /// ITU-R BT.601-7 or BT.709-6, in the codes of luma.
  private func rgb(luma: Int, cb: Int, cr: Int) -> (red: Int, green: Int, blue: Int) {
    let (kr, kb) = layout.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let span = Double(layout.levels.white - layout.levels.black)
    let scale = span / (layout.range == .limited ? 224 : 255)
    let red = 2 * (1 - kr) * scale * Double(cr - 128)
    let blue = 2 * (1 - kb) * scale * Double(cb - 128)
    let green = -(kr * red + kb * blue) / (1 - kr - kb)
    return (
      luma + Int(red.rounded()), luma + Int(green.rounded()), luma + Int(blue.rounded())
    )
  }
}
