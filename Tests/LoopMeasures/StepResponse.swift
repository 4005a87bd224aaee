internal import Photometry
public import SimulatedCamera

/// What became of a step in the light, with the bars that it is held to.
public struct StepResponse: Hashable, Sendable {
  /// The step in stops of light; positive is brighter.
  public let stops: Double
  /// The control latency L in frames.
  public let latency: Int
  /// Frames until the picture's true mean stays within 0.1 EV of what the loop settles at, the first
  /// in the new light counted as 1; `nil` where it swings for ever.
  public let frames: Int?
  /// How far the picture went beyond what it settles at, in stops, before a frame said how bright
  /// it is.
  public let blindOvershoot: Double
  /// The same from the frame on that shows the first decision on such a frame.
  public let overshoot: Double
  /// Decisions on frames that do not say how bright they are.
  public let blindSteps: Int
  /// How often exposure turned round after it had converged.
  public let turns: Int
  /// Controls written in the last second, when nothing changes any more.
  public let lateWrites: Int
  /// Log2 of the true mean that the loop settles at.
  public let finalStops: Double
  /// The error of each frame in stops, relative to what the loop settles at.
  public let trace: [Double]

  /// The tolerance in stops within which a picture counts as converged.
  public static let tolerance = 0.1
  /// Frames of the end, when nothing changes any more.
  public static let tail = 30

  /// The most frames that convergence may take: the frame that shows the step, L frames until what
  /// is decided on it shows, and the same again for each blind step.
  public var bar: Int { (blindSteps + 1) * (latency + 1) + 1 }

  /// The bars that are missed, in words; none is what should be.
  public var faults: [String] {
    var faults: [String] = []
    if let frames {
      if frames > bar { faults.append("\(frames) frames instead of \(bar)") }
    } else {
      faults.append("never settles")
    }
    if blindSteps > 3 { faults.append("\(blindSteps) blind steps instead of 3") }
    if overshoot > 0.1 { faults.append("passes the target by \(overshoot) EV") }
    if blindOvershoot > 2 { faults.append("a blind step passes by \(blindOvershoot) EV") }
    if turns > 0 { faults.append("turns \(turns) times") }
    if lateWrites > 0 { faults.append("\(lateWrites) writes on a steady scene") }
    return faults
  }

  /// The bars that a smooth loop misses, in words: it takes its time, but must end as `.fast` does.
  ///
  /// - Parameter fast: The response of `.fast` to the same step.
  /// - Returns: The faults; none is what should be.
  public func smoothFaults(_ fast: StepResponse) -> [String] {
    var faults: [String] = []
    if frames == nil { faults.append("never settles") }
    if overshoot > 0.1 { faults.append("passes the target by \(overshoot) EV") }
    if turns > 0 { faults.append("turns \(turns) times") }
    if lateWrites > 0 { faults.append("\(lateWrites) writes on a steady scene") }
    let difference = finalStops - fast.finalStops
    if difference.magnitude > Self.tolerance { faults.append("ends \(difference) EV off") }
    return faults
  }

  /// Runs a loop into a step.
  ///
  /// The light before and behind lie as far on either side of the middle of what the camera can hold.
  ///
  /// - Parameters:
  ///   - stops: The step, −10…10; positive is brighter.
  ///   - camera: The camera.
  ///   - scene: The scene; mid-grey at 2^−6.64 s in its own light, see ``LoopScenes``.
  ///   - patience: The most frames to settle in, before and behind.
  ///   - maker: The loop.
  /// - Throws: What the simulator and the statistics throw.
  public init(
    stops: Double, _ camera: LoopCamera, scene: Scene, patience: Int = 500, _ maker: LoopMaker
  ) throws {
    let middle = -7.5
    let right = middle + stops / 2
    var rig = try LoopRig(
      camera, scene: scene, stops: LoopScenes.rightTotal - right, total: right, maker)
    // A smooth loop at a coarse camera may stay between two codes for its last half second.
    let quiet = 24 + 2 * camera.latency
    _ = try rig.runUntilQuiet(quiet, atMost: patience)
    rig.switchLight(to: LoopScenes.rightTotal - right + stops)
    var records = try rig.runUntilQuiet(quiet, atMost: patience)
    records += try rig.run(Self.tail)
    self.init(stops: stops, latency: camera.latency, records)
  }

  /// Measures records.
  ///
  /// - Parameters:
  ///   - stops: The step.
  ///   - latency: The control latency in frames.
  ///   - records: The frames from the step on; the last ``tail`` are what the loop settles at.
  public init(stops: Double, latency: Int, _ records: [LoopRecord]) {
    self.stops = stops
    self.latency = latency
    let tail = records.suffix(Self.tail)
    let settled = tail.reduce(0) { $0 + $1.meanStops } / Double(max(tail.count, 1))
    finalStops = settled
    let trace = records.map { $0.meanStops - settled }
    self.trace = trace
    let off = trace.lastIndex { $0.magnitude > Self.tolerance } ?? -1
    let settles = off < records.count - Self.tail
    frames = settles ? off + 2 : nil
    let converged = off + 1
    let firstSeen = records.firstIndex { !$0.isBlind } ?? records.count
    let shown = min(firstSeen + latency + 1, records.count)
    func beyond(_ errors: ArraySlice<Double>) -> Double {
      // A brighter scene is passed where the picture gets darker than it settles at.
      max(0, errors.map { stops > 0 ? -$0 : $0 }.max() ?? 0)
    }
    blindOvershoot = beyond(trace[..<shown])
    overshoot = beyond(trace[shown...])
    blindSteps = records.prefix(firstSeen).count { $0.wanted != nil }
    turns = settles ? Self.turns(records[min(converged, records.count)...]) : 0
    lateWrites = tail.reduce(0) { $0 + $1.writes }
  }

  /// How often a total exposure turns round.
  ///
  /// - Parameter records: Frames.
  /// - Returns: Changes of direction.
  public static func turns(_ records: ArraySlice<LoopRecord>) -> Int {
    var (count, direction) = (0, 0.0)
    for (before, after) in zip(records, records.dropFirst()) {
      let change = after.totalStops - before.totalStops
      guard change != 0 else { continue }
      let now = change > 0 ? 1.0 : -1
      if direction != 0, now != direction { count += 1 }
      direction = now
    }
    return count
  }
}
