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
  /// Weights of red, green and blue in luma, in 1/65,536; their sum is 65,536.
  private let weights: (red: Int, green: Int, blue: Int)
  /// Sums of encoded blue, red and luma under each colour difference that is being filled.
  private var blueSums: [Int]
  private var redSums: [Int]
  private var lumaSums: [Int]

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
    case .bt601: weights = (19_595, 38_470, 7_471)
    case .bt709: weights = (13_933, 46_871, 4_732)
    }
    let chromaCount = pairsPerRow * ((height + rowsPerChroma - 1) / rowsPerChroma)
    luma = []
    luma.reserveCapacity(width * height)
    blueDifference = []
    blueDifference.reserveCapacity(chromaCount)
    redDifference = blueDifference
    blueSums = [Int](repeating: 0, count: pairsPerRow)
    redSums = blueSums
    lumaSums = blueSums
  }

  /// Takes a row of encoded values in 1/65,536; rows come in order.
  mutating func put(red: [Int32], green: [Int32], blue: [Int32], row: Int) {
    let (span, black) = (levels.white - levels.black, levels.black)
    for x in 0..<width {
      let (r, g, b) = (Int(red[x]), Int(green[x]), Int(blue[x]))
      let value = (weights.red * r + weights.green * g + weights.blue * b) >> 16
      luma.append(Int32(black + (value * span + 32_768) >> 16))
      let pair = x >> 1
      blueSums[pair] += b
      redSums[pair] += r
      lumaSums[pair] += value
    }
    guard (row + 1) % rowsPerChroma == 0 || row + 1 == height else { return }
    emitChroma(rows: row % rowsPerChroma + 1)
  }

  private mutating func emitChroma(rows: Int) {
    // Cb = (B − Y) / (2 (1 − weight of blue)), BT.601-7 item 2.5.2; likewise Cr.
    let (blueRange, redRange) = (2 * (65_536 - weights.blue), 2 * (65_536 - weights.red))
    for pair in 0..<pairsPerRow {
      let pixels = rows * min(2, width - 2 * pair)
      let blue = (blueSums[pair] - lumaSums[pair]) * chromaSpan / (pixels * blueRange / 2)
      let red = (redSums[pair] - lumaSums[pair]) * chromaSpan / (pixels * redRange / 2)
      // Twice the code, so that halves round away from zero alike.
      blueDifference.append(Self.code(blue))
      redDifference.append(Self.code(red))
      (blueSums[pair], redSums[pair], lumaSums[pair]) = (0, 0, 0)
    }
  }

  private static func code(_ twice: Int) -> UInt8 {
    UInt8(min(max((twice + 257) >> 1, 0), 255))
  }
}
