import CV4L2
import Frames
import Glibc

@testable import V4L2

/// A buffer with the memory that is mapped of each plane.
@safe
struct FakeBuffer {
  var planes: [UnsafeMutableRawPointer?]
}

/// A frame of a script; what is `nil` is as it should be.
struct FakeFrame {
  var used: [UInt32]?
  var flags: UInt32 = 0
  var sequence: UInt32?
  var stamp: Double?
  var stampFlags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
  var dataOffset: [UInt32] = []
  var index: UInt32?
  var errno: Int32 = 0
  var fill: [UInt8]?
}

extension FakeNode {
  var planeShapes: [(stride: UInt32, size: UInt32)] {
    planes.isEmpty ? [(width * 2, width * 2 * height)] : planes
  }

  func formatRequest(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .enumerateFormats:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      let index = Int(unsafe pointer.pointee.index)
      guard formats.indices.contains(index) else { return EINVAL }
      unsafe pointer.pointee.pixelformat = formats[index].rawValue
      unsafe put(formats[index].description, &pointer.pointee.description)
    case .enumerateFrameSizes:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
      let index = Int(unsafe pointer.pointee.index)
      if isStepwise {
        unsafe pointer.pointee.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
        unsafe pointer.pointee.stepwise = v4l2_frmsize_stepwise(
          min_width: 16, max_width: 640, step_width: 8, min_height: 16, max_height: 480,
          step_height: 0)
        return 0
      }
      guard sizes.indices.contains(index) else { return EINVAL }
      unsafe pointer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      unsafe pointer.pointee.discrete = v4l2_frmsize_discrete(
        width: UInt32(sizes[index].0), height: UInt32(sizes[index].1))
    case .enumerateFrameIntervals:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
      let index = Int(unsafe pointer.pointee.index)
      if isStepwise {
        unsafe pointer.pointee.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
        unsafe pointer.pointee.stepwise = v4l2_frmival_stepwise(
          min: v4l2_fract(numerator: 1, denominator: 60),
          max: v4l2_fract(numerator: 1, denominator: 1),
          step: v4l2_fract(numerator: 1, denominator: 1))
        return 0
      }
      guard intervals.indices.contains(index) else { return EINVAL }
      unsafe pointer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      unsafe pointer.pointee.discrete = v4l2_fract(
        numerator: intervals[index].0, denominator: intervals[index].1)
    case .getParameters, .setParameters:
      guard hasIntervals else { return ENOTTY }
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_streamparm.self)
      if request == .setParameters {
        let wish = unsafe pointer.pointee.parm.capture.timeperframe
        if wish.denominator > 0 { interval = (wish.numerator, wish.denominator) }
      }
      var parameters = v4l2_captureparm()
      parameters.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
      parameters.timeperframe = v4l2_fract(numerator: interval.0, denominator: interval.1)
      unsafe pointer.pointee.parm.capture = parameters
    default: return unsafe format(request, argument.assumingMemoryBound(to: v4l2_format.self))
    }
    return 0
  }

  private func format(
    _ request: DeviceRequest, _ pointer: UnsafeMutablePointer<v4l2_format>
  ) -> Int32 {
    if request == .setFormat {
      if isStreaming { return EBUSY }
      let single = unsafe pointer.pointee.fmt.pix
      let multiple = unsafe pointer.pointee.fmt.pix_mp
      let wish =
        isMultiPlanar
        ? (multiple.pixelformat, multiple.width) : (single.pixelformat, single.width)
      let asked = FourCC(rawValue: wish.0)
      code = formats.contains(asked) ? asked : formats.first ?? code
      let wished = Int(wish.1)
      if let size = sizes.min(by: { abs($0.0 - wished) < abs($1.0 - wished) }) {
        (width, height) = (UInt32(size.0), UInt32(size.1))
      }
      // As with real drivers, a new format undoes the interval.
      if let first = intervals.first { interval = first }
    }
    if isMultiPlanar {
      var pixels = v4l2_pix_format_mplane()
      (pixels.width, pixels.height, pixels.pixelformat) = (width, height, code.rawValue)
      (pixels.colorspace, pixels.quantization) = (colourSpace, UInt8(quantisation))
      pixels.num_planes = UInt8(planeShapes.count)
      unsafe withUnsafeMutableBytes(of: &pixels.plane_fmt) { bytes in
        let entries = unsafe bytes.bindMemory(to: v4l2_plane_pix_format.self)
        for (index, shape) in planeShapes.enumerated() {
          unsafe entries[index].bytesperline = shape.stride
          unsafe entries[index].sizeimage = shape.size
        }
      }
      unsafe pointer.pointee.fmt.pix_mp = pixels
    } else {
      var pixels = v4l2_pix_format()
      (pixels.width, pixels.height, pixels.pixelformat) = (width, height, code.rawValue)
      (pixels.colorspace, pixels.quantization) = (colourSpace, quantisation)
      (pixels.bytesperline, pixels.sizeimage) = planeShapes[0]
      unsafe pointer.pointee.fmt.pix = pixels
    }
    return 0
  }

  func streamRequest(_ request: DeviceRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .requestBuffers:
      let pointer = unsafe argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
      if isStreaming { return EBUSY }
      let count = unsafe min(pointer.pointee.count, bufferLimit)
      unsafe pointer.pointee.count = count
      buffers = (0..<Int(count)).map { _ in
        unsafe FakeBuffer(planes: Array(repeating: nil, count: planeShapes.count))
      }
      queued = []
    case .streamOn:
      isStreaming = true
      streamer = caller
      frame = 0
      onStreamOn?(self)
    case .streamOff:
      isStreaming = false
      queued = []
    default: return unsafe buffer(request, argument.assumingMemoryBound(to: v4l2_buffer.self))
    }
    return 0
  }

  private func buffer(
    _ request: DeviceRequest, _ pointer: UnsafeMutablePointer<v4l2_buffer>
  ) -> Int32 {
    let index = Int(unsafe pointer.pointee.index)
    if request != .dequeueBuffer, !buffers.indices.contains(index) { return EINVAL }
    switch request {
    case .queueBuffer:
      if queued.contains(index) { return EINVAL }
      queued.append(index)
    case .queryBuffer:
      for (plane, shape) in planeShapes.enumerated() {
        let offset = UInt32(index * 8 + plane) << 12
        if isMultiPlanar {
          guard let planes = unsafe cv4l2_planes(pointer) else { return EFAULT }
          unsafe planes[plane].length = shape.size
          unsafe planes[plane].m.mem_offset = offset
        } else {
          unsafe pointer.pointee.length = shape.size
          unsafe pointer.pointee.m.offset = offset
        }
      }
    default: return unsafe dequeue(pointer)
    }
    return 0
  }

  private func dequeue(_ pointer: UnsafeMutablePointer<v4l2_buffer>) -> Int32 {
    guard isStreaming else { return EINVAL }
    guard let index = queued.first else { return EAGAIN }
    let entry = script.isEmpty ? FakeFrame() : script.removeFirst()
    if entry.errno != 0 { return entry.errno }
    queued.removeFirst()
    unsafe pointer.pointee.index = entry.index ?? UInt32(index)
    unsafe pointer.pointee.sequence = entry.sequence ?? UInt32(frame)
    unsafe pointer.pointee.flags = entry.flags | entry.stampFlags
    let stamp = entry.stamp ?? now
    unsafe pointer.pointee.timestamp.tv_sec = Int(stamp.rounded(.down))
    unsafe pointer.pointee.timestamp.tv_usec = Int((stamp - stamp.rounded(.down)) * 1e6)
    frame += 1
    for (plane, shape) in planeShapes.enumerated() {
      var filled = entry.fill
      if let onFill {
        var bytes = [UInt8](repeating: 0xEE, count: Int(shape.size))
        onFill(plane, &bytes)
        filled = bytes
      }
      if let fill = filled, let memory = unsafe buffers[index].planes[plane] {
        for (place, byte) in fill.prefix(Int(shape.size)).enumerated() {
          unsafe memory.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        }
      }
      let used = entry.used.map { $0[plane] } ?? shape.size
      if isMultiPlanar, let planes = unsafe cv4l2_planes(pointer) {
        unsafe planes[plane].bytesused = used
        unsafe planes[plane].data_offset = entry.dataOffset.isEmpty ? 0 : entry.dataOffset[plane]
      } else {
        unsafe pointer.pointee.bytesused = used
      }
    }
    if isMultiPlanar { unsafe pointer.pointee.length = UInt32(planeShapes.count) }
    return 0
  }

  func closed(_ descriptor: Int32) {
    guard descriptor == streamer || !isStreaming else { return }
    wasLeftStreaming = wasLeftStreaming || isStreaming
    isStreaming = false
    (buffers, queued) = ([], [])
  }

  func mapped(_ memory: UnsafeMutableRawPointer, offset: Int) {
    let place = offset >> 12
    let (index, plane) = (place / 8, place % 8)
    guard buffers.indices.contains(index), unsafe buffers[index].planes.indices.contains(plane)
    else { return }
    unsafe buffers[index].planes[plane] = memory
  }

  func unmapped(_ memory: UnsafeMutableRawPointer) {
    for index in buffers.indices {
      for plane in unsafe buffers[index].planes.indices
      where unsafe buffers[index].planes[plane] == memory {
        unsafe buffers[index].planes[plane] = nil
      }
    }
  }
}
