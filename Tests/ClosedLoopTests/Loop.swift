import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

/// Closed loops of the field cases, and what is read off them.
struct Loop: ~Copyable {
  var run: SimulatedExposure
  private(set) var steps: [SimulatedExposure.Step] = []

  /// The field cases' camera: power 2.2, exposure in 100 µs, gain in sixteenths.
  init(
    _ description: CameraDescription = .fieldCase(), scene: Scene? = nil,
    script: SceneScript = SceneScript(), profile: DeviceProfile = DeviceProfile(),
    configure: (inout AutoExposure.Configuration) -> Void = { _ in }
  ) throws {
    let scene = scene ?? Scene(uniform: 0.0018)
    let camera = try SimulatedCamera(description, scenes: [scene], script: script)
    var configuration = AutoExposure.Configuration(
      metering: MeteringConfiguration(
        pattern: .average, response: description.sensor.response))
    configure(&configuration)
    run = try SimulatedExposure(camera, configuration: configuration, profile: profile)
  }

  /// Runs frames, and gives what happened on them.
  @discardableResult
  mutating func run(_ frames: Int) throws -> [SimulatedExposure.Step] {
    var fresh: [SimulatedExposure.Step] = []
    for _ in 0..<frames { fresh.append(try run.step()) }
    steps += fresh
    return fresh
  }
}

extension SimulatedExposure.Step {
  /// The mean code, 0…255.
  var level: Double { frame.truth.meanEncoded * 255 }
  /// Stops from the frame's true light to 18 %.
  var trueError: Double { ExposureValue(linear: frame.truth.meanLinear).stops }
  /// What the sensor really took: seconds at gain 1.
  var trueExposure: Double { frame.truth.exposureTime * frame.truth.gain }
}

extension Sequence<SimulatedExposure.Step> {
  /// Writes that were accepted.
  var writes: Int { reduce(0) { $0 + $1.accepted } }
  /// The least and the greatest mean code.
  var levels: ClosedRange<Double> {
    let levels = map(\.level)
    return (levels.min() ?? 0)...(levels.max() ?? 0)
  }
}
