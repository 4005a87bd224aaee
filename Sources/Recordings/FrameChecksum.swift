import CZlib

/// The CRC-32 of gzip and PNG over a frame's stored bytes, by zlib.
enum FrameChecksum {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      // The _z form takes a size_t: a frame may be larger than a C unsigned int of bytes is safe for.
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }

  /// Eight hexadecimal digits, as tools print it.
  static func text(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
