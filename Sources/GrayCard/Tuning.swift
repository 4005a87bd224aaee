public import Exposure
internal import Frames
public import Metering
public import Photometry

/// Every knob of the controller, as plain values with a default each.
///
/// Read from and written to JSON at the edge; `graycard tuning` prints what each means.
public struct Tuning: Hashable, Sendable {
  /// Who runs each algorithm.
  public var strategies: Strategies
  /// Exposure.
  public var exposure: ExposureTuning
  /// Taps and long presses.
  public var gestures: GestureTuning

  /// Takes all knobs.
  ///
  /// - Parameters:
  ///   - strategies: Who runs each algorithm.
  ///   - exposure: Exposure.
  ///   - gestures: Taps and long presses.
  public init(
    strategies: Strategies = Strategies(), exposure: ExposureTuning = ExposureTuning(),
    gestures: GestureTuning = GestureTuning()
  ) {
    self.strategies = strategies
    self.exposure = exposure
    self.gestures = gestures
  }

  /// Who runs each algorithm.
  public struct Strategies: Hashable, Sendable {
    /// Who runs exposure.
    public var exposure: Strategy

    /// Takes a strategy for each algorithm.
    ///
    /// - Parameter exposure: Who runs exposure.
    public init(exposure: Strategy = .software) {
      self.exposure = exposure
    }
  }
}

/// The knobs of exposure.
public struct ExposureTuning: Hashable, Sendable {
  /// Which part of the picture counts where no rectangle does.
  public var pattern: MeteringPattern
  /// How codes are turned into linear light where no profile knows it; `nil` for what cameras commonly
  /// deliver in the frames' format.
  public var response: ResponseCurve?
  /// The mean light that is aimed at without bias, 0.01…0.9 of the sensor's range.
  public var target: Double
  /// The greatest share of the picture that may be brighter than ``highlightLevel``; `nil` for no limit.
  public var highlightShare: Double?
  /// The light that the highlights' share is held to, 0…1 of the sensor's range.
  public var highlightLevel: Double
  /// How quickly exposure follows the light.
  public var speed: ExposureSpeed
  /// Frames at a stream's start that are let go by, 0…100.
  public var warmUpFrames: Int
  /// How totals are divided between time and gain.
  public var program: ExposureProgram
  /// The longest time that is used, in seconds; `nil` for what the frame rate allows.
  public var longestTime: Double?
  /// The greatest gain that is used, as a factor; `nil` for the camera's own.
  public var greatestGain: Double?
  /// Which lamps are avoided; off where they are found out by ``detectsFlicker``.
  public var flicker: FlickerAvoidance
  /// Whether the lamps' frequency is found out where ``flicker`` is off.
  public var detectsFlicker: Bool
  /// Whether a camera's response curve is learned where no profile knows it.
  public var learnsResponse: Bool
  /// The biases that may be asked for, in EV, inside −10…10.
  public var biasRange: ClosedRange<Double>
  /// Whether a new bias is reached smoothly and not at once.
  public var smoothsBias: Bool

  /// Takes the knobs of exposure.
  ///
  /// - Parameters:
  ///   - pattern: Which part of the picture counts.
  ///   - response: How codes are turned into linear light.
  ///   - target: The mean light that is aimed at.
  ///   - highlightShare: The greatest share that may be brighter than the level.
  ///   - highlightLevel: The light that the share is held to.
  ///   - speed: How quickly exposure follows.
  ///   - warmUpFrames: Frames at a stream's start that are let go by.
  ///   - program: How totals are divided.
  ///   - longestTime: The longest time that is used, in seconds.
  ///   - greatestGain: The greatest gain that is used.
  ///   - flicker: Which lamps are avoided.
  ///   - detectsFlicker: Whether the lamps' frequency is found out.
  ///   - learnsResponse: Whether the response curve is learned.
  ///   - biasRange: The biases that may be asked for.
  ///   - smoothsBias: Whether a new bias is reached smoothly.
  public init(
    pattern: MeteringPattern = .matrix, response: ResponseCurve? = nil, target: Double = 0.18,
    highlightShare: Double? = nil, highlightLevel: Double = 0.9,
    speed: ExposureSpeed = .smooth(timeConstant: 0.3),
    warmUpFrames: Int = 3, program: ExposureProgram = .balanced,
    longestTime: Double? = nil, greatestGain: Double? = nil, flicker: FlickerAvoidance = .off,
    detectsFlicker: Bool = true, learnsResponse: Bool = true,
    biasRange: ClosedRange<Double> = -3...3, smoothsBias: Bool = true
  ) {
    self.pattern = pattern
    self.response = response
    self.target = target
    self.highlightShare = highlightShare
    self.highlightLevel = highlightLevel
    self.speed = speed
    self.warmUpFrames = warmUpFrames
    self.program = program
    self.longestTime = longestTime
    self.greatestGain = greatestGain
    self.flicker = flicker
    self.detectsFlicker = detectsFlicker
    self.learnsResponse = learnsResponse
    self.biasRange = biasRange
    self.smoothsBias = smoothsBias
  }

  /// Automatic exposure's configuration.
  ///
  /// - Parameters:
  ///   - response: How codes are turned into linear light.
  ///   - rectangles: Rectangles that count instead of the pattern.
  /// - Returns: The configuration, values outside their ranges brought inside.
  func configuration(
    response: ResponseCurve, rectangles: [WeightedRectangle]
  ) -> AutoExposure.Configuration {
    let highlights = highlightShare.flatMap {
      ExposureConstraint(.atMost, share: $0, level: highlightLevel)
    }
    var splitter = ExposureSplitter()
    splitter.program = program
    splitter.flicker = flicker
    splitter.timeLimit = longestTime
    splitter.gainLimit = greatestGain
    return AutoExposure.Configuration(
      metering: MeteringConfiguration(
        pattern: pattern, rectangles: rectangles, response: response),
      exposure: ExposureConfiguration(
        target: target, constraints: highlights.map { [$0] } ?? [], speed: speed,
        warmUpFrames: warmUpFrames),
      splitter: splitter, biasRange: biasRange, smoothsBias: smoothsBias,
      learnsResponse: learnsResponse, detectsFlicker: detectsFlicker)
  }
}

/// The knobs of taps and long presses.
public struct GestureTuning: Hashable, Sendable {
  /// The side of the square that is metered around a point, in heights of the frame, 0.01…1.
  public var exposureSize: Double
  /// The side of the square in which is focused, in heights of the frame, 0.01…1; without effect until
  /// focus joins the controller.
  public var focusSize: Double
  /// Whether what a tap set follows the picture again when the subject area changes.
  public var followsSubject: Bool

  /// Takes the knobs of gestures.
  ///
  /// - Parameters:
  ///   - exposureSize: The side of the square that is metered.
  ///   - focusSize: The side of the square in which is focused.
  ///   - followsSubject: Whether a tap's settings end when the subject area changes.
  public init(
    exposureSize: Double = 0.25, focusSize: Double = 0.15, followsSubject: Bool = true
  ) {
    self.exposureSize = exposureSize
    self.focusSize = focusSize
    self.followsSubject = followsSubject
  }

  /// The square around a point, as square as the frame's proportions allow.
  ///
  /// - Parameters:
  ///   - point: The centre.
  ///   - size: The side in heights of the frame; brought into 0.01…1.
  ///   - aspect: Width over height of the frame.
  /// - Returns: The square, which may reach beyond the frame.
  func square(_ point: NormalisedPoint, size: Double, aspect: Double) -> [WeightedRectangle] {
    let height = size > 0.01 ? min(size, 1) : 0.01
    let width = height / max(aspect, 1e-5)
    let square = NormalisedRectangle(
      x: point.x - width / 2, y: point.y - height / 2, width: width, height: height)
    return square.flatMap { WeightedRectangle($0) }.map { [$0] } ?? []
  }
}
