internal import Frames

/// How far red, green and blue lie above luma, for a code of Cb and Cr, in 1/64 of a luma code.
///
/// From R = Y + 2(1 − Kr)(Cr), B = Y + 2(1 − Kb)(Cb), and G from the luma equation (ITU-R BT.601-7
/// section 2.5, BT.709-6 section 3): scaled by 219/224 where luma and chroma are in video range, so
/// that the result compares with luma codes. Sixty-fourths keep 127 × 1.86 inside 16 signed bits.
struct ChromaTerms: Hashable {
  let crToRed: Int
  let cbToBlue: Int
  let cbToGreen: Int
  let crToGreen: Int

  init(_ matrix: ColourMatrix, levels: SignalLevels, isLimited: Bool) {
    let (kr, kb) = matrix.redAndBlueWeights
    let kg = 1 - kr - kb
    let span = Double(levels.white - levels.black)
    // Full-range differences span 255 codes like luma; sensor-like levels scale luma alone.
    let scale = 64 * span / (isLimited ? 224 : 255)
    crToRed = Int((2 * (1 - kr) * scale).rounded())
    cbToBlue = Int((2 * (1 - kb) * scale).rounded())
    cbToGreen = -Int((2 * (1 - kb) * kb / kg * scale).rounded())
    crToGreen = -Int((2 * (1 - kr) * kr / kg * scale).rounded())
  }

  /// The greatest of 0 and the distances of red, green and blue above luma.
  @inline(__always)
  func peakAboveLuma(cb: Int, cr: Int) -> Int {
    let (db, dr) = (cb - 128, cr - 128)
    let red = (crToRed * dr + 32) >> 6
    let blue = (cbToBlue * db + 32) >> 6
    let green = (cbToGreen * db + crToGreen * dr + 32) >> 6
    return max(0, red, green, blue)
  }
}

extension ColourMatrix {
  /// Kr and Kb of the luma equation.
  var redAndBlueWeights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    }
  }

  /// The luma weights of red, green and blue in 1/256; they sum to 256.
  var integerWeights: (red: Int, green: Int, blue: Int) {
    switch self {
    case .bt601: (77, 150, 29)
    case .bt709: (54, 183, 19)
    }
  }
}
