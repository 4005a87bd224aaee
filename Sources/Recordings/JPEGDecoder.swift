import CImageCodecs
import Frames
import Photometry

/// Decodes JPEG pictures, as files and MJPEG cameras hold them, by libjpeg-turbo.
///
/// Colour becomes RGB with 8 bits, grey stays grey; both have full range (JFIF) and are taken for
/// sRGB, since few files say more. Frames without Huffman tables, as MJPEG cameras send them, get
/// the standard ones. Exif orientation is left alone: metering wants the unrotated frame.
public enum JPEGDecoder {
  /// A blank progressive picture needs about one byte for 512 pixels; twice that is let pass.
  static let mostPixelsPerByte = 1024

  /// Decodes one picture.
  ///
  /// A picture that would need patching up is refused, since the filler would be metered as if it
  /// were the scene; extraneous bytes before a marker are harmless and let pass (field case B37).
  ///
  /// - Parameter bytes: The picture from its SOI marker to its EOI marker; more may follow.
  /// - Returns: The picture, `RGB3` or `GREY`.
  /// - Throws: `FrameError.empty` without bytes, `.endsEarly` without EOI or where data is missing,
  ///   `.damaged`, `.unsupported` for CMYK, `.impossibleSize` and `.tooLarge`.
  public static func decode(_ bytes: [UInt8]) throws(FrameError) -> DecodedPicture {
    try decode(bytes.span, options: SourceOptions())
  }

  /// Decodes one picture from memory that the caller holds, such as a camera's buffer.
  ///
  /// - Parameter bytes: The picture from its SOI marker to its EOI marker; more may follow.
  /// - Returns: The picture, `RGB3` or `GREY`.
  /// - Throws: As the other method of this name.
  public static func decode(_ bytes: Span<UInt8>) throws(FrameError) -> DecodedPicture {
    try decode(bytes, options: SourceOptions())
  }

  static func decode(
    _ bytes: Span<UInt8>, options: SourceOptions
  ) throws(FrameError) -> DecodedPicture {
    guard !bytes.isEmpty else { throw .empty }
    var info = codecs_jpeg_info()
    let header = unsafe bytes.withUnsafeBufferPointer { data in
      unsafe codecs_jpeg_read_header(data.baseAddress, data.count, &info)
    }
    try CodecStatus.check(header, info.message, format: "JPEG")
    let components = Int(info.components)
    let capacity = try decodedByteCount(
      width: Int(info.width), height: Int(info.height), pixelBytes: components,
      dataBytes: bytes.count, ratio: mostPixelsPerByte * components)
    var status = CODECS_OK
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      status = unsafe bytes.withUnsafeBufferPointer { data in
        unsafe codecs_jpeg_decode(
          data.baseAddress, data.count, buffer.baseAddress, capacity, &info)
      }
      filled = status == CODECS_OK ? capacity : 0
    }
    try CodecStatus.check(status, info.message, format: "JPEG")
    let format: PixelFormat = components == 1 ? .grey(.bits8) : .rgb(.rgb, .bits8)
    let (width, height) = (Int(info.width), Int(info.height))
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(format, width: width, height: height)
    }
    return DecodedPicture(
      bytes: pixels, layout: layout, response: options.response(.sRGB, of: format))
  }
}
