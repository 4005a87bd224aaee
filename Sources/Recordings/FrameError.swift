public import Frames
import Glibc

/// Why the bytes of one frame couldn't be made a picture to meter.
public enum FrameError: Error, Hashable, Sendable {
  /// There is not one byte: the driver dropped the frame.
  case empty
  /// Fewer bytes are there than the frame's size says.
  case truncated(bytes: Int, needed: Int)
  /// A compressed picture's data end before the picture does; the decoder's words say where.
  case endsEarly(format: String, detail: String)
  /// The data contradict their format; the decoder's words say how.
  case damaged(format: String, detail: String)
  /// A sound picture of a kind that isn't metered.
  case unsupported(format: String, detail: String)
  /// A header that can't be read.
  case header(format: String, detail: String)
  /// The header declares more pixels than the data can hold.
  case impossibleSize(width: Int, height: Int, bytes: Int)
  /// The frame, or the file that must be read whole, needs more than ``mostBytes``.
  case tooLarge(bytes: Int)
  /// Size, range or format don't make a layout.
  case layout(FrameLayoutError)
  /// Reading failed with an error number of the system.
  case unreadable(errno: Int32)
  /// The decoder got no memory.
  case outOfMemory

  /// 1 GiB: a frame of 150 megapixels of 16-bit RGB fits; beyond it a header is not to be trusted.
  public static let mostBytes = 1 << 30
}

extension FrameError: CustomStringConvertible {
  /// What was wrong and what to do; the place is said by ``SourceError``.
  public var description: String {
    switch self {
    case .empty:
      "no bytes: the frame was dropped; skip it"
    case .truncated(let bytes, let needed):
      "\(bytes) bytes remain where the frame needs \(needed); check size, format and stride, "
        + "or skip the frame"
    case .endsEarly(let format, let detail):
      "the \(format) data end before the picture does\(Self.quoted(detail)); "
        + "a picture with missing parts is not metered: skip it"
    case .damaged(let format, let detail):
      "damaged \(format) data\(Self.quoted(detail)); skip the frame"
    case .unsupported(let format, let detail):
      "\(format): \(detail), which is not metered; convert it"
    case .header(let format, let detail):
      "\(format) header: \(detail)"
    case .impossibleSize(let width, let height, let bytes):
      "the header declares \(width)×\(height) pixels, more than \(bytes) bytes can hold; "
        + "the file is damaged or cut off"
    case .tooLarge(let bytes):
      "\(bytes) bytes are more than the \(Self.mostBytes) that a frame may have; cut it smaller"
    case .layout(let error):
      error.description
    case .unreadable(let code):
      "cannot be read: \(systemMessage(code))"
    case .outOfMemory:
      "not enough memory for the decoder"
    }
  }

  private static func quoted(_ detail: String) -> String {
    detail.isEmpty ? "" : " (\(detail))"
  }
}

/// The system's text for an error number.
func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
