/// A control by its number; names differ from kernel to kernel, numbers do not.
public struct ControlID: Hashable, Sendable, Comparable, RawRepresentable {
  /// The kernel's number, `V4L2_CID_…`.
  public let rawValue: UInt32

  /// Takes a number as the kernel delivers it; every value is accepted.
  ///
  /// - Parameter rawValue: The kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether a control comes before another in the kernel's order.
  public static func < (left: ControlID, right: ControlID) -> Bool {
    left.rawValue < right.rawValue
  }

  // The user class, base 0x00980900.

  /// Automatic white balance (`V4L2_CID_AUTO_WHITE_BALANCE`).
  public static let autoWhiteBalance = ControlID(rawValue: 0x0098_090C)
  /// White balance once, then hold: a button (`V4L2_CID_DO_WHITE_BALANCE`).
  public static let doWhiteBalance = ControlID(rawValue: 0x0098_090D)
  /// Gain of red in units of the driver (`V4L2_CID_RED_BALANCE`).
  public static let redBalance = ControlID(rawValue: 0x0098_090E)
  /// Gain of blue in units of the driver (`V4L2_CID_BLUE_BALANCE`).
  public static let blueBalance = ControlID(rawValue: 0x0098_090F)
  /// Exposure in lines of a raw sensor, in no unit elsewhere (`V4L2_CID_EXPOSURE`).
  public static let exposure = ControlID(rawValue: 0x0098_0911)
  /// Automatic gain, with old webcams all of automatic exposure (`V4L2_CID_AUTOGAIN`).
  public static let autoGain = ControlID(rawValue: 0x0098_0912)
  /// Gain in units of the driver (`V4L2_CID_GAIN`).
  public static let gain = ControlID(rawValue: 0x0098_0913)
  /// The mains' frequency: off, 50 Hz, 60 Hz, automatic (`V4L2_CID_POWER_LINE_FREQUENCY`).
  public static let powerLineFrequency = ControlID(rawValue: 0x0098_0918)
  /// Colour temperature in kelvin (`V4L2_CID_WHITE_BALANCE_TEMPERATURE`).
  public static let whiteBalanceTemperature = ControlID(rawValue: 0x0098_091A)

  // The camera class, base 0x009a0900.

  /// Who sets time and iris (`V4L2_CID_EXPOSURE_AUTO`).
  public static let exposureAuto = ControlID(rawValue: 0x009A_0901)
  /// Exposure time in units of 100 µs (`V4L2_CID_EXPOSURE_ABSOLUTE`).
  public static let exposureAbsolute = ControlID(rawValue: 0x009A_0902)
  /// Whether automatic exposure may lower the frame rate (`V4L2_CID_EXPOSURE_AUTO_PRIORITY`).
  public static let exposureAutoPriority = ControlID(rawValue: 0x009A_0903)
  /// Lens position in units of the driver, greater is nearer (`V4L2_CID_FOCUS_ABSOLUTE`).
  public static let focusAbsolute = ControlID(rawValue: 0x009A_090A)
  /// Continuous autofocus (`V4L2_CID_FOCUS_AUTO`).
  public static let focusAuto = ControlID(rawValue: 0x009A_090C)
  /// Zoom in units of the driver (`V4L2_CID_ZOOM_ABSOLUTE`).
  public static let zoomAbsolute = ControlID(rawValue: 0x009A_090D)
  /// Whether a shutter is before the lens (`V4L2_CID_PRIVACY`).
  public static let privacy = ControlID(rawValue: 0x009A_0910)
  /// The iris, greater is wider (`V4L2_CID_IRIS_ABSOLUTE`).
  public static let irisAbsolute = ControlID(rawValue: 0x009A_0911)
  /// Exposure bias: an index of a menu in thousandths of a stop (`V4L2_CID_AUTO_EXPOSURE_BIAS`).
  public static let autoExposureBias = ControlID(rawValue: 0x009A_0913)
  /// White balance by names of light (`V4L2_CID_AUTO_N_PRESET_WHITE_BALANCE`).
  public static let whiteBalancePreset = ControlID(rawValue: 0x009A_0914)
  /// Wide dynamic range (`V4L2_CID_WIDE_DYNAMIC_RANGE`).
  public static let wideDynamicRange = ControlID(rawValue: 0x009A_0915)
  /// Sensitivity: an index of a menu in thousandths of ISO (`V4L2_CID_ISO_SENSITIVITY`).
  public static let isoSensitivity = ControlID(rawValue: 0x009A_0917)
  /// Who sets the sensitivity (`V4L2_CID_ISO_SENSITIVITY_AUTO`).
  public static let isoSensitivityAuto = ControlID(rawValue: 0x009A_0918)
  /// What the camera's own automatic exposure meters (`V4L2_CID_EXPOSURE_METERING`).
  public static let exposureMetering = ControlID(rawValue: 0x009A_0919)
  /// Locks of the camera's own automatics (`V4L2_CID_3A_LOCK`).
  public static let automaticsLock = ControlID(rawValue: 0x009A_091B)
  /// Starts focusing once: a button (`V4L2_CID_AUTO_FOCUS_START`).
  public static let autoFocusStart = ControlID(rawValue: 0x009A_091C)
  /// Stops focusing: a button (`V4L2_CID_AUTO_FOCUS_STOP`).
  public static let autoFocusStop = ControlID(rawValue: 0x009A_091D)
  /// How focusing goes (`V4L2_CID_AUTO_FOCUS_STATUS`).
  public static let autoFocusStatus = ControlID(rawValue: 0x009A_091E)

  // The image source class, base 0x009e0900, and the image processing class, base 0x009f0900.

  /// Lines from frame to frame that carry no picture (`V4L2_CID_VBLANK`).
  public static let verticalBlanking = ControlID(rawValue: 0x009E_0901)
  /// Pixels from line to line that carry no picture (`V4L2_CID_HBLANK`).
  public static let horizontalBlanking = ControlID(rawValue: 0x009E_0902)
  /// A sensor's gain in codes of its own (`V4L2_CID_ANALOGUE_GAIN`).
  public static let analogueGain = ControlID(rawValue: 0x009E_0903)
  /// Pixels a second that a sensor reads (`V4L2_CID_PIXEL_RATE`).
  public static let pixelRate = ControlID(rawValue: 0x009F_0902)
  /// A sensor's gain behind its converter; the default value is 1 (`V4L2_CID_DIGITAL_GAIN`).
  public static let digitalGain = ControlID(rawValue: 0x009F_0905)
}

extension ControlID: CustomStringConvertible {
  /// The number as v4l2-ctl prints it, as `0x009a0902`.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
