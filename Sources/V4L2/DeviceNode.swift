public import Controls

/// A video node of the system, usable or not.
public struct DeviceNode: Hashable, Sendable {
  /// Why a node is of no use for capture, or not by itself (field case B45).
  public enum Fault: Hashable, Sendable {
    /// It could not be opened or asked.
    case notOpened(DeviceError.Opening)
    /// It delivers a camera's metadata, not its frames.
    case metadata
    /// It takes frames in.
    case output
    /// It turns frames into other frames, as codecs do.
    case memoryToMemory
    /// It belongs to a pipeline that a media controller sets up; alone it delivers nothing. It can be
    /// opened by its path when the pipeline is set up.
    case mediaController
    /// It delivers grey frames beside a colour camera of the same device: an infrared camera for
    /// face recognition. It can be opened by its path.
    case infrared(besides: String)
    /// It cannot stream.
    case noStreaming
    /// It offers no format.
    case noFormats
    /// It captures no video for any other reason: radio, teletext, touch.
    case noCapture(DeviceCapability.Flags)
  }

  /// The node's path, as `/dev/video0`.
  public let path: String
  /// What the node says of itself; `nil` where it could not be asked.
  public let capability: DeviceCapability?
  /// Paths that stay the same when the camera is plugged in again: by its name and serial number
  /// (`/dev/v4l/by-id`), then by the place where it is plugged in (`/dev/v4l/by-path`).
  public let stablePaths: [String]
  /// The USB vendor, product and serial number, where the camera has them.
  public let usb: USBIdentity?
  /// Why it is not used, or `nil` where it is a camera.
  public internal(set) var fault: Fault?

  /// What a profile is found by.
  public var match: DeviceProfile.Match {
    DeviceProfile.Match(
      driver: capability?.driver, card: capability?.card, usbIdentifier: usb?.identifier)
  }
}

/// What a USB camera is known by.
public struct USBIdentity: Hashable, Sendable {
  /// The vendor and product, as `046d:0825`.
  public let identifier: String
  /// The serial number; many cameras have none.
  public let serial: String?

  /// Names a camera.
  ///
  /// - Parameters:
  ///   - identifier: The vendor and product, as `046d:0825`.
  ///   - serial: The serial number.
  public init(identifier: String, serial: String? = nil) {
    self.identifier = identifier
    self.serial = serial
  }
}

extension DeviceError {
  /// Why a node could not be asked what it is.
  public enum Opening: Hashable, Sendable {
    /// The user may not open it.
    case permissionDenied(user: UInt32)
    /// It vanished meanwhile.
    case gone
    /// Anything else.
    case failed(SystemCode)
  }

  var opening: Opening {
    switch self {
    case .permissionDenied(_, let user): .permissionDenied(user: user)
    case .notFound, .deviceGone: .gone
    case .cannotOpen(_, let code), .notAVideoDevice(_, let code), .request(_, _, let code):
      .failed(code)
    default: .failed(.invalid)
    }
  }
}

extension DeviceNode.Fault: CustomStringConvertible {
  /// Why the node is not used, as a clause behind its path.
  public var description: String {
    switch self {
    case .notOpened(.permissionDenied(let user)):
      "user \(user) may not open it; add the user to the group `video`"
    case .notOpened(.gone): "it vanished meanwhile"
    case .notOpened(.failed(let code)): "it cannot be asked what it is: \(code)"
    case .metadata: "it delivers metadata, not frames; use the camera's other node"
    case .output: "it takes frames in and delivers none"
    case .memoryToMemory: "it turns frames into frames, as codecs do, and has no camera"
    case .mediaController:
      "it is part of a pipeline that a media controller sets up (V4L2_CAP_IO_MC); "
        + "set up the pipeline first, as libcamera does"
    case .infrared(let other): "it is an infrared camera beside \(other)"
    case .noStreaming: "it cannot stream through buffers"
    case .noFormats: "it offers no pixel format"
    case .noCapture: "it captures no video"
    }
  }
}
