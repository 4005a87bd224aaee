import Frames
import Photometry

/// A file's frames, one behind the other.
package protocol FrameReader {
  /// Reads the next frame; `nil` behind the last.
  ///
  /// After a failure the next call goes on with the next frame where the container tells where
  /// that is, and returns `nil` otherwise. So each call either gets further or ends.
  mutating func next() throws(FrameFailure) -> FoundFrame?
}

/// A frame as its file's reader found it.
package struct FoundFrame {
  package let picture: DecodedPicture
  /// Seconds from the file's first frame, where the file tells.
  var timestamp: Double?
  /// Whether the file holds no other frame.
  var isAlone = true
}

/// A failure with its place in the file.
package struct FrameFailure: Error {
  let offset: Int?
  package let error: FrameError

  init(_ error: FrameError, at offset: Int? = nil) {
    self.offset = offset
    self.error = error
  }
}

/// Runs a step of reading, and says of its failure where it happened.
func atOffset<Result>(
  _ offset: Int?, _ body: () throws(FrameError) -> Result
) throws(FrameFailure) -> Result {
  do throws(FrameError) {
    return try body()
  } catch {
    throw FrameFailure(error, at: offset)
  }
}

/// Makes a layout of what a header says; a failure is one of the frame.
func frameLayout(
  _ body: () throws(FrameLayoutError) -> FrameLayout
) throws(FrameError) -> FrameLayout {
  do throws(FrameLayoutError) {
    return try body()
  } catch {
    throw .layout(error)
  }
}

/// Checks a declared size before memory is taken for it.
///
/// - Parameters:
///   - width: Pixels in a row.
///   - height: Rows.
///   - pixelBytes: Bytes of a decoded pixel.
///   - dataBytes: Bytes of the compressed data.
///   - ratio: How many decoded bytes one byte of data can become at the most.
/// - Returns: The bytes of the decoded picture.
/// - Throws: ``FrameError``.
func decodedByteCount(
  width: Int, height: Int, pixelBytes: Int, dataBytes: Int, ratio: Int
) throws(FrameError) -> Int {
  guard (1...65_535).contains(width), (1...65_535).contains(height) else {
    throw .layout(.unsupportedSize(width: width, height: height))
  }
  let needed = width * height * pixelBytes
  guard needed <= FrameError.mostBytes else { throw .tooLarge(bytes: needed) }
  // 64 KiB of grace: tiny files are dominated by their headers, and waste nothing.
  guard needed / ratio <= dataBytes || needed <= 1 << 16 else {
    throw .impossibleSize(width: width, height: height, bytes: dataBytes)
  }
  return needed
}
