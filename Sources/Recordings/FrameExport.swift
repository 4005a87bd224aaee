public import Frames
import Glibc

/// Writes frames one behind the other to a file that other programs read.
public struct FrameExport {
  /// What the file is.
  public enum Kind: Hashable, Sendable {
    /// YUV4MPEG2; 4:2:0, 4:2:2 and grey with 8 bits, limited or full range.
    case y4m
    /// The frames' bytes and nothing else, as `v4l2-ctl --stream-to` writes them.
    case rawDump

    /// What a path's extension asks for; `nil` for a recording's folder.
    ///
    /// - Parameter path: The path.
    public init?(path: String) {
      if path.hasSuffix(".y4m") {
        self = .y4m
      } else if [".raw", ".yuv", ".bin"].contains(where: { path.hasSuffix($0) }) {
        self = .rawDump
      } else {
        return nil
      }
    }
  }

  /// How many frames were written.
  public private(set) var count = 0
  private let file: AppendedFile
  private let kind: Kind
  private let layout: FrameLayout

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - path: A path where nothing is.
  ///   - kind: What the file is.
  ///   - layout: The layout of every frame.
  ///   - frameRate: Frames a second, for Y4M's header; positive and finite.
  /// - Throws: ``RecordingError`` for a format that the file cannot hold, and where it cannot be made.
  public init(
    path: String, kind: Kind, layout: FrameLayout, frameRate: Double
  ) throws(RecordingError) {
    var head = ""
    if kind == .y4m {
      guard let made = Y4MFrames.header(layout, frameRate: frameRate) else {
        throw .unsupportedFormat(layout.format)
      }
      head = made
    }
    file = try AppendedFile(path: path, write: AppendedFile.systemWrite)
    (self.kind, self.layout) = (kind, layout)
    try put(Array(head.utf8))
  }

  /// Appends a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Throws: ``RecordingError`` for a frame of another layout, and where the disk is full.
  public mutating func append(_ frame: RecordedFrame) throws(RecordingError) {
    guard frame.layout == layout else {
      throw .layoutChanged(width: frame.layout.width, height: frame.layout.height)
    }
    switch kind {
    case .rawDump: try put(Array(frame.bytes.prefix(layout.byteCounts[0])))
    case .y4m: try put(Array("FRAME\n".utf8) + Y4MFrames.planes(of: frame))
    }
    count += 1
  }

  private func put(_ bytes: [UInt8]) throws(RecordingError) {
    switch file.append(bytes) {
    case 0: return
    case ENOSPC, EDQUOT: throw .diskFull(path: file.path, frames: count)
    case let code: throw .system(path: file.path, step: "written", errno: code)
    }
  }
}

/// The bytes of YUV4MPEG2, as mjpegtools' yuv4mpeg(5) defines it.
enum Y4MFrames {
  /// `nil` where the format cannot be held.
  static func header(_ layout: FrameLayout, frameRate: Double) -> String? {
    let space: String
    switch layout.format {
    case .grey(.bits8): space = "mono"
    case .packedYUV, .planarYUV(.yuv422, _), .semiPlanarYUV(.yuv422, _): space = "422"
    case .planarYUV(.yuv420, _), .semiPlanarYUV(.yuv420, _): space = "420mpeg2"
    case .grey, .bayer, .rgb, .jpeg: return nil
    }
    let range: String
    switch layout.range {
    case .full: range = "FULL"
    case .limited: range = "LIMITED"
    case .levels: return nil
    }
    guard frameRate > 0, let thousandths = Int(exactly: (frameRate * 1000).rounded()),
      (1...999_999_999).contains(thousandths)
    else { return nil }
    return "YUV4MPEG2 W\(layout.width) H\(layout.height) F\(thousandths):1000 Ip A1:1 C\(space) "
      + "XCOLORRANGE=\(range)\n"
  }

  /// Y, Cb and Cr one behind the other, without padding.
  static func planes(of frame: RecordedFrame) -> [UInt8] {
    let layout = frame.layout
    switch layout.format {
    case .grey: return samples(frame, plane: 0, first: 0, step: 1, count: layout.width)
    case .packedYUV(let order):
      let (y, cb, cr) =
        switch order {
        case .yuyv: (0, 1, 3)
        case .uyvy: (1, 0, 2)
        case .yvyu: (0, 3, 1)
        case .vyuy: (1, 2, 0)
        }
      let half = (layout.width + 1) / 2
      return samples(frame, plane: 0, first: y, step: 2, count: layout.width)
        + samples(frame, plane: 0, first: cb, step: 4, count: half)
        + samples(frame, plane: 0, first: cr, step: 4, count: half)
    case .semiPlanarYUV(_, let order):
      let half = (layout.width + 1) / 2
      let cb = order == .cbCr ? 0 : 1
      return samples(frame, plane: 0, first: 0, step: 1, count: layout.width)
        + samples(frame, plane: 1, first: cb, step: 2, count: half)
        + samples(frame, plane: 1, first: 1 - cb, step: 2, count: half)
    case .planarYUV(_, let order):
      let half = (layout.width + 1) / 2
      let cb = order == .cbCr ? 1 : 2
      return samples(frame, plane: 0, first: 0, step: 1, count: layout.width)
        + samples(frame, plane: cb, first: 0, step: 1, count: half)
        + samples(frame, plane: 3 - cb, first: 0, step: 1, count: half)
    case .bayer, .rgb, .jpeg: return []
    }
  }

  private static func samples(
    _ frame: RecordedFrame, plane: Int, first: Int, step: Int, count: Int
  ) -> [UInt8] {
    let place = frame.layout.planes[plane]
    let rows = frame.layout.rowCount(ofPlane: plane)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * count)
    for y in 0..<rows {
      let start = place.offset + y * place.stride + first
      if step == 1 {
        bytes += frame.bytes[start..<start + count]
      } else {
        for x in 0..<count { bytes.append(frame.bytes[start + x * step]) }
      }
    }
    return bytes
  }
}
