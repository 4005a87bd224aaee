internal import Photometry
public import SimulatedCamera

/// How evenly the picture's brightness runs while the light changes by many stops.
///
/// Where a program turns from time to gain, and where flicker-free times make both trade places, no
/// frame may stand out from its neighbours.
public struct LightRamp: Hashable, Sendable {
  /// A frame that stands out.
  public struct Place: Hashable, Sendable {
    /// Seconds.
    public let timestamp: Double
    /// How far the frame's true mean is from the curve through its neighbours, as a share of it.
    public let deviation: Double
    /// The frame's exposure time in seconds.
    public let time: Double
    /// The frame's gain.
    public let gain: Double
    /// By how many stops time differs from the frame before; gain makes up for it in a trade.
    public let timeStops: Double
  }

  /// The frame that stands out most, of all.
  public let worst: Place
  /// The frame that stands out most of those near a knee or a trade of time for gain.
  public let worstAtKnee: Place?
  /// Knees and trades on the way.
  public let knees: Int

  /// Neighbours on either side through which a parabola is laid.
  static let reach = 6

  /// What a frame may stand out by at a knee: 3 %, and half a step of gain where that is coarser.
  ///
  /// - Parameter kind: The camera. A webcam's sixteenths leave 3 % whatever anybody does.
  /// - Returns: A share.
  public static func bar(_ kind: LoopCamera.Kind) -> Double {
    switch kind {
    case .raw: 0.03
    case .webcam: 0.03 + 1.0 / 32
    }
  }

  /// Runs a loop along a ramp.
  ///
  /// - Parameters:
  ///   - stops: The change of light, negative for a sunset.
  ///   - seconds: How long it takes.
  ///   - from: The exposure that is right at first, in stops.
  ///   - camera: The camera.
  ///   - scene: The scene.
  ///   - maker: The loop.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    stops: Double, seconds: Double, from: Double, _ camera: LoopCamera, scene: Scene,
    _ maker: LoopMaker
  ) throws {
    let light = LoopScenes.rightTotal - from
    var rig = try LoopRig(camera, scene: scene, stops: light, total: from, maker)
    _ = try rig.run(30)
    rig.script.events.append(
      .light(at: rig.clock, stops: light + stops, over: max(seconds, 0.01)))
    let records = try rig.run(Int(seconds * camera.frameRate))
    self.init(records, latency: camera.latency)
  }

  /// Measures records.
  ///
  /// - Parameters:
  ///   - records: Frames along a ramp.
  ///   - latency: Frames until a write shows: a trade's traces last as long.
  public init(_ records: [LoopRecord], latency: Int) {
    let near = Self.framesNearKnees(records, latency: latency)
    knees = near.count
    var worst = Place(timestamp: 0, deviation: 0, time: 0, gain: 0, timeStops: 0)
    var worstAtKnee: Place?
    let levels = records.map(\.meanStops)
    for index in records.indices.dropFirst(2 * Self.reach).dropLast(2 * Self.reach) {
      let deviation = Exact.exp2(levels[index] - Self.fit(levels, at: index)) - 1
      let (before, after) = (records[index - 1], records[index])
      let place = Place(
        timestamp: after.timestamp, deviation: deviation, time: after.time, gain: after.gain,
        timeStops: ExposureValue.stops(ofRatio: after.time / before.time))
      if deviation.magnitude > worst.deviation.magnitude { worst = place }
      let isNear = near.contains { ($0 - index).magnitude <= latency + 1 }
      if isNear, deviation.magnitude > worstAtKnee?.deviation.magnitude ?? 0 {
        worstAtKnee = place
      }
    }
    self.worst = worst
    self.worstAtKnee = worstAtKnee
  }

  /// Frames at which time and gain trade places, or the one that moved gives way to the other.
  private static func framesNearKnees(_ records: [LoopRecord], latency: Int) -> [Int] {
    var frames: [Int] = []
    var lastMoved: (time: Bool, gain: Bool)?
    for index in records.indices.dropFirst() {
      let time = ExposureValue.stops(ofRatio: records[index].time / records[index - 1].time)
      let gain = ExposureValue.stops(ofRatio: records[index].gain / records[index - 1].gain)
      // Steps of the controls make both jitter; a trade is more than that.
      let trades = time * gain < 0 && min(time.magnitude, gain.magnitude) > 0.15
      let moved = (time: time.magnitude > 0.02, gain: gain.magnitude > 0.02)
      if trades { frames.append(index) }
      guard moved.time != moved.gain else { continue }
      if let last = lastMoved, last.time != moved.time, !trades { frames.append(index) }
      lastMoved = moved
    }
    return frames
  }

  /// The value at a place of the parabola that fits its neighbours best, itself left out.
  ///
  /// Least squares over −reach…reach without 0: with Σ1 = n, Σx² = a and Σx⁴ = b the constant is
  /// (b Σy − a Σx²y) / (nb − a²).
  static func fit(_ values: [Double], at place: Int) -> Double {
    var (count, squares, fourths, sum, weighted) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for offset in 1...reach {
      let square = Double(offset * offset)
      for index in [place - offset, place + offset] where values.indices.contains(index) {
        count += 1
        squares += square
        fourths += square * square
        sum += values[index]
        weighted += square * values[index]
      }
    }
    return (fourths * sum - squares * weighted) / (count * fourths - squares * squares)
  }
}
