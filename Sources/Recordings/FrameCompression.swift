import CZstd

/// How a recording's frames are stored; each frame by itself, so that a damaged one costs only itself.
public enum FrameCompression: String, Hashable, Sendable, CaseIterable {
  /// As they came.
  case none
  /// A zstd frame (RFC 8878) each.
  case zstd

  static let words = allCases.map(\.rawValue)
}

/// Compresses frames one after the other, with one context's memory.
@safe final class FrameCompressor {
  /// Level 1 is the best that leaves a core half idle at 1080p30; see Documentation/Decisions/0009.
  static let level: Int32 = 1

  private let context: OpaquePointer
  private var scratch: [UInt8] = []

  /// `nil` where there is no memory for the context.
  init?() {
    guard let made = unsafe ZSTD_createCCtx() else { return nil }
    unsafe context = made
  }

  deinit { unsafe _ = ZSTD_freeCCtx(context) }

  /// The compressed bytes; `nil` where zstd refuses, which it does only without memory.
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = ZSTD_compressBound(bytes.count)
    if scratch.count < bound { scratch = [UInt8](repeating: 0, count: bound) }
    let count = unsafe scratch.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compressCCtx(
          context, target.baseAddress, target.count, source.baseAddress, source.count, Self.level)
      }
    }
    guard ZSTD_isError(count) == 0 else { return nil }
    return Array(scratch[..<count])
  }
}

/// Undoes what ``FrameCompressor`` did.
enum FrameExpander {
  /// The frame's bytes.
  ///
  /// - Parameters:
  ///   - bytes: One zstd frame.
  ///   - count: The bytes that it must become; memory is taken for no more.
  /// - Returns: The bytes.
  /// - Throws: `FrameError.damaged`.
  static func expanded(_ bytes: [UInt8], count: Int) throws(FrameError) -> [UInt8] {
    var result = 0
    let expanded = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_decompress(buffer.baseAddress, count, source.baseAddress, source.count)
      }
      filled = ZSTD_isError(result) == 0 ? result : 0
    }
    guard ZSTD_isError(result) == 0 else {
      let words = unsafe String(cString: ZSTD_getErrorName(result))
      throw .damaged(format: "zstd", detail: words)
    }
    guard expanded.count == count else {
      throw .damaged(format: "zstd", detail: "\(expanded.count) bytes where \(count) belong")
    }
    return expanded
  }
}
