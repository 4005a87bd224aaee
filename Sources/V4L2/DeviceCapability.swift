internal import CV4L2

/// What a device node says of itself (`VIDIOC_QUERYCAP`).
public struct DeviceCapability: Hashable, Sendable {
  /// What a node can do; bits that the kernel may add later are kept.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The kernel's bits, `V4L2_CAP_…`.
    public let rawValue: UInt32

    /// Takes the kernel's bits.
    ///
    /// - Parameter rawValue: `V4L2_CAP_…`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Captures video, each frame in one buffer (`V4L2_CAP_VIDEO_CAPTURE`).
    public static let capture = Flags(rawValue: 0x0000_0001)
    /// Takes video in (`V4L2_CAP_VIDEO_OUTPUT`).
    public static let output = Flags(rawValue: 0x0000_0002)
    /// Shows video (`V4L2_CAP_VIDEO_OVERLAY`).
    public static let overlay = Flags(rawValue: 0x0000_0004)
    /// Captures video, planes in buffers of their own (`V4L2_CAP_VIDEO_CAPTURE_MPLANE`).
    public static let multiPlanarCapture = Flags(rawValue: 0x0000_1000)
    /// Takes video in, planes in buffers of their own (`V4L2_CAP_VIDEO_OUTPUT_MPLANE`).
    public static let multiPlanarOutput = Flags(rawValue: 0x0000_2000)
    /// Turns frames into frames, planes in buffers of their own (`V4L2_CAP_VIDEO_M2M_MPLANE`).
    public static let multiPlanarMemoryToMemory = Flags(rawValue: 0x0000_4000)
    /// Turns frames into frames (`V4L2_CAP_VIDEO_M2M`).
    public static let memoryToMemory = Flags(rawValue: 0x0000_8000)
    /// Captures metadata (`V4L2_CAP_META_CAPTURE`).
    public static let metadataCapture = Flags(rawValue: 0x0080_0000)
    /// Streams through buffers (`V4L2_CAP_STREAMING`).
    public static let streaming = Flags(rawValue: 0x0400_0000)
    /// Takes metadata in (`V4L2_CAP_META_OUTPUT`).
    public static let metadataOutput = Flags(rawValue: 0x0800_0000)
    /// Inputs and formats are set through a media controller (`V4L2_CAP_IO_MC`).
    public static let mediaController = Flags(rawValue: 0x2000_0000)
    /// The node's own abilities are told apart from the device's (`V4L2_CAP_DEVICE_CAPS`).
    public static let deviceCapabilities = Flags(rawValue: 0x8000_0000)
  }

  /// The driver's name, as `uvcvideo`.
  public let driver: String
  /// The card's name, as the maker wrote it.
  public let card: String
  /// Where the device is attached, as `usb-0000:00:14.0-1`.
  public let bus: String
  /// The kernel's version, one number a byte: 0x060C00 is 6.12.0.
  public let version: UInt32
  /// What this node can do; of nodes that tell it apart, not what the whole device can (field case
  /// B45).
  public let flags: Flags

  init(_ capability: v4l2_capability) {
    driver = fixedText(capability.driver)
    card = fixedText(capability.card)
    bus = fixedText(capability.bus_info)
    version = capability.version
    let all = Flags(rawValue: capability.capabilities)
    flags =
      all.contains(.deviceCapabilities) ? Flags(rawValue: capability.device_caps) : all
  }

  /// Whether frames come by the multi-planar interface; the single-planar one is taken where there
  /// are both.
  public var isMultiPlanar: Bool {
    flags.contains(.multiPlanarCapture) && !flags.contains(.capture)
  }
}

extension OpenDevice {
  /// Asks what the device is.
  func capability() throws(DeviceError) -> DeviceCapability {
    var capability = v4l2_capability()
    let code = call(.queryCapabilities, &capability)
    if code == .noRequest || code == .invalid { throw .notAVideoDevice(path: path, code) }
    if !code.isSuccess { throw fault(.queryCapabilities, code) }
    return DeviceCapability(capability)
  }
}
