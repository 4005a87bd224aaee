import Frames
import Statistics

/// Reads a layout and a configuration from arbitrary bytes; what is left of them are pixels.
///
/// Sizes are small most of the time, so that frames are metered and not only refused; a byte of
/// flags turns each part wild.
struct LayoutInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var pixels: [UInt8] { Array(rest) }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  mutating func word() -> Int { byte() | byte() << 8 }

  /// Any integer: a word, negated or shifted as far as it goes.
  mutating func wild() -> Int {
    let shift = byte()
    let value = word() << (shift & 63)
    return shift & 64 == 0 ? value : 0 &- value
  }

  mutating func layout() throws(FrameLayoutError) -> FrameLayout {
    let codes = FourCC.known
    guard let meaning = codes[byte() % codes.count].meaning else {
      preconditionFailure("a known code without a meaning")
    }
    let flags = byte()
    let width = flags & 1 == 0 ? byte() + 1 : wild()
    let height = flags & 2 == 0 ? byte() % 96 + 1 : wild()
    let range = range(flags >> 2 & 3)
    let alignment: SampleAlignment = flags & 16 == 0 ? meaning.alignment : .high
    let matrix: ColourMatrix = flags & 32 == 0 ? .bt601 : .bt709
    if flags & 64 == 0 {
      let stride: Int? = flags & 128 == 0 ? nil : wild()
      return try FrameLayout(
        format: meaning.format, width: width, height: height, stride: stride, range: range,
        matrix: matrix, alignment: alignment)
    }
    let planes = try planes(
      of: FrameLayout(format: meaning.format, width: width, height: height),
      areWild: flags & 128 != 0)
    return try FrameLayout(
      format: meaning.format, width: width, height: height, planes: planes, range: range,
      matrix: matrix, alignment: alignment)
  }

  private mutating func range(_ kind: Int) -> SignalRange? {
    switch kind {
    case 0: nil
    case 1: .full
    case 2: .limited
    default: .levels(black: wild(), white: wild())
    }
  }

  private mutating func planes(of tight: FrameLayout, areWild: Bool) -> [FrameLayout.Plane] {
    if areWild {
      return (0..<byte() % 5).map { _ in
        FrameLayout.Plane(buffer: byte() % 5 - 1, offset: wild(), stride: wild())
      }
    }
    return tight.planes.indices.map { index in
      FrameLayout.Plane(
        buffer: byte() % 3, offset: byte(), stride: tight.rowByteCount(ofPlane: index) + byte())
    }
  }

  mutating func configuration() -> StatisticsConfiguration {
    var configuration = StatisticsConfiguration()
    configuration.grid = ZoneGridSize(columns: byte(), rows: byte()) ?? .standard
    configuration.decimation = HistogramDecimation.allCases[byte() % 4]
    let flags = byte()
    if flags & 1 != 0 { configuration.region = rectangle() ?? .full }
    if flags & 2 != 0 {
      configuration.mask = FrameMask(rectangle: rectangle() ?? .full)
      if flags & 4 != 0 {
        configuration.mask?.circle = FrameMask.Circle(
          centreX: fraction(), centreY: fraction(), radius: fraction())
      }
      configuration.mask?.excluded = (0..<flags >> 6).compactMap { _ in rectangle() }
    }
    return configuration
  }

  private mutating func rectangle() -> NormalisedRectangle? {
    NormalisedRectangle(x: fraction(), y: fraction(), width: fraction(), height: fraction())
  }

  /// −1…3 in fine steps, and now and then a number that no picture has.
  private mutating func fraction() -> Double {
    let value = word()
    switch value {
    case 0xFFFF: return .infinity
    case 0xFFFE: return .nan
    case 0xFFFD: return .greatestFiniteMagnitude
    default: return Double(value) / 16_384 - 1
    }
  }
}
