/// What a camera's firmware does to its encoded picture before it delivers it.
public struct PictureProcessing: Hashable, Sendable {
  /// How much of the difference to the neighbours' mean is added to each luma sample, 0…4.
  public var sharpening: Double
  /// Luma samples nearer to the neighbours' mean than so many codes become that mean, 0…64.
  public var denoising: Int

  /// Describes processing.
  ///
  /// - Parameters:
  ///   - sharpening: Share of the local difference that is added, 0…4.
  ///   - denoising: Codes within which a sample is smoothed, 0…64.
  public init(sharpening: Double = 0, denoising: Int = 0) {
    self.sharpening = sharpening
    self.denoising = denoising
  }

  /// Whether the picture is left as it is.
  public var isIdle: Bool { sharpening == 0 && denoising == 0 }

  /// Works on luma codes in place; the outermost rows and columns stay.
  ///
  /// Denoising comes first, as in cameras, so that noise is not sharpened.
  func apply(to luma: inout [Int32], width: Int, height: Int, black: Int32, white: Int32) {
    guard !isIdle, width > 2, height > 2 else { return }
    // Whole numbers, so that no rounding depends on the machine.
    let strength = sharpening > 0 ? Int32((min(sharpening, 4) * 256).rounded()) : 0
    let threshold = Int32(min(max(denoising, 0), 64))
    if threshold > 0 {
      let source = luma
      Self.forEachInner(width, height) { place in
        let mean = Self.mean(source, place, width)
        if abs(source[place] - mean) <= threshold { luma[place] = mean }
      }
    }
    guard strength > 0 else { return }
    let source = luma
    Self.forEachInner(width, height) { place in
      let difference = source[place] - Self.mean(source, place, width)
      luma[place] = min(max(source[place] + (difference * strength) >> 8, black), white)
    }
  }

  private static func forEachInner(_ width: Int, _ height: Int, _ body: (Int) -> Void) {
    for y in 1..<height - 1 {
      for x in 1..<width - 1 { body(y * width + x) }
    }
  }

  /// The rounded mean of the 3×3 samples around a place.
  @inline(__always)
  private static func mean(_ luma: [Int32], _ place: Int, _ width: Int) -> Int32 {
    var sum: Int32 = 0
    for row in [place - width, place, place + width] {
      sum += luma[row - 1] + luma[row] + luma[row + 1]
    }
    return (sum + 4) / 9
  }
}
