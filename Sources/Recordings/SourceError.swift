public import Documents
public import Frames

/// Why a source, or one frame of it, couldn't be read.
public enum SourceError: Error, Hashable, Sendable {
  /// No path was given.
  case noPaths
  /// The file doesn't exist.
  case notFound(path: String)
  /// No file matches the pattern.
  case noMatch(pattern: String)
  /// The system refused to open the file or list the folder.
  case notReadable(path: String, errno: Int32)
  /// The path names something that doesn't hold a recording.
  case notAFile(path: String, kind: SpecialFile)
  /// A folder without one file that could be a frame.
  case emptyFolder(path: String)
  /// The file's first bytes belong to no format that is read.
  case unknownContent(path: String)
  /// A raw dump's format isn't metered.
  case unsupportedFormat(FourCC)
  /// A raw dump's format was given without width and height.
  case sizeMissing(FourCC)
  /// The options don't make a layout.
  case layout(FrameLayoutError)
  /// The frame rate isn't a positive, finite number.
  case frameRate(Double)
  /// A raw dump that is smaller than one frame.
  case fileTooShort(path: String, bytes: Int, needed: Int)
  /// A recording's description can't be read.
  case recording(DocumentError)
  /// One frame's bytes couldn't be made a picture; reading can go on behind it.
  case frame(FramePlace, FrameError)

  /// What a path names instead of a file or folder.
  public enum SpecialFile: String, Hashable, Sendable {
    /// A named pipe.
    case fifo = "FIFO"
    /// A socket.
    case socket = "socket"
    /// A device with a byte stream, such as a camera.
    case characterDevice = "character device"
    /// A disk or partition.
    case blockDevice = "block device"
    /// Something that this library doesn't know.
    case other = "special file"
  }
}

/// Where in a recording a frame lies.
public struct FramePlace: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The frame's number in the file, from 0.
  public let frame: Int
  /// Bytes from the file's start to the frame, where the container tells.
  public let offset: Int?

  /// The place in words, e.g. `clip.y4m, frame 3 at byte 345678`.
  public var description: String {
    let start = "\(path), frame \(frame)"
    return offset.map { "\(start) at byte \($0)" } ?? start
  }
}

extension SourceError: CustomStringConvertible {
  /// What was wrong, where, and what to do.
  public var description: String {
    switch self {
    case .noPaths:
      "no file is named; name files, folders or quoted patterns"
    case .notFound(let path):
      "\(path): no such file or folder"
    case .noMatch(let pattern):
      "\(pattern): no file matches the pattern"
    case .notReadable(let path, let code):
      "\(path): cannot be opened: \(systemMessage(code)); check its permissions"
    case .notAFile(let path, let kind):
      "\(path) is a \(kind.rawValue); name a file or a folder of files"
    case .emptyFolder(let path):
      "\(path): the folder holds no frames; JPEG, PNG, TIFF, PGM, PPM, Y4M and camera raw files "
        + "are read, and raw dumps with a format and a size"
    case .unknownContent(let path):
      "\(path): not a JPEG, PNG, TIFF, PGM, PPM, Y4M or camera raw file; "
        + "for a raw dump give its format and size"
    case .unsupportedFormat(let format):
      "format \(format) is not metered; give one that v4l2-ctl --list-formats prints and "
        + "GrayCard knows, such as YUYV"
    case .sizeMissing(let format):
      "a raw dump of \(format) does not tell its size; give width and height"
    case .layout(let error):
      error.description
    case .frameRate(let rate):
      "frame rate \(rate) is not a positive number of frames a second"
    case .fileTooShort(let path, let bytes, let needed):
      "\(path): \(bytes) bytes are less than one frame of \(needed); "
        + "check format, size and stride"
    case .recording(let error):
      error.description
    case .frame(let place, let error):
      "\(place): \(error)"
    }
  }
}
