/// How far numbers of JPEG pictures may lie from another decoder's.
///
/// Decoders may round the inverse transform and the colours otherwise, and stretch chroma otherwise.
/// Measured on these frames: the library's decoder and those of Pillow, OpenCV and imagecodecs, all
/// libjpeg-turbo, agree to the bit; FFmpeg's decoder, with chroma repeated or interpolated and JFIF's
/// formula in floating point, differs by up to 15 codes a sample. What that did to each number, at
/// worst, stands beside the tolerance, which is a few times as large.
enum Lossy {
  /// 0.018 codes; rounding of luma is unbiased.
  static let meanCode = 0.05
  /// 1 code, where a percentile lies between two codes.
  static let percentileCode = 1.0
  /// 0.0009 of the cells: those whose red or blue lies at the level.
  static let clippedShare = 0.002
  /// 0.34 codes of blue on one frame, whose chroma is nearly flat; 0.08 on the others.
  static let channelCode = 0.5
  /// 0.0023 of the energy and 0.0011 of the points.
  static let focusShare = 0.005
  /// One row averages less than a frame does, so a code of 0.018 becomes more.
  static let rowMeanCode = 0.25
  /// One code of the 16 of a sixteenth may change sides where the histogram is steep.
  static let sixteenthShare = 0.02
  /// 0.001 stops.
  static let stops = 0.003
  /// A percentile of one code more: 0.25 stops at the fourth code of the toe.
  static let contrastStops = 0.25
}

extension FrameCase {
  /// The tolerance that the frame's file format deserves.
  func tolerance(exact: Double, lossy: Double) -> Double {
    expected.isLossless ? exact : lossy
  }
}
