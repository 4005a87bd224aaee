import Controls
import Frames
import Photometry
import Statistics

@testable import Exposure

/// A camera that goes straight from light to statistics: zones of even light, any response, noise of
/// the zones' means. For tests of learners, where pixels would only take time.
struct ZoneCamera {
  /// Light of each zone, 1 at white for an exposure of 1 s at gain 1.
  var zones: [Double]
  /// Encodes light 0…1; by the frame's mean light too, for cameras that follow the scene.
  var encode: (Double, Double) -> Double
  /// Standard deviation of a zone's mean code.
  var noise = 0.1
  private(set) var frame = 0
  private var generator: Generator

  let geometry: ZoneGeometry
  let signal: SignalDescription
  static let interval = 1.0 / 30

  /// 12 × 8 zones, even in stops from the darkest to the brightest.
  init(
    _ response: ResponseCurve, from dark: Double = -5, to bright: Double = -0.5, seed: UInt64 = 1
  ) throws {
    geometry = try ZoneGeometry(
      frameWidth: 96, frameHeight: 64, columnEdges: (0...12).map { $0 * 8 },
      rowEdges: (0...8).map { $0 * 8 })
    let levels = SignalLevels(.full, bitDepth: 8)!
    signal = SignalDescription(channels: .none, bitDepth: 8, levels: levels)
    zones = (0..<96).map { Exact.exp2(dark + (bright - dark) * Double($0) / 95) }
    encode = { light, _ in response.encoded(fromLinear: light) }
    generator = Generator(seed: seed)
  }

  /// The next frame's statistics at a total exposure in seconds.
  mutating func next(exposure: Double, light: Double = 1) throws -> FrameStatistics {
    let span = Double(signal.levels.white - signal.levels.black)
    let lights = zones.map { min($0 * exposure * light, 1) }
    let mean = lights.reduce(0, +) / Double(lights.count)
    let result = lights.map { light -> ZoneStatistics in
      let code = encode(light, mean) * span
      let scatter = (0..<12).reduce(-6.0) { sum, _ in
        sum + Double.random(in: 0...1, using: &generator)
      }
      // Sums of 64 samples: a sixty-fourth of a code is the step of a mean.
      let sum = min(max((code + noise * scatter) * 64, 0), 64 * span)
      var statistics = ZoneStatistics(cells: 64)
      statistics.lumaSum = UInt64(sum.rounded())
      if code >= 253.5 {
        statistics.clippedHigh = 64
      } else if code < 1.5 {
        statistics.clippedLow = 64
      }
      return statistics
    }
    frame += 1
    return try FrameStatistics(
      geometry: geometry, signal: signal, zones: result,
      histogram: [UInt32](repeating: 0, count: signal.binCount))
  }
}

/// A response learner in front of a zone camera.
struct LearnerRig {
  var camera: ZoneCamera
  var learner: ResponseLearner
  var exposure = 0.25
  var gain = 1.0
  /// Factor on the light, by frame number.
  var light: (Int) -> Double = { _ in 1 }
  private(set) var findings: [ResponseLearner.Finding] = []

  init(_ camera: ZoneCamera, assumed: ResponseCurve = .sRGB) {
    self.camera = camera
    learner = ResponseLearner(
      geometry: camera.geometry, signal: camera.signal, assumed: assumed)
  }

  /// Takes frames of one exposure; the first ones are under way, with the exposure before.
  mutating func take(exposure next: Double, frames: Int = 4, underWay: Int = 2) throws {
    for index in 0..<underWay + frames {
      let inForce = index < underWay ? exposure : next
      let factor = light(camera.frame)
      let time = Double(camera.frame) * ZoneCamera.interval
      let statistics = try camera.next(exposure: inForce * gain, light: factor)
      let finding = learner.step(
        statistics,
        ResponseLearner.Frame(
          timestamp: time,
          settings: .init(exposureTime: inForce, analogueGain: gain),
          isSettled: index >= underWay))
      if finding != .nothing { findings.append(finding) }
    }
    exposure = next
  }

  /// The greatest error of the learned curve between two codes, in stops, where it was measured.
  func error(
    of truth: ResponseCurve, from low: Double = 0.06, to high: Double = 0.95
  ) -> Double {
    (0...40).map { index in
      let encoded = low + (high - low) * Double(index) / 40
      if learner.changesTaken > 0, !learner.isMeasured(encoded: encoded) { return 0 }
      let ratio =
        learner.curve.linear(fromEncoded: encoded) / truth.linear(fromEncoded: encoded)
      return Exact.log2(ratio).magnitude
    }.max() ?? 0
  }
}
