/// Every system call that this module makes: the seam at which tests script a driver's replies.
///
/// ``SystemCalls`` asks the kernel. Calls return 0 or a count where they succeed and the negative
/// errno where they fail, as the kernel itself does; none is retried behind the caller's back but for
/// `EINTR`.
public protocol DriverCalls: AnyObject, Sendable {
  /// Opens a device for reading and writing, without waiting and closed on exec.
  ///
  /// - Parameter path: The device's path.
  /// - Returns: A descriptor, or the negative errno.
  func open(_ path: String) -> Int32

  /// Closes a descriptor.
  ///
  /// - Parameter descriptor: What ``open(_:)`` returned.
  /// - Returns: 0 or the negative errno; the descriptor is gone in both cases.
  @discardableResult
  func close(_ descriptor: Int32) -> Int32

  /// Makes an ioctl.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - request: Which one.
  ///   - argument: The kernel's structure for it, filled in and to be filled in.
  /// - Returns: 0 or the negative errno.
  func ioctl(
    _ descriptor: Int32, _ request: DeviceRequest, _ argument: UnsafeMutableRawPointer
  ) -> Int32

  /// Maps a buffer into memory, shared, for reading and writing.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - length: The buffer's bytes, positive.
  ///   - offset: What the driver named as the buffer's place.
  /// - Returns: The memory, or the negative errno.
  func map(_ descriptor: Int32, length: Int, offset: Int) -> MappingReply

  /// Gives mapped memory back.
  ///
  /// - Parameters:
  ///   - memory: What ``map(_:length:offset:)`` returned.
  ///   - length: The length given there.
  func unmap(_ memory: UnsafeMutableRawPointer, length: Int)

  /// Waits for a frame or an event.
  ///
  /// - Parameters:
  ///   - descriptor: The open device.
  ///   - timeout: Seconds to wait at the most; 0 only looks.
  ///   - wantsFrames: Whether a frame ends the waiting, or only events do.
  /// - Returns: What is there, or the negative errno.
  func poll(_ descriptor: Int32, timeout: Double, wantsFrames: Bool) -> PollReply

  /// What a path names, without opening it.
  ///
  /// - Parameter path: Any path.
  /// - Returns: Its kind, or the negative errno.
  func kind(of path: String) -> PathReply

  /// The names in a folder, in any order, without `.` and `..`; empty where it cannot be read.
  ///
  /// - Parameter folder: The folder's path.
  /// - Returns: The names.
  func names(in folder: String) -> [String]

  /// What a symbolic link says; `nil` where it is none.
  ///
  /// - Parameter path: The link's path.
  /// - Returns: The text of the link, as it is stored.
  func link(at path: String) -> String?

  /// The first bytes of a small file, 64 KiB at the most; `nil` where it cannot be read.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The bytes.
  func contents(of path: String) -> [UInt8]?

  /// Puts a file in place as a whole, making the folders above it: after a crash at any time the old
  /// or the new contents are there.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - bytes: The contents.
  /// - Returns: 0 or the negative errno.
  func replace(_ path: String, with bytes: [UInt8]) -> Int32

  /// Removes a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: 0 or the negative errno.
  @discardableResult
  func remove(_ path: String) -> Int32

  /// Seconds on the clock by which drivers stamp frames, `CLOCK_MONOTONIC`.
  ///
  /// - Returns: Seconds since some fixed moment.
  func now() -> Double

  /// Sleeps.
  ///
  /// - Parameter seconds: For how long, 0.1 s at the most in this module.
  func sleep(_ seconds: Double)

  /// This process and its user.
  var process: ProcessIdentity { get }

  /// The folder for files that outlive the program, by the XDG base directory specification:
  /// `$XDG_STATE_HOME`, or `.local/state` in the home folder; `nil` where neither is known.
  var stateFolder: String? { get }
}

/// What a mapping returned.
@unsafe
public enum MappingReply {
  /// The memory.
  case memory(UnsafeMutableRawPointer)
  /// The negative errno.
  case failure(Int32)
}

/// What a wait returned.
public enum PollReply: Hashable, Sendable {
  /// Time has run out.
  case timeout
  /// Something is there.
  case ready(Readiness)
  /// The negative errno.
  case failure(Int32)

  /// What is there.
  public struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits, of this type's own numbering.
    public let rawValue: UInt8

    /// Takes bits of this type's own numbering.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A frame may be dequeued (`POLLIN`).
    public static let frame = Readiness(rawValue: 1)
    /// An event may be dequeued (`POLLPRI`).
    public static let event = Readiness(rawValue: 2)
    /// The stream is in error (`POLLERR`).
    public static let error = Readiness(rawValue: 4)
    /// The device is gone (`POLLHUP`, `POLLNVAL`).
    public static let hangUp = Readiness(rawValue: 8)
  }
}

/// What a path names.
public enum PathReply: Hashable, Sendable {
  /// A character device, as cameras are.
  case characterDevice
  /// Anything else.
  case other
  /// The negative errno.
  case failure(Int32)
}

/// A process and its user.
public struct ProcessIdentity: Hashable, Sendable {
  /// The process's number.
  public let identifier: Int32
  /// The effective user's number.
  public let user: UInt32

  /// Names a process.
  ///
  /// - Parameters:
  ///   - identifier: The process's number.
  ///   - user: The effective user's number.
  public init(identifier: Int32, user: UInt32) {
    self.identifier = identifier
    self.user = user
  }
}
