public import Frames

/// Why a scene or a simulated camera cannot be made.
public enum SimulationError: Error, Hashable, Sendable {
  /// A scene has no pixels, more than 65,535 a side, or planes of another size.
  case sceneSize(width: Int, height: Int, samples: Int)
  /// A radiance or a depth is negative, NaN or above 10¹⁰.
  case sceneValue(index: Int, value: Double)
  /// A picture's samples do not fill its size, or its depth or black are outside their ranges.
  case picture(width: Int, height: Int, samples: Int, bitDepth: Int)
  /// A bracket has no pictures, pictures of different sizes, or a time that is not positive.
  case bracket(index: Int)
  /// A spectrum has another number of values than 81, or one that is negative or not finite.
  case spectrum(count: Int)
  /// A camera has nothing to look at.
  case noScenes
  /// The simulator does not deliver the format.
  case unsupportedFormat(PixelFormat)
  /// The frame's memory is not sound.
  case layout(FrameLayoutError)
  /// A number of the camera's description is outside its range.
  case outOfRange(Parameter, value: Double)
  /// A control is given twice, or its limits, step or default contradict each other.
  case control(ControlID)

  /// A number of a camera's description.
  public enum Parameter: Hashable, Sendable, CaseIterable {
    /// Seconds from frame to frame.
    case frameInterval
    /// Frames that wait in buffers.
    case queueDepth
    /// Electrons that a pixel holds.
    case fullWell
    /// Electrons per second and unit of radiance.
    case responsivity
    /// Noise of the read-out.
    case noise
    /// Bits of the converter.
    case bitDepth
    /// Code of no light.
    case blackLevel
    /// Seconds between first and last row.
    case readOutTime
    /// Blur, settle time, play, growth or rest position of the lens.
    case lens
    /// Frames that a control takes.
    case latency
  }
}

extension SimulationError: CustomStringConvertible {
  /// One sentence: what is wrong and what to do.
  public var description: String {
    switch self {
    case .sceneSize(let width, let height, let samples):
      "\(samples) samples do not make a scene of \(width)×\(height); give one a pixel and plane"
    case .sceneValue(let index, let value):
      "sample \(index) of the scene is \(value); radiance and depth are 0 to 10¹⁰"
    case .picture(let width, let height, let samples, let bitDepth):
      "\(samples) samples of \(bitDepth) bits do not make a picture of \(width)×\(height) "
        + "with 1 or 3 channels"
    case .bracket(let index):
      "picture \(index) of the bracket is missing, of another size or without an exposure time"
    case .spectrum(let count):
      "a spectrum has 81 values, 380 to 780 nm by 5 nm, none negative; \(count) are given"
    case .noScenes:
      "the camera has no scene; give at least one"
    case .unsupportedFormat(let format):
      "the simulator does not deliver \(format); take grey, Bayer, packed or semi-planar YUV"
    case .layout(let error):
      error.description
    case .outOfRange(let parameter, let value):
      "\(parameter) is \(value), which no camera has; see the description's ranges"
    case .control(let id):
      "control \(id) is given twice or its minimum, maximum, step and default contradict each other"
    }
  }
}
