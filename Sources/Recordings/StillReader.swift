/// A file that holds one picture.
struct StillReader: FrameReader {
  /// Which decoder takes it.
  enum Format {
    case jpeg
    case png
    case cameraRaw
  }

  private let store: ByteStore
  private let format: Format
  private let options: SourceOptions
  private var isDone = false

  init(_ store: ByteStore, format: Format, options: SourceOptions) {
    self.store = store
    self.format = format
    self.options = options
  }

  mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    isDone = true
    let (store, format, options) = (store, format, options)
    return try atOffset(nil) { () throws(FrameError) in
      let bytes = try store.whole()
      let picture =
        switch format {
        case .jpeg: try JPEGDecoder.decode(bytes.span, options: options)
        case .png: try PNGDecoder.decode(bytes, options: options)
        case .cameraRaw: try CameraRawDecoder.decode(bytes, options: options)
        }
      return FoundFrame(picture: picture)
    }
  }
}
