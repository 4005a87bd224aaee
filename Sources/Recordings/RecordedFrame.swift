public import Frames
public import Photometry

/// A frame read from a file: its pixels, what they mean and where they came from.
public struct RecordedFrame: Hashable, Sendable {
  /// The pixels in one buffer; at least as many bytes as the layout reaches.
  public var bytes: [UInt8]
  /// Where each sample lies and which codes are black and white.
  public let layout: FrameLayout
  /// How the file's codes became of light.
  public let response: ResponseCurve
  /// The white balance that the camera had chosen, where a raw file tells it.
  public let gainsAsShot: GainsAsShot?
  /// The file, with `#` and the frame's number in it (from 0) where the file holds several.
  public let name: String
  /// The frame's place in its source, from 0; frames that couldn't be read are counted.
  public let index: Int
  /// Seconds from the first frame of the source, or of the file where only the file knows its
  /// rate; `nil` where nothing tells.
  public let timestamp: Double?
  /// What was asked for and had no effect on the frame.
  public var ignoredOptions: Set<SourceOptions.Ignored> = []
}

extension RecordedFrame {
  /// Copies a frame that lies in somebody else's memory, its planes one behind the other.
  ///
  /// - Parameters:
  ///   - view: The frame.
  ///   - response: How its codes became of light.
  ///   - name: What the frame is called.
  ///   - index: Its place in its source.
  ///   - timestamp: Seconds from the first frame of the source.
  /// - Throws: `FrameLayoutError`, which a layout that was valid before does not give.
  public init(
    copying view: borrowing FrameView, response: ResponseCurve, name: String, index: Int,
    timestamp: Double?
  ) throws(FrameLayoutError) {
    let source = view.layout
    let layout = try FrameLayout(
      format: source.format, width: source.width, height: source.height, range: source.range,
      matrix: source.matrix, alignment: source.alignment)
    var bytes = [UInt8](repeating: 0, count: layout.byteCounts[0])
    for plane in layout.planes.indices {
      let place = layout.planes[plane]
      for y in 0..<layout.rowCount(ofPlane: plane) {
        let row = view.row(y, ofPlane: plane)
        let start = place.offset + y * place.stride
        for x in 0..<row.count { bytes[start + x] = row[x] }
      }
    }
    self.init(
      bytes: bytes, layout: layout, response: response, gainsAsShot: nil, name: name,
      index: index, timestamp: timestamp)
  }
}

/// The factors for red and blue, relative to green, by which a camera would have made grey grey.
public struct GainsAsShot: Hashable, Sendable {
  /// The factor for red; green's is 1. Positive and finite.
  public let red: Double
  /// The factor for blue; green's is 1. Positive and finite.
  public let blue: Double

  init?(red: Double, green: Double, blue: Double) {
    guard red > 0, green > 0, blue > 0, (red / green).isFinite, (blue / green).isFinite else {
      return nil
    }
    self.red = red / green
    self.blue = blue / green
  }
}

/// A decoded picture without a place in a recording.
public struct DecodedPicture: Hashable, Sendable {
  /// The pixels in one buffer.
  public let bytes: [UInt8]
  /// Where each sample lies and which codes are black and white.
  public let layout: FrameLayout
  /// How the codes became of light.
  public let response: ResponseCurve
  /// The white balance that the camera had chosen, where a raw file tells it.
  public let gainsAsShot: GainsAsShot?

  init(
    bytes: [UInt8], layout: FrameLayout, response: ResponseCurve, gainsAsShot: GainsAsShot? = nil
  ) {
    self.bytes = bytes
    self.layout = layout
    self.response = response
    self.gainsAsShot = gainsAsShot
  }
}
