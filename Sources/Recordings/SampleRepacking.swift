/// Turns what decoders deliver into what layouts describe.
enum SampleRepacking {
  /// Keeps the first samples of each pixel, so that alpha and extra samples go.
  ///
  /// - Parameters:
  ///   - kept: How many samples are kept, 1…channels.
  ///   - channels: The samples of a pixel.
  ///   - bytes: Whole pixels.
  ///   - sampleBytes: The bytes of a sample.
  /// - Returns: The same pixels with `kept` samples each.
  static func keeping(
    _ kept: Int, of channels: Int, in bytes: [UInt8], sampleBytes: Int = 1
  ) -> [UInt8] {
    guard kept < channels else { return bytes }
    let (pixelBytes, keptBytes) = (channels * sampleBytes, kept * sampleBytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / pixelBytes * keptBytes)
    var start = 0
    while start + pixelBytes <= bytes.count {
      for index in start..<start + keptBytes { result.append(bytes[index]) }
      start += pixelBytes
    }
    return result
  }

  /// Turns big-endian words into little-endian ones, in place.
  static func swapWords(_ bytes: inout [UInt8]) {
    var index = 0
    while index + 1 < bytes.count {
      bytes.swapAt(index, index + 1)
      index += 2
    }
  }

  /// Stretches little-endian words of 0…greatest to 0…65,535, in place; greater ones are clipped.
  static func scaleWords(_ bytes: inout [UInt8], greatest: Int) {
    guard greatest > 0, greatest < 65_535 else { return }
    var index = 0
    while index + 1 < bytes.count {
      let word = min(Int(bytes[index]) | Int(bytes[index + 1]) << 8, greatest)
      let scaled = (word * 65_535 + greatest / 2) / greatest
      bytes[index] = UInt8(truncatingIfNeeded: scaled)
      bytes[index + 1] = UInt8(truncatingIfNeeded: scaled >> 8)
      index += 2
    }
  }
}
