internal import Frames

/// Lays a picture's codes out in memory; padding is 0xFF, so that whoever meters it is found out.
struct FramePacker {
  private(set) var bytes: [UInt8]
  private let layout: FrameLayout

  init(_ layout: FrameLayout) {
    self.layout = layout
    bytes = [UInt8](repeating: 0xFF, count: layout.byteCounts[0])
  }

  /// A row of a grey or mosaic picture.
  mutating func putSamples(_ codes: [Int32], row: Int) {
    var place = layout.planes[0].offset + row * layout.planes[0].stride
    guard layout.format.storesWords else {
      for code in codes {
        bytes[place] = UInt8(truncatingIfNeeded: code)
        place += 1
      }
      return
    }
    let shift = layout.alignment == .high ? 16 - layout.format.bitDepth : 0
    for code in codes {
      let word = code << Int32(shift)
      bytes[place] = UInt8(truncatingIfNeeded: word)
      bytes[place + 1] = UInt8(truncatingIfNeeded: word >> 8)
      place += 2
    }
  }

  /// A whole YUV picture, packed or semi-planar.
  mutating func put(_ picture: YUVPicture) {
    switch layout.format {
    case .packedYUV(let order): putPacked(picture, order)
    case .semiPlanarYUV(_, let order): putSemiPlanar(picture, order)
    case .grey, .bayer, .planarYUV, .rgb, .jpeg: break
    }
  }

  private mutating func putPacked(_ picture: YUVPicture, _ order: PixelFormat.PackedYUVOrder) {
    // The places of Y0, Y1, Cb and Cr in a pair's four bytes.
    let (first, second, cb, cr) =
      switch order {
      case .yuyv: (0, 2, 1, 3)
      case .uyvy: (1, 3, 0, 2)
      case .yvyu: (0, 2, 3, 1)
      case .vyuy: (1, 3, 2, 0)
      }
    let (width, pairs) = (layout.width, (layout.width + 1) / 2)
    for y in 0..<layout.height {
      var place = layout.planes[0].offset + y * layout.planes[0].stride
      for pair in 0..<pairs {
        let pixel = y * width + 2 * pair
        let next = min(pixel + 1, y * width + width - 1)
        bytes[place + first] = UInt8(truncatingIfNeeded: picture.luma[pixel])
        bytes[place + second] = UInt8(truncatingIfNeeded: picture.luma[next])
        bytes[place + cb] = picture.blueDifference[y * pairs + pair]
        bytes[place + cr] = picture.redDifference[y * pairs + pair]
        place += 4
      }
    }
  }

  private mutating func putSemiPlanar(_ picture: YUVPicture, _ order: PixelFormat.ChromaOrder) {
    let (width, pairs) = (layout.width, (layout.width + 1) / 2)
    for y in 0..<layout.height {
      let place = layout.planes[0].offset + y * layout.planes[0].stride
      for x in 0..<width {
        bytes[place + x] = UInt8(truncatingIfNeeded: picture.luma[y * width + x])
      }
    }
    let swap = order == .crCb ? 1 : 0
    for row in 0..<picture.blueDifference.count / pairs {
      let place = layout.planes[1].offset + row * layout.planes[1].stride
      for pair in 0..<pairs {
        bytes[place + 2 * pair + swap] = picture.blueDifference[row * pairs + pair]
        bytes[place + 2 * pair + 1 - swap] = picture.redDifference[row * pairs + pair]
      }
    }
  }
}
