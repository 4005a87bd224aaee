public import Frames
internal import Recordings
public import Statistics

/// The statistics of a stack's frames, each taken once.
public struct FocusStack: Sendable {
  /// The stack's name.
  public let name: String
  /// The statistics of each frame, in order.
  public let frames: [FrameStatistics]

  /// A grid whose zones divide into thirds both ways.
  public static let grid = ZoneGridSize(columns: 30, rows: 24) ?? .standard

  /// Reads a stack.
  ///
  /// - Parameters:
  ///   - folder: A folder whose files, in natural order, are the positions of the lens.
  ///   - name: What tables call it.
  /// - Throws: What the readers and the statistics throw.
  public init(folder: String, name: String) throws {
    var source = try FrameSource(paths: [folder])
    var frames: [FrameStatistics] = []
    while let frame = try source.next() {
      var extractor = try StatisticsExtractor(
        frame.layout, configuration: StatisticsConfiguration(grid: Self.grid))
      frames.append(try extractor.extract(FrameView(frame.layout, frame.bytes.span)))
    }
    self.name = name
    self.frames = frames
  }

  /// A lens before the stack.
  ///
  /// - Parameters:
  ///   - window: What is focused on.
  ///   - start: Where the lens stands at first.
  /// - Returns: The lens.
  public func lens(window: NormalisedRectangle, start: Int) -> ReplayLens {
    let frames = frames
    return ReplayLens(count: frames.count, window: window, start: start) { frames[$0] }
  }
}
