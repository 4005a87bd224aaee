internal import CV4L2

/// The ioctls that this module makes, by the kernel's names.
public enum DeviceRequest: String, Hashable, Sendable, CaseIterable {
  /// What the device is.
  case queryCapabilities = "VIDIOC_QUERYCAP"
  /// A pixel format that the device offers.
  case enumerateFormats = "VIDIOC_ENUM_FMT"
  /// A size of a pixel format.
  case enumerateFrameSizes = "VIDIOC_ENUM_FRAMESIZES"
  /// A frame interval of a size.
  case enumerateFrameIntervals = "VIDIOC_ENUM_FRAMEINTERVALS"
  /// The format in force.
  case getFormat = "VIDIOC_G_FMT"
  /// Sets the format.
  case setFormat = "VIDIOC_S_FMT"
  /// The frame interval in force.
  case getParameters = "VIDIOC_G_PARM"
  /// Sets the frame interval.
  case setParameters = "VIDIOC_S_PARM"
  /// Makes or frees buffers.
  case requestBuffers = "VIDIOC_REQBUFS"
  /// Where a buffer lies.
  case queryBuffer = "VIDIOC_QUERYBUF"
  /// Hands a buffer to the driver.
  case queueBuffer = "VIDIOC_QBUF"
  /// Takes a filled buffer from the driver.
  case dequeueBuffer = "VIDIOC_DQBUF"
  /// Starts the stream.
  case streamOn = "VIDIOC_STREAMON"
  /// Stops the stream.
  case streamOff = "VIDIOC_STREAMOFF"
  /// A control's description, in 32 bits.
  case queryControl = "VIDIOC_QUERYCTRL"
  /// A control's description, in 64 bits.
  case queryExtendedControl = "VIDIOC_QUERY_EXT_CTRL"
  /// A menu's item.
  case queryMenu = "VIDIOC_QUERYMENU"
  /// One control's value.
  case getControl = "VIDIOC_G_CTRL"
  /// Sets one control.
  case setControl = "VIDIOC_S_CTRL"
  /// Several controls' values.
  case getControls = "VIDIOC_G_EXT_CTRLS"
  /// Sets several controls.
  case setControls = "VIDIOC_S_EXT_CTRLS"
  /// Subscribes to an event.
  case subscribeEvent = "VIDIOC_SUBSCRIBE_EVENT"
  /// Takes an event from the queue.
  case dequeueEvent = "VIDIOC_DQEVENT"

  /// The number that the kernel knows the request by.
  var number: UInt {
    switch self {
    case .queryCapabilities: cv4l2_QUERYCAP
    case .enumerateFormats: cv4l2_ENUM_FMT
    case .enumerateFrameSizes: cv4l2_ENUM_FRAMESIZES
    case .enumerateFrameIntervals: cv4l2_ENUM_FRAMEINTERVALS
    case .getFormat: cv4l2_G_FMT
    case .setFormat: cv4l2_S_FMT
    case .getParameters: cv4l2_G_PARM
    case .setParameters: cv4l2_S_PARM
    case .requestBuffers: cv4l2_REQBUFS
    case .queryBuffer: cv4l2_QUERYBUF
    case .queueBuffer: cv4l2_QBUF
    case .dequeueBuffer: cv4l2_DQBUF
    case .streamOn: cv4l2_STREAMON
    case .streamOff: cv4l2_STREAMOFF
    case .queryControl: cv4l2_QUERYCTRL
    case .queryExtendedControl: cv4l2_QUERY_EXT_CTRL
    case .queryMenu: cv4l2_QUERYMENU
    case .getControl: cv4l2_G_CTRL
    case .setControl: cv4l2_S_CTRL
    case .getControls: cv4l2_G_EXT_CTRLS
    case .setControls: cv4l2_S_EXT_CTRLS
    case .subscribeEvent: cv4l2_SUBSCRIBE_EVENT
    case .dequeueEvent: cv4l2_DQEVENT
    }
  }
}
