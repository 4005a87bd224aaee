public import Controls

extension Camera {
  /// What the camera says it is exposed with, in physical units; what it has no control for counts
  /// as a fixed time, and as gain 1.
  ///
  /// While the camera's own automatic is on this may be old (field case B19).
  public var exposureSettings: CameraSettings {
    let table = controls
    let width = format?.width ?? 0
    let height = format?.height ?? 0
    let interval = format?.frameInterval ?? 1.0 / 30
    let time = ExposureScale(table, width: width, height: height, frameInterval: interval)
    let gain = GainScale(table, profile)
    return CameraSettings(
      exposureTime: time.flatMap { scale in
        table.value(scale.description.id).map(scale.seconds)
      } ?? 1,
      analogueGain: gain.flatMap { scale in
        table.value(scale.description.id).map(scale.gain)
      } ?? 1)
  }

  /// The time now, in seconds on the clock of stamped frames.
  public var now: Double { session.device.calls.now() }
}
