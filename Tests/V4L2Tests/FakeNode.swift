import CV4L2
import Frames
import Glibc

@testable import V4L2

/// A video node as its driver keeps it.
final class FakeNode {
  struct Format {
    var code: FourCC
    var stride = 0
    var size = 0
  }

  let path: String
  var driver = "uvcvideo"
  var card = "Fake: Camera"
  var bus = "usb-0000:00:14.0-1"
  /// `V4L2_CAP_VIDEO_CAPTURE | STREAMING`; device capabilities are told apart.
  var deviceFlags: DeviceCapability.Flags = [.capture, .streaming]
  var flags: DeviceCapability.Flags?
  var openErrno: Int32 = 0
  var isGone = false
  var now = 0.0

  // The stream.
  var formats: [FourCC] = [FourCC("YUYV")].compactMap { $0 }
  var sizes = [(64, 48)]
  var intervals: [(UInt32, UInt32)] = [(1, 30)]
  var hasIntervals = true
  /// Whether sizes and intervals are told as ranges.
  var isStepwise = false
  var code = FourCC(rawValue: 0)
  var width: UInt32 = 64
  var height: UInt32 = 48
  /// `bytesperline` of each plane and bytes of each plane; worked out for YUYV where empty.
  var planes: [(stride: UInt32, size: UInt32)] = []
  var colourSpace = V4L2_COLORSPACE_SRGB.rawValue
  var quantisation: UInt32 = 0
  var interval: (UInt32, UInt32) = (1, 30)
  var bufferLimit: UInt32 = 32
  var isStreaming = false
  var buffers: [FakeBuffer] = []
  var queued: [Int] = []
  var script: [FakeFrame] = []
  /// Who streams, and who calls.
  var streamer: Int32 = -1
  var caller: Int32 = -1
  /// Whether a descriptor was closed while its stream ran, which the kernel has to clean up then.
  var wasLeftStreaming = false
  var frame = 0
  var frameDelay = 1.0 / 30
  var onStreamOn: ((FakeNode) -> Void)?
  /// Fills a plane of a frame.
  var onFill: ((Int, inout [UInt8]) -> Void)?

  // The controls.
  var controls: [FakeControl] = []
  /// What a driver says of controls that an automatic holds.
  var wrongState: Int32 = EACCES
  /// Whether a value outside the range is refused and not brought inside.
  var refusesOutside = false
  var hasBatches = true
  var hasWideQueries = true
  var queryErrno: Int32 = 0
  /// Errnos that the next writes of a control meet, one each.
  var writeErrors: [ControlID: [Int32]] = [:]
  var onWrite: [ControlID: (FakeNode, Int64) -> Void] = [:]
  /// Every value that reached the device, in order; a call's number before each.
  var writes: [(call: Int, id: ControlID, value: Int64)] = []
  var writeCalls = 0
  var hasEvents = true
  var subscribed: Set<ControlID> = []
  var events: [FakeEvent] = []
  var eventSequence: UInt32 = 0

  init(_ path: String = "/dev/video0", controls: [FakeControl] = []) {
    self.path = path
    self.controls = controls.sorted { $0.id < $1.id }
    code = formats[0]
  }

  var isMultiPlanar: Bool { deviceFlags.contains(.multiPlanarCapture) }

  var hasFrame: Bool { isStreaming && !queued.isEmpty }

  func ioctl(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .queryCapabilities:
      return unsafe queryCapabilities(argument.assumingMemoryBound(to: v4l2_capability.self))
    case .enumerateFormats, .enumerateFrameSizes, .enumerateFrameIntervals, .getFormat, .setFormat,
      .getParameters, .setParameters:
      return unsafe formatRequest(request, argument)
    case .requestBuffers, .queryBuffer, .queueBuffer, .dequeueBuffer, .streamOn, .streamOff:
      return unsafe streamRequest(request, argument)
    case .queryControl, .queryExtendedControl, .queryMenu:
      return unsafe queryRequest(request, argument)
    case .getControl, .setControl, .getControls, .setControls:
      return unsafe valueRequest(request, argument)
    case .subscribeEvent, .dequeueEvent:
      return unsafe eventRequest(request, argument)
    }
  }

  private func queryCapabilities(_ pointer: UnsafeMutablePointer<v4l2_capability>) -> Int32 {
    unsafe put(driver, &pointer.pointee.driver)
    unsafe put(card, &pointer.pointee.card)
    unsafe put(bus, &pointer.pointee.bus_info)
    unsafe pointer.pointee.version = 0x060C00
    let all = flags ?? deviceFlags.union([.metadataCapture, .deviceCapabilities])
    unsafe pointer.pointee.capabilities = all.rawValue
    unsafe pointer.pointee.device_caps = deviceFlags.rawValue
    return 0
  }
}

/// Puts text into one of the kernel's arrays of characters.
func put<Characters>(_ text: String, _ target: inout Characters) {
  unsafe withUnsafeMutableBytes(of: &target) { bytes in
    for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() {
      unsafe bytes[index] = byte
    }
  }
}
