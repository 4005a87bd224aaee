internal import CV4L2
public import Frames

/// A pixel format that a camera offers.
public struct FormatDescription: Hashable, Sendable {
  /// The format's code.
  public let code: FourCC
  /// The driver's words for it.
  public let name: String
  /// Whether frames are compressed (`V4L2_FMT_FLAG_COMPRESSED`).
  public let isCompressed: Bool
  /// Whether a library makes it from another format (`V4L2_FMT_FLAG_EMULATED`).
  public let isEmulated: Bool

  /// Whether the statistics read it without a conversion.
  public var isMetered: Bool { code.meaning.map { $0.format != .jpeg } ?? false }

  var isGrey: Bool {
    if case .grey = code.meaning?.format { return true }
    return false
  }
}

/// The sizes of a format.
public enum FrameSizes: Hashable, Sendable {
  /// A size in pixels.
  public struct Size: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
  }

  /// Only these.
  case discrete([Size])
  /// All from the smallest to the greatest in steps, 1 or more.
  case stepwise(smallest: Size, greatest: Size, step: Size)
}

/// A time as a driver says it: a numerator and a denominator of seconds.
public struct FrameInterval: Hashable, Sendable {
  /// The numerator.
  public let numerator: UInt32
  /// The denominator.
  public let denominator: UInt32

  /// Makes an interval.
  ///
  /// - Parameters:
  ///   - numerator: The numerator.
  ///   - denominator: The denominator.
  public init(numerator: UInt32, denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ fraction: v4l2_fract) {
    self.init(numerator: fraction.numerator, denominator: fraction.denominator)
  }

  /// The interval of a frame rate: exact for whole rates, else to a thousandth of a frame.
  ///
  /// - Parameter rate: Frames a second, brought to 0.001…1,000,000.
  public init(rate: Double) {
    let rate = rate > 0.001 ? min(rate, 1e6) : 0.001
    if rate == rate.rounded() {
      self.init(numerator: 1, denominator: UInt32(rate))
    } else {
      self.init(numerator: 1000, denominator: UInt32((rate * 1000).rounded()))
    }
  }

  /// Seconds, or `nil` where the driver said nothing that is a time.
  public var seconds: Double? {
    guard numerator > 0, denominator > 0 else { return nil }
    return Double(numerator) / Double(denominator)
  }
}

/// The frame intervals of a format and size.
public enum FrameIntervals: Hashable, Sendable {
  /// Only these.
  case discrete([FrameInterval])
  /// All from the shortest to the longest, in steps.
  case stepwise(shortest: FrameInterval, longest: FrameInterval, step: FrameInterval)
}

extension OpenDevice {
  /// More entries than any driver has; a driver that never says where its list ends ends here.
  private static var mostEntries: UInt32 { 1024 }

  static func bufferType(isMultiPlanar: Bool) -> UInt32 {
    let type = isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE
    return type.rawValue
  }

  /// The formats in the driver's order, each once.
  func formats(isMultiPlanar: Bool) -> [FormatDescription] {
    var formats: [FormatDescription] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
      guard call(.enumerateFormats, &entry).isSuccess else { break }
      let code = FourCC(rawValue: entry.pixelformat)
      if formats.contains(where: { $0.code == code }) { continue }
      formats.append(
        FormatDescription(
          code: code, name: fixedText(entry.description),
          isCompressed: entry.flags & UInt32(V4L2_FMT_FLAG_COMPRESSED) != 0,
          isEmulated: entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0))
    }
    return formats
  }

  /// The sizes of a format; none where the driver does not list them.
  func sizes(of format: FourCC) -> FrameSizes {
    var sizes: [FrameSizes.Size] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = format.rawValue
      guard call(.enumerateFrameSizes, &entry).isSuccess else { break }
      guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        let range = entry.stepwise
        return .stepwise(
          smallest: .init(width: Int(range.min_width), height: Int(range.min_height)),
          greatest: .init(width: Int(range.max_width), height: Int(range.max_height)),
          step: .init(width: max(1, Int(range.step_width)), height: max(1, Int(range.step_height))))
      }
      let size = entry.discrete
      sizes.append(.init(width: Int(size.width), height: Int(size.height)))
    }
    return .discrete(sizes)
  }

  /// The frame intervals of a format and size; none where the driver does not list them.
  func intervals(of format: FourCC, width: Int, height: Int) -> FrameIntervals {
    var intervals: [FrameInterval] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format.rawValue
      entry.width = UInt32(clamping: width)
      entry.height = UInt32(clamping: height)
      guard call(.enumerateFrameIntervals, &entry).isSuccess else { break }
      guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        let range = entry.stepwise
        return .stepwise(
          shortest: FrameInterval(range.min), longest: FrameInterval(range.max),
          step: FrameInterval(range.step))
      }
      intervals.append(FrameInterval(entry.discrete))
    }
    return .discrete(intervals)
  }
}
