/// Which codes of a sample mean black and white.
public enum SignalRange: Hashable, Sendable {
  /// All codes of the depth are used: 0 is black, the greatest code is white.
  case full
  /// Video levels, ITU-R BT.709-6 section 4: 16…235 of 8 bits, scaled up for deeper samples.
  ///
  /// V4L2's default for YUV formats (`V4L2_MAP_QUANTIZATION_DEFAULT`), except for decoded JPEG.
  case limited
  /// A sensor's own black level and saturation code, in codes of the sample.
  case levels(black: Int, white: Int)
}

/// The codes of a sample that matter to metering, in codes of the stored depth.
public struct SignalLevels: Hashable, Sendable {
  /// The code of no light.
  public let black: Int
  /// The code of full scale.
  public let white: Int
  /// Samples at this code or below it count as clipped to black.
  public let clippedLow: Int
  /// Samples at this code or above it count as clipped to white.
  public let clippedHigh: Int

  /// Works out the levels of a range for a bit depth.
  ///
  /// White clips one step of an 8-bit scale below the greatest code of full and sensor ranges (254
  /// of 255), so that a camera that never reaches its last code is still seen to clip; in video
  /// range at the nominal level, 235, since what lies above is clipped by any display (field case
  /// B40). Black clips at the black level, of 8-bit full range at 1; the lowest codes of deeper
  /// samples are signal.
  ///
  /// The result is `nil` where the levels do not fit the depth or leave no codes between the two
  /// clipping levels.
  ///
  /// - Parameters:
  ///   - range: What the codes mean.
  ///   - bitDepth: The significant bits, 8…16.
  public init?(_ range: SignalRange, bitDepth: Int) {
    guard (8...16).contains(bitDepth) else { return nil }
    let step = 1 << (bitDepth - 8)
    let greatest = (1 << bitDepth) - 1
    switch range {
    case .full:
      (black, white) = (0, greatest)
      (clippedLow, clippedHigh) = (bitDepth == 8 ? 1 : 0, greatest - step)
    case .limited:
      (black, white) = (16 * step, 235 * step)
      (clippedLow, clippedHigh) = (black, white)
    case .levels(let black, let white):
      guard black >= 0, white <= greatest, white > black, white - black > step + 1 else {
        return nil
      }
      (self.black, self.white) = (black, white)
      (clippedLow, clippedHigh) = (black, white - step)
    }
  }

  /// A code's place between black and white: 0 at black, 1 at white; outside them beyond 0…1.
  ///
  /// - Parameter code: A code or a mean of codes.
  /// - Returns: The normalised value; finite for every finite code.
  public func normalised(_ code: Double) -> Double {
    (code - Double(black)) / Double(white - black)
  }
}

/// Where the significant bits of a sample lie in its 16-bit word.
public enum SampleAlignment: Hashable, Sendable {
  /// In the low bits, as V4L2's raw formats have it.
  case low
  /// In the high bits, with zeros or noise below them.
  case high
}

/// The weights by which luma and colour differences are made of red, green and blue.
public enum ColourMatrix: Hashable, Sendable {
  /// ITU-R BT.601-7; JFIF and most webcams.
  case bt601
  /// ITU-R BT.709-6; high-definition video.
  case bt709
}
