public import Frames
public import Photometry

/// Applies gains to the pixels of a picture in place, for previews.
///
/// 8-bit RGB of every order and packed 4:2:2 YUV. Channels are turned into light by the response curve,
/// multiplied, and encoded again, by tables of 256 codes: results are within half a code of RGB, within
/// two codes of YUV, whose channels are rounded to codes in between and whose pairs share their chroma.
/// What gets brighter than white is white.
public struct PixelGains: Sendable {
  /// Why pixels were left as they are.
  public enum Failure: Error, Hashable, Sendable {
    /// The format is neither 8-bit RGB nor packed YUV; convert the picture first.
    case unsupportedFormat(PixelFormat)
    /// There are fewer bytes than the layout needs; hand over the whole frame.
    case tooFewBytes(given: Int, needed: Int)
  }

  /// The code behind gains for each code, of 0…255 between black and white.
  private let red: [UInt8]
  private let green: [UInt8]
  private let blue: [UInt8]
  private let isUnity: Bool

  /// Prepares gains.
  ///
  /// - Parameters:
  ///   - gains: The factors of linear light.
  ///   - response: How codes are turned into linear light.
  public init(_ gains: ChannelGains, response: ResponseCurve) {
    func table(_ gain: Double) -> [UInt8] {
      (0...255).map { code in
        let light = response.linear(fromEncoded: Double(code) / 255) * gain
        let encoded = response.encoded(fromLinear: min(max(light, 0), 1))
        return UInt8((min(max(encoded, 0), 1) * 255).rounded())
      }
    }
    red = table(gains.red)
    green = table(gains.green)
    blue = table(gains.blue)
    isUnity = gains.red == 1 && gains.green == 1 && gains.blue == 1
  }

  /// Applies the gains.
  ///
  /// - Parameters:
  ///   - pixels: The frame's bytes.
  ///   - layout: Where its samples lie, and which codes are black and white.
  /// - Throws: ``Failure``; nothing is changed then.
  public func apply(
    to pixels: inout MutableSpan<UInt8>, layout: FrameLayout
  ) throws(Failure) {
    let needed = layout.byteCounts.first ?? 0
    switch layout.format {
    case .rgb(_, .bits8), .packedYUV: break
    default: throw .unsupportedFormat(layout.format)
    }
    guard let plane = layout.planes.first, pixels.count >= needed else {
      throw .tooFewBytes(given: pixels.count, needed: needed)
    }
    if isUnity { return }
    for y in 0..<layout.height {
      let start = plane.offset + y * plane.stride
      switch layout.format {
      case .rgb(let order, _): apply(&pixels, start, layout.width, order)
      case .packedYUV(let order):
        apply(&pixels, start, layout.width / 2, order, PairMatrix(layout))
      default: break
      }
    }
  }

  private func apply(
    _ pixels: inout MutableSpan<UInt8>, _ start: Int, _ width: Int, _ order: PixelFormat.RGBOrder
  ) {
    let places = order.componentOffsets
    var place = start
    for _ in 0..<width {
      pixels[place + places.red] = red[Int(pixels[place + places.red])]
      pixels[place + places.green] = green[Int(pixels[place + places.green])]
      pixels[place + places.blue] = blue[Int(pixels[place + places.blue])]
      place += order.componentCount
    }
  }

  private func apply(
    _ pixels: inout MutableSpan<UInt8>, _ start: Int, _ pairs: Int,
    _ order: PixelFormat.PackedYUVOrder,
    _ matrix: PairMatrix
  ) {
    let luma = order == .yuyv || order == .yvyu ? 0 : 1
    let isCbFirst = order == .yuyv || order == .uyvy
    let (cb, cr) = isCbFirst ? (1 - luma, 3 - luma) : (3 - luma, 1 - luma)
    for pair in 0..<pairs {
      let place = start + 4 * pair
      let (chromaBlue, chromaRed) = (Int(pixels[place + cb]) - 128, Int(pixels[place + cr]) - 128)
      var sums = (luma: 0, blue: 0, red: 0)
      for pixel in 0...1 {
        let at = place + luma + 2 * pixel
        let colour = matrix.colour(Int(pixels[at]), chromaBlue, chromaRed)
        let (r, g, b) = (
          Int(red[colour.red]), Int(green[colour.green]), Int(blue[colour.blue])
        )
        let value = matrix.luma(r, g, b)
        pixels[at] = matrix.lumaCode(value)
        sums = (sums.luma + value, sums.blue + b, sums.red + r)
      }
      pixels[place + cb] = matrix.chromaCode(sums.blue, sums.luma, matrix.toCb)
      pixels[place + cr] = matrix.chromaCode(sums.red, sums.luma, matrix.toCr)
    }
  }
}

/// The conversion of a pair of pixels between YUV codes and RGB of 0…255 (ITU-R BT.601-7 section 2.5,
/// BT.709-6 section 3), in 65,536ths.
private struct PairMatrix {
  private let black: Int
  private let toLight: Int
  private let span: Int
  private let crToRed: Int
  private let cbToBlue: Int
  private let crToGreen: Int
  private let cbToGreen: Int
  private let weights: (red: Int, green: Int, blue: Int)
  let toCb: Int
  let toCr: Int

  init(_ layout: FrameLayout) {
    let (kr, kb) = layout.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    func fixed(_ value: Double) -> Int { Int((value * 65_536).rounded()) }
    let chroma = layout.range == .limited ? 224.0 : 255
    black = layout.levels.black
    span = max(layout.levels.white - layout.levels.black, 1)
    toLight = fixed(255 / Double(span))
    crToRed = fixed(2 * (1 - kr) * 255 / chroma)
    cbToBlue = fixed(2 * (1 - kb) * 255 / chroma)
    crToGreen = fixed(-2 * (1 - kr) * kr / kg * 255 / chroma)
    cbToGreen = fixed(-2 * (1 - kb) * kb / kg * 255 / chroma)
    weights = (fixed(kr), 65_536 - fixed(kr) - fixed(kb), fixed(kb))
    toCb = fixed(chroma / 255 / (2 * (1 - kb)))
    toCr = fixed(chroma / 255 / (2 * (1 - kr)))
  }

  /// The codes of red, green and blue, 0…255.
  func colour(_ y: Int, _ cb: Int, _ cr: Int) -> (red: Int, green: Int, blue: Int) {
    let light = (y - black) * toLight
    func code(_ value: Int) -> Int { min(max((value + 32_768) >> 16, 0), 255) }
    return (
      code(light + crToRed * cr), code(light + cbToGreen * cb + crToGreen * cr),
      code(light + cbToBlue * cb)
    )
  }

  /// The luma of codes in 65,536ths.
  func luma(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    weights.red * red + weights.green * green + weights.blue * blue
  }

  func lumaCode(_ value: Int) -> UInt8 {
    UInt8(clamping: black + (value * span / 255 + 32_768) >> 16)
  }

  /// The code of a chroma of two pixels' sums: of a channel in codes and of luma in 65,536ths.
  func chromaCode(_ channel: Int, _ luma: Int, _ scale: Int) -> UInt8 {
    let apart = (channel * 65_536 - luma) / 2
    return UInt8(clamping: 128 + ((apart >> 8) * (scale >> 8) + 32_768) >> 16)
  }
}
