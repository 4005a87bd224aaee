import Frames
import Photometry

/// Reads binary PGM and PPM files, of one picture or several behind one another.
///
/// One byte a sample is taken for sRGB, two bytes for linear light. A greatest value of 1023, 4095
/// or 16,383 is a depth of its own; any other becomes the white level, and deep colour, which has
/// 16 bits only, is stretched to them.
package struct PNMReader: FrameReader {
  private let store: ByteStore
  private let options: SourceOptions
  private var offset = 0
  private var isDone = false

  /// Reads from the store's first byte on.
  package init(_ store: ByteStore, options: SourceOptions) {
    self.store = store
    self.options = options
  }

  package mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    let start = offset
    do throws(FrameError) {
      let picture = try readPicture()
      try skipBlanks()
      isDone = try !store.hasByte(at: offset)
      return FoundFrame(picture: picture, isAlone: start == 0 && isDone)
    } catch {
      // Only a sound header tells where the next picture begins.
      isDone = true
      throw FrameFailure(error, at: start)
    }
  }

  private mutating func readPicture() throws(FrameError) -> DecodedPicture {
    guard try store.hasByte(at: offset) else { throw .empty }
    let header = try PNMHeader(try headerBytes())
    let sampleBytes = header.greatest > 255 ? 2 : 1
    let (format, range) = Self.format(header)
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(format, width: header.width, height: header.height, range: range)
    }
    let needed = header.width * header.height * header.channels * sampleBytes
    var bytes = try store.frame(at: offset + header.byteCount, count: needed)
    offset += header.byteCount + needed
    if sampleBytes == 2 {
      SampleRepacking.swapWords(&bytes)
      if header.channels == 3 {
        SampleRepacking.scaleWords(&bytes, greatest: header.greatest)
      }
    }
    let implied: ResponseCurve = sampleBytes == 2 ? .linear : .sRGB
    return DecodedPicture(
      bytes: bytes, layout: layout, response: options.response(implied, of: format))
  }

  /// From a pipe a short header is tried first, for which no later picture has to come.
  private func headerBytes() throws(FrameError) -> [UInt8] {
    if store.isPipe {
      let short = try store.bytes(at: offset, count: 32)
      do throws(FrameError) {
        _ = try PNMHeader(short)
        return short
      } catch {
        // It has comments, or is none, which all of it will tell.
      }
    }
    return try store.bytes(at: offset, count: PNMHeader.mostBytes)
  }

  /// Some writers end each picture with a line feed.
  private mutating func skipBlanks() throws(FrameError) {
    var cursor = ByteCursor(store)
    while let byte = try cursor.byte(at: offset), PNMHeader.isBlank(byte) { offset += 1 }
  }

  private static func format(_ header: PNMHeader) -> (PixelFormat, SignalRange) {
    let isGrey = header.channels == 1
    let levels = SignalRange.levels(black: 0, white: header.greatest)
    switch header.greatest {
    case 255: return (isGrey ? .grey(.bits8) : .rgb(.rgb, .bits8), .full)
    case ...254: return (isGrey ? .grey(.bits8) : .rgb(.rgb, .bits8), levels)
    case _ where !isGrey: return (.rgb(.rgb, .bits16), .full)
    case 1023: return (.grey(.bits10), .full)
    case ...1022: return (.grey(.bits10), levels)
    case 4095: return (.grey(.bits12), .full)
    case ...4094: return (.grey(.bits12), levels)
    case 16_383: return (.grey(.bits14), .full)
    case ...16_382: return (.grey(.bits14), levels)
    case 65_535: return (.grey(.bits16), .full)
    default: return (.grey(.bits16), levels)
    }
  }
}
