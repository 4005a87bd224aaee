public import Frames

/// Why a camera could not be used; a control's own troubles are ``ControlError``.
public enum DeviceError: Error, Hashable, Sendable {
  /// There is nothing at the path.
  case notFound(path: String)
  /// The user may not open the device (field case B55).
  case permissionDenied(path: String, user: UInt32)
  /// The path names a file, a folder or anything but a character device.
  case notACharacterDevice(path: String)
  /// The device answers no V4L2 request.
  case notAVideoDevice(path: String, SystemCode)
  /// The device could not be opened for another reason.
  case cannotOpen(path: String, SystemCode)
  /// The node is of no use for capture.
  case unusable(path: String, DeviceNode.Fault)
  /// Another program holds what is asked for (field case B54).
  case busy(path: String, DeviceRequest)
  /// The device was unplugged or its driver removed (field case B53).
  case deviceGone(path: String)
  /// A request failed.
  case request(path: String, DeviceRequest, SystemCode)
  /// A buffer could not be mapped.
  case mapping(path: String, SystemCode)
  /// Waiting failed.
  case waiting(path: String, SystemCode)
  /// None of the formats that were asked for is to be had.
  case noFormat(path: String, wanted: [FourCC], offered: [FourCC])
  /// The driver described memory that no frame can have.
  case layout(path: String, FourCC, FrameLayoutError)
  /// The driver gave fewer buffers than streaming needs, or buffers of other shapes than it said.
  case buffers(path: String, given: Int)
  /// The format must be set before the stream starts.
  case notConfigured(path: String)
  /// What was asked for is only possible while the stream runs.
  case notStreaming(path: String)
  /// What was asked for is not possible while the stream runs.
  case streaming(path: String)
  /// The stream went on failing without a frame.
  case streamFailed(path: String, DeviceRequest, SystemCode)
}

extension DeviceError: CustomStringConvertible {
  /// What was wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such device; is the camera plugged in? `ls /dev/video*` lists what there is"
    case .permissionDenied(let path, let user):
      "\(path): user \(user) may not open the device; "
        + "add the user to the group `video` (`sudo usermod -aG video NAME`) and log in again"
    case .notACharacterDevice(let path):
      "\(path) is not a character device; name a camera such as /dev/video0"
    case .notAVideoDevice(let path, let code):
      "\(path) is not a V4L2 device: \(code); name a camera such as /dev/video0"
    case .cannotOpen(let path, let code):
      "\(path): cannot be opened: \(code)"
    case .unusable(let path, let fault):
      "\(path): \(fault)"
    case .busy(let path, let request):
      "\(path): another program streams from the camera (\(request.rawValue): EBUSY); "
        + "end that program first"
    case .deviceGone(let path):
      "\(path): the camera is gone; open it again when it is plugged in"
    case .request(let path, let request, let code):
      "\(path): \(request.rawValue) failed: \(code)"
    case .mapping(let path, let code):
      "\(path): a buffer could not be mapped: \(code)"
    case .waiting(let path, let code):
      "\(path): waiting for a frame failed: \(code)"
    case .noFormat(let path, let wanted, let offered):
      "\(path) does not offer \(Self.list(wanted)); it offers \(Self.list(offered))"
    case .layout(let path, let format, let error):
      "\(path): the driver describes \(format) frames wrongly: \(error)"
    case .buffers(let path, let given):
      "\(path): the driver gave \(given) usable buffers where streaming needs 2"
    case .notConfigured(let path):
      "\(path): no format is set; call configure first"
    case .notStreaming(let path):
      "\(path): the stream does not run; call start first"
    case .streaming(let path):
      "\(path): not possible while the stream runs; call stop first"
    case .streamFailed(let path, let request, let code):
      "\(path): the stream fails again and again (\(request.rawValue): \(code)); stop and start it"
    }
  }

  private static func list(_ formats: [FourCC]) -> String {
    formats.isEmpty ? "any format" : formats.map(\.description).joined(separator: ", ")
  }
}
