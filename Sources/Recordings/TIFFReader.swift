import CImageCodecs
import Frames
import Photometry

/// Reads TIFF files page by page by libtiff.
///
/// Grey and RGB with 8 or 16 bits are taken as they are; everything else that libtiff can show
/// becomes RGB with 8 bits. 16 bits are taken for linear light, 8 bits for sRGB. Thumbnails, smaller
/// versions and masks of other pages are passed over.
struct TIFFReader: FrameReader {
  /// Every compression but DEFLATE's is weaker on pictures that aren't blank.
  private static let mostBytesPerByte = 1032

  private let store: ByteStore
  private let options: SourceOptions
  private var file: TIFFFile?
  private var page: UInt32 = 0
  private var hasReadOne = false
  private var isDone = false

  init(_ store: ByteStore, options: SourceOptions) {
    self.store = store
    self.options = options
  }

  mutating func next() throws(FrameFailure) -> FoundFrame? {
    guard !isDone else { return nil }
    do throws(FrameError) {
      return try nextPage()
    } catch {
      throw FrameFailure(error)
    }
  }

  private mutating func nextPage() throws(FrameError) -> FoundFrame? {
    let file = try opened()
    guard var info = try nextPrimaryPage(of: file) else { return nil }
    let isFirst = !hasReadOne
    hasReadOne = true
    let picture = try decode(file, &info)
    return FoundFrame(picture: picture, isAlone: isFirst && !hasAnother(file))
  }

  /// Whether a picture of its own, or something broken, stands behind the page that was read.
  private func hasAnother(_ file: TIFFFile) -> Bool {
    var behind = codecs_tiff_page()
    var index = page
    while true {
      let status = unsafe codecs_tiff_select(file.handle, index, &behind)
      guard status == CODECS_OK else { return status != CODECS_END }
      if behind.is_secondary == 0 { return true }
      index += 1
    }
  }

  /// Turns to the next page that is a picture of its own; thumbnails, the smaller levels of a
  /// pyramid and masks show nothing new.
  private mutating func nextPrimaryPage(of file: TIFFFile) throws(FrameError) -> codecs_tiff_page? {
    while true {
      var info = codecs_tiff_page()
      let status = unsafe codecs_tiff_select(file.handle, page, &info)
      guard status == CODECS_OK else {
        // Pages are a linked list: behind a broken link nothing can be found.
        isDone = true
        if status == CODECS_END { return nil }
        try CodecStatus.check(status, info.message, format: "TIFF")
        return nil
      }
      page += 1
      if info.is_secondary == 0 { return info }
    }
  }

  private mutating func opened() throws(FrameError) -> TIFFFile {
    if let file { return file }
    guard store.count > 0 else {
      isDone = true
      throw .empty
    }
    do throws(FrameError) {
      let opened = try TIFFFile(store)
      file = opened
      return opened
    } catch {
      isDone = true
      throw error
    }
  }

  private func decode(
    _ file: TIFFFile, _ info: inout codecs_tiff_page
  ) throws(FrameError) -> DecodedPicture {
    let (width, height) = (Int(info.width), Int(info.height))
    let (channels, sampleBytes) = (Int(info.channels), Int(info.word_bytes))
    let compressed = info.is_compressed != 0
    // Bilevel and palette pictures are stored in fewer bits than they are decoded to.
    let expansion = info.is_native != 0 ? 1 : 32
    let capacity = try decodedByteCount(
      width: width, height: height, pixelBytes: channels * sampleBytes, dataBytes: store.count,
      ratio: (compressed ? Self.mostBytesPerByte : 1) * expansion)
    var status = CODECS_OK
    // An array's storage is aligned well enough for the 32-bit words that libtiff may write.
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      status = unsafe codecs_tiff_decode(file.handle, buffer.baseAddress, capacity, &info)
      filled = status == CODECS_OK ? capacity : 0
    }
    try CodecStatus.check(status, info.message, format: "TIFF")
    let coding: SampleCoding = sampleBytes == 2 ? .bits16 : .bits8
    let format: PixelFormat = channels < 3 ? .grey(coding) : .rgb(.rgb, coding)
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(format, width: width, height: height)
    }
    let implied: ResponseCurve = sampleBytes == 2 ? .linear : .sRGB
    return DecodedPicture(
      bytes: SampleRepacking.keeping(
        channels < 3 ? 1 : 3, of: channels, in: pixels, sampleBytes: sampleBytes),
      layout: layout, response: options.response(implied, of: format))
  }
}

/// An open TIFF file together with the bytes that libtiff reads.
@safe private final class TIFFFile {
  let handle: OpaquePointer
  private let store: ByteStore
  private let memory: UnsafeMutableBufferPointer<UInt8>?

  init(_ store: ByteStore) throws(FrameError) {
    self.store = store
    var message = codecs_message()
    let handle: OpaquePointer?
    switch store {
    case .file(let descriptor):
      unsafe memory = nil
      unsafe handle = codecs_tiff_open(
        descriptor.file.descriptor, nil, UInt64(store.count), &message)
    case .pipe: throw .unsupported(format: "TIFF", detail: "a file that cannot be read whole")
    case .memory(let bytes):
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = unsafe copy.initialize(fromContentsOf: bytes)
      unsafe memory = unsafe copy
      unsafe handle = codecs_tiff_open(-1, copy.baseAddress, UInt64(bytes.count), &message)
    }
    guard let handle = unsafe handle else {
      unsafe memory?.deallocate()
      throw .damaged(format: "TIFF", detail: CodecStatus.text(message))
    }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe codecs_tiff_close(handle)
    unsafe memory?.deallocate()
  }
}
