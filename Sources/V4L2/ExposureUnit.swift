internal import Controls
internal import Frames

/// What a code of a camera's exposure control means.
public enum ExposureUnit: Hashable, Sendable {
  /// 100 µs (`V4L2_CID_EXPOSURE_ABSOLUTE`).
  case hundredMicroseconds
  /// A line of a raw sensor (`V4L2_CID_EXPOSURE`), which takes this many seconds.
  case lines(seconds: Double)
  /// Nothing that is defined (`V4L2_CID_EXPOSURE` of old webcams, field case B23). For the sake of
  /// arithmetic a code counts as this many seconds, so that the greatest is one frame; only ratios mean
  /// anything.
  case raw(seconds: Double)

  /// Seconds of one code.
  public var secondsPerCode: Double {
    switch self {
    case .hundredMicroseconds: 1e-4
    case .lines(let seconds), .raw(let seconds): seconds
    }
  }
}

/// How exposure times become codes of a camera's controls.
struct ExposureScale: Hashable, Sendable {
  /// The control and what its codes mean.
  let description: ControlDescription
  let unit: ExposureUnit
  /// Of a sensor whose frames can grow: the frame's lines without blanking, and the lines of a frame
  /// that cannot be exposed.
  let frame: Frame?

  struct Frame: Hashable, Sendable {
    let height: Int64
    let margin: Int64
    let blanking: ControlDescription
    /// The blanking in force.
    let present: Int64
  }

  /// The longest share of a frame interval that is used where the rate is to be constant: sensors need
  /// some lines between two exposures (25 of 900 in field case B13), and a time of the whole interval
  /// makes many cameras lose every other frame.
  static let greatestShare = 0.99

  init?(_ table: ControlTable, width: Int, height: Int, frameInterval: Double) {
    if let description = table[.exposureAbsolute], description.isAdjustable {
      self.init(description: description, unit: .hundredMicroseconds, frame: nil)
      return
    }
    guard let description = table[.exposure], description.isAdjustable else { return nil }
    if let seconds = FrameTime.line(table, width: width) {
      var frame: Frame?
      if let blanking = table[.verticalBlanking], blanking.isAdjustable,
        let lines = table.value(.verticalBlanking), height > 0
      {
        // What the driver keeps from the exposure's end to the frame's, seen in the present ranges.
        let sum = Int64(height).addingReportingOverflow(lines)
        let margin = sum.partialValue.subtractingReportingOverflow(description.maximum)
        if !sum.overflow, !margin.overflow, (0...10_000).contains(margin.partialValue) {
          frame = Frame(
            height: Int64(height), margin: margin.partialValue, blanking: blanking,
            present: lines)
        }
      }
      self.init(description: description, unit: .lines(seconds: seconds), frame: frame)
      return
    }
    let greatest = Double(max(1, description.maximum))
    self.init(
      description: description, unit: .raw(seconds: frameInterval / greatest), frame: nil)
  }

  private init(description: ControlDescription, unit: ExposureUnit, frame: Frame?) {
    self.description = description
    self.unit = unit
    self.frame = frame
  }

  /// The times in seconds: no time is 0, and none is longer than the policy allows.
  func range(frameInterval: Double, maySlow: Bool) -> ControlRange? {
    let least = max(description.minimum, 1)
    var greatest = description.maximum
    if maySlow, let frame {
      let lines = frame.height.addingReportingOverflow(frame.blanking.maximum)
      let exposed = lines.partialValue.subtractingReportingOverflow(frame.margin)
      if !lines.overflow, !exposed.overflow { greatest = max(greatest, exposed.partialValue) }
    }
    var (minimum, maximum) = (seconds(least), seconds(greatest))
    if !maySlow, isTime { maximum = min(maximum, frameInterval * Self.greatestShare) }
    if maximum < minimum { maximum = minimum }
    if minimum <= 0 { minimum = maximum }
    return ControlRange(
      minimum: minimum, maximum: maximum, step: Double(description.step) * unit.secondsPerCode)
  }

  private var isTime: Bool {
    if case .raw = unit { return false }
    return true
  }

  func seconds(_ code: Int64) -> Double { Double(code) * unit.secondsPerCode }

  /// The writes for a time: the control's code, and the frame's blanking where the sensor has to wait
  /// longer, or may be as fast again as its ordinary blanking, the one before exposure was taken.
  func writes(
    _ seconds: Double, ordinaryBlanking: Int64?, maySlow: Bool
  ) -> [(id: ControlID, value: Int64)] {
    let code = max(1, Int64(clamping: seconds / unit.secondsPerCode))
    guard maySlow, let frame, let ordinaryBlanking else { return [(description.id, code)] }
    let needed = min(code, .max / 2) + frame.margin - frame.height
    let blanking = frame.blanking.nearest(max(ordinaryBlanking, needed))
    if blanking == frame.present { return [(description.id, code)] }
    return [(ControlID.verticalBlanking, blanking), (description.id, code)]
  }
}

extension Int64 {
  /// The nearest whole number; the nearest that there is for what is beyond, 0 for NaN.
  init(clamping value: Double) {
    let rounded = value.rounded()
    if rounded.isNaN {
      self = 0
    } else {
      self = Int64(exactly: rounded) ?? (rounded > 0 ? .max : .min)
    }
  }
}
