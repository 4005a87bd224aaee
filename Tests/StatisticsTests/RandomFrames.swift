import Frames

@testable import Statistics

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same frames on every machine.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  /// Bytes of a frame: noise, extremes, mid-tones with rare extremes, a flat field, or a ramp.
  mutating func bytes(count: Int) -> [UInt8] {
    let kind = Int.random(in: 0..<5, using: &self)
    let flat = UInt8.random(in: 0...255, using: &self)
    return (0..<count).map { index in
      switch kind {
      case 0: return UInt8.random(in: 0...255, using: &self)
      case 1: return pick([0, 1, 16, 235, 254, 255])
      case 2:
        return Int.random(in: 0..<200, using: &self) == 0
          ? pick([0, 255]) : UInt8.random(in: 60...160, using: &self)
      case 3: return flat
      default: return UInt8(truncatingIfNeeded: index / 7)
      }
    }
  }

  /// Any layout of a format: odd sizes, padded strides, offsets, ranges and matrices.
  mutating func layout(_ format: PixelFormat) throws -> FrameLayout {
    let width = Int.random(in: 16...150, using: &self)
    let height = Int.random(in: 8...100, using: &self)
    let range: SignalRange = pick([
      .full, .limited, .levels(black: 3, white: (1 << format.bitDepth) - 20),
    ])
    let matrix: ColourMatrix = pick([.bt601, .bt709])
    let alignment: SampleAlignment = pick([.low, .high])
    let tight = try FrameLayout(format: format, width: width, height: height)
    var offset = Int.random(in: 0...70, using: &self)
    let planes = (0..<format.planeCount).map { index in
      let stride = tight.rowByteCount(ofPlane: index) + pick([0, 1, 2, 13, 64])
      defer { offset += stride * tight.rowCount(ofPlane: index) + pick([0, 3, 64]) }
      return FrameLayout.Plane(offset: offset, stride: stride)
    }
    return try FrameLayout(
      format: format, width: width, height: height, planes: planes, range: range, matrix: matrix,
      alignment: alignment)
  }

  mutating func configuration() -> StatisticsConfiguration {
    var configuration = StatisticsConfiguration(
      grid: ZoneGridSize(
        columns: Int.random(in: 1...20, using: &self), rows: Int.random(in: 1...20, using: &self))!,
      decimation: pick(HistogramDecimation.allCases))
    if Bool.random(using: &self) {
      configuration.region = NormalisedRectangle(
        x: Double.random(in: -0.1...0.3, using: &self),
        y: Double.random(in: -0.1...0.3, using: &self), width: 0.75, height: 0.75)!
    }
    switch Int.random(in: 0..<4, using: &self) {
    case 0: configuration.mask = FrameMask(circle: FrameMask.Circle(radius: 0.45))
    case 1:
      configuration.mask = FrameMask(
        excluded: [NormalisedRectangle(x: 0.4, y: 0.4, width: 0.05, height: 0.3)!])
    default: break
    }
    return configuration
  }
}

/// Every pixel format that the extractor reads, once.
let allFormats: [PixelFormat] = {
  var formats: [PixelFormat] = []
  for code in FourCC.known {
    guard let format = code.meaning?.format, format != .jpeg, !formats.contains(format)
    else { continue }
    formats.append(format)
  }
  return formats
}()
