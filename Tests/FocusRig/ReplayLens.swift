public import Frames
public import Statistics

/// A lens whose positions are the frames of a stack, or a scene's pictures; counts what a search does.
///
/// A *stop* is a position that the lens is driven to, the one that it starts from and the one that it
/// ends at among them; a frame that is taken without moving adds none. All searches are counted alike.
public struct ReplayLens {
  /// How many positions there are; they are 0 to one less.
  public let count: Int
  /// What is focused on.
  public let window: NormalisedRectangle
  /// Where the lens stands.
  public private(set) var position: Int
  /// The positions that it was driven to, in order, the start first.
  public private(set) var stops: [Int]
  /// The frames that were looked at.
  public private(set) var frames = 0
  private var bothSeen = Extremes()
  private var mediumSeen = Extremes()
  private let source: (Int) throws -> FrameStatistics

  /// Puts a lens before a stack.
  ///
  /// - Parameters:
  ///   - count: The number of positions, 1 or more.
  ///   - window: What is focused on.
  ///   - start: Where the lens stands at first; brought into the range.
  ///   - source: Gives the statistics of the frame taken at a position.
  public init(
    count: Int, window: NormalisedRectangle, start: Int,
    source: @escaping (Int) throws -> FrameStatistics
  ) {
    self.count = max(count, 1)
    self.window = window
    self.source = source
    position = min(max(start, 0), self.count - 1)
    stops = [position]
  }

  /// The positions passed, from stop to stop.
  public var travel: Int {
    zip(stops, stops.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
  }

  /// The different positions that the lens stood at.
  public var differentStops: Int { Set(stops).count }

  /// Drives the lens.
  ///
  /// - Parameter target: Where to; brought into the range.
  public mutating func move(to target: Int) {
    let target = min(max(target, 0), count - 1)
    guard target != position else { return }
    position = target
    stops.append(target)
  }

  /// Takes a frame where the lens stands.
  ///
  /// - Returns: Its statistics.
  /// - Throws: What the source throws.
  public mutating func look() throws -> FrameStatistics {
    frames += 1
    return try source(position)
  }

  /// Drives the lens, and measures the window there as the peers do.
  ///
  /// - Parameter target: Where to.
  /// - Returns: The energy, see ``PlainMeasure``.
  /// - Throws: What the source throws.
  public mutating func energy(at target: Int) throws -> Double {
    move(to: target)
    let (both, medium) = PlainMeasure.energies(try look(), in: window)
    bothSeen.add(both)
    mediumSeen.add(medium)
    return both
  }

  /// Whether the energies that were asked for differ by a quarter of the greatest, of both bands or of
  /// the middle one, which noise hides less; libcamera's test of whether there was anything to see.
  public var hasSeenContrast: Bool { bothSeen.differs || mediumSeen.differs }

  /// The least and the greatest.
  private struct Extremes {
    var least = Double.infinity
    var greatest = -Double.infinity

    mutating func add(_ value: Double) {
      least = min(least, value)
      greatest = max(greatest, value)
    }

    var differs: Bool { least <= 0.75 * greatest }
  }
}
