import Frames

@testable import Statistics

/// Copies a frame's rows to the places of another layout of the same format and size.
///
/// Everything between the rows is `filler`, so that a reader of padding is found out.
func moved(
  _ bytes: [UInt8], from source: FrameLayout, to target: FrameLayout, filler: UInt8 = 0xFF
) -> [[UInt8]] {
  var buffers = target.byteCounts.map { [UInt8](repeating: filler, count: $0) }
  for plane in target.planes.indices {
    for y in 0..<target.rowCount(ofPlane: plane) {
      let from = source.planes[plane].offset + y * source.planes[plane].stride
      let to = target.planes[plane].offset + y * target.planes[plane].stride
      for x in 0..<target.rowByteCount(ofPlane: plane) {
        buffers[target.planes[plane].buffer][to + x] = bytes[from + x]
      }
    }
  }
  return buffers
}

/// The statistics of a frame in one to three buffers.
func statistics(
  _ layout: FrameLayout, _ buffers: [[UInt8]],
  _ configuration: StatisticsConfiguration = StatisticsConfiguration()
) throws -> FrameStatistics {
  var extractor = try StatisticsExtractor(layout, configuration: configuration)
  let (first, second) = (buffers[0], buffers.count > 1 ? buffers[1] : [])
  let third = buffers.count > 2 ? buffers[2] : []
  switch buffers.count {
  case 1: return try extractor.extract(FrameView(layout, first.span))
  case 2: return try extractor.extract(FrameView(layout, first.span, second.span))
  default: return try extractor.extract(FrameView(layout, first.span, second.span, third.span))
  }
}

/// A frame of one-byte samples, given by a function of their places.
func grey(
  _ width: Int, _ height: Int, range: SignalRange = .full,
  _ configuration: StatisticsConfiguration = StatisticsConfiguration(
    grid: ZoneGridSize(columns: 1, rows: 1)!, decimation: .every),
  _ sample: (Int, Int) -> Int
) throws -> FrameStatistics {
  let layout = try FrameLayout(format: .grey(.bits8), width: width, height: height, range: range)
  var bytes: [UInt8] = []
  for y in 0..<height { for x in 0..<width { bytes.append(UInt8(sample(x, y))) } }
  return try statistics(layout, [bytes], configuration)
}

/// A YUYV frame of one colour.
func uniformYUYV(
  _ luma: UInt8, cb: UInt8 = 128, cr: UInt8 = 128, range: SignalRange? = nil,
  matrix: ColourMatrix = .bt601
) throws -> FrameStatistics {
  let layout = try FrameLayout(
    format: .packedYUV(.yuyv), width: 64, height: 48, range: range, matrix: matrix)
  let bytes = (0..<layout.byteCounts[0]).map { index in
    index % 2 == 0 ? luma : index % 4 == 1 ? cb : cr
  }
  return try statistics(layout, [bytes])
}

/// Stores codes row by row in a coding: packed, or in words with or without noise below the codes.
func stored(
  _ codes: [Int], width: Int, _ coding: SampleCoding, alignment: SampleAlignment = .low,
  stride: Int, noise: inout Generator
) -> [UInt8] {
  var bytes: [UInt8] = []
  for first in Swift.stride(from: 0, to: codes.count, by: width) {
    let row = codes[first..<first + width]
    var line = [UInt8](repeating: 0xFF, count: stride)
    for (x, code) in row.enumerated() {
      switch coding {
      case .bits8: line[x] = UInt8(code)
      case .bits10, .bits12, .bits14, .bits16:
        var word = code
        if alignment == .high {
          let free = 16 - coding.bitDepth
          word = code << free | Int.random(in: 0..<1 << free, using: &noise)
        }
        (line[2 * x], line[2 * x + 1]) = (UInt8(word & 255), UInt8(word >> 8))
      case .packed10:
        let (group, place) = (x / 4 * 5, x % 4)
        if place == 0 { line[group + 4] = 0 }
        line[group + place] = UInt8(code >> 2)
        line[group + 4] |= UInt8((code & 3) << (2 * place))
      case .packed12:
        let (group, place) = (x / 2 * 3, x % 2)
        if place == 0 { line[group + 2] = 0 }
        line[group + place] = UInt8(code >> 4)
        line[group + 2] |= UInt8((code & 15) << (4 * place))
      }
    }
    bytes += line
  }
  return bytes
}
