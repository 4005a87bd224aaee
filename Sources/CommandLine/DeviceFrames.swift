internal import Frames
internal import GrayCard
internal import Recordings
internal import V4L2

/// An open camera's frames, decoded where they are compressed.
struct DeviceFrames: ~Copyable {
  var camera: Camera
  let format: StreamFormat
  private(set) var decoded: [UInt8] = []

  /// A frame's pixels for as long as a closure runs, or why there are none.
  enum Failure: Error, CustomStringConvertible {
    /// No frame came for so many seconds.
    case timeout(seconds: Double)
    /// The format is neither metered nor decoded.
    case unsupported(FourCC)

    var description: String {
      switch self {
      case .timeout(let seconds):
        "no frame came for \(Int(seconds)) s; is another program streaming, or the cable loose?"
      case .unsupported(let code):
        "the camera's format \(code) is not metered; --device-format chooses another"
      }
    }
  }

  /// Seconds without a frame after which a camera is given up.
  static let patience = 10.0

  /// Opens, sets and starts a camera.
  init(_ options: DeviceOptions) throws {
    guard let path = options.path ?? DeviceList.cameras().first?.path else {
      throw DeviceError.notFound(path: "/dev/video*")
    }
    var policy = options.policy
    policy.profile = KnownProfile.of(path)
    var camera = try Camera(path, policy: policy)
    let format = try camera.configure(options.wish)
    guard format.layout != nil || format.code.meaning?.format == .jpeg else {
      throw Failure.unsupported(format.code)
    }
    try camera.start()
    self.camera = camera
    self.format = format
  }

  /// Waits for a frame and lends its pixels; `nil` once the user asked to end.
  ///
  /// Pictures of an MJPEG camera that cannot be decoded are passed over, as frames that the driver
  /// flagged are (field case B37); `lost` counts them.
  mutating func next<Value>(
    lost: inout Int,
    _ body: (FrameInformation, FrameLayout, borrowing FrameView) throws -> Value
  ) throws -> Value? {
    var waited = 0.0
    while !StopSignal.isRaised {
      var value: Value?
      var isDamaged = false
      let came: Bool? = try camera.withNextFrame(timeout: 0.25) { frame in
        if let layout = frame.format.layout {
          value = try body(frame.information, layout, frame.view())
        } else if let picture = try? JPEGDecoder.decode([UInt8](frame.bytes)) {
          value = try body(
            frame.information, picture.layout, FrameView(picture.layout, picture.bytes.span))
        } else {
          isDamaged = true
        }
        return true
      }
      if let value { return value }
      if isDamaged { lost += 1 }
      waited = came == nil ? waited + 0.25 : 0
      if waited >= Self.patience { throw Failure.timeout(seconds: waited) }
    }
    return nil
  }
}

extension [UInt8] {
  /// Copies lent memory.
  init(_ bytes: Span<UInt8>) {
    self.init(repeating: 0, count: bytes.count)
    for index in 0..<bytes.count { self[index] = bytes[index] }
  }
}
