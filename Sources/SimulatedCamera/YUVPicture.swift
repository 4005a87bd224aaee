internal import Frames

/// Luma of every pixel and colour differences of every 2×1 or 2×2 pixels, before packing.
struct YUVPicture {
  var luma: [Int32]
  private(set) var blueDifference: [UInt8]
  private(set) var redDifference: [UInt8]
  private let width: Int
  private let height: Int
  private let pairsPerRow: Int
  private let rowsPerChroma: Int
  private let levels: SignalLevels
  private let chromaSpan: Int
  /// Weights of red, green and blue in luma, in 1/16,384; their sum is 16,384.
  private let weights: (red: Int32, green: Int32, blue: Int32)
  /// Sums of encoded blue, red and luma under each colour difference that is being filled.
  private var blueSums: [Int32]
  private var redSums: [Int32]
  private var lumaSums: [Int32]

  init(_ layout: FrameLayout) {
    width = layout.width
    height = layout.height
    pairsPerRow = (width + 1) / 2
    if case .semiPlanarYUV(.yuv420, _) = layout.format {
      rowsPerChroma = 2
    } else {
      rowsPerChroma = 1
    }
    levels = layout.levels
    // Limited range: 224 codes from end to end (ITU-R BT.601-7, 2.5.3); full range: 255.
    chromaSpan = layout.range == .limited ? 224 : 255
    switch layout.matrix {
    case .bt601: weights = (4_899, 9_617, 1_868)
    case .bt709: weights = (3_483, 11_718, 1_183)
    }
    let chromaCount = pairsPerRow * ((height + rowsPerChroma - 1) / rowsPerChroma)
    luma = [Int32](repeating: 0, count: width * height)
    blueDifference = []
    blueDifference.reserveCapacity(chromaCount)
    redDifference = blueDifference
    blueSums = [Int32](repeating: 0, count: pairsPerRow)
    redSums = blueSums
    lumaSums = blueSums
  }

  /// Takes a row of encoded values in 1/65,536; rows come in order.
  mutating func put(red: [Int32], green: [Int32], blue: [Int32], row: Int) {
    let (span, black) = (Int32(levels.white - levels.black), Int32(levels.black))
    let (width, base) = (self.width, row * self.width)
    var x = 0
    while x < width {
      let pair = x >> 1
      // An odd row's last pair has one pixel.
      let end = min(x + 2, width)
      var (blueSum, redSum, lumaSum): (Int32, Int32, Int32) = (0, 0, 0)
      while x < end {
        let (r, g, b) = (red[x], green[x], blue[x])
        // At most 65,536 · 16,384, which 32 bits hold.
        let value = (weights.red * r + weights.green * g + weights.blue * b) >> 14
        luma[base + x] = black + (value * span + 32_768) >> 16
        blueSum += b
        redSum += r
        lumaSum += value
        x += 1
      }
      blueSums[pair] += blueSum
      redSums[pair] += redSum
      lumaSums[pair] += lumaSum
    }
    guard (row + 1) % rowsPerChroma == 0 || row + 1 == height else { return }
    emitChroma(rows: row % rowsPerChroma + 1)
  }

  private mutating func emitChroma(rows: Int) {
    // Cb = (B − Y) / (2 (1 − weight of blue)), BT.601-7 item 2.5.2; likewise Cr. Factors to 1/2³³ of
    // a code spare a division a pair.
    let pixels = Double(rows * 2)
    let scale = Double(chromaSpan) * 16_384 * 65_536 / pixels
    let blueFactor = Int((scale / Double(16_384 - weights.blue)).rounded())
    let redFactor = Int((scale / Double(16_384 - weights.red)).rounded())
    for pair in 0..<pairsPerRow {
      // An odd row's last pair counts double.
      let single = 2 * pair + 1 == width ? 2 : 1
      let blue = Int(blueSums[pair] - lumaSums[pair]) * blueFactor * single
      let red = Int(redSums[pair] - lumaSums[pair]) * redFactor * single
      blueDifference.append(Self.code(blue))
      redDifference.append(Self.code(red))
      (blueSums[pair], redSums[pair], lumaSums[pair]) = (0, 0, 0)
    }
  }

  /// The code of a difference in 1/2³³ of a code: 128 and the difference, rounded.
  private static func code(_ parts: Int) -> UInt8 {
    UInt8(min(max(128 + (parts + 1 << 32) >> 33, 0), 255))
  }
}
