/// A control of the simulated camera, named as V4L2's is.
public enum ControlID: Int, Hashable, Sendable, CaseIterable {
  /// Exposure time in the control's own unit; 100 µs for `V4L2_CID_EXPOSURE_ABSOLUTE`.
  case exposureTime
  /// A gain code, `V4L2_CID_GAIN` or `V4L2_CID_ANALOGUE_GAIN`.
  case gain
  /// `V4L2_CID_EXPOSURE_AUTO`: 1 is manual, 3 the camera's own exposure of time and gain.
  case autoExposure
  /// `V4L2_CID_EXPOSURE_AUTO_PRIORITY`: 1 lets exposure lengthen the frame interval.
  case exposurePriority
  /// `V4L2_CID_AUTOGAIN`: 1 is the camera's own exposure, of cameras without `autoExposure`.
  case autogain
  /// `V4L2_CID_POWER_LINE_FREQUENCY`: 0 off, 1 for 50 Hz, 2 for 60 Hz; heeded by automatics only.
  case powerLineFrequency
  /// `V4L2_CID_FOCUS_ABSOLUTE` in codes that the law turns into dioptres.
  case focusAbsolute
  /// `V4L2_CID_FOCUS_AUTO`: 1 makes the focus control inactive; the lens then stays.
  case focusAuto
  /// `V4L2_CID_AUTO_WHITE_BALANCE`: 1 is the camera's own.
  case autoWhiteBalance
  /// `V4L2_CID_WHITE_BALANCE_TEMPERATURE` in codes that the law turns into kelvin.
  case whiteBalanceTemperature
  /// `V4L2_CID_RED_BALANCE` in codes that the law turns into a gain.
  case redBalance
  /// `V4L2_CID_BLUE_BALANCE`.
  case blueBalance
  /// `V4L2_CID_PRIVACY`: 1 closes the shutter.
  case privacy

  /// Whether a control has a few named values, of which others are refused, not rounded.
  public var isMenu: Bool { self == .autoExposure || self == .powerLineFrequency }
}
