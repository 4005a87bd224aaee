/// What the kernel's virtual host controller sends: Linux, Documentation/usb/usbip_protocol.rst.
public enum USBIPMessage: Hashable, Sendable {
  /// A transfer is to be made.
  case submit(Submission)
  /// A transfer that was submitted is to be given up.
  case unlink(sequence: UInt32, of: UInt32)

  /// A transfer.
  public struct Submission: Hashable, Sendable {
    /// Its number.
    public let sequence: UInt32
    /// The endpoint, 0…15.
    public let endpoint: UInt32
    /// Whether data go to the host.
    public let isIn: Bool
    /// The bytes to be sent or received.
    public let length: Int
    /// The setup packet of a control transfer, 8 bytes.
    public let setup: [UInt8]
    /// The bytes that the host sends.
    public var data: [UInt8]
  }

  /// The bytes of every header.
  public static let headerBytes = 48
  /// More than any transfer that a host makes; a longer one is not believed.
  public static let mostBytes = 1 << 20

  /// Why bytes are no message.
  public enum Failure: Error, Hashable, Sendable {
    /// The command is not known.
    case command(UInt32)
    /// The length cannot be.
    case length(Int)
  }

  /// Takes a message from the front of what was received.
  ///
  /// - Parameter bytes: What was received; what makes up the message is removed.
  /// - Returns: The message, or `nil` until more bytes have come.
  /// - Throws: ``Failure``; the connection is of no use then.
  public static func next(_ bytes: inout [UInt8]) throws(Failure) -> USBIPMessage? {
    guard bytes.count >= headerBytes else { return nil }
    let sequence = bytes.big(4)
    switch bytes.big(0) {
    case 1:
      let isIn = bytes.big(12) != 0
      let length = Int(Int32(bitPattern: bytes.big(24)))
      guard (0...mostBytes).contains(length) else { throw .length(length) }
      let body = isIn ? 0 : length
      guard bytes.count >= headerBytes + body else { return nil }
      let submission = Submission(
        sequence: sequence, endpoint: bytes.big(16), isIn: isIn, length: length,
        setup: Array(bytes[40..<48]), data: Array(bytes[48..<48 + body]))
      bytes.removeFirst(headerBytes + body)
      return .submit(submission)
    case 2:
      let other = bytes.big(20)
      bytes.removeFirst(headerBytes)
      return .unlink(sequence: sequence, of: other)
    case let command: throw .command(command)
    }
  }

  /// The answer to a submission.
  ///
  /// - Parameters:
  ///   - sequence: The submission's number.
  ///   - status: 0, or a negative errno.
  ///   - data: What goes to the host.
  ///   - sent: How many bytes of the host's were taken.
  /// - Returns: The bytes of the answer.
  public static func answer(
    _ sequence: UInt32, status: Int32 = 0, data: [UInt8] = [], sent: Int = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerBytes + data.count)
    for word in [3, sequence, 0, 0, 0] { bytes.appendBig(word) }
    bytes.appendBig(UInt32(bitPattern: status))
    bytes.appendBig(UInt32(data.isEmpty ? sent : data.count))
    // No start frame, no packets, no errors.
    for word in [0, 0xFFFF_FFFF, 0, 0, 0] as [UInt32] { bytes.appendBig(word) }
    return bytes + data
  }

  /// The answer to an unlinking.
  ///
  /// - Parameters:
  ///   - sequence: Its number.
  ///   - wasPending: Whether the transfer was still ours, so that it is never answered.
  /// - Returns: The bytes of the answer.
  public static func unlinked(_ sequence: UInt32, wasPending: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [4, sequence, 0, 0, 0] { bytes.appendBig(word) }
    // −ECONNRESET.
    bytes.appendBig(wasPending ? UInt32(bitPattern: -104) : 0)
    return bytes + [UInt8](repeating: 0, count: headerBytes - bytes.count)
  }
}
