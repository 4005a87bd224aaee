import CV4L2
import Glibc
import V4L2

/// A driver without controls that delivers the same frame for ever, from memory that was taken before.
final class StillDriver: DriverCalls {
  private static let size = 64 * 48 * 2
  private let isMultiPlanar: Bool
  private nonisolated(unsafe) var queued: UInt32 = 0
  private nonisolated(unsafe) var sequence: UInt32 = 0
  private nonisolated(unsafe) var clock = 100.0

  init(isMultiPlanar: Bool) { self.isMultiPlanar = isMultiPlanar }

  func open(_ path: String) -> Int32 { 3 }
  func close(_ descriptor: Int32) -> Int32 { 0 }

  func ioctl(
    _ descriptor: Int32, _ request: DeviceRequest, _ argument: UnsafeMutableRawPointer
  ) -> Int32 {
    switch request {
    case .queryCapabilities:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_capability.self)
      unsafe pointer.pointee.capabilities = isMultiPlanar ? 0x0400_1000 : 0x0400_0001
    case .getFormat, .setFormat: unsafe describe(argument.assumingMemoryBound(to: v4l2_format.self))
    case .requestBuffers, .streamOn, .streamOff, .queueBuffer: break
    case .queryBuffer, .dequeueBuffer:
      unsafe fill(argument.assumingMemoryBound(to: v4l2_buffer.self))
    default: return -EINVAL
    }
    return 0
  }

  private func describe(_ pointer: UnsafeMutablePointer<v4l2_format>) {
    let code: UInt32 = 0x5659_5559  // YUYV
    if isMultiPlanar {
      var pixels = v4l2_pix_format_mplane()
      (pixels.width, pixels.height, pixels.pixelformat) = (64, 48, code)
      pixels.num_planes = 1
      pixels.plane_fmt.0.bytesperline = 128
      pixels.plane_fmt.0.sizeimage = UInt32(Self.size)
      unsafe pointer.pointee.fmt.pix_mp = pixels
    } else {
      var pixels = v4l2_pix_format()
      (pixels.width, pixels.height, pixels.pixelformat) = (64, 48, code)
      (pixels.bytesperline, pixels.sizeimage) = (128, UInt32(Self.size))
      unsafe pointer.pointee.fmt.pix = pixels
    }
  }

  private func fill(_ pointer: UnsafeMutablePointer<v4l2_buffer>) {
    unsafe sequence &+= 1
    unsafe clock += 1.0 / 30
    unsafe pointer.pointee.sequence = sequence
    unsafe pointer.pointee.timestamp.tv_sec = Int(clock)
    unsafe pointer.pointee.timestamp.tv_usec = Int((clock - clock.rounded(.down)) * 1e6)
    unsafe pointer.pointee.flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    if isMultiPlanar, let planes = unsafe cv4l2_planes(pointer) {
      unsafe planes[0].length = UInt32(Self.size)
      unsafe planes[0].bytesused = UInt32(Self.size)
      unsafe pointer.pointee.length = 1
    } else {
      unsafe pointer.pointee.length = UInt32(Self.size)
      unsafe pointer.pointee.bytesused = UInt32(Self.size)
    }
  }

  func map(_ descriptor: Int32, length: Int, offset: Int) -> MappingReply {
    unsafe .memory(UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64))
  }

  func unmap(_ memory: UnsafeMutableRawPointer, length: Int) { unsafe memory.deallocate() }

  func poll(_ descriptor: Int32, timeout: Double, wantsFrames: Bool) -> PollReply {
    .ready(.frame)
  }

  func kind(of path: String) -> PathReply { .characterDevice }
  func names(in folder: String) -> [String] { [] }
  func link(at path: String) -> String? { nil }
  func contents(of path: String) -> [UInt8]? { nil }
  func replace(_ path: String, with bytes: [UInt8]) -> Int32 { 0 }
  func remove(_ path: String) -> Int32 { 0 }
  func now() -> Double { unsafe clock }
  func sleep(_ seconds: Double) {}
  var process: ProcessIdentity { ProcessIdentity(identifier: 1, user: 0) }
  var stateFolder: String? { nil }
}
