internal import CV4L2

/// The buffers of a stream: made, mapped, queued, and given back in every case.
final class BufferQueue {
  /// A buffer that the driver has filled.
  struct Filled {
    let index: Int
    let sequence: UInt32
    let stamp: Double
    let source: FrameClock.Source
    let isStampedAtStart: Bool
    let isFlagged: Bool
    /// Where each plane's bytes begin and end, inside its region; of planes that there are not, empty.
    var planes: (Range<Int>, Range<Int>, Range<Int>) = (0..<0, 0..<0, 0..<0)

    /// The bytes of a plane.
    func range(_ plane: Int) -> Range<Int> {
      switch plane {
      case 0: planes.0
      case 1: planes.1
      default: planes.2
      }
    }
  }

  /// What taking a buffer from the driver led to.
  enum Dequeued {
    case frame(Filled)
    case nothing
    /// A buffer of which nothing else is known than its number, if that.
    case invalid(index: Int?)
    case failure(SystemCode)
  }

  let device: OpenDevice
  let format: StreamFormat
  private let type: UInt32
  private var regions: [[MappedRegion]] = []
  private var kernelPlanes = [v4l2_plane](repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
  /// What the last exchange said of its buffer's planes; one of the single-planar interface.
  fileprivate var planes: [Plane] = []
  private var hasBuffers = false
  private var isStreaming = false

  /// Makes the buffers, queues them and starts the stream; undoes all of it where a step fails.
  init(_ device: OpenDevice, _ format: StreamFormat, count: Int) throws(DeviceError) {
    self.device = device
    self.format = format
    type = OpenDevice.bufferType(isMultiPlanar: format.isMultiPlanar)
    do throws(DeviceError) {
      try start(count: count)
    } catch {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// How many buffers go round.
  var count: Int { regions.count }

  /// Hands a buffer to the driver.
  func queue(_ index: Int) -> SystemCode { exchange(.queueBuffer, index).code }

  /// Takes a filled buffer, if there is one.
  func dequeue() -> Dequeued {
    let reply = exchange(.dequeueBuffer, 0)
    if reply.code == .tryAgain { return .nothing }
    guard reply.code.isSuccess else { return .failure(reply.code) }
    guard regions.indices.contains(reply.index) else { return .invalid(index: nil) }
    var filled = Self.filled(reply)
    // Planes behind the third belong to no format that is metered.
    for index in 0..<min(planes.count, regions[reply.index].count, 3) {
      let (start, end) = (planes[index].start, planes[index].end)
      guard start <= end, end <= regions[reply.index][index].count else {
        return .invalid(index: reply.index)
      }
      switch index {
      case 0: filled.planes.0 = start..<end
      case 1: filled.planes.1 = start..<end
      default: filled.planes.2 = start..<end
      }
    }
    return .frame(filled)
  }

  /// The memory of a plane of a filled buffer.
  func region(_ filled: Filled, plane: Int) -> MappedRegion? {
    guard regions.indices.contains(filled.index),
      regions[filled.index].indices.contains(plane)
    else { return nil }
    return regions[filled.index][plane]
  }

  /// Stops the stream and gives the buffers back; the device may be gone.
  func stop() {
    if isStreaming {
      isStreaming = false
      var streamType = Int32(bitPattern: type)
      _ = device.call(.streamOff, &streamType)
    }
    regions = []
    guard hasBuffers else { return }
    hasBuffers = false
    var request = v4l2_requestbuffers()
    request.type = type
    request.memory = V4L2_MEMORY_MMAP.rawValue
    _ = device.call(.requestBuffers, &request)
  }

  private func start(count: Int) throws(DeviceError) {
    var request = v4l2_requestbuffers()
    request.count = UInt32(clamping: count)
    request.type = type
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.require(.requestBuffers, &request)
    hasBuffers = true
    // With one buffer the driver has nowhere to write while a frame is read. VIDEO_MAX_FRAME is 32,
    // and newer kernels allow drivers more.
    guard (2...128).contains(request.count) else {
      throw .buffers(path: device.path, given: Int(request.count))
    }
    for index in 0..<Int(request.count) { regions.append(try mapped(index)) }
    for index in 0..<Int(request.count) {
      let code = queue(index)
      if !code.isSuccess { throw device.fault(.queueBuffer, code) }
    }
    var streamType = Int32(bitPattern: type)
    try device.require(.streamOn, &streamType)
    isStreaming = true
  }

  private func mapped(_ index: Int) throws(DeviceError) -> [MappedRegion] {
    let reply = exchange(.queryBuffer, index)
    if !reply.code.isSuccess { throw device.fault(.queryBuffer, reply.code) }
    guard planes.count == format.buffers.count, planes.allSatisfy({ $0.length > 0 }) else {
      throw .buffers(path: device.path, given: index)
    }
    var mapped: [MappedRegion] = []
    for plane in planes {
      mapped.append(try MappedRegion(device, count: plane.length, offset: plane.offset))
    }
    return mapped
  }
}

extension BufferQueue {
  /// What the driver says of a buffer.
  private struct Reply {
    let code: SystemCode
    let index: Int
    let flags: UInt32
    let sequence: UInt32
    let stamp: Double
  }

  /// What the driver says of one plane of a buffer.
  fileprivate struct Plane {
    let length: Int
    let offset: Int
    let start: Int
    let end: Int
  }

  /// Makes a request about a buffer, and keeps what is said of its planes in arrays that are used again:
  /// nothing is allocated for a frame. The kernel's structure holds pointers: it stays in here.
  private func exchange(_ request: DeviceRequest, _ index: Int) -> Reply {
    var buffer = unsafe v4l2_buffer()
    unsafe buffer.index = UInt32(clamping: index)
    unsafe buffer.type = type
    unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
    var code = SystemCode.invalid
    planes.removeAll(keepingCapacity: true)
    if format.isMultiPlanar {
      for index in kernelPlanes.indices { kernelPlanes[index] = v4l2_plane() }
      unsafe kernelPlanes.withUnsafeMutableBufferPointer { entries in
        unsafe cv4l2_set_planes(&buffer, entries.baseAddress, UInt32(format.buffers.count))
        unsafe code = device.call(request, &buffer)
      }
      let count = unsafe min(Int(buffer.length), kernelPlanes.count, format.buffers.count)
      for plane in 0..<count {
        // The filled bytes of a plane are counted from the buffer's start: they include the offset.
        let offset = unsafe Int(cv4l2_plane_offset(&kernelPlanes[plane]))
        let entry = kernelPlanes[plane]
        planes.append(
          Plane(
            length: Int(entry.length), offset: offset, start: Int(entry.data_offset),
            end: Int(entry.bytesused)))
      }
    } else {
      unsafe code = device.call(request, &buffer)
      let offset = unsafe Int(cv4l2_buffer_offset(&buffer))
      unsafe planes.append(
        Plane(
          length: Int(buffer.length), offset: offset, start: 0, end: Int(buffer.bytesused)))
    }
    let time = unsafe buffer.timestamp
    return unsafe Reply(
      code: code, index: Int(buffer.index), flags: buffer.flags, sequence: buffer.sequence,
      stamp: Double(time.tv_sec) + Double(time.tv_usec) * 1e-6)
  }

  private static func filled(_ reply: Reply) -> Filled {
    let source: FrameClock.Source
    switch reply.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) {
    case UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC): source = .monotonic
    case UInt32(V4L2_BUF_FLAG_TIMESTAMP_COPY): source = .copied
    default: source = .unknown
    }
    let origin = reply.flags & UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_MASK)
    return Filled(
      index: reply.index, sequence: reply.sequence, stamp: reply.stamp, source: source,
      isStampedAtStart: origin == UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_SOE),
      isFlagged: reply.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
  }
}
