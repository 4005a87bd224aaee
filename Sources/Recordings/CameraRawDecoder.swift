import CImageCodecs
import Frames
import Photometry

/// Reads the mosaic of DNG and camera raw files by libraw, before any processing.
///
/// The visible area only, since the masked margins are black; its samples in words of the smallest
/// depth that holds the white level, so that the step at which clipping begins is right.
enum CameraRawDecoder {
  /// Lossless raw is about 2:1; blank frames under DEFLATE are the extreme.
  private static let mostBytesPerByte = 1032

  static func decode(
    _ bytes: [UInt8], options: SourceOptions
  ) throws(FrameError) -> DecodedPicture {
    var result: Result<DecodedPicture, FrameError> = .failure(.empty)
    // libraw reads from the bytes until its handle is closed.
    unsafe bytes.withUnsafeBufferPointer { data in
      do throws(FrameError) {
        result = .success(try unsafe decode(data, options: options))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private static func decode(
    _ data: UnsafeBufferPointer<UInt8>, options: SourceOptions
  ) throws(FrameError) -> DecodedPicture {
    var info = codecs_raw_info()
    var handle: OpaquePointer?
    let opened = unsafe codecs_raw_open(data.baseAddress, data.count, &handle, &info)
    defer { unsafe codecs_raw_close(handle) }
    try CodecStatus.check(opened, info.message, format: "camera raw")
    _ = try decodedByteCount(
      width: Int(info.sensor_width), height: Int(info.sensor_height), pixelBytes: 2,
      dataBytes: data.count, ratio: mostBytesPerByte)
    let unpacked = unsafe codecs_raw_unpack(handle, &info)
    try CodecStatus.check(unpacked, info.message, format: "camera raw")
    let capacity = try decodedByteCount(
      width: Int(info.width), height: Int(info.height), pixelBytes: 2, dataBytes: data.count,
      ratio: mostBytesPerByte)
    var status = CODECS_OK
    let words = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      status = unsafe codecs_raw_copy(handle, buffer.baseAddress, capacity)
      filled = status == CODECS_OK ? capacity : 0
    }
    try CodecStatus.check(status, info.message, format: "camera raw")
    return try picture(words, info, options: options)
  }

  private static func picture(
    _ words: [UInt8], _ info: codecs_raw_info, options: SourceOptions
  ) throws(FrameError) -> DecodedPicture {
    let colours = [info.cfa.0, info.cfa.1, info.cfa.2, info.cfa.3]
    guard let order = order(of: colours) else {
      throw .unsupported(format: "camera raw", detail: "a mosaic that is not Bayer's")
    }
    let white = min(Int(info.white), 65_535)
    let black = info.black.isFinite ? Int(min(max(info.black.rounded(), 0), 65_535)) : 0
    let format = PixelFormat.bayer(order, coding(white: white))
    let (width, height) = (Int(info.width), Int(info.height))
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(
        format, width: width, height: height, range: .levels(black: black, white: white))
    }
    let gains = GainsAsShot(
      red: Double(info.multipliers.0), green: Double(info.multipliers.1),
      blue: Double(info.multipliers.2))
    return DecodedPicture(
      bytes: words, layout: layout, response: options.response(.linear, of: format),
      gainsAsShot: gains)
  }

  private static func order(of colours: [UInt32]) -> CFAOrder? {
    CFAOrder.allCases.first { order in
      let sites = order.sites
      let expected = [sites.0, sites.1, sites.2, sites.3].map { site -> UInt32 in
        switch site {
        case .red: 0
        case .greenOnRedRow, .greenOnBlueRow: 1
        case .blue: 2
        }
      }
      return expected == colours
    }
  }

  private static func coding(white: Int) -> SampleCoding {
    switch white {
    case ...1023: .bits10
    case ...4095: .bits12
    case ...16_383: .bits14
    default: .bits16
    }
  }
}
