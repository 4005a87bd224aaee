internal import Frames
internal import Metering
internal import Photometry
public import SimulatedCamera

/// Writes on a scene that does not change but for noise and lamps.
public struct SteadyScene: Hashable, Sendable {
  /// Frames that were watched.
  public let frames: Int
  /// Controls written on them; none should be.
  public let writes: Int

  /// Settles a loop, then watches it.
  ///
  /// - Parameters:
  ///   - frames: How many frames to watch.
  ///   - ripple: How far lamps on 50 Hz mains modulate the light, 0…1; at 30 frames/s a frame's mean
  ///     beats with them over three frames.
  ///   - camera: The camera.
  ///   - scene: The scene.
  ///   - total: The exposure that is right, in stops; short ones show ripple in full.
  ///   - maker: The loop.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    frames: Int, ripple: Double, _ camera: LoopCamera, scene: Scene, total: Double,
    _ maker: LoopMaker
  ) throws {
    var rig = try LoopRig(
      camera, scene: scene, stops: LoopScenes.rightTotal - total, total: total + 1, maker)
    rig.script.flicker = ripple > 0 ? Flicker(frequency: 100, depth: ripple) : nil
    // Peers that need hundreds of frames get them.
    _ = try rig.runUntilQuiet(60, atMost: 1000)
    self.frames = frames
    var writes = 0
    for _ in 0..<frames { writes += try rig.step().writes }
    self.writes = writes
  }
}

/// A small bright thing that crosses the picture.
public struct PassingHighlight: Hashable, Sendable {
  /// How far exposure moved at most while it was there, in stops.
  public let moved: Double
  /// How far exposure is from where it was two seconds after it has gone, in stops.
  public let left: Double

  /// Lets 2 % of the picture be 8 EV brighter for a second.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - scene: The scene.
  ///   - pattern: How frames are metered.
  ///   - maker: The loop.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    _ camera: LoopCamera, scene: Scene, _ pattern: LoopPattern = .average, _ maker: LoopMaker
  ) throws {
    let total = -7.5
    var rig = try LoopRig(
      camera, scene: scene, stops: LoopScenes.rightTotal - total, pattern: pattern.pattern,
      total: total, maker)
    let before = try rig.runUntilQuiet(30, atMost: 1000).last?.totalStops ?? total
    func place(_ x: Double) -> NormalisedRectangle {
      NormalisedRectangle(x: x, y: 0.45, width: 0.2, height: 0.1) ?? .full
    }
    rig.script.rectangles = [
      SceneScript.MovingRectangle(
        start: rig.clock, end: rig.clock + 1, from: place(0), to: place(0.8), effect: .stops(8))
    ]
    let second = Int(camera.frameRate)
    // What was written while it was there lands some frames later.
    let during = try rig.run(second + camera.latency + 1)
    moved = during.map { ($0.totalStops - before).magnitude }.max() ?? 0
    let after = try rig.run(2 * second)
    left = (after.last?.totalStops ?? before) - before
  }
}

/// How frames are metered, by name.
public enum LoopPattern: String, Hashable, Sendable, CaseIterable {
  /// All counts alike.
  case average
  /// Zones count by what they hold.
  case matrix
  /// The middle counts most.
  case centre
}

extension LoopPattern {
  var pattern: MeteringPattern {
    switch self {
    case .average: .average
    case .matrix: .matrix
    case .centre: .centreWeighted
    }
  }
}
