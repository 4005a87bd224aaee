/// What a search says when it ends.
public enum FocusVerdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The picture is sharp.
  case sharp
  /// The picture is sharp at one of several depths.
  case sharpAtOneDepth
  /// There is nothing to focus on.
  case noContrast
  /// It ended without a result, and knows.
  case gaveUp
}

/// A focus search: from a start position over moves of the lens to an outcome.
public protocol FocusSubject: Sendable {
  /// What tables call it.
  var name: String { get }
  /// Frames that the search takes at each stop where it tells; what it costs in time.
  var framesPerStop: Int { get }

  /// Focuses; the lens stands at the result when it returns.
  ///
  /// - Parameter lens: The lens, at its start position.
  /// - Returns: What the search says.
  /// - Throws: What the lens throws.
  mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict
}

extension FocusSubject {
  /// One, unless the search says otherwise.
  public var framesPerStop: Int { 1 }
}

/// What a search did.
public struct FocusRun: Hashable, Sendable, Codable {
  /// Where the lens stood at first.
  public let start: Int
  /// Where it ended.
  public let end: Int
  /// The positions that it was driven to, the start first.
  public let stops: [Int]
  /// The frames that were looked at.
  public let frames: Int
  /// The positions passed.
  public let travel: Int
  /// What the search said.
  public let verdict: FocusVerdict

  /// Lets a search focus.
  ///
  /// - Parameters:
  ///   - subject: The search.
  ///   - lens: The lens, at its start position.
  /// - Throws: What the lens throws.
  public init(_ subject: inout some FocusSubject, _ lens: ReplayLens) throws {
    var lens = lens
    start = lens.position
    verdict = try subject.focus(&lens)
    end = lens.position
    stops = lens.stops
    frames = lens.frames * subject.framesPerStop
    travel = lens.travel
  }

  /// The different positions that were looked at.
  public var evaluations: Int { Set(stops).count }
}
