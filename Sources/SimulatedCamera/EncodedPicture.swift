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
  ///   - curve: How codes relate to light.
  /// - Throws: ``SimulationError/picture(width:height:samples:bitDepth:)``.
  public init(
    width: Int, height: Int, samples: [UInt16], bitDepth: Int = 8, curve: ResponseCurve = .sRGB
  ) throws(SimulationError) {
    let isSound =
      (1...65_535).contains(width) && (1...65_535).contains(height)
      && (1...16).contains(bitDepth)
      && (samples.count == width * height || samples.count == 3 * width * height)
    guard isSound else {
      throw .picture(width: width, height: height, samples: samples.count, bitDepth: bitDepth)
    }
    self.width = width
    self.height = height
    self.samples = samples
    self.curve = curve
    channels = samples.count / (width * height)
    white = (1 << bitDepth) - 1
  }

  /// Linear light of every code, 0…1; codes above white count as white.
  func linearOfCodes() -> [Double] {
    (0...white).map { code in curve.linear(fromEncoded: Double(code) / Double(white)) }
  }

  /// The code of a pixel in a channel, 0 for red to 2 for blue.
  func code(_ pixel: Int, _ channel: Int) -> Int {
    let place = channels == 1 ? pixel : pixel * 3 + channel
    return min(Int(samples[place]), white)
  }
}
