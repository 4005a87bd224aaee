extension ResponseCurve {
  /// Tabulates the linear light of every code that a frame can hold.
  ///
  /// With it, a histogram becomes exact linear statistics, and no pixel is ever raised to a power.
  /// Full-range 8-bit video has black 0 and white 255, limited range 16 and 235 (ITU-R BT.709-6,
  /// quantization levels); raw sensors have their black level, which needn't be whole.
  ///
  /// - Parameters:
  ///   - black: The code that is encoded 0; it and all codes below give the linear value of 0.
  ///   - white: The code that is encoded 1; it and all codes above give the linear value of 1.
  ///   - codes: How many codes there are, from 1 to 65,536; 256 for 8 bits.
  /// - Returns: One linear value, 0 to 1, for each code from 0, never falling.
  /// - Throws: `ResponseCurveError.codeRange` unless black is below white and both are finite, and
  ///   `ResponseCurveError.codes` if the number of codes is outside.
  /// - Complexity: O(*n*) in the number of codes.
  public func lookUp(
    black: Double, white: Double, codes: Int
  ) throws(ResponseCurveError) -> [Double] {
    let range = white - black
    // An infinite range, of two huge codes, would divide to zero or NaN.
    guard range > 0, range.isFinite else { throw .codeRange(black: black, white: white) }
    guard (1...65_536).contains(codes) else { throw .codes(codes) }
    return (0..<codes).map { code in
      linear(fromEncoded: (Double(code) - black) / range)
    }
  }
}
