internal import Frames

extension CameraDescription {
  /// Refuses what no camera has, so that nothing later can trap or become infinite.
  func check() throws(SimulationError) {
    switch format {
    case .grey(let coding), .bayer(_, let coding):
      guard coding == .bits8 || coding.isWord else { throw .unsupportedFormat(format) }
    case .packedYUV, .semiPlanarYUV: break
    case .planarYUV, .rgb, .jpeg: throw .unsupportedFormat(format)
    }
    try Self.check(.frameInterval, frameInterval, 0.0001...60)
    try Self.check(.queueDepth, Double(queueDepth), 0...32)
    try checkSensor()
    try Self.check(.lens, lens.blurPerDioptre, 0...1)
    try Self.check(.lens, lens.settleTime, 0...10)
    try Self.check(.lens, lens.backlash, 0...10)
    try Self.check(.lens, lens.breathing, 0...0.1)
    try Self.check(.lens, lens.restPosition, 0...100)
    var seen: Set<ControlID> = []
    for control in controls {
      guard control.isSound, seen.insert(control.id).inserted else { throw .control(control.id) }
      try Self.check(.latency, Double(control.latency), 0...40)
    }
  }

  /// The layout of the frames.
  func layout(range: SignalRange) throws(SimulationError) -> FrameLayout {
    do {
      let layout = try FrameLayout(
        format: format, width: width, height: height, stride: stride, range: range)
      return layout
    } catch {
      throw .layout(error)
    }
  }

  private func checkSensor() throws(SimulationError) {
    try Self.check(.fullWell, sensor.fullWell, 1...1e7)
    try Self.check(.responsivity, sensor.responsivity, 1e-9...1e9)
    try Self.check(.noise, sensor.noise.read, 0...1e6)
    try Self.check(.noise, sensor.noise.late, 0...1e6)
    try Self.check(.bitDepth, Double(sensor.bitDepth), 8...16)
    let half = Double(1 << (sensor.bitDepth - 1)) - 1
    try Self.check(.blackLevel, Double(sensor.blackLevel), 0...half)
    try Self.check(.readOutTime, sensor.readOutTime, 0...10)
    // Some time must remain to expose.
    try Self.check(.readOutTime, sensor.exposureMargin, 0...min(1, frameInterval * 0.99))
  }

  private static func check(
    _ parameter: SimulationError.Parameter, _ value: Double, _ range: ClosedRange<Double>
  ) throws(SimulationError) {
    guard range.contains(value) else { throw .outOfRange(parameter, value: value) }
  }
}
