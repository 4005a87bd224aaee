import CImageCodecs

/// Turns the C decoders' statuses into errors.
enum CodecStatus {
  static func check(
    _ status: codecs_status, _ message: codecs_message, format: String
  ) throws(FrameError) {
    switch status {
    case CODECS_OK: return
    case CODECS_TRUNCATED: throw .endsEarly(format: format, detail: text(message))
    case CODECS_UNSUPPORTED: throw .unsupported(format: format, detail: text(message))
    case CODECS_NO_MEMORY: throw .outOfMemory
    default: throw .damaged(format: format, detail: text(message))
    }
  }

  /// The library's own words; bytes that are no text, which a file may have smuggled in, are
  /// repaired.
  static func text(_ message: codecs_message) -> String {
    unsafe withUnsafeBytes(of: message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
