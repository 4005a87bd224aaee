import CImageCodecs
import Frames
import Photometry

/// Decodes PNG pictures by libspng.
///
/// Grey stays grey, with 8 or 16 bits; palettes and colour become RGB with 8 or 16 bits in
/// little-endian words; alpha is dropped, not multiplied in.
///
/// The response: an sRGB chunk means sRGB. A gAMA chunk means the power that it names, except that
/// 1/2.2 in 8 bits is what writers put there for sRGB. With neither, 8 bits are taken for sRGB and
/// 16 bits for linear light, as raw converters and scientific cameras write them.
enum PNGDecoder {
  /// DEFLATE makes at most 1032 bytes of one (zlib's technical notes).
  static let mostBytesPerByte = 1032

  static func decode(
    _ bytes: [UInt8], options: SourceOptions
  ) throws(FrameError) -> DecodedPicture {
    var info = codecs_png_info()
    let header = unsafe bytes.withUnsafeBufferPointer { data in
      unsafe codecs_png_read_header(data.baseAddress, data.count, &info)
    }
    try CodecStatus.check(header, info.message, format: "PNG")
    let pixels = try decodePixels(bytes, &info)
    let (width, height) = (Int(info.width), Int(info.height))
    let format = format(of: info)
    let layout = try frameLayout { () throws(FrameLayoutError) in
      try options.layout(format, width: width, height: height)
    }
    return DecodedPicture(
      bytes: pixels, layout: layout, response: options.response(response(of: info), of: format))
  }

  private static func decodePixels(
    _ bytes: [UInt8], _ info: inout codecs_png_info
  ) throws(FrameError) -> [UInt8] {
    let (channels, sampleBytes) = (Int(info.channels), Int(info.word_bytes))
    // Palettes and shallow samples are stored in fewer bits than they are decoded to.
    let expansion = max(1, 8 / Int(max(info.bit_depth, 1))) * 3
    let capacity = try decodedByteCount(
      width: Int(info.width), height: Int(info.height), pixelBytes: channels * sampleBytes,
      dataBytes: bytes.count, ratio: mostBytesPerByte * expansion)
    var status = CODECS_OK
    var pixels = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      status = unsafe bytes.withUnsafeBufferPointer { data in
        unsafe codecs_png_decode(data.baseAddress, data.count, buffer.baseAddress, capacity, &info)
      }
      filled = status == CODECS_OK ? capacity : 0
    }
    try CodecStatus.check(status, info.message, format: "PNG")
    pixels = SampleRepacking.keeping(
      channels < 3 ? 1 : 3, of: channels, in: pixels, sampleBytes: sampleBytes)
    if sampleBytes == 2 { SampleRepacking.swapWords(&pixels) }
    return pixels
  }

  private static func format(of info: codecs_png_info) -> PixelFormat {
    let coding: SampleCoding = info.word_bytes == 2 ? .bits16 : .bits8
    return info.channels < 3 ? .grey(coding) : .rgb(.rgb, coding)
  }

  private static func response(of info: codecs_png_info) -> ResponseCurve {
    let isDeep = info.word_bytes == 2
    let implied: ResponseCurve = isDeep ? .linear : .sRGB
    if info.has_srgb != 0 { return .sRGB }
    guard info.gamma > 0 else { return implied }
    if !isDeep && abs(info.gamma - 0.45455) < 0.0001 { return .sRGB }
    // A gAMA that no camera can have had says nothing.
    do throws(ResponseCurveError) {
      return try .gamma(1 / info.gamma)
    } catch {
      return implied
    }
  }
}
