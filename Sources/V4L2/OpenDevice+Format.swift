internal import CV4L2
internal import Frames

/// A format as the kernel describes it, by one of its two interfaces.
enum KernelFormat {
  case single(v4l2_pix_format)
  case multiple(v4l2_pix_format_mplane)

  var code: FourCC {
    switch self {
    case .single(let format): FourCC(rawValue: format.pixelformat)
    case .multiple(let format): FourCC(rawValue: format.pixelformat)
    }
  }

  /// The same size in another format, strides left to the driver.
  func wishing(_ code: FourCC, _ size: FrameSizes.Size?) -> KernelFormat {
    switch self {
    case .single(let old):
      var format = v4l2_pix_format()
      format.width = size.map { UInt32(clamping: $0.width) } ?? old.width
      format.height = size.map { UInt32(clamping: $0.height) } ?? old.height
      format.pixelformat = code.rawValue
      format.field = V4L2_FIELD_ANY.rawValue
      return .single(format)
    case .multiple(let old):
      var format = v4l2_pix_format_mplane()
      format.width = size.map { UInt32(clamping: $0.width) } ?? old.width
      format.height = size.map { UInt32(clamping: $0.height) } ?? old.height
      format.pixelformat = code.rawValue
      format.field = V4L2_FIELD_ANY.rawValue
      return .multiple(format)
    }
  }

  func described(path: String) throws(DeviceError) -> StreamFormat {
    switch self {
    case .single(let format): try StreamFormat(format, path: path)
    case .multiple(let format): try StreamFormat(format, path: path)
    }
  }
}

extension OpenDevice {
  /// The format in force.
  func format(isMultiPlanar: Bool) throws(DeviceError) -> StreamFormat {
    try kernelFormat(isMultiPlanar: isMultiPlanar).described(path: path)
  }

  /// Sets format and size, then the frame interval: setting the format undoes the interval.
  func configure(_ wish: StreamWish, isMultiPlanar: Bool) throws(DeviceError) -> StreamFormat {
    let offered = formats(isMultiPlanar: isMultiPlanar)
    let before = try kernelFormat(isMultiPlanar: isMultiPlanar)
    var candidates = Self.candidates(wish.formats, offered)
    // A driver that lists nothing still has a format.
    if offered.isEmpty, wish.formats.isEmpty { candidates = [before.code] }
    for code in candidates {
      let taken = try set(before.wishing(code, wish.size))
      guard taken.code == code else { continue }
      var stream = try taken.described(path: path)
      stream.interval = try setInterval(wish.frameRate, isMultiPlanar: isMultiPlanar, stream)
      return stream
    }
    throw .noFormat(path: path, wanted: wish.formats, offered: offered.map(\.code))
  }

  private func kernelFormat(isMultiPlanar: Bool) throws(DeviceError) -> KernelFormat {
    var format = unsafe v4l2_format()
    unsafe format.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
    unsafe try require(.getFormat, &format)
    return unsafe isMultiPlanar ? .multiple(format.fmt.pix_mp) : .single(format.fmt.pix)
  }

  private func set(_ wish: KernelFormat) throws(DeviceError) -> KernelFormat {
    var format = unsafe v4l2_format()
    switch wish {
    case .single(let pixels):
      unsafe format.type = Self.bufferType(isMultiPlanar: false)
      unsafe format.fmt.pix = pixels
      unsafe try require(.setFormat, &format)
      return unsafe .single(format.fmt.pix)
    case .multiple(let pixels):
      unsafe format.type = Self.bufferType(isMultiPlanar: true)
      unsafe format.fmt.pix_mp = pixels
      unsafe try require(.setFormat, &format)
      return unsafe .multiple(format.fmt.pix_mp)
    }
  }

  private static func candidates(_ wanted: [FourCC], _ offered: [FormatDescription]) -> [FourCC] {
    if !wanted.isEmpty {
      // Drivers that list nothing may still take a format.
      let listed = wanted.filter { code in offered.contains { $0.code == code } }
      return offered.isEmpty ? wanted : listed
    }
    let metered = offered.filter { $0.isMetered && !$0.isEmulated }
    return (metered + offered.filter { !metered.contains($0) }).map(\.code)
  }

  /// Sets the frame interval where the driver lets it be set, and says which is in force; `nil` where
  /// the driver does not tell.
  private func setInterval(
    _ rate: Double?, isMultiPlanar: Bool, _ stream: StreamFormat
  ) throws(DeviceError) -> FrameInterval? {
    var parameters = v4l2_captureparm()
    let code = exchange(.getParameters, &parameters, isMultiPlanar: isMultiPlanar)
    if isGone { throw .deviceGone(path: path) }
    guard code.isSuccess else { return nil }
    if let rate, parameters.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 {
      let wish = nearest(rate, stream)
      var wished = v4l2_captureparm()
      wished.timeperframe = v4l2_fract(numerator: wish.numerator, denominator: wish.denominator)
      let code = exchange(.setParameters, &wished, isMultiPlanar: isMultiPlanar)
      if isGone { throw .deviceGone(path: path) }
      if code == .busy { throw .busy(path: path, .setParameters) }
      if code.isSuccess { parameters = wished }
    }
    let interval = FrameInterval(parameters.timeperframe)
    return interval.seconds == nil ? nil : interval
  }

  private func exchange(
    _ request: DeviceRequest, _ parameters: inout v4l2_captureparm, isMultiPlanar: Bool
  ) -> SystemCode {
    var structure = v4l2_streamparm()
    structure.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
    unsafe structure.parm.capture = parameters
    let code = call(request, &structure)
    parameters = unsafe structure.parm.capture
    return code
  }

  /// The listed interval that is nearest to a rate, since drivers differ in how they round.
  private func nearest(_ rate: Double, _ stream: StreamFormat) -> FrameInterval {
    let wish = FrameInterval(rate: rate)
    let listed = intervals(of: stream.code, width: stream.width, height: stream.height)
    guard case .discrete(let intervals) = listed, let seconds = wish.seconds else { return wish }
    func distance(_ interval: FrameInterval) -> Double {
      interval.seconds.map { ($0 - seconds).magnitude } ?? .infinity
    }
    return intervals.min { distance($0) < distance($1) } ?? wish
  }
}
