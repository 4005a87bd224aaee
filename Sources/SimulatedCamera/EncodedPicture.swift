public import Photometry

/// A decoded photograph as files hold it: integer samples under a response curve.
public struct EncodedPicture: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// 1 for grey, 3 for red, green and blue interleaved.
  public let channels: Int
  /// The samples, row by row.
  public let samples: [UInt16]
  /// The code of no light, which scanned film and some cameras lift.
  public let black: Int
  /// The greatest code: white.
  public let white: Int
  /// How codes relate to light.
  public let curve: ResponseCurve

  /// Takes samples.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, 1…65,535.
  ///   - height: Rows, 1…65,535.
  ///   - samples: Grey, or red, green and blue interleaved, row by row.
  ///   - bitDepth: Significant bits of a sample, 1…16.
  ///   - black: The code of no light, at least 0 and below the greatest.
  ///   - curve: How codes relate to light.
  /// - Throws: ``SimulationError/picture(width:height:samples:bitDepth:)``.
  public init(
    width: Int, height: Int, samples: [UInt16], bitDepth: Int = 8, black: Int = 0,
    curve: ResponseCurve = .sRGB
  ) throws(SimulationError) {
    let isSound =
      (1...65_535).contains(width) && (1...65_535).contains(height)
      && (1...16).contains(bitDepth)
      && black >= 0 && black < (1 << bitDepth) - 1
      && (samples.count == width * height || samples.count == 3 * width * height)
    guard isSound else {
      throw .picture(width: width, height: height, samples: samples.count, bitDepth: bitDepth)
    }
    self.width = width
    self.height = height
    self.samples = samples
    self.black = black
    self.curve = curve
    channels = samples.count / (width * height)
    white = (1 << bitDepth) - 1
  }

  /// Linear light of every code, 0…1; codes above white count as white.
  func linearOfCodes() -> [Double] {
    (0...white).map { code in curve.linear(fromEncoded: share(of: code)) }
  }

  /// A code's place between black, 0, and white, 1; below 0 under black.
  func share(of code: Int) -> Double {
    Double(code - black) / Double(white - black)
  }

  /// The code of a pixel in a channel, 0 for red to 2 for blue.
  func code(_ pixel: Int, _ channel: Int) -> Int {
    let place = channels == 1 ? pixel : pixel * 3 + channel
    return min(Int(samples[place]), white)
  }
}
