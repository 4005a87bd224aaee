public import Controls
public import Exposure
internal import LockStates
public import Statistics

/// Everything that a controller sees of a frame: recording these is enough to replay its decisions.
public struct FrameInput: Hashable, Sendable {
  /// When the frame was taken, and whether it shows the scene.
  public var frame: AutoExposure.Frame
  /// What is known of its picture; `nil` where nothing is, which an obstruction should explain.
  public var statistics: FrameStatistics?
  /// What the application asked for since the last frame.
  public var requests: ControllerRequests
  /// What became of the camera since the last frame.
  public var news: CameraNews

  /// Gathers what is known.
  ///
  /// - Parameters:
  ///   - frame: When it was taken, and whether it shows the scene.
  ///   - statistics: What is known of its picture.
  ///   - requests: What the application asked for since the last frame.
  ///   - news: What became of the camera since the last frame.
  public init(
    frame: AutoExposure.Frame, statistics: FrameStatistics?,
    requests: ControllerRequests = ControllerRequests(), news: CameraNews = CameraNews()
  ) {
    self.frame = frame
    self.statistics = statistics
    self.requests = requests
    self.news = news
  }
}

/// What became of a camera between two frames: how the last plan was carried out, and what else changed.
public struct CameraNews: Hashable, Sendable {
  /// The exposure writes that the driver took, with the values that it took.
  public var exposure = ControlWrites()
  /// When they were made, in seconds on the frames' clock, where that is known.
  public var exposureTime: Double?
  /// Whether the driver refused one.
  public var isExposureRefused = false
  /// What the driver says exposure time and gain are set to, where it was asked.
  public var readBack = ControlWrites()
  /// The ranges of exposure time and gain, where they changed, as with the frame rate.
  public var camera: CameraCapabilities?
  /// Settings may have been lost: the stream was started, or the camera's own automatic switched off.
  public var moment: ResponseCheck.Moment?
  /// What another program took over; it is only watched from then on.
  public var lost: Set<Algorithm> = []

  /// Nothing new.
  public init() {}
}
