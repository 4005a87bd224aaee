import Frames
import FuzzSupport
import Recordings

/// Options and a dump behind them.
///
/// 13 bytes are the options: format (from the table of known ones), width, height and stride in two
/// bytes each, then a byte of what is overridden and four of levels; the rest is the dump.
private func readDump(_ input: [UInt8]) {
  guard input.count >= 13 else { return }
  func word(_ place: Int) -> Int { Int(input[place]) | Int(input[place + 1]) << 8 }
  let codes = FourCC.known
  let code = codes[Int(input[0]) % codes.count]
  var options = SourceOptions()
  (options.width, options.height) = (word(1), word(3))
  if input[7] & 1 != 0 { options.stride = word(5) &* (input[7] & 2 != 0 ? 1 << 40 : 1) }
  if input[7] & 4 != 0 { options.range = input[7] & 8 != 0 ? .limited : .full }
  if input[7] & 16 != 0 { (options.blackLevel, options.whiteLevel) = (word(8), word(10)) }
  if input[7] & 32 != 0 { options.cfa = CFAOrder.allCases[Int(input[12]) % 4] }
  let dump = Array(input.dropFirst(13))
  if code.meaning?.format == .jpeg {
    splitPictures(dump)
    return
  }
  do throws(SourceError) {
    let plan = try RawDumpPlan(code, options: options)
    drain(RawDumpReader(.memory(dump), plan: plan), of: dump.count)
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
  }
}

/// The splitting of MJPG dumps only: what is inside is libjpeg's to decode, and slow to fuzz.
private func splitPictures(_ dump: [UInt8]) {
  var splitter = MotionJPEGSplitter(.memory(dump))
  var end = 0
  do throws(FrameError) {
    while let picture = try splitter.next() {
      precondition(picture.lowerBound >= end && picture.count >= 2, "pictures overlap")
      precondition(picture.upperBound <= dump.count, "a picture reaches behind the dump")
      end = picture.upperBound
    }
  } catch {
    preconditionFailure("memory that can't be read: \(error)")
  }
}

unsafe runFuzzer { bytes, count in
  readDump(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
