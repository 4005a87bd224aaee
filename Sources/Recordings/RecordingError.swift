public import Documents
public import Frames

/// Why a recording couldn't be begun or gone on with; what was written before stays readable.
public enum RecordingError: Error, Hashable, Sendable {
  /// The folder is there and holds something.
  case notEmpty(path: String)
  /// The system refused a step on a file or folder.
  case system(path: String, step: String, errno: Int32)
  /// Less is free on the disk than the frames that are asked for need.
  case noSpace(path: String, needed: Int, available: Int)
  /// The disk was full; so many frames are whole.
  case diskFull(path: String, frames: Int)
  /// A format that V4L2 has no code for, or whose planes lie in several buffers.
  case unsupportedFormat(PixelFormat)
  /// A frame with another layout than the recording's.
  case layoutChanged(width: Int, height: Int)
  /// A frame of more bytes than its layout has, in bytes.
  case tooLong(bytes: Int, most: Int)
  /// The time of a frame is not finite.
  case timestamp
  /// The compressor got no memory.
  case outOfMemory
  /// The description couldn't be written.
  case description(DocumentError)
}

extension RecordingError: CustomStringConvertible {
  /// What was wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notEmpty(let path):
      "\(path) is there already and not an empty folder; name a new one, nothing is overwritten"
    case .system(let path, let step, let code):
      "\(path): cannot be \(step): \(systemMessage(code)); check the path and its permissions"
    case .noSpace(let path, let needed, let available):
      "\(path): about \(Self.size(needed)) are needed and \(Self.size(available)) are free; "
        + "record fewer frames, smaller ones, or compressed, or name another disk"
    case .diskFull(let path, let frames):
      "\(path): the disk is full; \(frames) frames were recorded and can be read"
    case .unsupportedFormat(let format):
      "frames of \(format) cannot be recorded; convert them to a format that V4L2 names"
    case .layoutChanged(let width, let height):
      "a frame of \(width)×\(height) does not have the layout of those before it; "
        + "record each size and format to a folder of its own"
    case .tooLong(let bytes, let most):
      "a frame has \(bytes) bytes where its layout has \(most); give it without what lies behind"
    case .timestamp: "a frame's time is not finite; give it seconds"
    case .outOfMemory: "not enough memory to compress; record without"
    case .description(let error): error.description
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(bytes) bytes" : "\(bytes / 1_000_000) MB"
  }
}
