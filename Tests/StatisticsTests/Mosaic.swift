import Frames

@testable import Statistics

/// Reads the cells of a frame straight from its bytes, pixel by pixel.
struct Mosaic {
  let layout: FrameLayout
  let bytes: [UInt8]

  func byte(_ plane: Int, _ y: Int, _ x: Int) -> Int {
    Int(bytes[layout.planes[plane].offset + y * layout.planes[plane].stride + x])
  }

  /// One sample of a grey, Bayer or RGB row.
  func code(_ y: Int, _ index: Int, _ coding: SampleCoding) -> Int {
    switch coding {
    case .bits8: return byte(0, y, index)
    case .packed10:
      let group = index / 4 * 5
      return byte(0, y, group + index % 4) * 4 + (byte(0, y, group + 4) >> (index % 4 * 2)) % 4
    case .packed12:
      let group = index / 2 * 3
      return byte(0, y, group + index % 2) * 16 + (byte(0, y, group + 2) >> (index % 2 * 4)) % 16
    case .bits10, .bits12, .bits14, .bits16:
      let word = byte(0, y, 2 * index) + 256 * byte(0, y, 2 * index + 1)
      if layout.alignment == .high { return word >> (16 - coding.bitDepth) }
      return min(word, (1 << coding.bitDepth) - 1)
    }
  }

  func cells(originX: Int, originY: Int, width: Int, height: Int) -> [Oracle.Cell] {
    var cells: [Oracle.Cell] = []
    let (stepX, stepY) = step
    for y in stride(from: 0, to: height, by: stepY) {
      for x in stride(from: 0, to: width, by: stepX) {
        cells.append(cell(x, y, originX + x, originY + y))
      }
    }
    return cells
  }

  private var step: (Int, Int) {
    switch layout.format {
    case .packedYUV, .semiPlanarYUV(.yuv422, _), .planarYUV(.yuv422, _): (2, 1)
    case .semiPlanarYUV(.yuv420, _), .planarYUV(.yuv420, _): (2, 2)
    case .grey, .bayer, .rgb, .jpeg: (1, 1)
    }
  }

  private func cell(_ x: Int, _ y: Int, _ px: Int, _ py: Int) -> Oracle.Cell {
    switch layout.format {
    case .grey(let coding):
      let code = code(py, px, coding)
      return Oracle.Cell(
        x: x, y: y, lumaCodes: [code], sample: code, peak: code, channels: ChannelSums())
    case .bayer(let order, let coding):
      return quad(x, y, 2 * px, 2 * py, order, coding)
    case .rgb(let order, let coding):
      let n = order.componentCount
      let names: [Character] =
        switch order {
        case .rgb: ["r", "g", "b"]
        case .bgr: ["b", "g", "r"]
        case .xrgb: ["x", "r", "g", "b"]
        case .xbgr: ["x", "b", "g", "r"]
        case .rgbx: ["r", "g", "b", "x"]
        case .bgrx: ["b", "g", "r", "x"]
        }
      func component(_ name: Character) -> Int {
        code(py, px * n + names.firstIndex(of: name)!, coding)
      }
      let (r, g, b) = (component("r"), component("g"), component("b"))
      let luma =
        layout.matrix == .bt601
        ? (77 * r + 150 * g + 29 * b + 128) / 256 : (54 * r + 183 * g + 19 * b + 128) / 256
      return Oracle.Cell(
        x: x, y: y, lumaCodes: [luma], sample: luma, peak: max(r, g, b),
        channels: ChannelSums(UInt64(r), UInt64(g), UInt64(b)))
    case .packedYUV(let order):
      let places: (y0: Int, y1: Int, cb: Int, cr: Int) =
        switch order {
        case .yuyv: (0, 2, 1, 3)
        case .yvyu: (0, 2, 3, 1)
        case .uyvy: (1, 3, 0, 2)
        case .vyuy: (1, 3, 2, 0)
        }
      let b = (0..<4).map { byte(0, py, px * 2 + $0) }
      return yuv(x, y, [b[places.y0], b[places.y1]], cb: b[places.cb], cr: b[places.cr])
    case .semiPlanarYUV(let subsampling, let order):
      let row = subsampling == .yuv420 ? py / 2 : py
      let pair = [byte(1, row, px), byte(1, row, px + 1)]
      return yuv(
        x, y, lumas(px, py, subsampling), cb: pair[order == .cbCr ? 0 : 1],
        cr: pair[order == .cbCr ? 1 : 0])
    case .planarYUV(let subsampling, let order):
      let row = subsampling == .yuv420 ? py / 2 : py
      return yuv(
        x, y, lumas(px, py, subsampling), cb: byte(order == .cbCr ? 1 : 2, row, px / 2),
        cr: byte(order == .cbCr ? 2 : 1, row, px / 2))
    case .jpeg: fatalError("no layout has this format")
    }
  }

  private func lumas(_ px: Int, _ py: Int, _ subsampling: PixelFormat.ChromaSubsampling) -> [Int] {
    let upper = [byte(0, py, px), byte(0, py, px + 1)]
    return subsampling == .yuv420
      ? upper + [byte(0, py + 1, px), byte(0, py + 1, px + 1)] : upper
  }

  private func quad(
    _ x: Int, _ y: Int, _ px: Int, _ py: Int, _ order: CFAOrder, _ coding: SampleCoding
  ) -> Oracle.Cell {
    let codes = [
      code(py, px, coding), code(py, px + 1, coding), code(py + 1, px, coding),
      code(py + 1, px + 1, coding),
    ]
    let u = codes.map { UInt64($0) }
    let channels =
      switch order {
      case .rggb: ChannelSums(u[0], u[1], u[3], u[2])
      case .grbg: ChannelSums(u[1], u[0], u[2], u[3])
      case .gbrg: ChannelSums(u[2], u[3], u[1], u[0])
      case .bggr: ChannelSums(u[3], u[2], u[0], u[1])
      }
    let sum = codes.reduce(0, +)
    return Oracle.Cell(
      x: x, y: y, lumaCodes: codes, sample: coding.bitDepth == 16 ? sum / 4 : sum,
      peak: codes.max()!, channels: channels)
  }

  /// The peak is judged in sixty-fourths of a luma code, rounded to nearest, as documented.
  private func yuv(_ x: Int, _ y: Int, _ lumas: [Int], cb: Int, cr: Int) -> Oracle.Cell {
    let (kr, kb) = layout.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    let span = Double(layout.levels.white - layout.levels.black)
    let scale = 64 * span / (layout.range == .limited ? 224 : 255)
    func term(_ factor: Double) -> Int { Int((factor * scale).rounded()) }
    func sixtyFourths(_ value: Int) -> Int { Int((Double(value + 32) / 64).rounded(.down)) }
    let red = sixtyFourths(term(2 * (1 - kr)) * (cr - 128))
    let blue = sixtyFourths(term(2 * (1 - kb)) * (cb - 128))
    let green = sixtyFourths(
      -term(2 * (1 - kb) * kb / kg) * (cb - 128) - term(2 * (1 - kr) * kr / kg) * (cr - 128))
    return Oracle.Cell(
      x: x, y: y, lumaCodes: lumas, sample: 0, peak: lumas.max()! + max(0, red, green, blue),
      channels: ChannelSums(UInt64(cb), UInt64(cr)))
  }
}
