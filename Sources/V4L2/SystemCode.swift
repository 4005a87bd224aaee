internal import Glibc

/// A system's error number with its name.
public struct SystemCode: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The number, positive; 0 is success.
  public let rawValue: Int32

  /// Takes an error number.
  ///
  /// - Parameter rawValue: The number as in `errno`.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Takes what a call of ``DriverCalls`` returned.
  ///
  /// - Parameter reply: 0 or more on success, else the negative errno.
  init(reply: Int32) { rawValue = reply < 0 ? 0 &- reply : 0 }

  /// Whether there is no error.
  var isSuccess: Bool { rawValue == 0 }

  /// The name and the number, as in `EBUSY (16)`.
  public var description: String {
    for (code, name) in Self.names where code == rawValue { return "\(name) (\(rawValue))" }
    return "error \(rawValue)"
  }

  static let permission = SystemCode(rawValue: EPERM)
  static let noEntry = SystemCode(rawValue: ENOENT)
  static let inputOutput = SystemCode(rawValue: EIO)
  static let noSuchAddress = SystemCode(rawValue: ENXIO)
  static let tryAgain = SystemCode(rawValue: EAGAIN)
  static let access = SystemCode(rawValue: EACCES)
  static let busy = SystemCode(rawValue: EBUSY)
  static let noDevice = SystemCode(rawValue: ENODEV)
  static let invalid = SystemCode(rawValue: EINVAL)
  static let noRequest = SystemCode(rawValue: ENOTTY)
  static let brokenPipe = SystemCode(rawValue: EPIPE)
  static let outOfRange = SystemCode(rawValue: ERANGE)
  static let illegalSequence = SystemCode(rawValue: EILSEQ)
  static let outOfMemory = SystemCode(rawValue: ENOMEM)

  // Those that V4L2's documentation and drivers name; the rest is shown by number.
  private static let names: [(Int32, String)] = [
    (EPERM, "EPERM"), (ENOENT, "ENOENT"), (EINTR, "EINTR"), (EIO, "EIO"), (ENXIO, "ENXIO"),
    (EBADF, "EBADF"), (EAGAIN, "EAGAIN"), (ENOMEM, "ENOMEM"), (EACCES, "EACCES"),
    (EFAULT, "EFAULT"), (EBUSY, "EBUSY"), (ENODEV, "ENODEV"), (ENOTDIR, "ENOTDIR"),
    (EISDIR, "EISDIR"), (EINVAL, "EINVAL"), (EMFILE, "EMFILE"), (ENOTTY, "ENOTTY"),
    (ENOSPC, "ENOSPC"), (EROFS, "EROFS"), (EPIPE, "EPIPE"), (ERANGE, "ERANGE"),
    (ENODATA, "ENODATA"), (EREMOTE, "EREMOTE"), (EPROTO, "EPROTO"), (EILSEQ, "EILSEQ"),
    (ENOTSUP, "ENOTSUP"), (ETIMEDOUT, "ETIMEDOUT"), (ENOLINK, "ENOLINK"),
  ]
}
