public import Controls
public import LockStates
public import Metering
internal import Photometry
internal import Statistics

extension AutoExposure {
  /// What is aimed at and how.
  public struct Configuration: Hashable, Sendable {
    /// Target, constraints and speed.
    public var exposure: ExposureConfiguration
    /// Which part of the picture counts.
    public var metering: MeteringConfiguration
    /// How totals are divided between time and gain, and which times avoid flicker.
    public var splitter: ExposureSplitter
    /// The biases that may be asked for, in EV.
    public var biasRange: ClosedRange<Double>
    /// Whether a new bias is reached smoothly (``BiasInterpolator``) and not at once.
    public var smoothsBias: Bool
    /// Whether the response curve of encoded video is learned where no profile knows it.
    public var learnsResponse: Bool
    /// Whether the lamps' frequency is found out, where the splitter is not told one.
    public var detectsFlicker: Bool

    /// Configures automatic exposure.
    ///
    /// - Parameters:
    ///   - metering: Which part of the picture counts.
    ///   - exposure: Target, constraints and speed.
    ///   - splitter: How totals are divided.
    ///   - biasRange: The biases that may be asked for, in EV, inside −10…10.
    ///   - smoothsBias: Whether a new bias is reached smoothly and not at once.
    ///   - learnsResponse: Whether the response curve is learned where no profile knows it.
    ///   - detectsFlicker: Whether the lamps' frequency is found out, where the splitter is not told one.
    public init(
      metering: MeteringConfiguration, exposure: ExposureConfiguration = ExposureConfiguration(),
      splitter: ExposureSplitter = ExposureSplitter(), biasRange: ClosedRange<Double> = -3...3,
      smoothsBias: Bool = true, learnsResponse: Bool = true,
      detectsFlicker: Bool = true
    ) {
      self.metering = metering
      self.exposure = exposure
      self.splitter = splitter
      self.biasRange = biasRange.clamped(to: -10...10)
      self.smoothsBias = smoothsBias
      self.learnsResponse = learnsResponse
      self.detectsFlicker = detectsFlicker
    }

    /// The metering with what a profile knows of the camera's response.
    func metering(_ profile: DeviceProfile) -> MeteringConfiguration {
      var metering = metering
      if let known = profile.response { metering.response = known.value }
      return metering
    }
  }

  /// Why a frame does not show the scene as its settings would have it.
  public enum Obstruction: Hashable, Sendable, CaseIterable {
    /// The privacy shutter is closed.
    case privacy
    /// The driver marked the frame as damaged, or it is too short.
    case corrupt
    /// A flash or strobe lit it.
    case strobe
  }

  /// What is known of a frame besides its picture.
  public struct Frame: Hashable, Sendable {
    /// Its sequence number; dropped frames count.
    public let sequence: Int
    /// When it was taken, in seconds on the source's clock.
    public let timestamp: Double
    /// Why it does not show the scene; `nil` where it does.
    public let obstruction: Obstruction?

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - sequence: Its sequence number.
    ///   - timestamp: When it was taken, in seconds.
    ///   - obstruction: Why it does not show the scene.
    public init(sequence: Int, timestamp: Double, obstruction: Obstruction? = nil) {
      self.sequence = sequence
      self.timestamp = timestamp
      self.obstruction = obstruction
    }
  }

  /// What an application asked for since the last frame.
  public struct Requests: Hashable, Sendable {
    /// Mode, lock, precapture. Its `compensationChanged` is set by ``AutoExposure`` itself.
    public var lock: ExposureLock.Requests
    /// A new exposure compensation in EV; it is reached smoothly.
    public var bias: Double?
    /// The settings that hold while the mode is off; they stand until replaced.
    public var manual: CameraSettings?

    /// Gathers requests; none, unless said.
    ///
    /// - Parameters:
    ///   - lock: Mode, lock, precapture.
    ///   - bias: A new exposure compensation in EV.
    ///   - manual: The settings that hold while the mode is off.
    public init(
      lock: ExposureLock.Requests = ExposureLock.Requests(), bias: Double? = nil,
      manual: CameraSettings? = nil
    ) {
      self.lock = lock
      self.bias = bias
      self.manual = manual
    }
  }
}

/// Waits longer after each refusal of a write, so that no camera is fought at its frame rate.
struct RefusalBackOff: Hashable, Sendable {
  private var wait = 0
  private var resumesAt: Int?

  /// Whether a new attempt may be made.
  func mayWrite(at sequence: Int) -> Bool {
    // A restarted stream counts from 0 again: the wait is over then too.
    resumesAt.map { sequence >= $0 || sequence < $0 - 128 } ?? true
  }

  mutating func refused(at sequence: Int) {
    wait = min(max(2 * wait, 2), 64)
    resumesAt = sequence &+ wait
  }

  mutating func succeeded() {
    wait = 0
    resumesAt = nil
  }
}

extension BiasInterpolator {
  /// What stands in for a range that no camera has.
  public static let threeStops = BiasInterpolator(unchecked: -3...3)
}

extension CameraSettings {
  /// The nearest that a camera can be told.
  func limited(to camera: CameraCapabilities) -> CameraSettings {
    CameraSettings(
      exposureTime: camera.exposureTime?.nearest(exposureTime) ?? exposureTime,
      analogueGain: camera.analogueGain?.nearest(analogueGain) ?? 1)
  }
}

extension SignalDescription {
  /// Whether codes are encoded light, as video's and pictures' are, and not a sensor's own.
  var isEncoded: Bool { channels != .bayer && bitDepth == 8 }
}
