internal import Controls
internal import Exposure
internal import Photometry
public import SimulatedCamera

/// How `.smooth` follows a step that leaves the frame unclipped.
public struct SmoothResponse: Hashable, Sendable {
  /// The step in stops of light.
  public let stops: Double
  /// Frames a second.
  public let frameRate: Double
  /// Frames behind the first in the new light at which 5 % or less of the step is left for good.
  public let frames: Int
  /// What it should be: three time constants and the control latency.
  public let expected: Double
  /// How far the picture went beyond what it settles at, in stops.
  public let overshoot: Double
  /// How far the end state is from that of `.fast`, in stops.
  public let endDifference: Double
  /// The error of each frame in stops, relative to what the loop settles at.
  public let trace: [Double]

  /// How far the course differs at most, in stops, from the mirror image of another's.
  ///
  /// - Parameter other: The response to the step in the other direction.
  /// - Returns: 0 where both are alike.
  public func asymmetry(to other: SmoothResponse) -> Double {
    zip(trace, other.trace).map { ($0 + $1).magnitude }.max() ?? 0
  }
  /// What ``asymmetry(to:)`` may be.
  public static let asymmetryBar = 0.05

  /// The bars that are missed, in words.
  public var faults: [String] {
    var faults: [String] = []
    // A rounding's breadth more: frame rates are no binary fractions.
    if (Double(frames) - expected).magnitude > 1 + 1e-9 {
      faults.append("\(frames) frames instead of \(expected) ± 1")
    }
    if overshoot > 0.1 { faults.append("passes the target by \(overshoot) EV") }
    if endDifference.magnitude > 0.1 { faults.append("ends \(endDifference) EV off") }
    return faults
  }

  /// Runs `.smooth` and `.fast` into a step.
  ///
  /// - Parameters:
  ///   - stops: The step, −1.25…1.25, so that nothing clips.
  ///   - timeConstant: Of `.smooth`, in seconds.
  ///   - camera: The camera with its frame rate.
  ///   - scene: The scene.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    stops: Double, timeConstant: Double = 0.3, _ camera: LoopCamera, scene: Scene
  ) throws {
    self.stops = stops
    frameRate = camera.frameRate
    var camera = camera
    // Steps of a percent would decide when the last 5 % are reached.
    camera.timeUnit = 1
    let smooth = try Self.run(stops, .smooth(timeConstant: timeConstant), camera, scene)
    let fast = try Self.run(stops, .fast, camera, scene)
    let end = Self.end(smooth)
    endDifference = end - Self.end(fast)
    trace = smooth.map { $0.meanStops - end }
    frames = (trace.lastIndex { $0.magnitude > 0.05 * stops.magnitude } ?? -1) + 1
    expected = 3 * timeConstant * camera.frameRate + Double(camera.latency)
    overshoot = max(0, trace.map { stops > 0 ? -$0 : $0 }.max() ?? 0)
  }

  private static func run(
    _ stops: Double, _ speed: ExposureSpeed, _ camera: LoopCamera, _ scene: Scene
  ) throws -> [LoopRecord] {
    // Where even at 120 frames/s the time is short of the frame interval before and behind.
    let right = -9 + stops / 2
    var rig = try LoopRig(
      camera, scene: scene, stops: LoopScenes.rightTotal - right, total: right,
      GrayCardLoop.maker(speed))
    _ = try rig.run(Int(2 * camera.frameRate) + 4 * camera.latency)
    rig.switchLight(to: LoopScenes.rightTotal - right + stops)
    return try rig.run(Int(3 * camera.frameRate) + 2 * camera.latency)
  }

  private static func end(_ records: [LoopRecord]) -> Double {
    let tail = records.suffix(10)
    return tail.reduce(0) { $0 + $1.meanStops } / 10
  }
}
