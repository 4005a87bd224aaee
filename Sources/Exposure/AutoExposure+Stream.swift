internal import Metering
public import Statistics
internal import Controls
internal import LockStates
public import Photometry

extension AutoExposure {
  /// Goes on with frames of another layout: what was asked for, locks among it, stays, and so does what is
  /// known of the camera's controls; what was seen in pictures is forgotten.
  ///
  /// - Parameters:
  ///   - geometry: The new zones.
  ///   - signal: What the new statistics are made of.
  public mutating func changeStream(geometry: ZoneGeometry, signal: SignalDescription) {
    let hasOtherCodes = signal != self.signal
    var metering = configuration.metering
    metering.response = meter.configuration.response
    self.geometry = geometry
    self.signal = signal
    meter = Meter(geometry: geometry, signal: signal, configuration: metering)
    metered = MeteredLuminance(zoneCount: geometry.zoneCount)
    tracker.restart()
    controller.resynchronise()
    detector = FlickerDetector(
      response: metering.response, leastGain: camera.analogueGain?.minimum ?? 1)
    if learner != nil, hasOtherCodes || learner?.known == nil {
      learner =
        signal.isEncoded
        ? ResponseLearner(
          geometry: geometry, signal: signal, assumed: configuration.metering.response) : nil
    }
    streamChanged = true
  }

  /// The luminance of a picture in stops relative to mid-grey, with nothing decided.
  ///
  /// - Parameter statistics: The picture's statistics.
  /// - Returns: The luminance; `nil` for another layout.
  public mutating func measure(_ statistics: FrameStatistics) -> Double? {
    do throws(MeteringError) {
      try meter.meter(statistics, into: &metered)
    } catch {
      return nil
    }
    return metered.exposureValue.stops
  }

  /// How codes are turned into light at present, as told, learned or assumed.
  public var response: ResponseCurve { meter.configuration.response }

  /// The share of a change of stream in a frame's requests.
  mutating func takeStreamChange() -> Bool {
    defer { streamChanged = false }
    return streamChanged
  }
}
