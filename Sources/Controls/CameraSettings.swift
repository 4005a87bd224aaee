internal import Photometry

/// What a frame is, or is to be, taken with.
public struct CameraSettings: Hashable, Sendable {
  /// The time for which the sensor collects light, in seconds. Positive.
  public var exposureTime: Double
  /// The gain between the sensor and its converter, as a linear factor; 1 is none.
  public var analogueGain: Double

  /// Makes settings; what is not positive and finite counts as the smallest that is meant.
  ///
  /// - Parameters:
  ///   - exposureTime: Seconds, 2^−30…2^20.
  ///   - analogueGain: A linear factor, 2^−20…2^20.
  public init(exposureTime: Double, analogueGain: Double = 1) {
    self.exposureTime = exposureTime > 0 ? min(max(exposureTime, 0x1p-30), 0x1p20) : 0x1p-30
    self.analogueGain = analogueGain > 0 ? min(max(analogueGain, 0x1p-20), 0x1p20) : 0x1p-20
  }

  /// Exposure time times gain in seconds, to which a linear sensor's signal is proportional.
  public var totalExposure: Double { exposureTime * analogueGain }

  /// The same in stops: log2 of seconds at gain 1.
  public var totalStops: Double { Exact.log2(totalExposure) }
}

/// A control whose effect comes some frames after it is written.
public enum DelayedControl: Int, Hashable, Sendable, CaseIterable {
  /// The exposure time.
  case exposureTime
  /// The analogue gain.
  case analogueGain
}

/// How many frames after a write its effect is seen.
///
/// 0: the next frame to be taken shows it. A queue of buffers adds its length: the frames in it were
/// taken before. V4L2 reports none of this; values come from a device's profile or are learned.
public struct ControlDelays: Hashable, Sendable {
  /// The most that is believed: a queue of 32 buffers and a slow camera (field case B27).
  public static let greatest = 40
  /// Two frames, until something better is known: what sensors commonly need.
  public static let prior = ControlDelays(exposureTime: 2, analogueGain: 2)

  /// Frames until a written exposure time is seen, 0…40.
  public let exposureTime: Int
  /// Frames until a written gain is seen, 0…40.
  public let analogueGain: Int

  /// Makes delays; what is outside 0…40 is brought inside.
  ///
  /// - Parameters:
  ///   - exposureTime: Frames until a written exposure time is seen.
  ///   - analogueGain: Frames until a written gain is seen.
  public init(exposureTime: Int, analogueGain: Int) {
    self.exposureTime = min(max(exposureTime, 0), Self.greatest)
    self.analogueGain = min(max(analogueGain, 0), Self.greatest)
  }

  /// The delay of one control.
  ///
  /// - Parameter control: The control.
  /// - Returns: Frames, 0…40.
  public func frames(_ control: DelayedControl) -> Int {
    switch control {
    case .exposureTime: exposureTime
    case .analogueGain: analogueGain
    }
  }

  /// The same delays with one exchanged.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - frames: Its delay.
  /// - Returns: The delays.
  public func replacing(_ control: DelayedControl, with frames: Int) -> ControlDelays {
    switch control {
    case .exposureTime: ControlDelays(exposureTime: frames, analogueGain: analogueGain)
    case .analogueGain: ControlDelays(exposureTime: exposureTime, analogueGain: frames)
    }
  }

  /// The longer of the two.
  public var longest: Int { max(exposureTime, analogueGain) }
}
