public import Frames

/// A frame in the driver's memory, lent until the closure that received it returns.
public struct CapturedFrame: ~Escapable {
  /// What the driver said of the frame.
  public let information: FrameInformation
  /// How it lies in memory.
  public let format: StreamFormat

  private let first: Span<UInt8>
  private let second: Span<UInt8>
  private let third: Span<UInt8>
  private let count: Int

  @_lifetime(copy first, copy second, copy third)
  init(
    _ information: FrameInformation, _ format: StreamFormat, _ first: Span<UInt8>,
    _ second: Span<UInt8>, _ third: Span<UInt8>, count: Int
  ) {
    self.information = information
    self.format = format
    self.first = first
    self.second = second
    self.third = third
    self.count = count
  }

  /// The bytes that the driver filled, of the first buffer: all of a JPEG picture.
  public var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { first }
  }

  /// The pixels.
  ///
  /// - Returns: A view of the frame, to be used before the closure returns.
  /// - Throws: `FrameLayoutError.compressed` for formats that have no pixels to view, and
  ///   `FrameViewError` where memory is short, which ``Camera`` has made sure it is not.
  @_lifetime(copy self)
  public func view() throws -> FrameView {
    guard let layout = format.layout else { throw FrameLayoutError.compressed }
    switch count {
    case 1: return try FrameView(layout, first)
    case 2: return try FrameView(layout, first, second)
    default: return try FrameView(layout, first, second, third)
    }
  }
}

/// What the driver said of a frame.
public struct FrameInformation: Hashable, Sendable {
  /// Its number, and when it was taken.
  public let timing: FrameClock.Timing
  /// Whether the stamp is the start of exposure and not the end of the frame.
  public let isStampedAtStart: Bool
  /// Whether it is the first of its stream.
  public let isFirst: Bool
  /// Frames handed back unread since the one before, by reason.
  public let discarded: DiscardCounts
}

/// Frames that were handed back to the driver without being metered, by reason (field case B38).
public struct DiscardCounts: Hashable, Sendable {
  /// Why a frame was not metered.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The driver flagged it as perhaps corrupt (`V4L2_BUF_FLAG_ERROR`).
    case flagged
    /// It has no bytes.
    case empty
    /// It has fewer bytes than its format needs.
    case short
    /// The driver described it in a way that cannot be: an unknown buffer, an offset beyond its end.
    case invalid
    /// The driver failed to deliver it (`EIO`).
    case failed
  }

  /// Flagged as corrupt.
  public private(set) var flagged = 0
  /// Without bytes.
  public private(set) var empty = 0
  /// With too few bytes.
  public private(set) var short = 0
  /// Described in a way that cannot be.
  public private(set) var invalid = 0
  /// Not delivered.
  public private(set) var failed = 0

  /// Makes counts of 0.
  public init() {}

  /// All together.
  public var total: Int { flagged &+ empty &+ short &+ invalid &+ failed }

  /// Counts a frame.
  ///
  /// - Parameter reason: Why it was not metered.
  public mutating func count(_ reason: Reason) {
    switch reason {
    case .flagged: flagged &+= 1
    case .empty: empty &+= 1
    case .short: short &+= 1
    case .invalid: invalid &+= 1
    case .failed: failed &+= 1
    }
  }
}
