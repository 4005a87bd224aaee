/// Reads JPEG pictures behind one another, as `v4l2-ctl --stream-to` writes an MJPG stream.
///
/// A picture that is cut off or damaged costs itself only: the next begins at the next SOI marker.
package struct MotionJPEGReader: FrameReader {
  private let store: ByteStore
  private let options: SourceOptions
  private var splitter: MotionJPEGSplitter
  private var count = 0
  private var isDone = false

  /// Reads from the store's first byte on.
  package init(_ store: ByteStore, options: SourceOptions) {
    self.store = store
    self.options = options
    splitter = MotionJPEGSplitter(store)
  }

  package mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    let range: Range<Int>
    do throws(FrameError) {
      guard store.count > 0 else { throw .empty }
      guard let found = try splitter.next() else {
        isDone = true
        guard count > 0 else {
          throw .damaged(format: "MJPEG", detail: "no picture begins in \(store.count) bytes")
        }
        return nil
      }
      range = found
    } catch {
      isDone = true
      throw FrameFailure(error)
    }
    count += 1
    let (store, options) = (store, options)
    return try atOffset(range.lowerBound) { () throws(FrameError) in
      let bytes = try store.frame(at: range.lowerBound, count: range.count)
      let picture = try JPEGDecoder.decode(bytes.span, options: options)
      return FoundFrame(picture: picture, isAlone: false)
    }
  }
}

/// Finds where each picture of a JPEG stream begins and ends, by its markers (ITU-T T.81, annex B).
///
/// Segments are stepped over by their length, so that a thumbnail inside one, which has SOI and EOI
/// of its own, doesn't split its picture.
package struct MotionJPEGSplitter {
  private var cursor: ByteCursor
  private var offset = 0

  /// Reads from the store's first byte on.
  package init(_ store: ByteStore) {
    cursor = ByteCursor(store)
  }

  /// The next picture's bytes, or `nil` behind the last; one without EOI reaches to the next SOI.
  package mutating func next() throws(FrameError) -> Range<Int>? {
    guard let start = try startOfImage(from: offset) else { return nil }
    offset = try endOfImage(from: start + 2)
    return start..<offset
  }

  /// The first SOI marker that another marker follows; padding before it is stepped over.
  private mutating func startOfImage(from start: Int) throws(FrameError) -> Int? {
    var place = start
    while let byte = try cursor.byte(at: place) {
      if byte == 0xFF, try cursor.byte(at: place + 1) == 0xD8,
        try cursor.byte(at: place + 2) == 0xFF
      {
        return place
      }
      place += 1
    }
    return nil
  }

  private mutating func endOfImage(from start: Int) throws(FrameError) -> Int {
    var place = start
    while let byte = try cursor.byte(at: place) {
      guard byte == 0xFF, let marker = try cursor.byte(at: place + 1) else {
        place += 1  // scan data, or extraneous bytes before a marker
        continue
      }
      switch marker {
      case 0xFF: place += 1  // fill bytes before a marker
      case 0xD9: return place + 2
      case 0xD8: return place  // the next picture: this one has lost its end
      case 0x00, 0x01, 0xD0...0xD7: place += 2  // stuffing and markers without a segment
      default:
        guard let behind = try endOfSegment(at: place) else {
          return try startOfImage(from: place + 2) ?? cursor.store.count
        }
        place = behind
      }
    }
    return cursor.store.count
  }

  /// Where the segment of a marker ends, or `nil` where its length can't be.
  private mutating func endOfSegment(at marker: Int) throws(FrameError) -> Int? {
    guard let high = try cursor.byte(at: marker + 2), let low = try cursor.byte(at: marker + 3)
    else { return nil }
    let length = Int(high) << 8 | Int(low)
    let end = marker + 2 + length
    return length >= 2 && end <= cursor.store.count ? end : nil
  }
}
